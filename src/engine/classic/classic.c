/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The classic engines: sums over the subsets of columns or rows (subsets_kernel.c), and
 * `enumerate`, which visits all transversals one by one (enumerate_kernel.c).  The kernels describe
 * the formulas and their sources.  A step is one row of one term (an addition and a product), or
 * one attempt to match a row. */
#include "base/alloc.h"
#include "base/compare.h"
#include "engine/abilities.h"
#include "engine/walk.h"

#include <math.h>
#include <stdlib.h>

PM_KERNELS(pm_ryser);
PM_KERNELS(pm_ryser_wide);
PM_KERNELS(pm_sparyser);
PM_KERNELS(pm_enumerate);

/* Rectangular cores use subsets of rows. */
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

/* ------------------------------------------------------------------ transversals */

enum { PREFIXES = 1024 }; /* first choices are made units until there are about this many */

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
    qsort(degree, (size_t)a->rows, sizeof *degree, pm_compare_ints);
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

/* ------------------------------------------------------------------ the engines */

#define OPEN(name, table, wide)                                                                    \
    static pm_status name##_open(void **job, const struct pm_core *core,                           \
                                 const struct pm_cost *cost, const struct pm_ring *ring,           \
                                 const struct pm_limits *limits)                                   \
    {                                                                                              \
        static const struct pm_kernel *const kernels[PM_NUMBERS] = table(pm_##name);               \
        static const struct pm_kernel *const others[PM_NUMBERS] = table(wide);                     \
        const bool square = core->a->rows == core->a->cols;                                        \
        PM_TRY(pm_walk_open(job, core, cost, ring, (square ? kernels : others)[ring->number]));    \
        ((struct pm_walk *)*job)->stop = limits->stop;                                             \
        return PM_OK;                                                                              \
    }

OPEN(ryser, PM_HALVING_TABLE, pm_ryser_wide)
OPEN(sparyser, PM_HALVING_TABLE, pm_sparyser)
OPEN(enumerate, PM_KERNEL_TABLE, pm_enumerate)

#define ENGINE(engine, text, types, cost_function, ...)                                            \
    const struct pm_engine pm_engine_##engine = {                                                  \
        .name = #engine,                                                                           \
        .what = text,                                                                              \
        .kinds = PM_PERMANENT_BIT,                                                                 \
        .numbers = types,                                                                          \
        .figures = {.quick = true, __VA_ARGS__},                                                   \
        .cost = cost_function,                                                                     \
        .open = engine##_open,                                                                     \
        .work = pm_walk_work,                                                                      \
        .close = pm_walk_close,                                                                    \
        .more = &pm_engine_no_more,                                                                \
    }

enum { HALVING = PM_MOD_BIT | PM_FLOATING_BITS };

/* clang-format off */
#define RUNNING {[PM_MOD] = 2.5e8, [PM_REAL] = 2.5e8, [PM_COMPLEX] = 1e8, [PM_DD] = 5e7, [PM_COMPLEX_DD] = 1.4e7}
#define LISTING {[PM_MOD] = 1e8, [PM_WRAP] = 1e8, [PM_REAL] = 1e8, [PM_COMPLEX] = 8e7, [PM_DD] = 6e7, [PM_COMPLEX_DD] = 2e7}
/* clang-format on */

ENGINE(ryser, "Ryser's formula, Gray code, Nijenhuis-Wilf halving; subsets of rows for m < n",
       HALVING, ryser_cost, .rate = RUNNING);
ENGINE(sparyser, "Ryser's formula on compressed columns", HALVING, sparse_cost, .rate = RUNNING);
ENGINE(enumerate, "enumeration of transversals (Mittal and Al-Kurdi)",
       PM_MOD_BIT | PM_WRAP_BIT | PM_FLOATING_BITS, enumerate_cost, .rate = LISTING,
       .steady = true);
