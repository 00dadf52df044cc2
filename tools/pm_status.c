/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pm-status: the progress of the runs with the given checkpoints. */
#include "json.h"
#include "watch.h"
#include "say.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct cli_program program = {
    .name = "pm-status",
    .bit = CLI_PM_STATUS,
    .operands = "FILE...",
    .purpose = "Print how much of a run is done according to each checkpoint or part FILE. With "
               "several files, each line begins with the name of the file.",
    .example = "    $ perm-mtx --part=1/2 --memory=1G --checkpoint=one.pm matrix.mtx\n"
               "    $ pm-status one.pm",
    .often = "json",
};

/* True if file k is the backup "NAME~" of another given file. */
static bool is_backup(const struct cli *cli, int k)
{
    const size_t length = strlen(cli->operand[k]);

    if (length < 2 || cli->operand[k][length - 1] != '~')
        return false;
    for (int other = 0; other < cli->operands; other++)
        if (strlen(cli->operand[other]) == length - 1 &&
            memcmp(cli->operand[other], cli->operand[k], length - 1) == 0)
            return true;
    return false;
}

static int print_text(const struct cli *cli, int k, const pm_progress *progress)
{
    const char *const where = cli->operands > 1 ? cli->operand[k] : NULL;

    return cli_print(where, watch_text(progress)) ? CLI_ANSWERED : CLI_FAILED;
}

/* Prints an object for each file, also for one that cannot be read. */
static int print_json(const struct cli *cli, int k, pm_status status, const pm_progress *progress)
{
    const struct json_failure failure = {
        .file = cli->operand[k], .status = status, .message = pm_message()};

    return cli_print_line(cli, cli->operand[k],
                          status == PM_OK ? json_progress_line(cli->operand[k], progress)
                                          : json_failure_line(&failure));
}

int main(int argc, char **argv)
{
    struct cli cli;
    int result;

    if (!cli_start(&cli, &program, argc, argv, &result))
        return result;
    if (cli.operands == 0)
        return cli_usage(&program, "no file is named: checkpoints or parts of runs are expected");
    result = CLI_ANSWERED;
    for (int k = 0; k < cli.operands; k++) {
        pm_progress progress;
        if (is_backup(&cli, k))
            continue;
        const pm_status status = pm_progress_read(&progress, cli.operand[k]);
        if (status != PM_OK)
            result = cli_worse(result, cli_fail(&cli, status, NULL));
        result = cli_worse(result, cli.json          ? print_json(&cli, k, status, &progress)
                                   : status == PM_OK ? print_text(&cli, k, &progress)
                                                     : CLI_ANSWERED);
    }
    return cli_finish(&cli, result);
}
