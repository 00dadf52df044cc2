/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Loop hafnians in double or double-double, eight at a time: the walks of walks.h, with a lane of a
 * vector for each.  The lanes are eight matrices, or eight choices of the weights of the first
 * pairs of one matrix.
 *
 * Error bound, a posteriori.  Beside each number x^ of the computation stand a radius r, so that
 * the exact number x is at most e r away (e = u = 2^-53 in double, u^2 in double-double), and a
 * size s, at least |x^| + e r.  A product has the radius s_x r_y + r_x s_y, since x y - x^ y^ = x
 * (y - y^) + (x - x^) y^.  A sum has the sum of the radii, and what its roundings add.
 *
 * A sum of N terms has M, the sum of their sizes or of the products of these.  In double, each
 * partial sum is rounded once: (N + 1) u M.  In double-double, the high parts are added exactly.
 * Each of the N rounding errors, at most u M, goes into the low part, which is at most (k + 3) u M
 * after k of them: its roundings are (N^2 / 2 + 4 N) u^2 M.  The products with low parts and
 * normalizing add less than (N + 12) u^2 M.  Together (N^2 / 2 + 5 N + 12) u^2 M.  A complex
 * product has two products in each part, so N is twice as large, and the error of both parts
 * together is sqrt(2) times that.
 *
 * Sizes and radii are rounded, too: fewer than 2^20 times in a row, so 1 + 2^-30 covers that.
 * Underflow changes a number by at most 2^-1074 and a few such numbers: every radius has 2^-400
 * added. */
#pragma once

#ifdef PM_ISA_CUDA
#include "num/ball.h"

enum { PM_HAF_LANES = 32 }; /* the threads of a warp */
#else
#include "engine/stack.h"

enum { PM_HAF_LANES = 8, PM_HAF_LOG_LANES = 3 };

/* Loop hafnians with PM_PRECISION_AUTO, which are missing unless they are as precise as wanted, or
 * with PM_PRECISION_DOUBLE, which are missing only beyond the range of the vectors. */
extern const struct pm_engine_stack pm_walks_stack;

/* The same on the stack's GPUs.  What they cannot do is missing.  PM_UNABLE: threads must compute
 * all. */
pm_status pm_walks_on_gpus(const struct pm_batch *b, int threads);

/* sum[words + PM_HAF_MORE][PM_HAF_LANES] = the sum of all terms; factors of fixed pairs are left
 * out. */
struct pm_walks_walk;
typedef void pm_walks_kernel(double *sum, const struct pm_walks_walk *w);

/* adjoint->b[pairs] = the derivatives of the sum, times the sign of each lane, by the polynomials
 * of the first state, without copies; `adjoint` has memory for the same pairs. */
typedef void pm_walks_back(const struct pm_walks_walk *w, const struct pm_walks_walk *adjoint,
                           const double *sign);

/* The minors of matrix k of a batch of minors, which has no copies: loop hafnians without two
 * vertices, and without one if there are loops, at their places.  What the vectors cannot do, or
 * not well enough, stays missing.  b->inside threads share the work. */
struct pm_batch;
pm_status pm_walks_minors(const struct pm_batch *b, size_t k);

#endif

enum {
    PM_HAF_MORE = 2,   /* groups besides the parts of a number: its size, its radius */
    PM_HAF_PAIRS = 40, /* most pairs that are different */
    PM_HAF_TIMES = 12, /* largest number of copies of a pair: then all factors are exact */
};

static inline int pm_walks_least(int x, int y)
{
    return x < y ? x : y;
}

/* Weight number d of a pair with m copies, for d from 0 to m (pairs.c). */
static inline int pm_walks_weight(int m, int d, bool even)
{
    return m == 1 && !even ? d : m - 2 * d;
}

/* Its factor. */
static inline double pm_walks_factor(int m, int d, bool even)
{
    double factor = d % 2 != 0 ? -1 : 1;

    if (m == 1 && !even)
        return -factor;
    for (int k = 1; k <= d; k++)
        factor = factor * (m - k + 1) / k;
    return factor;
}

/* A radius of which nothing is known, in the unit of radii: underflow is far below it. */
#define PM_HAF_LEAST 0x1p-400

/* The roundings of a sum of `count` terms, relative to the sum of their sizes, in the unit. */
static inline double pm_walks_operation(int count, int parts, bool layers)
{
    const double n = parts * count;

    return (parts == 1 ? 1 : 1.4143) * (layers ? n * n / 2 + 5 * n + 12 : n + 1);
}

/* What a kernel works on.  A coefficient is words + PM_HAF_MORE groups of PM_HAF_LANES doubles: the
 * real and imaginary parts, then their low parts, then the size and the radius.  A polynomial has
 * `stride` coefficients, but before r pairs are decided only degree[r] + 1; b_jk is number j (j +
 * 1) / 2 + k of the polynomials of a state, k <= j. */
struct pm_walks_walk {
    int pairs, fixed;      /* fixed: the last ones decided by the lanes' own weights */
    const int *times;      /* [pairs] */
    const int *degree;     /* [pairs + 1]: number of copies of the pairs r, r + 1, ... */
    bool looped, diagonal; /* some loop is not 0; some pair has copies */
    bool even;             /* see pairs.h */
    int stride;
    double *const *b;      /* [pairs + 1]: states before r pairs are decided, 64-byte aligned */
    double *const *g;      /* [pairs + 1] */
    double *const *powers; /* [pairs + 1]: 3 m + 1 polynomials for the pair decided there */
    double *work;          /* polynomials: two for each vertex and 16 */
    const double *weight;  /* [fixed][PM_HAF_LANES]: of pair `pairs - 1`, and so on down */
    const int *stop;
};
