/* SPDX-License-Identifier: GPL-3.0-or-later */
/* countmatch: the number or weighted sum of the perfect matchings of every graph. */
#include "graphs.h"
#include "say.h"
#include "question.h"

#include <stdio.h>

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
    .often = "pattern marginals matchings sample svg format json plan",
};

static pm_status ask(pm_problem **problem, const struct cli *cli, const pm_graph *graph,
                     const char *place)
{
    const size_t loops = pm_graph_loops(graph);
    size_t parallel = 0;

    if (loops > 0 && !cli->loops)
        cli_say(cli, place, "%zu loop%s ignored; --loops matches vertices alone by them%s", loops,
                loops == 1 ? " is" : "s are",
                cli->as != NULL
                    ? ""
                    : ", --as=biadjacency reads the columns of a list of edges as two sides");
    if (!cli->pattern) {
        const pm_status status = pm_graph_parallel(&parallel, graph);
        if (status != PM_OK)
            return status;
    }
    if (parallel > 0)
        cli_say(
            cli, place,
            "%zu edge%s listed again: parallel edges count as many, and weights are added; "
            "--pattern makes one of them, without weights%s; a line %%graph separates two graphs",
            parallel, parallel == 1 ? " is" : "s are",
            cli->as != NULL
                ? ""
                : ", --as=adjacency takes an edge once that a list has in both directions");
    if (loops == 0 || !cli->loops)
        return pm_problem_matchings(problem, graph, cli->saturating);
    pm_graph *all = NULL;
    pm_status status = pm_graph_match_loops(&all, graph);
    if (status == PM_OK)
        status = pm_problem_matchings(problem, all, false);
    pm_graph_free(all);
    return status;
}

static int ask_file(const struct cli *cli, const char *file)
{
    return answer_graphs(cli, file, false, ask);
}

int main(int argc, char **argv)
{
    return question_main(&program, argc, argv, ask_file);
}
