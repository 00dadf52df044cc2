/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Walks over the 2^(n-1) subsets S of the first n - 1 columns of a square matrix.  Two formulas
 * have the same form,
 *
 *     per(A) = sum over S of (-1)^|S| prod_i (x_i + sum_{j in S} b_ij):
 *
 * - Ryser's (Combinatorial Mathematics, 1963, chapter 2) with the halving of Nijenhuis and Wilf
 *   (Combinatorial Algorithms, 2nd ed., 1978, chapter 23; Algorithm 1 of the SUPerman paper):
 *   b = a, x_i = a_in - (sum_j a_ij) / 2, and a factor 2 (-1)^(n-1);
 * - Glynn's (The permanent of a square matrix, European Journal of Combinatorics 31, 2010; also
 *   Balasubramanian 1980, Bax and Franklin 1996): b = -2a, x_i = sum_j a_ij, factor 2^(1-n).
 *
 * The first row is multiplied by the factor.  There are two ways to walk.  One uses Gray code order
 * with running sums: n additions and n products for each term.  The other computes every sum
 * afresh, with up to n^2 additions (Wu et al., A benchmark test of boson sampling on Tianhe-2,
 * National Science Review 5, 2018).  This is slow, but there are no running sums in which errors
 * could accumulate.  So the other walks can be checked against it. */
#include "base/alloc.h"
#include "base/bits.h"
#include "engine/classic/columns.h"

static T row_sum(const struct pm_walk *walk, int i)
{
    const struct pm_image *const a = walk->image;
    const T *const dense = walk->dense;
    T sum = t_zero();

    for (int j = 0; j < a->cols; j++)
        sum = t_add(&a->ring, sum, dense[j * a->rows + i]);
    return sum;
}

/* walk->dense = b, walk->table = x. */
static pm_status setup_ryser(struct pm_walk *walk)
{
    const struct pm_ring *const ring = &walk->image->ring;
    const int n = walk->image->rows;
    T *x;

    PM_TRY(pm_dense_fill(walk));
    pm_dense_scale_row(walk, 0, t_small(ring, n % 2 ? 2 : -2));
    PM_NEW(x, n);
    walk->table = x;
    for (int i = 0; i < n; i++)
        x[i] =
            t_sub(ring, ((const T *)walk->dense)[(n - 1) * n + i], t_half(ring, row_sum(walk, i)));
    return PM_OK;
}

static pm_status setup_glynn(struct pm_walk *walk)
{
    const struct pm_ring *const ring = &walk->image->ring;
    const int n = walk->image->rows;
    T *x, factor = t_one(ring);

    PM_TRY(pm_dense_fill(walk));
    for (int k = 1; k < n; k++)
        factor = t_half(ring, factor);
    pm_dense_scale_row(walk, 0, factor);
    PM_NEW(x, n);
    walk->table = x;
    for (int i = 0; i < n; i++) {
        x[i] = row_sum(walk, i);
        pm_dense_scale_row(walk, i, t_small(ring, -2));
    }
    return PM_OK;
}

static void sums_start(T *x, const struct pm_walk *walk, uint64_t set)
{
    const int n = walk->image->rows;
    const T *const start = walk->table, *const dense = walk->dense;

    for (int i = 0; i < n; i++) {
        x[i] = start[i];
        for (uint64_t rest = set; rest != 0; rest &= rest - 1)
            x[i] = t_add(&walk->image->ring, x[i], dense[__builtin_ctzll(rest) * n + i]);
    }
}

/* *sum += or -= prod x[i]. */
static void term_add(const struct pm_ring *ring, A *sum, const T *x, int n, bool minus)
{
    T product = x[0];

    for (int i = 1; i < n; i++)
        product = t_mul(ring, product, x[i]);
    if (minus)
        a_sub(ring, sum, product);
    else
        a_add(ring, sum, product);
}

static pm_status unit_gray(const struct pm_walk *walk, uint64_t first, uint64_t last,
                           struct pm_part *part)
{
    const struct pm_ring ring = walk->image->ring;
    const int n = walk->image->rows;
    T x[PM_WALK_MAX];
    A sum = a_zero();

    for (uint64_t g = first; g < last; g++) {
        if (pm_walk_restarts(g, first)) {
            sums_start(x, walk, pm_gray(g));
            term_add(&ring, &sum, x, n, g & 1);
            continue;
        }
        const int j = pm_gray_bit(g);
        const T *const column = (const T *)walk->dense + j * n;
        const bool in = pm_gray(g) >> j & 1;
        for (int i = 0; i < n; i++)
            x[i] = in ? t_add(&ring, x[i], column[i]) : t_sub(&ring, x[i], column[i]);
        term_add(&ring, &sum, x, n, g & 1);
    }
    *part = a_part(&ring, sum);
    return PM_OK;
}

static pm_status unit_scratch(const struct pm_walk *walk, uint64_t first, uint64_t last,
                              struct pm_part *part)
{
    const struct pm_ring ring = walk->image->ring;
    T x[PM_WALK_MAX];
    A sum = a_zero();

    for (uint64_t set = first; set < last; set++) {
        sums_start(x, walk, set);
        term_add(&ring, &sum, x, walk->image->rows, pm_popcount(set) & 1);
    }
    *part = a_part(&ring, sum);
    return PM_OK;
}

const struct pm_kernel PM_NAME(pm_ryser) = {setup_ryser, unit_gray};
const struct pm_kernel PM_NAME(pm_glynn) = {setup_glynn, unit_gray};
const struct pm_kernel PM_NAME(pm_recompute) = {setup_ryser, unit_scratch};
const struct pm_kernel PM_NAME(pm_bbfg) = {setup_glynn, unit_scratch};
