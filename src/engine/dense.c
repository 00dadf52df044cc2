/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The dense walk: Glynn's formula at the speed of the machine, real and complex.
 *
 * Glynn (The permanent of a square matrix, European Journal of Combinatorics 31, 2010):
 *
 *     per(A) = 2^(1-n) sum over d in {1} x {-1, 1}^(n-1) of prod_j d_j prod_i sum_j d_j a_ij.
 *
 * One more column, the pivot, has its sign summed over at once: with rows divided by their pivots
 * and t_i the row sums without it, the pair contributes prod (t_i + 1) - prod (t_i - 1), one fused
 * multiply-add a row and product, so 1.5 instructions for a row and a sign vector where the plain
 * walk takes 2.  Signs of four columns are unrolled, those of up to 13 more are walked in Gray-code
 * order, three tell the lanes apart and the rest number the units.  setup.c chooses the pivot and
 * divides, table.c rounds and proves the error bound, kernels/isa/ has the loops.  A step is a row
 * of a sign vector. */
#include "engine/dense/dense.h"
#include "engine/walk.h"

#include <stdlib.h>

static pm_status dense_cost(struct pm_cost *cost, const struct pm_core *core,
                            enum pm_number number, const struct pm_limits *limits)
{
    const int n = pm_dense_order(core->a->rows);

    (void)limits;
    (void)number;
    PM_TRY(pm_walk_subsets(cost, core, core->a->rows));
    pm_walk_cost(cost, UINT64_C(1) << (n - 1), PM_LOG_UNIT, n);
    return PM_OK;
}

static pm_status dense_open(void **job, const struct pm_core *core, const struct pm_cost *cost,
                            const struct pm_ring *ring, const struct pm_limits *limits)
{
    const char *const name = getenv("PM_ISA");
    const struct pm_isa *const isa = pm_isa_find(name);
    struct pm_dense_rows rows;
    struct pm_dense *dense;

    (void)cost;
    (void)limits;
    if (isa == NULL)
        return pm_fail(PM_UNABLE, "PM_ISA: there is no instruction set '%s' here", name);
    if (ring->number == PM_REAL && core->a->im != NULL)
        return pm_fail(PM_UNABLE, "an entry is not real");
    PM_TRY(pm_dense_rows_init(&rows, core->a, ring->number == PM_REAL ? 1 : 2));
    const pm_status status = pm_dense_new(&dense, &rows);
    pm_dense_rows_clear(&rows);
    if (status != PM_OK)
        return status;
    dense->isa = isa;
    *job = dense;
    return PM_OK;
}

static pm_status dense_work(void *job, uint64_t first, uint64_t count, struct pm_part *part)
{
    for (uint64_t k = 0; k < count; k++)
        pm_dense_unit(&part[k], job, first + k);
    return PM_OK;
}

static void dense_close(void *job)
{
    pm_dense_free(job);
}

const struct pm_engine pm_engine_dense = {
    .name = "dense",
    .what = "Glynn's formula with a pivot column, vectorized; floating numbers",
    .kinds = PM_PERMANENT_BIT,
    .numbers = PM_REAL_BIT | PM_COMPLEX_BIT,
    .quick = true,
    .rate = {[PM_REAL] = 2.4e10, [PM_COMPLEX] = 7e9},
    .cost = dense_cost,
    .open = dense_open,
    .work = dense_work,
    .close = dense_close,
};
