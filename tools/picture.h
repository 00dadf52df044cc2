/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pictures of graphs, with a random matching or with the shares of their edges. */
#ifndef PM_TOOLS_PICTURE_H
#define PM_TOOLS_PICTURE_H

#include "cli.h"

/* Answers --svg with a random matching, or the shares of all edges.  Returns an exit status, after
 * a message if it is not 0. */
int picture_answer(const struct cli *cli, const char *file, pm_graph *graph,
                   const pm_problem *problem);

/* The same for the perfect matchings of a graph. */
int picture_of_graph(const struct cli *cli, const char *name, pm_graph *graph);

#endif
