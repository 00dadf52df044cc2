/* SPDX-License-Identifier: GPL-3.0-or-later */
/* countmatch: the number or weighted sum of the perfect matchings of every graph. */
#include "graphs.h"
#include "queries.h"
#include "say.h"
#include "question.h"

#include <stdlib.h>

static const struct cli_program program = {
    .name = "countmatch",
    .bit = CLI_COUNTMATCH,
    .operands = "[GRAPH]...",
    .purpose = "Print the number of perfect matchings of the graph in each file GRAPH, or the sum "
               "of the products of their weights. GRAPH may be compressed; without GRAPH, or "
               "where it is -, read standard input. With several files, each line begins with "
               "the name of the file.",
    .example = "    $ dimer grid 8 8 | countmatch\n"
               "    12988816",
    .often = "pattern marginals matchings sample format json plan",
};

/* The rows, or columns, that are vertices, and not only make the matrix square. */
static int count_vertices(const pm_problem *problem, bool cols)
{
    const int lines = cols ? pm_problem_cols(problem) : pm_problem_rows(problem);
    int count = 0;

    for (int k = 0; k < lines; k++)
        count +=
            (cols ? pm_problem_col_vertex(problem, k) : pm_problem_row_vertex(problem, k)) >= 0;
    return count;
}

/* Objects with names, as those of a table, are not matched at all if the sides are unequal.  In
 * lattices, and in streams of graphs without names, 0 is no surprise. */
static void note_sides(const struct cli *cli, const pm_graph *graph, const pm_problem *problem,
                       const char *place)
{
    double x, y;

    if (pm_graph_edges(graph) == 0 || pm_graph_notes(graph) != NULL ||
        pm_problem_is_symmetric(problem) || pm_graph_position(graph, 0, &x, &y) ||
        query_is_asked(cli) || cli->saturating || cli->total || cli->unmatched != 0 ||
        cli->to_mtx || (cli->as == NULL && pm_graph_vertex_name(graph, 0) == NULL))
        return;
    const int rows = count_vertices(problem, false), cols = count_vertices(problem, true);
    if (rows != cols)
        cli_say(cli, place,
                "the sides have %d and %d vertices, so that no matching is perfect; --saturating "
                "matches the smaller side",
                rows, cols);
}

static pm_status ask_factors(pm_problem **problem, const struct cli *cli, const pm_graph *graph)
{
    int *degree = NULL;
    pm_status status = pm_graph_degrees(&degree, graph, cli->degree);

    if (status == PM_OK)
        status = pm_problem_factors(problem, graph, degree);
    free(degree);
    return status;
}

static pm_status ask(pm_problem **problem, const struct cli *cli, const pm_graph *graph,
                     const char *place)
{
    const size_t loops = pm_graph_loops(graph);
    const bool listed = pm_graph_is_listed(graph);

    if (loops > 0 && !cli->loops)
        cli_say(cli, place, "%zu loop%s ignored; --loops matches vertices alone by them%s", loops,
                loops == 1 ? " is" : "s are",
                listed && cli->as == NULL
                    ? ", --as=biadjacency reads the columns of the list as two sides"
                    : "");
    pm_status status = graphs_say_parallel(cli, graph, place);
    if (status != PM_OK)
        return status;
    if (cli->degree != NULL)
        return ask_factors(problem, cli, graph);
    if (loops == 0 || !cli->loops) {
        status = pm_problem_matchings(problem, graph, cli->saturating);
        if (status == PM_OK)
            note_sides(cli, graph, *problem, place);
        return status;
    }
    pm_graph *all = NULL;
    status = pm_graph_match_loops(&all, graph);
    if (status == PM_OK)
        status = pm_problem_matchings(problem, all, false);
    pm_graph_free(all);
    return status;
}

static int answer(const struct cli *cli, struct question *q)
{
    return graph_answer(cli, q, ask);
}

static int ask_file(const struct cli *cli, const char *file)
{
    return answer_graphs(cli, file, false, answer);
}

int main(int argc, char **argv)
{
    return question_main(&program, argc, argv, ask_file);
}
