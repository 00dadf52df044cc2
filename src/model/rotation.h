/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A rotation system: the neighbours of every vertex in their order around it, in one sense for all
 * vertices.  It is an embedding in some closed surface, which its faces tell. */
#ifndef PM_MODEL_ROTATION_H
#define PM_MODEL_ROTATION_H

#include "model/problem.h"

struct pm_graph;

/* Vertices are, of a permanent, rows 0 .. n - 1 and columns n .. 2n - 1; of a hafnian, 0 .. n - 1.
 * The neighbours of v are to[start[v]] .. to[start[v + 1] - 1]. */
struct pm_rotation {
    int vertices;
    int *start, *to;
};

/* The neighbours in the order of their directions in `graph`, which the problem was made from. */
pm_status pm_rotation_new(struct pm_rotation **rotation, const struct pm_problem *problem,
                          const struct pm_graph *graph);
void pm_rotation_free(struct pm_rotation *rotation); /* NULL is fine */

#endif
