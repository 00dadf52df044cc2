/* SPDX-License-Identifier: GPL-3.0-or-later */
/* perm-mtx: the permanent of every matrix in the given files, one answer in each line; or shares,
 * minors, random matchings, or matchings of every size. */
#include "queries.h"
#include "queue.h"
#include "say.h"

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

/* Repeats rows and columns as --rows and --cols say. */
static bool repeat(const struct cli *cli, const struct question *q, int *result)
{
    const int m = pm_problem_rows(q->problem), n = pm_problem_cols(q->problem);
    int *const rows = cli->rows != NULL ? times_of(cli->rows, m) : NULL;
    int *const cols = cli->cols != NULL ? times_of(cli->cols, n) : NULL;
    const bool wrong = (cli->rows != NULL && rows == NULL) || (cli->cols != NULL && cols == NULL);

    *result = CLI_ANSWERED;
    if (wrong) {
        fprintf(stderr,
                "%s: %s: --rows and --cols want a multiplicity for every row, or column, of a "
                "%d x %d matrix\n",
                cli->program->name, q->file, m, n);
        *result = CLI_FAILED;
    } else if (rows != NULL || cols != NULL) {
        const pm_status status = pm_problem_repeat(q->problem, rows, cols);
        if (status != PM_OK)
            *result = answer_fail(cli, status, q, true);
    }
    free(rows);
    free(cols);
    return *result == CLI_ANSWERED;
}

/* Answers the question, or adds it to the queue; owns its problem from now on.  queue NULL: answer
 * now. */
static int ask(const struct cli *cli, const struct question *question, struct queue *queue)
{
    int result;

    if (repeat(cli, question, &result)) {
        if (queue != NULL)
            return queue_add(queue, cli, question);
        result = more_is_asked(cli) ? more_question(cli, question) : answer_question(cli, question);
    }
    pm_problem_free(question->problem);
    return result;
}

static int ask_file(const struct cli *cli, const char *file)
{
    const pm_graph_options options = {.format = cli->format, .memory = cli->solve.memory};
    const bool ahead = answer_looks_ahead(cli), waits = queue_may_wait(cli, file);
    struct queue queue = {.count = 0};
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
        result = cli_worse(result, ask(cli, &q, waits ? &queue : NULL));
        q.problem = next;
        next = NULL;
        if (!ahead)
            status = pm_problem_next(&q.problem, reader);
    }
    pm_problem_free(q.problem);
    result = cli_worse(result, queue_answer(&queue, cli));
    pm_problem_close(reader);
    return cli_worse(result, answer_read(cli, status, file));
}

int main(int argc, char **argv)
{
    return answer_main(&program, argc, argv, ask_file);
}
