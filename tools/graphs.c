/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Graphs are read one after another.  Only the attempt to read a second one tells whether a file
 * has several. */
#include "graphs.h"
#include "notes.h"
#include "queries.h"
#include "say.h"
#include "question.h"

#include <stdio.h>
#include <stdlib.h>

/* Prints a matrix. */
static int print_matrix(const struct cli *cli, const struct question *q)
{
    char *text = NULL;
    pm_status status = PM_OK;

    if (cli->pattern)
        status = pm_problem_to_pattern(q->problem);
    if (status == PM_OK)
        status = pm_problem_mtx(&text, q->problem);
    if (status != PM_OK)
        return answer_fail(cli, status, q, false);
    fputs(text, stdout);
    free(text);
    return fflush(stdout) == 0 && !ferror(stdout) ? CLI_ANSWERED : CLI_FAILED;
}

static int print_graph(const struct cli *cli, const struct question *q)
{
    char *text = NULL;

    const pm_status status = pm_graph_text(&text, q->graph, cli->to_graph, q->number);
    if (status != PM_OK)
        return answer_fail(cli, status, q, false);
    fputs(text, stdout);
    free(text);
    return fflush(stdout) == 0 && !ferror(stdout) ? CLI_ANSWERED : CLI_FAILED;
}

static int answer_graph(const struct cli *cli, struct question *q, struct notes *notes,
                        ask_graph *ask)
{
    const char *const refusal = answer_only_one(cli);
    if (refusal != NULL && q->number > 1)
        return answer_refuse(cli, q, refusal);
    notes_say(notes, cli, q, pm_graph_notes(q->graph));
    if (cli->to_graph != NULL)
        return print_graph(cli, q);
    if (cli->symmetry)
        return query_symmetry(cli, q);
    const pm_status status = ask(&q->problem, cli, q->graph, answer_place(cli, q).text);
    int result;

    if (status != PM_OK)
        return answer_fail(cli, status, q, false);
    result = cli->to_mtx           ? print_matrix(cli, q)
             : query_is_asked(cli) ? query_answer(cli, q)
                                   : question_answer(cli, q);
    pm_problem_free(q->problem);
    return result;
}

/* *next = the next graph.  Bad records of a stream are reported and counted on the way; `before`
 * graphs were read. */
static pm_status next_graph(pm_graph **next, int *result, long *bad, const struct cli *cli,
                            pm_graph_reader *reader, const char *file, long before)
{
    pm_status status;

    while ((status = pm_graph_next(next, reader)) != PM_OK && pm_graph_goes_on(reader)) {
        const struct question q = {
            .file = file, .title = pm_graph_skipped_title(reader), .number = before + ++*bad};
        *result = cli_worse(*result, answer_fail(cli, status, &q, true));
    }
    return status;
}

int answer_graphs(const struct cli *cli, const char *file, bool directed, ask_graph *ask)
{
    const pm_graph_options options = {.format = cli->format,
                                      .as = cli->as,
                                      .directed = directed,
                                      .logs = cli->log_weights,
                                      .memory = cli->solve.memory,
                                      .seconds = cli->solve.seconds};
    pm_graph_reader *reader = NULL;
    const bool ahead = answer_looks_ahead(cli);
    bool headed = false;
    struct question q = {.file = file, .number = 1, .headed = &headed};
    struct notes notes = {.kinds = 0};
    pm_graph *next = NULL;
    int result = CLI_ANSWERED;
    long bad = 0;

    pm_status status = pm_graph_open(&reader, file, &options);
    if (status == PM_OK)
        status = next_graph(&q.graph, &result, &bad, cli, reader, file, 0);
    /* one refusal is enough */
    while (q.graph != NULL && !ferror(stdout) && (q.number <= 2 || answer_only_one(cli) == NULL)) {
        const long before = q.number += bad;
        bad = 0;
        if (ahead)
            status = next_graph(&next, &result, &bad, cli, reader, file, q.number);
        q.several |= next != NULL || before > 1;
        result = cli_worse(result, answer_graph(cli, &q, &notes, ask));
        pm_graph_free(q.graph);
        q.graph = next;
        next = NULL;
        q.number++;
        if (!ahead)
            status = next_graph(&q.graph, &result, &bad, cli, reader, file, q.number - 1);
    }
    pm_graph_free(q.graph);
    notes_end(&notes, cli, file);
    pm_graph_close(reader);
    return cli_worse(result, answer_read(cli, status, file));
}
