/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rounding a square matrix of doubles so that its row sums are exact, and the error bound of
 * products of these sums: that of engine/dense/patch.c in double arithmetic alone.
 *
 * A patch is the set of the 2^(PM_LOG_BLOCK + 1) sign vectors that differ in as many columns, the
 * patch's own.  r_i^2 = q sum |b_ij|^2 over these columns, but r_i is at least 2^-6 of a row's sum.
 * Any q gives a bound; 1 is good for signed matrices, 12 for positive ones, whose row sums are
 * large at once. */
#ifndef PM_BATCH_PATCHES_H
#define PM_BATCH_PATCHES_H

#include "engine/dense/dense_walk.h"

enum {
    PM_BATCH_LEAST = 13, /* orders of matrices that are walked */
    PM_BATCH_MOST = 48,
};

/* A square matrix, row after row: entry (i, j) has its real and its imaginary part in
 * part[0][i * n + j] and part[1][i * n + j]. */
struct pm_batch_square {
    int n, parts;
    bool rounded; /* entries were integers, and have relative errors of 2^-53 */
    double *part[2];
};

struct pm_batch_patches {
    int n, parts;
    int exp[PM_BATCH_MOST];               /* by rows: the exponent of sum[] */
    double eta[PM_BATCH_MOST];            /* at most what rounding changed a row sum by */
    double sum[PM_BATCH_MOST];            /* sums of moduli; 0 for an empty row */
    double reach[PM_BATCH_MOST];          /* r_i^2; 0 for an empty row */
    double x[2][PM_BATCH_MOST][PM_BLOCK]; /* sums of the patch's own columns, the last with + */
};

/* At least |re + i im|, and the modulus of an entry, and a row's sum of these. */
double pm_batch_above(double re, double im);
double pm_batch_modulus(const struct pm_batch_square *a, int i, int j);
double pm_batch_row_modulus(const struct pm_batch_square *a, int i);

/* Rounds the entries of row i to multiples of one power of two.  `divided`: they have relative
 * errors of 8 u more, u = 2^-53. */
void pm_batch_round_row(struct pm_batch_patches *p, struct pm_batch_square *a, int i, bool divided);

/* Sets x and reach for patches of columns own[0 .. PM_LOG_BLOCK]. */
void pm_batch_patches_fill(struct pm_batch_patches *p, const struct pm_batch_square *a,
                           const int *own);

/* The error of a patch's sum, relative to prod sqrt(|u_i|^2 + r_i^2), over all rows or over all but
 * one; `sums`: the roundings of sums, and of one factor more, that a product goes through. */
double pm_batch_patches_share(const struct pm_batch_patches *p, double sums);

#endif
