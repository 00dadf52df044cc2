/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All minors of one matrix of doubles by Glynn's formula:
 *
 *     minor (i, j) = 2^(1-n) sum over signs d, the last one +, of
 *                    (prod d_k) d_j prod over k != i of T_k,   T_k = sum_j d_j a_kj.
 *
 * For each d, the products of the T_k before row i are computed going down the rows, and those
 * after it going up (Baur and Strassen, Theoretical Computer Science 22, 1983: all derivatives).
 * Their product R_i, times d_j, is added to the sum of each column j whose sign changes within a
 * strand.  The sums of the other columns are those of strands, with signs.
 *
 * A strand walks 2^gray blocks of PM_MINORS_BLOCK sign vectors of the first columns.
 *
 * Bounds are those of signs.h, and so are the rows: T_k is the exact sum of two layers.  With
 * u = 2^-53, all errors are relative to the moduli of the R_i, which are added up.
 *
 *     double         fl(T_k) has a relative error of u.  A product of real numbers has one of u, of
 *                    complex numbers one of 2u + u^2 (glynn/products.h).
 *     double-double  T_k is exact, and so is the sum of both words of a product.  Those of normal
 *                    numbers, |low| <= u |high|, have roundings of less than 6 u^2 |p| |t|: three
 *                    for real numbers, at most ten for each part of a complex one.  Together they
 *                    are less than 128 u^2.
 *
 * A block's terms are added up in two levels, and a strand has 2^gray of them; in double-double the
 * low words are rounded, which are at most u times as large as the sums of the moduli and the
 * number of terms.  Strands are added up in double-double. */
#pragma once

#include "engine/dense/dense_walk.h"

struct pm_batch;

enum {
    PM_MINORS_LOG_BLOCK = 2, /* number of columns of a block, the first ones */
    PM_MINORS_BLOCK = 1 << PM_MINORS_LOG_BLOCK,
    PM_MINORS_LEAST = PM_MINORS_LOG_BLOCK + PM_LOG_LANES + 1, /* orders of the matrices */
    PM_MINORS_GRAY = 6, /* number of Gray-coded columns, the next ones, at most */
    PM_MINORS_OWN = 1 + PM_MINORS_LOG_BLOCK, /* sums of a strand besides those of its Gray-coded
                                              * columns: without a sign, and of a block's columns */
};

/* The data of the kernel.  [lanes] means [PM_LANES], 64-byte aligned.  Numbers have `words` parts:
 * those of the high words, then those of the low ones in double-double.  Row sums and tables have
 * both layers of each part. */
struct pm_minors_walk {
    int n, gray, slow;  /* slow: number of columns whose signs a unit fixes */
    double start;       /* the product of the unit's signs */
    const double *low;  /* [n][2 parts][PM_MINORS_BLOCK] sums over the block's columns */
    const double *step; /* [gray][n][2 parts] twice the Gray-coded columns */
    const double *sign; /* [slow] signs of the unit */
    double *factor;     /* [n][PM_MINORS_BLOCK][words][lanes] row sums of a block */
    double *before;     /* the same: the products of those of the rows before */
    double *sum;   /* [PM_MINORS_OWN + gray][n][words][lanes] of a strand; 0 before and after */
    double *minor; /* [PM_MINORS_OWN + gray + slow][n][2 parts][lanes]: the sums of the R_i,
                    * then of d_j R_i, high and low words, are added */
    double *size;  /* [n][lanes] bounds of the moduli of the R_i are added */
};

/* x: [n][2 parts][lanes] row sums with sign + for all columns of a strand. */
typedef void pm_minors_strands(const struct pm_minors_walk *w, double *x);

/* Working memory of one thread, for matrices of one order. */
struct pm_minors_room;
pm_status pm_minors_room_new(struct pm_minors_room **room, int n, int parts, int layers);
void pm_minors_room_free(struct pm_minors_room *room); /* NULL is fine */

/* Computes value[n][n][parts] = all minors times 2^(n-1), from rows of two layers in the order of
 * the matrix.  The moduli of the matrix's entries must be at most 1.  The error of the minors of
 * row i is at most bound[i], besides a rounding of the value. */
pm_status pm_minors_find(double *value, double *bound, const struct pm_rounded *a,
                         struct pm_minors_room *room, const struct pm_batch *b);

/* Bit j of zeros[i]: minor (i, j) has no terms; bit j of entries[i]: there is an entry (i, j).
 * n <= 64. */
void pm_minors_zeros(uint64_t *zeros, const uint64_t *entries, int n);
