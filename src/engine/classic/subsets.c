/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Engines over the subsets of columns or rows: `ryser`; `glynn`; their baselines without running
 * sums, `recompute` and `bbfg`; and `sparyser` on compressed columns.  The kernels describe the
 * formulas and their sources (subsets_kernel.c, ryser_wide_kernel.c, sparyser_kernel.c).  A step is
 * one row of one term: an addition and a product. */
#include "engine/walk.h"
#include "engine/more.h"

#include <math.h>

static const unsigned halving = PM_MOD_BIT | PM_FLOATING_BITS;

/* Rectangular cores use subsets of rows: ryser_wide. */
static pm_status ryser_cost(struct pm_cost *cost, const struct pm_core *core, enum pm_number number,
                            const struct pm_limits *limits)
{
    const int m = core->a->rows, n = core->a->cols;

    (void)limits;
    (void)number;
    if (m == n)
        return pm_walk_subsets(cost, core, n);
    const double steps = (double)m * (n - m + 1) + n;
    if (m >= PM_WALK_MAX)
        return pm_fail(PM_UNABLE, "2^%d subsets, about 10^%.0f steps", m,
                       log10(steps) + m * log10(2));
    pm_walk_cost(cost, UINT64_C(1) << m, PM_STRAND, steps);
    return PM_OK;
}

static pm_status ryser_open(void **job, const struct pm_core *core, const struct pm_cost *cost,
                            const struct pm_ring *ring, const struct pm_limits *limits)
{
    static const struct pm_kernel *const square[PM_NUMBERS] = PM_HALVING_TABLE(pm_ryser);
    static const struct pm_kernel *const wide[PM_NUMBERS] = PM_HALVING_TABLE(pm_ryser_wide);

    (void)limits;
    return pm_walk_open(job, core, cost, ring,
                        (core->a->rows == core->a->cols ? square : wide)[ring->number]);
}

static pm_status square_cost(struct pm_cost *cost, const struct pm_core *core,
                             enum pm_number number, const struct pm_limits *limits)
{
    (void)limits;
    (void)number;
    return pm_walk_subsets(cost, core, core->a->rows);
}

static pm_status scratch_cost(struct pm_cost *cost, const struct pm_core *core,
                              enum pm_number number, const struct pm_limits *limits)
{
    (void)limits;
    (void)number;
    return pm_walk_subsets(cost, core, core->a->rows * (core->a->rows / 2.0 + 1));
}

enum { LONG_ROW = 10 };

/* The fraction of the subsets of columns for which sparyser's sum of a row is not zero.  For long
 * rows, whose subsets would take too long, it is assumed to be 1. */
static double nonzero_share(const struct pm_matrix *a, int row)
{
    const int first = a->start[row], last = a->start[row + 1];
    double sum[1 << LONG_ROW] = {0};
    int sums = 1, zeros = 0;

    if (last - first > LONG_ROW || a->im != NULL)
        return 1;
    for (int k = first; k < last; k++) {
        const double half = fmpq_get_d(a->re + k) / 2;
        const bool is_free = a->col[k] != a->cols - 1; /* otherwise it is in all subsets */
        for (int s = 0; s < sums; s++) {
            if (is_free)
                sum[sums + s] = sum[s] - half;
            sum[s] += half;
        }
        sums += is_free ? sums : 0;
    }
    for (int s = 0; s < sums; s++)
        zeros += sum[s] == 0;
    return 1 - (double)zeros / sums;
}

/* Half of all steps change the first column, a quarter the second, and so on.  Products are needed
 * for the terms in which no row's sum is zero; the rows are assumed to be independent.  A ball is
 * rarely zero. */
static pm_status sparse_cost(struct pm_cost *cost, const struct pm_core *core,
                             enum pm_number number, const struct pm_limits *limits)
{
    const struct pm_matrix *const a = core->a;
    double steps = 0, products = a->rows;

    (void)limits;
    for (int k = 0; k < pm_matrix_nnz(a); k++)
        steps += ldexp(1, -1 - a->col[k]);
    for (int i = 0; i < a->rows && number == PM_MOD; i++)
        products *= nonzero_share(a, i);
    return pm_walk_subsets(cost, core,
                           fmax(steps + products, 1)); /* terms of an empty matrix, too */
}

#define SQUARE_OPEN(name)                                                                          \
    static pm_status name##_open(void **job, const struct pm_core *core,                           \
                                 const struct pm_cost *cost, const struct pm_ring *ring,           \
                                 const struct pm_limits *limits)                                   \
    {                                                                                              \
        static const struct pm_kernel *const kernels[PM_NUMBERS] = PM_HALVING_TABLE(pm_##name);    \
        (void)limits;                                                                              \
        return pm_walk_open(job, core, cost, ring, kernels[ring->number]);                         \
    }

SQUARE_OPEN(glynn)
SQUARE_OPEN(recompute)
SQUARE_OPEN(bbfg)
SQUARE_OPEN(sparyser)

#define WALK_ENGINE(engine, text, cost_function, open_function, ...)                               \
    const struct pm_engine pm_engine_##engine = {                                                  \
        .name = #engine,                                                                           \
        .what = text,                                                                              \
        .kinds = PM_PERMANENT_BIT,                                                                 \
        .numbers = halving,                                                                        \
        .figures = {.quick = true, .rate = __VA_ARGS__},                                           \
        .cost = cost_function,                                                                     \
        .open = open_function,                                                                     \
        .work = pm_walk_work,                                                                      \
        .close = pm_walk_close,                                                                    \
        .more = &pm_engine_no_more,                                                                \
    }

WALK_ENGINE(ryser, "Ryser's formula, Gray code, Nijenhuis-Wilf halving; subsets of rows for m < n",
            ryser_cost, ryser_open,
            {[PM_MOD] = 2.5e8,
             [PM_REAL] = 2.5e8,
             [PM_COMPLEX] = 1e8,
             [PM_DD] = 5e7,
             [PM_COMPLEX_DD] = 1.4e7});
WALK_ENGINE(glynn, "Glynn's formula, Gray code", square_cost, glynn_open,
            {[PM_MOD] = 2.5e8,
             [PM_REAL] = 2.5e8,
             [PM_COMPLEX] = 1e8,
             [PM_DD] = 5e7,
             [PM_COMPLEX_DD] = 1.4e7});
WALK_ENGINE(
    recompute, "Ryser's formula, every row sum from scratch (a baseline)", scratch_cost,
    recompute_open,
    {[PM_MOD] = 3e8, [PM_REAL] = 3e8, [PM_COMPLEX] = 2e8, [PM_DD] = 5e7, [PM_COMPLEX_DD] = 1.4e7});
WALK_ENGINE(
    bbfg, "Balasubramanian-Bax-Franklin-Glynn, every row sum from scratch (a baseline)",
    scratch_cost, bbfg_open,
    {[PM_MOD] = 3e8, [PM_REAL] = 3e8, [PM_COMPLEX] = 2e8, [PM_DD] = 5e7, [PM_COMPLEX_DD] = 1.4e7});
WALK_ENGINE(sparyser, "Ryser's formula on compressed columns", sparse_cost, sparyser_open,
            {[PM_MOD] = 2.5e8,
             [PM_REAL] = 2.5e8,
             [PM_COMPLEX] = 1e8,
             [PM_DD] = 5e7,
             [PM_COMPLEX_DD] = 1.4e7});
