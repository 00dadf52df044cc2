/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cyclecover: the number or weighted sum of the cycle covers of every digraph. */
#include "graphs.h"
#include "question.h"

static const struct cli_program program = {
    .name = "cyclecover",
    .bit = CLI_CYCLECOVER,
    .operands = "[DIGRAPH]...",
    .purpose = "Print the number of ways to cover the vertices of the digraph in each file DIGRAPH "
               "by disjoint directed cycles, or the sum of the products of their weights. DIGRAPH "
               "may be compressed; without DIGRAPH, or where it is -, read standard input. With "
               "several files, each line begins with the name of the file.",
    .example = "    $ printf '1 2\\n2 1\\n2 3\\n3 2\\n3 1\\n1 3\\n' | cyclecover\n"
               "    2",
    .often = "no-loops min-length pattern marginals sample format json plan",
};

static pm_status ask(pm_problem **problem, const struct cli *cli, const pm_graph *graph,
                     const char *place)
{
    const int least = cli->min_length > 0 ? cli->min_length : 1;

    if (!pm_graph_is_directed(graph)) {
        const pm_status status = graphs_say_parallel(cli, graph, place);
        if (status != PM_OK)
            return status;
    }
    pm_status status =
        pm_problem_cycle_covers(problem, graph, cli->no_loops && least < 2 ? 2 : least);
    if (status == PM_OK && cli->cycle_weight != NULL)
        status = pm_problem_cycle_weight(*problem, cli->cycle_weight);
    return status;
}

static int answer(const struct cli *cli, struct question *q)
{
    return graph_answer(cli, q, ask);
}

static int ask_file(const struct cli *cli, const char *file)
{
    return answer_graphs(cli, file, true, answer);
}

int main(int argc, char **argv)
{
    return question_main(&program, argc, argv, ask_file);
}
