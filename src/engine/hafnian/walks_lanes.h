/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Loop hafnians in double or double-double, eight at a time: the walks of walks.h, with a lane of a
 * vector for each.  The lanes are eight matrices, or eight choices of the weights of the first
 * pairs of one matrix.
 *
 * Error bound.  Let the bound kernel compute the same polynomials in the moduli of the entries,
 * with + for every -, and with the largest weight of every pair.  Each number of the others is a
 * polynomial in the entries; its coefficients are bounded by those that the bound kernel computes.
 * By induction, an error is at most ((1 + e)^k - 1) times the bound kernel's number, where e bounds
 * one operation relative to the sum of its moduli, and k counts the operations that a factor of a
 * term goes through, added up over the factors.  A term has at most `edges` factors besides 1. Each
 * goes through at most 4 m + 16 operations for a pair with m > 1 copies.  For a pair without copies
 * it goes through one product or none, and the sum of both weights, but where a walk is closed
 * there are three more, once.
 *
 * An operation is a sum of at most N products of moduli |x_i| |y_i| and of an old number, M in all.
 * In double: e = (2 N + 2) u.  In double-double, the high parts are added exactly.  Each of the N
 * rounding errors, at most u M, goes into the low part, which is at most (k + 3) u M after k of
 * them: its roundings are (N^2 / 2 + 4 N) u^2 M.  The products with low parts and normalizing add
 * less than (N + 12) u^2 M.  Together e = (N^2 / 2 + 5 N + 12) u^2.  A complex product has two
 * products in each part, so N is twice as large, and the error of both parts together is sqrt(2) e.
 *
 * Underflow changes a result by at most 2^-1074 and a few such numbers.  The bound kernel takes
 * moduli of at least 2^-f, edges (f + 1) <= 800, so that none of its numbers is below 2^-800; then
 * this change is far below u^2 times its number. */
#ifndef PM_ENGINE_HAFNIAN_WALKS_LANES_H
#define PM_ENGINE_HAFNIAN_WALKS_LANES_H

#include "engine/stack.h"

struct pm_isa;

/* What pm_loop_hafnian() is asked. */
struct pm_looped_stack {
    struct pm_batch b;     /* matrices; b.each is this structure */
    struct pm_batch means; /* the loops, as matrices with one row; no data: there are none */
    bool mending;          /* only missing values are wanted */
};

/* Loop hafnians with PM_PRECISION_AUTO, which are missing unless they are as precise as wanted, or
 * with PM_PRECISION_DOUBLE, which are missing only beyond the range of the vectors. */
extern const struct pm_engine_stack pm_haf_stack;

enum {
    PM_HAF_LANES = 8,
    PM_HAF_PAIRS = 32, /* most pairs that are different */
    PM_HAF_TIMES = 12, /* largest number of copies of a pair: then all factors are exact */
};

/* The factor of the weight m - 2 d of a pair.  For m = 1 the weights are 0 and 1. */
static inline double pm_haf_factor(int m, int d)
{
    double factor = d % 2 != 0 ? -1 : 1;

    if (m == 1)
        return d == 0 ? -1 : 1;
    for (int k = 1; k <= d; k++)
        factor = factor * (m - k + 1) / k;
    return factor;
}

/* What a kernel works on.  A coefficient is `words` groups of PM_HAF_LANES doubles: the real and
 * imaginary parts, then their low parts.  A polynomial has `stride` coefficients, but before r
 * pairs are decided only degree[r] + 1; b_jk is number j (j + 1) / 2 + k of the polynomials of a
 * state, k <= j. */
struct pm_haf_walk {
    int pairs, fixed;      /* fixed: the last ones decided by the lanes' own weights */
    const int *times;      /* [pairs] */
    const int *degree;     /* [pairs + 1]: number of copies of the pairs r, r + 1, ... */
    bool looped, diagonal; /* some loop is not 0; some pair has copies */
    int stride;
    double *const *b;      /* [pairs + 1]: states before r pairs are decided, 64-byte aligned */
    double *const *g;      /* [pairs + 1] */
    double *const *powers; /* [pairs + 1]: 3 m + 1 polynomials for the pair decided there */
    double *work;          /* polynomials: two for each vertex and 16 */
    const double *weight;  /* [fixed][PM_HAF_LANES]: of pair `pairs - 1`, and so on down */
    const int *stop;
};

/* sum[words][PM_HAF_LANES] = the sum of all terms; factors of fixed pairs are left out. */
typedef void pm_haf_kernel(double *sum, const struct pm_haf_walk *w);

/* The kernel of an instruction set; all sets give the same bits.  words: as above; 0: bounds. */
pm_haf_kernel *pm_haf_kernel_of(const struct pm_isa *isa, int parts, int words);

#endif
