/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One round of annealing of a sequence, which can be done in any number of pieces. */
#ifndef PM_ENGINE_SWEEP_ORDER_ANNEAL_H
#define PM_ENGINE_SWEEP_ORDER_ANNEAL_H

#include "engine/sweep/order_star.h"

struct pm_sweep_round {
    double hot, cold; /* relative gains at its beginning and at its end */
    double steps;     /* its length; a step is about a nanosecond on the reference machine */
    uint64_t seed;
};

struct pm_sweep_anneal;

/* Starts from `line`, which is not changed; graph and price must exist as long as the annealing. */
pm_status pm_sweep_anneal_new(struct pm_sweep_anneal **anneal, const struct pm_sweep_line *line,
                              const struct pm_sweep_price *price,
                              const struct pm_sweep_round *round);
void pm_sweep_anneal_free(struct pm_sweep_anneal *anneal); /* NULL is fine */

/* Continues until *used, to which it adds its steps, exceeds `steps`; true at the end of the
 * round. */
bool pm_sweep_anneal_go_on(struct pm_sweep_anneal *anneal, double *used, double steps);

/* The cheapest sequence so far, which belongs to `anneal`, and its cost (order_star.h). */
const int *pm_sweep_anneal_best(double *cost, const struct pm_sweep_anneal *anneal);

#endif
