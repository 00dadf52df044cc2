/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All minors of one matrix of doubles by Glynn's formula, in about four times the time of its
 * permanent:
 *
 *     minor (i, j) = 2^(1-n) sum over signs d, the last one +, of
 *                    (prod d_k) d_j prod over k != i of x_k,   x_k = sum_j d_j a_kj.
 *
 * For each d, the products of the x_k before row i are computed going down the rows, and those
 * after it going up.  Their product R_i is added to a sum.  The sums of d_j R_i are not computed
 * for each column.  Instead, along a Gray code, where each step changes one sign,
 *
 *     sum of d_j R_i = (d_j at the end) P_i - sum over changes of d_j of (new d_j - old d_j) P_i,
 *
 * where P_i is the sum of the R_i so far.  So a step changes one column and costs n additions.
 * Source of the two products: Baur and Strassen, Theoretical Computer Science 22, 1983 (all
 * derivatives); of the sum: summation by parts.
 *
 * A strand walks 2^PM_MINORS_GRAY blocks of PM_MINORS_BLOCK sign vectors of the first columns.
 * Each sum has its own error bound: that of patch.c without row i. */
#ifndef PM_ENGINE_DENSE_MINORS_WALK_H
#define PM_ENGINE_DENSE_MINORS_WALK_H

#include "engine/dense/dense_walk.h"

struct pm_batch;

enum {
    PM_MINORS_LEAST = 13,    /* orders of the matrices */
    PM_MINORS_LOG_BLOCK = 2, /* number of columns of a block, the first ones */
    PM_MINORS_BLOCK = 1 << PM_MINORS_LOG_BLOCK,
    PM_MINORS_GRAY =
        PM_MINORS_LEAST - 1 - PM_MINORS_LOG_BLOCK - PM_LOG_LANES, /* number of
                                                                   * Gray-coded columns,
                                                                   * the next ones */
    PM_MINORS_LOG_PATCH = PM_LOG_BLOCK + 1 - PM_MINORS_LOG_BLOCK, /* log2 of the number of blocks in
                                                                   * a patch */
};

/* The data of the kernel.  [lanes] means [PM_LANES], 64-byte aligned. */
struct pm_minors_walk {
    int n, slow;             /* slow: number of columns whose signs a unit fixes */
    double start;            /* the product of the unit's signs */
    const double *low;       /* [n][parts][PM_MINORS_BLOCK] sums over the block's columns */
    const double *step;      /* [PM_MINORS_GRAY][n][parts] twice the Gray-coded columns */
    const double *centre[2]; /* [n][parts] subtracts the patch's Gray-coded columns from a row
                              * sum */
    const double *reach;     /* [n] */
    const double *sign;      /* [slow] signs of the unit */
    double *before;          /* [n][PM_MINORS_BLOCK][parts][lanes] working memory for products */
    double *sum;             /* [n][PM_MINORS_BLOCK][parts][lanes] sums of R_i; 0 before and
                              * after */
    double *change;          /* [PM_MINORS_GRAY][n][parts][lanes] sums of (new d_j) P_i; 0 before
                              * and after */
    double *minor;           /* [1 + PM_MINORS_LOG_BLOCK + PM_MINORS_GRAY + slow][n][parts][lanes]:
                              * the sums of R_i, then of d_j R_i, are added */
    double *bound;           /* [n][lanes]: bounds are added */
};

/* x: as in pm_strands_walk(). */
typedef void pm_minors_strands(const struct pm_minors_walk *w, double *x);

/* Working memory of one thread, for matrices of one order. */
struct pm_minors_room;
pm_status pm_minors_room_new(struct pm_minors_room **room, int n, int parts);
void pm_minors_room_free(struct pm_minors_room *room); /* NULL is fine */

/* Computes value[n][n][parts] = all minors times 2^(n-1), from rows in the order of the matrix. The
 * moduli of the matrix's entries must be at most 1.  The error of the minors of row i is at most
 * bound[i]. */
pm_status pm_minors_find(double *value, double *bound, struct pm_rounded *a,
                         struct pm_minors_room *room, const struct pm_batch *b);

#endif
