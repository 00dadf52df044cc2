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
    const bool ahead = answer_looks_ahead(cli);
    struct question q = {.file = file, .number = 1};
    pm_problem_reader *reader = NULL;
    pm_problem *next = NULL;
    int result = CLI_ANSWERED;

    pm_status status = pm_problem_open(&reader, file, &options);
    if (status == PM_OK)
        status = pm_problem_next(&q.problem, reader);
    for (; q.problem != NULL && !ferror(stdout); q.number++) {
        if (ahead)
            result = cli_worse(result, answer_read(cli, pm_problem_next(&next, reader), file));
        q.several |= next != NULL;
        result = cli_worse(result,
                           more_is_asked(cli) ? more_question(cli, &q) : answer_question(cli, &q));
        pm_problem_free(q.problem);
        q.problem = next;
        next = NULL;
        if (!ahead)
            status = pm_problem_next(&q.problem, reader);
    }
    pm_problem_free(q.problem);
    pm_problem_close(reader);
    return cli_worse(result, answer_read(cli, status, file));
}

int main(int argc, char **argv)
{
    return answer_main(&program, argc, argv, ask_file);
}
