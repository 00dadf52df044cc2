/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rounds a square matrix of doubles so that its row sums are exact, and bounds the error of
 * products of these sums.  The bound is that of engine/dense/patch.c, computed in double.
 *
 * A patch is the set of the 2^(PM_LOG_BLOCK + 1) sign vectors that differ only in the patch's own
 * PM_LOG_BLOCK + 1 columns.  r_i^2 = q sum |b_ij|^2 over these columns, but r_i is at least 2^-6 of
 * a row's sum.  Any q gives a bound; 1 is good for signed matrices, and 12 for positive ones, where
 * many row sums are large for the same signs. */
#ifndef PM_BATCH_PATCHES_H
#define PM_BATCH_PATCHES_H

#include "engine/dense/dense_walk.h"

enum {
    PM_BATCH_LEAST = 13, /* orders of the matrices that are walked */
    PM_BATCH_MOST = 48,
};

/* A square matrix by rows: the real and imaginary parts of entry (i, j) are part[0][i * n + j] and
 * part[1][i * n + j]. */
struct pm_batch_square {
    int n, parts;
    bool rounded; /* entries were integers and have relative errors of up to 2^-53 */
    double *part[2];
};

struct pm_batch_patches {
    int n, parts;
    int exp[PM_BATCH_MOST];               /* for each row: the exponent of sum[] */
    double eta[PM_BATCH_MOST];            /* bound of what rounding changed in a row sum */
    double sum[PM_BATCH_MOST];            /* sums of moduli; 0 for an empty row */
    double reach[PM_BATCH_MOST];          /* r_i^2; 0 for an empty row */
    double x[2][PM_BATCH_MOST][PM_BLOCK]; /* sums of the patch's own columns, with sign + for the
                                           * last one */
};

/* Upper bounds of the modulus of an entry, and of a row's sum of moduli. */
double pm_batch_modulus(const struct pm_batch_square *a, int i, int j);
double pm_batch_row_modulus(const struct pm_batch_square *a, int i);

/* Rounds the entries of row i to multiples of one power of two.  `divided`: they have additional
 * relative errors of up to 8 u, u = 2^-53. */
void pm_batch_round_row(struct pm_batch_patches *p, struct pm_batch_square *a, int i, bool divided);

/* Sets x and reach for patches of the columns own[0 .. PM_LOG_BLOCK]. */
void pm_batch_patches_fill(struct pm_batch_patches *p, const struct pm_batch_square *a,
                           const int *own);

/* The error of a patch's sum, relative to prod sqrt(|u_i|^2 + r_i^2) over all rows, or over all but
 * one.  `sums`: the number of roundings of sums and of one more factor in a product. */
double pm_batch_patches_share(const struct pm_batch_patches *p, double sums);

#endif
