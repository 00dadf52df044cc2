/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ways to make a sequence of the vertices from the graph.  Each fills sequence[vertices] and adds
 * its steps to *steps; a step is about a nanosecond on the reference machine. */
#ifndef PM_ENGINE_SWEEP_ORDER_TRY_H
#define PM_ENGINE_SWEEP_ORDER_TRY_H

#include "engine/sweep/order.h"

/* The vertices that a sequence contains; the others close with their last neighbours. */
enum pm_sweep_side {
    PM_SWEEP_BOTH,
    PM_SWEEP_ROWS,
    PM_SWEEP_COLS,
};

/* The goals of a greedy order; see order_greedy.c. */
struct pm_sweep_wish {
    int first; /* the first vertex */
    enum pm_sweep_side side;
    int growth, near; /* weights of small growth of the frontier, and of a low level */
    const int *level; /* of every vertex; NULL if near is 0 */
};

/* *narrow = false: the frontier exceeded PM_SWEEP_WIDTH, and the sequence is not complete. */
pm_status pm_sweep_try_greedy(bool *narrow, int *sequence, double *steps,
                              const struct pm_sweep_graph *graph, const struct pm_sweep_wish *wish);

/* Breadth-first search from `first`, neighbours by ascending degree; other components follow.
 * level[v]: distance of v from the first vertex of its component. */
pm_status pm_sweep_try_levels(int *sequence, int *level, double *steps,
                              const struct pm_sweep_graph *graph, int first);

/* By an approximate Fiedler vector that starts from `level`. */
pm_status pm_sweep_try_fiedler(int *sequence, double *steps, const struct pm_sweep_graph *graph,
                               const int *level);

#endif
