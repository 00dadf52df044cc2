/* SPDX-License-Identifier: GPL-3.0-or-later */
/* perm-mtx: the permanent of every matrix in the files that are named, one answer a line; or
 * shares, random matchings, matchings of every size. */
#include "more.h"

static const struct cli_program program = {
    .name = "perm-mtx",
    .bit = CLI_PERM_MTX,
    .operands = "[FILE]...",
    .purpose = "Print the permanent of each matrix in every FILE (Matrix Market, NumPy or a table "
               "of numbers, plain or compressed; no FILE, or -: standard input), behind the file's "
               "name when there are several.",
    .example = "    $ printf '1,2\\n3,4\\n' | perm-mtx\n"
               "    10",
    .often = "exact precision pattern marginals sample json plan verbose",
};

static int ask_file(const struct cli *cli, const char *file)
{
    const pm_graph_options options = {.format = cli->format, .memory = cli->solve.memory};
    pm_problem_reader *reader = NULL;
    int result = CLI_ANSWERED;

    pm_status status = pm_problem_open(&reader, file, &options);
    for (long number = 1; status == PM_OK && !ferror(stdout); number++) {
        struct question question = {.file = file, .number = number};
        status = pm_problem_next(&question.problem, reader);
        if (status != PM_OK || question.problem == NULL)
            break;
        result = cli_worse(result, more_is_asked(cli) ? more_question(cli, &question)
                                                      : answer_question(cli, &question));
        pm_problem_free(question.problem);
    }
    if (status != PM_OK) /* the reader's messages name the file themselves */
        result =
            cli_worse(result, answer_fail(cli, status, &(struct question){.file = file}, true));
    pm_problem_close(reader);
    return result;
}

int main(int argc, char **argv)
{
    return answer_main(&program, argc, argv, ask_file);
}
