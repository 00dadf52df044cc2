/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files with one or many graphs, for countmatch, cyclecover and ising. */
#pragma once

#include "stream.h"

/* Makes the problem that a program solves for a graph; may print notes on stderr, which
 * begin with the place. */
typedef pm_status ask_graph(pm_problem **problem, const struct cli *cli, const pm_graph *graph,
                            const char *place);

/* A note if edges are parallel, and --pattern does not make one of them: how many, and what else
 * can be meant. */
pm_status graphs_say_parallel(const struct cli *cli, const pm_graph *graph, const char *place);

/* A stream_question about perfect matchings or cycle covers. */
int graph_answer(const struct cli *cli, struct question *q, ask_graph *ask);

/* Answers every graph of a file; `directed`: formats that do not say are read as arcs. */
int answer_graphs(const struct cli *cli, const char *file, bool directed, stream_question *answer);
