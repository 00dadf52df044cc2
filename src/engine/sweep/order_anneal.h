/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One round of annealing of a sequence, in as many pieces as one likes. */
#ifndef PM_ENGINE_SWEEP_ORDER_ANNEAL_H
#define PM_ENGINE_SWEEP_ORDER_ANNEAL_H

#include "engine/sweep/order_star.h"

struct pm_sweep_round {
    double hot, cold; /* temperatures at its beginning and at its end: relative gains */
    double steps;     /* its length; a step is about a nanosecond of the reference machine */
    uint64_t seed;
};

struct pm_sweep_anneal;

/* Starts from `line`, which stays the caller's; graph and price are borrowed. */
pm_status pm_sweep_anneal_new(struct pm_sweep_anneal **anneal, const struct pm_sweep_line *line,
                              const struct pm_sweep_price *price,
                              const struct pm_sweep_round *round);
void pm_sweep_anneal_free(struct pm_sweep_anneal *anneal); /* NULL is fine */

/* Goes on until *used, to which it adds, exceeds `steps`; true at the end of the round. */
bool pm_sweep_anneal_go_on(struct pm_sweep_anneal *anneal, double *used, double steps);

/* The cheapest sequence so far, which goes with `anneal`, and its cost (order_star.h). */
const int *pm_sweep_anneal_best(double *cost, const struct pm_sweep_anneal *anneal);

#endif
