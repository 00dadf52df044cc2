/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Engine `enumerate`: visits all transversals, one by one; enumerate_kernel.c describes the
 * method.  A step is one attempt to match a row.  The number of steps is not known in advance; its
 * bound is the number of partial assignments that row degrees allow. */
#include "engine/walk.h"

#include "base/alloc.h"
#include "engine/more.h"

#include <stdlib.h>

enum { PREFIXES = 1024 }; /* first choices are made units until there are about this many */

static int int_compare(const void *x, const void *y)
{
    const int a = *(const int *)x, b = *(const int *)y;
    return (a > b) - (a < b);
}

static pm_status enumerate_cost(struct pm_cost *cost, const struct pm_core *core,
                                enum pm_number number, const struct pm_limits *limits)
{
    const struct pm_matrix *const a = core->a;
    int *degree;
    uint64_t prefixes = 1;
    double partial = 1, steps = 1;
    bool growing = true;

    (void)number;
    (void)limits;
    PM_NEW(degree, a->rows);
    for (int i = 0; i < a->rows; i++)
        degree[i] = a->start[i + 1] - a->start[i];
    qsort(degree, (size_t)a->rows, sizeof *degree, int_compare);
    for (int i = 0; i < a->rows && degree[i] > 0; i++) {
        growing = growing && prefixes * (uint64_t)degree[i] <= PREFIXES;
        if (growing)
            prefixes *= (uint64_t)degree[i];
        /* a row of full length cannot use the columns of earlier rows */
        const int room = a->cols - i < degree[i] ? a->cols - i : degree[i];
        steps += partial * degree[i];
        partial *= room;
    }
    free(degree);
    if (steps > 1e18)
        return pm_fail(PM_UNABLE, "up to %.1e transversals", partial);
    pm_walk_cost(cost, prefixes, 0, 1);
    cost->steps = steps;
    return PM_OK;
}

static pm_status enumerate_open(void **job, const struct pm_core *core, const struct pm_cost *cost,
                                const struct pm_ring *ring, const struct pm_limits *limits)
{
    static const struct pm_kernel *const kernels[PM_NUMBERS] = PM_KERNEL_TABLE(pm_enumerate);

    PM_TRY(pm_walk_open(job, core, cost, ring, kernels[ring->number]));
    ((struct pm_walk *)*job)->stop = limits->stop;
    return PM_OK;
}

const struct pm_engine pm_engine_enumerate = {
    .name = "enumerate",
    .what = "enumeration of transversals (Mittal and Al-Kurdi)",
    .kinds = PM_PERMANENT_BIT,
    .numbers = PM_MOD_BIT | PM_WRAP_BIT | PM_FLOATING_BITS,
    .figures = {.steady = true,
                .quick = true,
                .rate = {[PM_MOD] = 1e8,
                         [PM_WRAP] = 1e8,
                         [PM_REAL] = 1e8,
                         [PM_COMPLEX] = 8e7,
                         [PM_DD] = 6e7,
                         [PM_COMPLEX_DD] = 2e7}},
    .cost = enumerate_cost,
    .open = enumerate_open,
    .work = pm_walk_work,
    .close = pm_walk_close,
    .more = &pm_engine_no_more,
};
