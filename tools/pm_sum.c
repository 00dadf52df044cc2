/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pm-sum: the answer of a run whose parts were computed separately. */
#include "cli.h"
#include "say.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct cli_program program = {
    .name = "pm-sum",
    .bit = CLI_PM_SUM,
    .operands = "FILE...",
    .purpose = "Print the answer of the run whose parts (--part) or checkpoint the files are.",
    .example = "    $ perm-mtx --part=1/2 --checkpoint=one.pm matrix.mtx\n"
               "    $ perm-mtx --part=2/2 --checkpoint=two.pm matrix.mtx\n"
               "    $ pm-sum one.pm two.pm",
    .often = "digits verbose",
};

static int print(const struct cli *cli, const pm_answer *answer)
{
    char *value = NULL, *bound = NULL;
    int result = CLI_ANSWERED;

    pm_status status = pm_answer_text(&value, answer, cli->digits);
    if (status == PM_OK)
        cli_imaginary(cli, &value);
    if (status == PM_OK)
        cli_estimate(&value, answer);
    if (status == PM_OK && value == NULL)
        return cli_no_memory(cli, NULL);
    if (status == PM_OK && cli->verbose)
        status = pm_answer_text_bound(&bound, answer, cli->digits);
    if (status != PM_OK)
        result = cli_fail(cli, status, NULL);
    else if (!cli_print(NULL, value))
        result = CLI_FAILED;
    else if (cli->verbose)
        fprintf(stderr, "%s%s%s (%s)\n", value, strcmp(bound, "0") == 0 ? " exactly" : " +/- ",
                strcmp(bound, "0") == 0 ? "" : bound, pm_answer_type(answer));
    free(value);
    free(bound);
    return result;
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
    result = status == PM_OK ? print(&cli, answer) : cli_fail(&cli, status, NULL);
    pm_answer_free(answer);
    return cli_finish(&cli, result);
}
