/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files of graphs, one or many in each: what countmatch and cyclecover share. */
#ifndef PM_TOOLS_GRAPHS_H
#define PM_TOOLS_GRAPHS_H

#include "answer.h"

/* Makes the problem that a program asks of a graph; may say something on stderr. */
typedef pm_status ask_graph(pm_problem **problem, const struct cli *cli, const pm_graph *graph,
                            const char *file);

/* Asks and answers every graph of a file; `directed`: formats that do not say hold arcs. */
int answer_graphs(const struct cli *cli, const char *file, bool directed, ask_graph *ask);

#endif
