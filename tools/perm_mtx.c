/* SPDX-License-Identifier: GPL-3.0-or-later */
/* perm-mtx: the permanent of every Matrix Market file that is named, one answer a line; or shares,
 * random matchings, matchings of every size. */
#include "more.h"

static const struct cli_program program = {
    .name = "perm-mtx",
    .bit = CLI_PERM_MTX,
    .operands = "[FILE]...",
    .purpose = "Print the permanent of the matrix in each Matrix Market FILE (plain or gzip; no\n"
               "FILE, or -: standard input), behind the file's name when there are several.",
    .more = print_rules,
};

static int ask_file(const struct cli *cli, const char *file)
{
    struct question question = {.file = file};

    const pm_status status = pm_problem_read_mtx(&question.problem, file);
    if (status != PM_OK)
        return cli_fail(cli, status, NULL); /* the reader's messages name the file themselves */
    const int result =
        more_is_asked(cli) ? more_question(cli, &question) : answer_question(cli, &question);
    pm_problem_free(question.problem);
    return result;
}

int main(int argc, char **argv)
{
    return answer_main(&program, argc, argv, ask_file);
}
