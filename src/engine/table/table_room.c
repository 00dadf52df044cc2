/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The memory of a table, what it costs, and its kernel. */
#include "engine/table/table.h"

#include "base/alloc.h"
#include "engine/isa/isa.h"
#include "engine/stack_load.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LANES = PM_TABLE_LANES };

PM_ISA_TABLE(pm_table_walk, pm_table_walk);

pm_table_walk *pm_table_kernel(const struct pm_isa *isa)
{
    return pm_table_walk_sets[isa->number];
}

double pm_table_steps(int rows, int cols)
{
    return pm_times_power(cols, rows - 1) * (rows == cols ? 1 : rows);
}

/* Most for a minor of row i of a square matrix: those of i rows before, of n - 1 - i rows behind,
 * of their product and of C(n - 1, i) sums.  Else: those of m - 1 sums in each other column, and
 * of 2^(m-1) products that are added up in two steps. */
static double minor_roundings(int m, int n)
{
    double most = 0, sums = 1;

    if (m < n)
        return (m - 1.0) * (n - 1.0) + PM_TABLE_SUMS + ldexp(1, m) / PM_TABLE_SUMS + 1;

    for (int i = 0; i < n; i++) {
        const int behind = n - 1 - i;
        most = fmax(most, i * (i + 1) / 2 + behind * (behind + 1) / 2 + 1 + sums);
        sums *= (double)behind / (i + 1);
    }
    return most;
}

double pm_table_roundings(const struct pm_table *t)
{
    const double m = t->rows, n = t->cols;
    const double sums = t->back != NULL ? minor_roundings(t->rows, t->cols)
                        : m == n        ? m * (m + 1) / 2
                                        : m * n;

    return (t->parts == 1 ? 1 : 2 * 1.5) * sums;
}

size_t pm_table_cells(const struct pm_table *t)
{
    return (size_t)t->rows * (size_t)t->cols * (size_t)t->words * LANES;
}

void pm_table_set_prime(struct pm_table *t, int lane, uint64_t p)
{
    t->primes[lane] = (double)p;
    t->primes[LANES + lane] = 1 / (double)p;
}

pm_status pm_table_open(struct pm_table *t, bool minors)
{
    const size_t count = (size_t)(t->words * LANES) << t->rows, cells = pm_table_cells(t);
    const size_t back = minors ? count * pm_table_backs(t->rows, t->cols) : 0;

    t->memory =
        pm_alloc_aligned(1, PM_ALLOC_LINE + ((minors ? 2 : 1) * cells + count + 2 * LANES + back) *
                                                sizeof *t->entries);
    if (t->memory == NULL)
        return PM_NOMEM;
    t->entries = pm_alloc_line(t->memory);
    memset(t->entries, 0, cells * sizeof *t->entries);
    t->scratch = t->entries + cells;
    t->primes = t->scratch + count;
    for (int lane = 0; lane < LANES; lane++)
        pm_table_set_prime(t, lane, 1);
    t->back = minors ? t->primes + 2 * LANES : NULL;
    t->minors = minors ? t->back + back : NULL;
    return PM_OK;
}

void pm_table_close(struct pm_table *t)
{
    free(t->memory);
}
