/* SPDX-License-Identifier: GPL-3.0-or-later */
/* perm-mtx: the permanent of every matrix in the given files, one answer in each line; or shares,
 * minors, random matchings, or matchings of every size. */
#include "asked_problem.h"
#include "kept_answers.h"
#include "queries.h"
#include "say.h"
#include "stream.h"
#include "question.h"

#include <stdlib.h>

static const struct cli_program program = {
    .name = "perm-mtx",
    .bit = CLI_PERM_MTX,
    .operands = "[FILE]...",
    .purpose = "Print the permanent of each matrix in every FILE: Matrix Market, NumPy or a table "
               "of numbers. FILE may be compressed; without FILE, or where it is -, read standard "
               "input. With several files, each line begins with the name of the file.",
    .example = "    $ printf '1,2\\n3,4\\n' | perm-mtx\n"
               "    10",
    .often = "exact precision pattern marginals sample json plan verbose",
};

/* The multiplicities in a list ("2,1,0,3"), whose syntax has been checked, one for each of `lines`
 * lines.  NULL: the number is wrong, or memory ran out. */
static int *times_of(const char *list, int lines)
{
    int *const times = calloc((size_t)lines + 1, sizeof *times);
    char *end = (char *)list;
    int count = 0;

    while (times != NULL && count < lines && *end != '\0') {
        times[count++] = (int)strtol(list, &end, 10);
        list = end + 1;
    }
    if (count == lines && *end == '\0')
        return times;
    free(times);
    return NULL;
}

/* A matrix that --rows and --cols make rectangular is no amplitude. */
static void note_shape(const struct cli *cli, const struct question *q, bool square)
{
    const int rows = pm_problem_rows(q->problem), cols = pm_problem_cols(q->problem);

    if (rows != cols && (square || (cli->rows != NULL && cli->cols != NULL)) && !cli->total &&
        cli->unmatched == 0)
        cli_say(cli, q->file,
                "note: %d x %d lines are a rectangular matrix; for photons, --rows (out) and "
                "--cols (in) have the same sum",
                rows, cols);
}

/* Repeats lines as --rows and --cols say.  Returns an exit status. */
static int take_times(const struct cli *cli, const struct question *q)
{
    const int m = pm_problem_rows(q->problem), n = pm_problem_cols(q->problem);
    int *const row_times = cli->rows != NULL ? times_of(cli->rows, m) : NULL,
               *const col_times = cli->cols != NULL ? times_of(cli->cols, n) : NULL;
    const bool fit =
        (cli->rows != NULL) == (row_times != NULL) && (cli->cols != NULL) == (col_times != NULL);
    const pm_status status = fit ? pm_problem_repeat(q->problem, row_times, col_times) : PM_OK;
    char message[128];

    free(row_times);
    free(col_times);
    if (status != PM_OK)
        return answer_fail(cli, status, q);
    if (fit && (cli->rows != NULL || cli->cols != NULL))
        note_shape(cli, q, m == n);
    if (fit)
        return CLI_ANSWERED;
    snprintf(message, sizeof message,
             "--rows and --cols want a multiplicity for every row, or column, of a %d x %d matrix",
             m, n);
    return answer_refuse(cli, q, message);
}

static int answer(const struct cli *cli, struct question *q)
{
    const int result = take_times(cli, q);

    return result == CLI_ANSWERED
               ? kept_answer(cli, q, query_is_asked(cli) ? query_answer : question_answer)
               : result;
}

static int ask_file(const struct cli *cli, const char *file)
{
    const pm_graph_options options = {.format = cli->format,
                                      .logs = cli->log_weights,
                                      .missing = cli->missing,
                                      .memory = cli->solve.memory,
                                      .seconds = cli->solve.seconds};
    pm_graph_reader *reader = NULL;

    const pm_status status = pm_problem_open(&reader, file, &options);
    return stream_answer(cli, file, reader, true, status, answer);
}

int main(int argc, char **argv)
{
    return question_main(&program, argc, argv, ask_file);
}
