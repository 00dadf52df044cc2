/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Permanents of doubles by Glynn's formula, with exact row sums and bounds a posteriori.  Eight
 * lanes of vectors are eight matrices, or the signs of three columns of one matrix.
 *
 * The two layers of a row sum are exact (glynn/rounded.c): T = H + L.  The error of a product is at
 * most a small multiple of u times its modulus, u = 2^-53, and the moduli are added up.
 *
 *     plain    T = H, since L is 0.
 *     rounded  t = fl(H + L), with a relative error of at most u.  Rows whose entries are integers
 *              of 63 bits, after scaling, come first: T is such an integer, and t = fl(T).
 *
 * Roundings for each row: real plain 1, rounded 2; complex plain 2, rounded 3 (glynn/products.h).
 * What the running sums lose is kept; where no products are noted, four of them are added before,
 * with two more roundings.
 *
 * A few large products have most of the error.  The walk of one matrix notes which are above each
 * of some levels.  Then sign_large.h finds what these products lack, where the bound is too wide.
 */
#pragma once

#include "engine/stack.h"

enum {
    PM_SIGNS_LANES = 8,
    PM_SIGNS_OWN = 2, /* columns whose signs are unrolled; the others are Gray-coded */
    PM_SIGNS_SETS = 1 << PM_SIGNS_OWN,
    PM_SIGNS_LOG_CHUNK = 16, /* blocks of PM_SIGNS_SETS sign vectors that a kernel walks at most */
    PM_SIGNS_LEVELS = 5,
};

enum pm_signs_way { PM_SIGNS_PLAIN, PM_SIGNS_ROUNDED };

/* The products of a block above each level: bit PM_SIGNS_LANES s + lane for the unrolled signs s.
 */
typedef uint32_t pm_signs_large[PM_SIGNS_LEVELS];

/* All arrays are 64-byte aligned groups of PM_SIGNS_LANES numbers.  A row has 2 parts groups: the
 * parts of the first layer, then those of the second. */
struct pm_signs {
    int n, parts;
    int column; /* distance of columns: an odd number of groups, or they share sets of a cache */
    int whole;  /* the first rows, whose sums are integers: only for PM_SIGNS_ROUNDED */
    enum pm_signs_way way;
    double start;                  /* first factor of every product: a power of two */
    double *x;                     /* [n][row] sums with the signs of the last block */
    const double *own;             /* [PM_SIGNS_OWN][column] twice the unrolled columns */
    const double *step;            /* [columns][column] twice the Gray-coded columns */
    const double *still;           /* [n][row] zeros: the first block takes no step */
    int levels;                    /* number of those that are noted */
    double level[PM_SIGNS_LEVELS]; /* falling */
    pm_signs_large *large;         /* [blocks] bits are set here */
};

/* Sums of the signed products, high and low parts, and of their moduli; above: of those above each
 * level. */
struct pm_signs_sum {
    double high[2][PM_SIGNS_LANES] __attribute__((aligned(64))), low[2][PM_SIGNS_LANES];
    double size[PM_SIGNS_LANES], above[PM_SIGNS_LEVELS][PM_SIGNS_LANES];
};

/* Walks the blocks first .. end - 1. */
typedef void pm_signs_walk(struct pm_signs_sum *sum, const struct pm_signs *w, uint64_t first,
                           uint64_t end);
