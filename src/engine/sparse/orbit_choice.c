/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The walk for a set of columns: the set has the last places of the order. */
#include "engine/sparse/orbits.h"

#include <math.h>

int pm_orbits_most(int order)
{
    const int most = order - PM_LOG_LANES - 2; /* a fast column, and a Gray-coded one */

    return most < PM_ORBIT_COLUMNS ? most : PM_ORBIT_COLUMNS;
}

void pm_orbits_choose(struct pm_orbits_choice *choice, const struct pm_pattern *pattern,
                      const int *column, int columns)
{
    struct pm_sparse_order *const order = &choice->walk.order;

    order->top = columns;
    for (int k = 0; k < columns; k++)
        order->column[pattern->n - columns + k] = column[k];
    pm_sparse_order_choose(order, pattern);
    pm_sparse_program_init(&choice->walk.program, order, pattern);
}

int pm_orbits_log_units(const struct pm_orbits_choice *choice)
{
    const struct pm_program *const p = &choice->walk.program;

    return p->n - choice->walk.order.top - p->fast - p->gray - PM_LOG_LANES;
}

double pm_orbits_steps(const struct pm_orbits_choice *choice, const struct pm_pattern *pattern)
{
    const int free = pattern->n - choice->walk.order.top;

    return (double)choice->orbits.count *
           ldexp(pm_sparse_program_work(&choice->walk.program, pattern),
                 free - choice->walk.program.fast);
}
