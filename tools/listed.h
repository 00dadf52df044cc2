/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Entries of a matrix in the order, and in the direction, in which the input lists the edges that
 * they come from. */
#ifndef PM_TOOLS_LISTED_H
#define PM_TOOLS_LISTED_H

#include "permatch.h"

struct listed_edge {
    int u, v;     /* vertices, as the input names them; of a matrix row and column */
    int row, col; /* vertices of the entry */
    size_t entry; /* pm_problem_entry() has its place */
    size_t first; /* the edge of the input that it comes from; SIZE_MAX: none */
    bool turned;  /* against its direction */
};

struct listed {
    size_t count;
    struct listed_edge *edge;
    size_t *rank; /* edges in the order of row and col; NULL for a matrix */
    int *at;      /* room for listed_matching() */
};

/* The places of a problem; graph NULL: row after row.  Of parallel edges the first one counts. With
 * `arcs` u -> v is another than v -> u.  False: memory is out, and there is nothing to be cleared.
 */
bool listed_new(struct listed *list, const pm_problem *problem, const pm_graph *graph, bool arcs);
void listed_clear(struct listed *list);

/* The edges of one matching, in the order of the list: list->at[] has their indices.  `partner` is
 * as pm_sample() has it.  Returns how many. */
size_t listed_matching(const struct listed *list, const pm_problem *problem, const int *partner);

#endif
