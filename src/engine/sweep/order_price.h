/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The cost of the operations of a sweep, by width of the frontier and number of ones (order.h). */
#ifndef PM_ENGINE_SWEEP_ORDER_PRICE_H
#define PM_ENGINE_SWEEP_ORDER_PRICE_H

#include "engine/sweep/order.h"

#include <math.h>

#define PM_SWEEP_ROW (PM_SWEEP_WIDTH + 1)

/* The cost of operations; it is multiplied by k if the vector is k times too long. */
struct pm_sweep_price {
    enum pm_sweep_class states;
    double *add, *alone; /* [width * PM_SWEEP_ROW + ones] */
    double *move;        /* of open and drop: the vector's length */
};

/* most_states: longer vectors have to be made in slices. */
pm_status pm_sweep_price_new(struct pm_sweep_price **price, enum pm_sweep_class states,
                             double most_states);
void pm_sweep_price_free(struct pm_sweep_price *price); /* NULL is fine */

/* The prices without a limit; they are never freed. */
const struct pm_sweep_price *pm_sweep_price_plain(enum pm_sweep_class states);

/* A number of one of the tables; 0 if there is no such state. */
static inline double pm_sweep_price_of(const double *table, int width, int ones)
{
    if (width > PM_SWEEP_WIDTH)
        return INFINITY;
    return (unsigned)ones > (unsigned)width ? 0 : table[width * PM_SWEEP_ROW + ones];
}

#endif
