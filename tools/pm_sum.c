/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pm-sum: the answer of a run whose parts were computed separately. */
#include "json.h"
#include "logarithm.h"
#include "say.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct cli_program program = {
    .name = "pm-sum",
    .bit = CLI_PM_SUM,
    .operands = "FILE...",
    .purpose = "Print the answer of the run whose parts (--part) or checkpoint the files are.",
    .example = "    $ perm-mtx --part=1/2 --memory=1G --checkpoint=one.pm matrix.mtx\n"
               "    $ perm-mtx --part=2/2 --memory=1G --checkpoint=two.pm matrix.mtx\n"
               "    $ pm-sum one.pm two.pm",
    .often = "digits verbose",
};

static int fail(const struct cli *cli, pm_status status)
{
    const struct json_failure failure = {.status = status, .message = pm_message()};
    const int result = cli_fail(cli, status, NULL);

    return cli->json ? cli_worse(result, cli_print_line(cli, NULL, json_failure_line(&failure)))
                     : result;
}

static int print(const struct cli *cli, const pm_answer *answer)
{
    struct json_answer a = {.file = cli->operand[0],
                            .number = 1,
                            .part = cli->operand,
                            .parts = cli->operands,
                            .answer = answer,
                            .scale = cli->log10 ? "log10" : NULL};
    char *value = NULL, *bound = NULL;
    int result = CLI_ANSWERED;

    const pm_status status = logarithm_if_asked(&value, &bound, cli, answer, 1);
    a.value = value;
    a.bound = bound;
    if (status != PM_OK)
        result = fail(cli, status);
    else if (value == NULL || bound == NULL)
        result = cli_no_memory(cli, NULL);
    else if (cli->json)
        result = cli_print_line(cli, NULL, json_answer_line(&a));
    else if (!cli_print(NULL, value))
        result = CLI_FAILED;
    if (result == CLI_ANSWERED && cli->verbose)
        fprintf(stderr, "%s%s%s (%s)\n", value, strcmp(bound, "0") == 0 ? " exactly" : " +/- ",
                strcmp(bound, "0") == 0 ? "" : bound, pm_answer_type(answer));
    free(value);
    free(bound);
    return result;
}

/* Notes that files are missing, if the others have the whole answer. */
static void note_parts(const struct cli *cli)
{
    pm_progress progress;

    if (pm_progress_read(&progress, cli->operand[0]) == PM_OK &&
        progress.parts > (uint64_t)cli->operands)
        cli_say(cli, NULL,
                "note: %d of %" PRIu64 " parts are the whole answer, since the matrix is small: "
                "each part computes what is short",
                cli->operands, progress.parts);
}

int main(int argc, char **argv)
{
    pm_answer *answer = NULL;
    struct cli cli;
    int result;

    if (!cli_start(&cli, &program, argc, argv, &result))
        return result;
    if (cli.operands == 0)
        return cli_usage(
            &program,
            "no file is named: the parts of a run (--part), or its checkpoint, are expected");
    const pm_status status = pm_sum(&answer, cli.operand, (size_t)cli.operands);
    if (status == PM_OK)
        note_parts(&cli);
    result = status == PM_OK ? print(&cli, answer) : fail(&cli, status);
    pm_answer_free(answer);
    return cli_finish(&cli, result);
}
