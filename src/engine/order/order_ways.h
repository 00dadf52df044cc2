/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ways to make a sequence of the vertices of a graph, and to improve it.  Each adds its steps to
 * *steps (search_steps.h). */
#pragma once

#include "engine/order/order_star.h"

/* ----------------------------------------------------- growth of the frontier */

/* The vertices that are chosen; the others close with their last neighbours. */
enum pm_order_side {
    PM_ORDER_BOTH,
    PM_ORDER_ROWS,
    PM_ORDER_COLS,
};

/* sequence[vertices] = an order that begins at `first` and keeps the frontier small.  *narrow =
 * false: the frontier exceeded PM_ORDER_WIDTH, and the sequence is not complete. */
pm_status pm_order_greedy(bool *narrow, int *sequence, double *steps,
                          const struct pm_order_graph *graph, int first, enum pm_order_side side);

/* Sorts the vertices of a sequence by places that are smoothed along the edges. */
pm_status pm_order_spectral(int *sequence, double *steps, const struct pm_order_graph *graph);

/* ---------------------------------------------------------------- elimination */

enum pm_order_rule {
    PM_ORDER_FILL,   /* the next vertex is the one that adds the fewest fill edges */
    PM_ORDER_DEGREE, /* the next vertex is the one with the fewest neighbours */
};

/* sequence[vertices] = an elimination order.  *narrow = false: a vertex had more neighbours than
 * any table can have.  PM_STOPPED: the budget is used up. */
pm_status pm_order_eliminate(bool *narrow, int *sequence, double *steps,
                             const struct pm_order_graph *graph, enum pm_order_rule rule);

/* sequence[vertices] = an elimination order: parts of the graph before their separators.  *complete
 * = false: it would take more than `most` steps. */
pm_status pm_order_dissect(bool *complete, int *sequence, double *steps,
                           const struct pm_order_graph *graph, double most, uint64_t seed);

/* -------------------------------------------------------------------- annealing */

/* One round of annealing of a sequence, which can be done in any number of pieces. */
struct pm_order_round {
    double hot, cold; /* relative gains at its beginning and at its end */
    double steps;     /* its length */
    uint64_t seed;
};

struct pm_order_anneal;

/* Starts from `line`, which is not changed; graph and price must exist as long as the annealing. */
pm_status pm_order_anneal_new(struct pm_order_anneal **anneal, const struct pm_order_line *line,
                              const struct pm_order_price *price,
                              const struct pm_order_round *round);
void pm_order_anneal_free(struct pm_order_anneal *anneal); /* NULL is fine */

/* Continues until *used, to which it adds its steps, exceeds `steps`; true at the end of the
 * round. */
bool pm_order_anneal_go_on(struct pm_order_anneal *anneal, double *used, double steps);

/* The cheapest sequence so far, which belongs to `anneal`, and its cost (order_star.h). */
const int *pm_order_anneal_best(double *cost, const struct pm_order_anneal *anneal);
