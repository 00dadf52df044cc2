/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is asked about a graph: its text, its symmetries, or a problem made of it. */
#include "graphs.h"
#include "arguments.h"
#include "chosen.h"
#include "kept_answers.h"
#include "polynomial.h"
#include "queries.h"
#include "say.h"
#include "stream.h"
#include "question.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

pm_status graphs_say_parallel(const struct cli *cli, const pm_graph *graph, const char *place)
{
    size_t parallel;
    bool opposite;

    if (cli->pattern && cli->degree == NULL)
        return PM_OK;
    const pm_status status = pm_graph_parallel(&parallel, &opposite, graph);
    if (status == PM_OK && parallel > 0)
        cli_say(cli, place, "%zu edge%s listed again: parallel edges %s%s%s", parallel,
                parallel == 1 ? " is" : "s are",
                cli->degree != NULL ? "are edges of their own, and a subgraph may have several"
                                    : "count as many, and weights are added; --pattern makes one "
                                      "of them, without weights",
                opposite && cli->as == NULL
                    ? ", --as=adjacency takes an edge once that the input has in both directions"
                    : "",
                pm_graph_is_listed(graph) ? "; a line %graph separates two graphs" : "");
    return status;
}

static int print_matrix(const struct cli *cli, const struct question *q)
{
    char *text = NULL;
    const int changed = chosen_matchings(cli, q);

    if (changed != CLI_ANSWERED)
        return changed;
    const pm_status status = pm_problem_mtx(&text, q->problem);
    return status == PM_OK ? cli_print_text(cli, NULL, text) : answer_fail(cli, status, q);
}

static int print_graph(const struct cli *cli, const struct question *q)
{
    char *text = NULL;

    const pm_status status = pm_graph_text(&text, q->graph, cli->to_graph, q->number);
    return status == PM_OK ? cli_print_text(cli, NULL, text) : answer_fail(cli, status, q);
}

/* How weights are read (pm_graph_options); without --powers a weight such as 2*x^3 asks for it. */
static int powers_of(const struct cli *cli)
{
    const int powers = cli->degree != NULL ? 2 : 1;

    if (cli->powers != NULL && !cli_has_cycle_variable(cli))
        return powers;
    return cli_may_have(cli, "powers") ? powers + 2 : 0;
}

static bool has_polynomial(const struct cli *cli, const struct question *q)
{
    return cli->powers != NULL || cli_has_cycle_variable(cli) || pm_graph_has_variable(q->graph);
}

int graph_answer(const struct cli *cli, struct question *q, ask_graph *ask)
{
    if (cli->to_graph != NULL)
        return print_graph(cli, q);
    if (cli->symmetry)
        return query_symmetry(cli, q);
    int result;

    q->problem = NULL;
    const pm_status status = ask(&q->problem, cli, q->graph, answer_place(cli, q).text);
    result = status != PM_OK ? answer_fail(cli, status, q)
             : cli->to_mtx   ? print_matrix(cli, q)
                             : kept_answer(cli, q,
                                         has_polynomial(cli, q) ? polynomial_answer
                                           : query_is_asked(cli)  ? query_answer
                                                                  : question_answer);
    pm_problem_free(q->problem);
    return result;
}

/* True for a text of graph6 with up to 62 vertices. */
static bool is_graph6(const char *text)
{
    const size_t length = strlen(text), n = length > 1 ? (size_t)(text[0] - '?') : 0;

    for (size_t k = 0; k < length; k++)
        if (text[k] < '?' || text[k] > '~')
            return false;
    return n > 1 && n < 63 && length == 1 + (n * (n - 1) / 2 + 5) / 6;
}

int answer_graphs(const struct cli *cli, const char *file, bool directed, stream_question *answer)
{
    const pm_graph_options options = {.format = cli->format,
                                      .as = cli->as,
                                      .directed = directed,
                                      .undirected = cli->undirected,
                                      .from_zero = cli->from == 0,
                                      .logs = cli->log_weights,
                                      .powers = powers_of(cli),
                                      .columns = cli->columns,
                                      .memory = cli->solve.memory,
                                      .seconds = cli->solve.seconds};
    pm_graph_reader *reader = NULL;

    const pm_status status = pm_graph_open(&reader, file, &options);
    const int result = stream_answer(cli, file, reader, false, status, answer);
    if (status != PM_OK && is_graph6(file) && access(file, F_OK) != 0)
        cli_say(cli, file, "a graph in graph6 is read from a file or standard input");
    return result;
}
