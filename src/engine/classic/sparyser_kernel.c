/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ryser's formula on compressed columns (Algorithm 2, SpaRyser, of the SUPerman paper; Kaya,
 * Parallel algorithms for computing sparse matrix permanents, Turkish Journal of EE and CS 27,
 * 2019).  It is similar to subsets_kernel.c, but a step changes only the rows in which the changed
 * column has an entry.  The number of rows with sum zero is kept, so that such a term needs no
 * product; a ball counts as zero only if it is exactly zero.  Cost of a term: the entries of one
 * column, and n products if no sum is zero. */
#include "base/alloc.h"
#include "base/bits.h"
#include "engine/walk.h"
#include "num/type.h"

/* walk->table: x as in subsets_kernel.c; entry n is the factor 2 (-1)^(n-1). */
static pm_status setup(struct pm_walk *walk)
{
    const struct pm_image *const a = walk->image;
    const struct pm_ring *const ring = &a->ring;
    const T *const value = a->row_val;
    T *x;

    PM_NEW(x, a->rows + 1);
    walk->table = x;
    for (int i = 0; i < a->rows; i++) {
        T sum = t_zero(), last = t_zero();
        for (int k = a->row_start[i]; k < a->row_start[i + 1]; k++) {
            sum = t_add(ring, sum, value[k]);
            if (a->row_col[k] == a->cols - 1)
                last = value[k];
        }
        x[i] = t_sub(ring, last, t_half(ring, sum));
    }
    x[a->rows] = t_small(ring, a->rows % 2 ? 2 : -2);
    return PM_OK;
}

struct sums {
    T x[PM_WALK_MAX];
    int zeros;
};

static void column_add(struct sums *sums, const struct pm_image *a, int j, bool minus)
{
    const T *const value = a->col_val;

    for (int k = a->col_start[j]; k < a->col_start[j + 1]; k++) {
        T *const x = &sums->x[a->col_row[k]];
        sums->zeros -= t_is_zero(*x);
        *x = minus ? t_sub(&a->ring, *x, value[k]) : t_add(&a->ring, *x, value[k]);
        sums->zeros += t_is_zero(*x);
    }
}

static void sums_start(struct sums *sums, const struct pm_walk *walk, uint64_t set)
{
    const T *const start = walk->table;

    sums->zeros = 0;
    for (int i = 0; i < walk->image->rows; i++) {
        sums->x[i] = start[i];
        sums->zeros += t_is_zero(start[i]);
    }
    for (; set != 0; set &= set - 1)
        column_add(sums, walk->image, __builtin_ctzll(set), false);
}

static pm_status unit(const struct pm_walk *walk, uint64_t first, uint64_t last,
                      struct pm_part *part)
{
    const struct pm_image *const a = walk->image;
    const struct pm_ring ring = a->ring;
    const int n = a->rows;
    const T *const start = walk->table;
    struct sums sums;
    A sum = a_zero();

    for (uint64_t g = first; g < last; g++) {
        if (pm_walk_restarts(g, first)) {
            sums_start(&sums, walk, pm_gray(g));
        } else {
            const int j = pm_gray_bit(g);
            column_add(&sums, a, j, !(pm_gray(g) >> j & 1));
        }
        if (sums.zeros > 0)
            continue;
        T product = start[n];
        for (int i = 0; i < n; i++)
            product = t_mul(&ring, product, sums.x[i]);
        if (g & 1)
            a_sub(&ring, &sum, product);
        else
            a_add(&ring, &sum, product);
    }
    *part = a_part(&ring, sum);
    return PM_OK;
}

const struct pm_kernel PM_NAME(pm_sparyser) = {setup, unit};
