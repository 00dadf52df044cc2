/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Walks over subsets of columns or rows, on compressed lines.
 *
 * For a square matrix, over the 2^(n-1) subsets S of the first n - 1 columns, Ryser's formula
 * (Combinatorial Mathematics, 1963, chapter 2) with the halving of Nijenhuis and Wilf
 * (Combinatorial Algorithms, 2nd ed., 1978, chapter 23; Algorithm 1 of the SUPerman paper):
 *
 *     per(A) = 2 (-1)^(n-1) sum over S of (-1)^|S| prod_i (x_i + sum_{j in S} a_ij),
 *
 * where x_i = a_in - (sum_j a_ij) / 2.  The walk is in Gray code order with running sums: an
 * addition for each entry of the column, and n products.  `sparyser` leaves out the products if a
 * sum is zero (Algorithm 2, SpaRyser, of the SUPerman paper; Kaya, Parallel algorithms for
 * computing sparse matrix permanents, Turkish Journal of EE and CS 27, 2019); a ball counts as zero
 * only if it is exactly zero.
 *
 * For an m x n matrix with m < n, per(A) is the coefficient of y_1 ... y_m in
 * prod_j (1 + sum_i a_ij y_i), and so
 *
 *     per(A) = sum over R of {1..m} of (-1)^(m-|R|) e_m(s_1(R), ..., s_n(R)),
 *
 * where s_j(R) = sum_{i in R} a_ij, and e_m is the elementary symmetric polynomial of degree m
 * (polarisation; for m = n this is Ryser's formula).  e_m is computed column by column, with only
 * those degrees that can still reach m: about m (n - m + 1) products for each of 2^m terms, in Gray
 * code order. */
#include "base/alloc.h"
#include "base/bits.h"
#include "engine/walk.h"
#include "num/type.h"

#include <stdlib.h>

/* Sets walk->table = x, and multiplies the first row of the columns by f.  In floating types, the
 * factor 2 becomes an exponent, since products are rounded. */
static pm_status setup(struct pm_walk *walk)
{
    struct pm_image *const a = walk->image;
    const struct pm_ring *const ring = &a->ring;
    const bool minus = a->rows % 2 == 0;
    T *const value = a->col_val;
    T *x;

    PM_NEW(x, a->rows);
    walk->table = x;
    for (int i = 0; i < a->rows; i++)
        x[i] = t_zero();
    for (int k = 0; k < a->nnz; k++) {
        const int i = a->col_row[k];
        if (i == 0 && minus)
            value[k] = t_neg(ring, value[k]);
        if (i == 0 && !PM_TYPE_FLOATING)
            value[k] = t_add(ring, value[k], value[k]);
        x[i] = t_add(ring, x[i], value[k]);
    }
    for (int i = 0; i < a->rows; i++)
        x[i] = t_neg(ring, t_half(ring, x[i]));
    a->exp += PM_TYPE_FLOATING;
    for (int k = a->col_start[a->cols - 1]; k < a->nnz; k++)
        x[a->col_row[k]] = t_add(ring, value[k], x[a->col_row[k]]);
    return PM_OK;
}

struct sums {
    T x[PM_WALK_MAX];
    int zeros; /* number of sums that are zero, if they are counted */
};

/* With constant `counts`, so that a walk that does not count zeros has no such test. */
#define INLINE static inline __attribute__((always_inline))

/* Adds or subtracts `count` values.  row NULL: their rows are 0, 1, ... */
INLINE void change_sums(struct sums *sums, const struct pm_ring *ring, const T *value,
                        const int *row, int count, bool minus, bool counts)
{
    for (int k = 0; k < count; k++) {
        T *const x = &sums->x[row != NULL ? row[k] : k];
        if (counts)
            sums->zeros -= t_is_zero(*x);
        *x = minus ? t_sub(ring, *x, value[k]) : t_add(ring, *x, value[k]);
        if (counts)
            sums->zeros += t_is_zero(*x);
    }
}

/* Adds or subtracts column j.  Full columns need no row numbers, which saves a tenth of the time.
 */
INLINE void change(struct sums *sums, const struct pm_image *a, const struct pm_ring *ring, int j,
                   bool minus, bool counts)
{
    const int first = a->col_start[j], count = a->col_start[j + 1] - first;
    const T *const value = (const T *)a->col_val + first;

    if (count == a->rows)
        change_sums(sums, ring, value, NULL, count, minus, counts);
    else
        change_sums(sums, ring, value, a->col_row + first, count, minus, counts);
}

/* Computes the sums of a set afresh. */
static void start(struct sums *sums, const struct pm_walk *walk, uint64_t set, bool counts)
{
    sums->zeros = 0;
    for (int i = 0; i < walk->image->rows; i++) {
        sums->x[i] = ((const T *)walk->table)[i];
        sums->zeros += counts && t_is_zero(sums->x[i]);
    }
    for (; set != 0; set &= set - 1)
        change(sums, walk->image, &walk->image->ring, __builtin_ctzll(set), false, counts);
}

/* *sum += or -= the product of the sums. */
static void add_term(A *sum, const struct sums *sums, const struct pm_ring *ring, int n, bool minus)
{
    T product = sums->x[0];

    for (int i = 1; i < n; i++)
        product = t_mul(ring, product, sums->x[i]);
    if (minus)
        a_sub(ring, sum, product);
    else
        a_add(ring, sum, product);
}

INLINE pm_status walk_gray(const struct pm_walk *walk, uint64_t first, uint64_t last,
                           struct pm_part *part, bool counts)
{
    const struct pm_image *const a = walk->image;
    const struct pm_ring ring = a->ring;
    struct sums sums;
    A sum = a_zero();

    for (uint64_t g = first; g < last; g++) {
        if (pm_walk_restarts(g, first)) {
            start(&sums, walk, pm_gray(g), counts);
        } else {
            const int j = pm_gray_bit(g);
            change(&sums, a, &ring, j, !(pm_gray(g) >> j & 1), counts);
        }
        if (!counts || sums.zeros == 0)
            add_term(&sum, &sums, &ring, a->rows, g & 1);
    }
    *part = a_part(&ring, sum);
    return PM_OK;
}

static pm_status unit_gray(const struct pm_walk *walk, uint64_t first, uint64_t last,
                           struct pm_part *part)
{
    return walk_gray(walk, first, last, part, false);
}

static pm_status unit_sparse(const struct pm_walk *walk, uint64_t first, uint64_t last,
                             struct pm_part *part)
{
    return walk_gray(walk, first, last, part, true);
}

/* ------------------------------------------------------------------ more columns than rows */

/* e_m of s[0..n); e is working memory for m + 1 values. */
static T elementary(const struct pm_ring *ring, T *e, const T *s, int m, int n)
{
    e[0] = t_one(ring);
    for (int k = 1; k <= m; k++)
        e[k] = t_zero();
    for (int j = 0; j < n; j++) {
        const int high = j + 1 < m ? j + 1 : m;
        const int low = m - (n - 1 - j) > 1 ? m - (n - 1 - j) : 1;
        for (int k = high; k >= low; k--)
            e[k] = t_add(ring, e[k], t_mul(ring, e[k - 1], s[j]));
    }
    return e[m];
}

/* Adds or subtracts row i. */
static void change_row(T *s, const struct pm_image *a, int i, bool minus)
{
    const T *const value = a->row_val;

    for (int k = a->row_start[i]; k < a->row_start[i + 1]; k++) {
        T *const x = &s[a->row_col[k]];
        *x = minus ? t_sub(&a->ring, *x, value[k]) : t_add(&a->ring, *x, value[k]);
    }
}

static pm_status unit_wide(const struct pm_walk *walk, uint64_t first, uint64_t last,
                           struct pm_part *part)
{
    const struct pm_image *const a = walk->image;
    const struct pm_ring ring = a->ring;
    const int m = a->rows, n = a->cols;
    A sum = a_zero();
    T *s;

    PM_NEW(s, n + m + 1);
    for (int j = 0; j < n; j++)
        s[j] = t_zero();
    for (uint64_t set = pm_gray(first); set != 0; set &= set - 1)
        change_row(s, a, __builtin_ctzll(set), false);
    for (uint64_t g = first; g < last; g++) {
        if (g > first)
            change_row(s, a, pm_gray_bit(g), !(pm_gray(g) >> pm_gray_bit(g) & 1));
        const T term = elementary(&ring, s + n, s, m, n);
        if ((g + (uint64_t)m) & 1)
            a_sub(&ring, &sum, term);
        else
            a_add(&ring, &sum, term);
    }
    *part = a_part(&ring, sum);
    free(s);
    return PM_OK;
}

const struct pm_kernel PM_NAME(pm_ryser) = {setup, unit_gray};
const struct pm_kernel PM_NAME(pm_sparyser) = {setup, unit_sparse};
const struct pm_kernel PM_NAME(pm_ryser_wide) = {NULL, unit_wide};
