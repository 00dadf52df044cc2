/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All minors of one matrix of doubles by Glynn's formula, in about four times the time of its
 * permanent:
 *
 *     minor (i, j) = 2^(1-n) sum over signs d, the last one +, of
 *                    (prod d_k) d_j prod over k != i of x_k,   x_k = sum_j d_j a_kj.
 *
 * For each d, products of the x_k before row i go down the rows, those of the x_k behind it go up,
 * and their product R_i is added to a sum.  The sums over d_j R_i are not taken column by column.
 * Along a Gray code, where one sign changes in each step,
 *
 *     sum of d_j R_i = (d_j at the end) P_i - sum over changes of d_j of (new d_j - old d_j) P_i,
 *
 * P_i being the sum of the R_i so far: so a step touches one column, and costs n additions.  Source
 * of the two products: Baur and Strassen, Theoretical Computer Science 22, 1983 (all derivatives);
 * of the sum: summation by parts.
 *
 * A strand walks 2^PM_MINORS_GRAY blocks of PM_MINORS_BLOCK sign vectors, those of the first
 * columns.  Each sum has its own bound: that of patches.h without row i. */
#ifndef PM_BATCH_ALL_MINORS_H
#define PM_BATCH_ALL_MINORS_H

#include "batch/patches.h"

enum {
    PM_MINORS_LOG_BLOCK = 2, /* columns of a block, the first ones */
    PM_MINORS_BLOCK = 1 << PM_MINORS_LOG_BLOCK,
    PM_MINORS_GRAY = PM_BATCH_LEAST - 1 - PM_MINORS_LOG_BLOCK - PM_LOG_LANES, /* the next ones */
    PM_MINORS_LOG_PATCH = PM_LOG_BLOCK + 1 - PM_MINORS_LOG_BLOCK, /* blocks of a patch */
};

/* What the kernel sees.  [lanes] is [PM_LANES], 64-byte aligned. */
struct pm_minors_walk {
    int n, slow;             /* slow: columns whose signs a unit fixes */
    bool bounds;             /* wanted */
    double start;            /* the product of the unit's signs */
    const double *low;       /* [n][parts][PM_MINORS_BLOCK] sums of the block's columns */
    const double *step;      /* [PM_MINORS_GRAY][n][parts] twice the Gray-coded columns */
    const double *centre[2]; /* [n][parts] takes the patch's Gray-coded columns off a row sum */
    const double *reach;     /* [n] */
    const double *sign;      /* [slow] of the unit */
    double *before;          /* [n][PM_MINORS_BLOCK][parts][lanes] room for products */
    double *sum;             /* [n][PM_MINORS_BLOCK][parts][lanes] of R_i; 0 before and after */
    double *change;          /* [PM_MINORS_GRAY][n][parts][lanes] of (new d_j) P_i; likewise */
    double *minor;           /* [1 + PM_MINORS_LOG_BLOCK + PM_MINORS_GRAY + slow][n][parts][lanes],
                              * added to: the sums of R_i, then of d_j R_i */
    double *bound;           /* [n][lanes], added to */
};

/* x: as pm_strands_walk() has it. */
typedef void pm_minors_strands(const struct pm_minors_walk *w, double *x);
pm_minors_strands *pm_minors_kernel(const struct pm_isa *isa, int parts);

/* Room for everything that one thread needs, for matrices of an order. */
struct pm_minors_room;
pm_status pm_minors_room_new(struct pm_minors_room **room, int n, int parts, bool bounds);
void pm_minors_room_free(struct pm_minors_room *room); /* NULL is fine */

/* All minors times 2^-*exp of a matrix whose entries have moduli of at most 1 and which is
 * overwritten: value[n][n][parts]; those of row i are off by at most bound[i]. */
void pm_minors_find(double *value, double *bound, int *exp, struct pm_batch_square *a,
                    struct pm_minors_room *room, const struct pm_isa *isa);

#endif
