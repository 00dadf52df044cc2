/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Internals of the dense engine: the tables that the host prepares for a kernel, and the walk.
 * glynn/rows.c scales the exact matrix and divides its rows, dense_tables.c rounds them to tables,
 * patch.c proves their error bound, dense_mod.c makes tables of residues, dense_walk.c walks. */
#pragma once

#include "engine/glynn/residues.h"
#include "engine/glynn/rounded.h"
#include "engine/glynn/sign_walk.h"
#include "engine/isa/isa.h"

enum {
    PM_LOG_BLOCK = 4, /* columns that are unrolled: a block has 2^4 sign vectors */
    PM_BLOCK = 1 << PM_LOG_BLOCK,
    PM_LOG_PATCH_MOST = 3, /* largest log_patch of struct pm_dense_strands */
};

struct pm_dense_strands {
    int n;               /* rows */
    int ones, zeros;     /* the first `ones` rows have pivot 1; rows up to `zeros` have pivot 0; the
                          * others have any pivot */
    int log_blocks;      /* of a strand; at least log_patch */
    int log_patch;       /* 2^log_patch blocks share one error bound (patch.c) */
    double start;        /* first factor of every product: a power of two */
    const double *low;   /* [n][words][PM_BLOCK] sums of the unrolled columns */
    const double *step;  /* [log_blocks][n][words] twice the Gray-coded columns */
    const double *pivot; /* [n][words] */
    const double *centre[2]; /* [n][words] subtracts the patch's own columns from a row sum */
    const double *reach;     /* [n] for the bound of a patch (patch.c) */
};

/* x: [n][words][PM_LANES] row sums with sign + for all Gray-coded columns, 64-byte aligned;
 * overwritten.  The bound is the sum over patches of start prod sqrt(|row sum|^2 + reach). */
typedef void pm_dense_strands_walk(struct pm_strands_sum *sum, const struct pm_dense_strands *w,
                                   double *x);

/* Strands modulo a prime below 2^PM_RESIDUE_BITS.  Residues are doubles, integers of modulus below
 * p.  Rows of a group have the same class.  The factors of a group are multiplied exactly, since
 * their product is below 2^PM_GROUP_BITS, and the product is reduced once. */
struct pm_dense_residues {
    int log_blocks;
    int groups;
    int ones, zeros, exact; /* groups up to `ones` have pivot 1; up to `zeros` 0; up to `exact`
                             * any.  Each of the rest is one row, whose row sums must be reduced */
    int n;
    const int *row;     /* [groups + 1] rows of group k: row[k] .. row[k + 1] - 1 */
    double p, inverse;  /* inverse = fl(1 / p) */
    const double *low;  /* [n][2][PM_BLOCK] as in struct pm_dense_strands; if the pivot is neither 0
                         * nor  1: with the pivot added, and subtracted */
    const double *step; /* [log_blocks][n] twice the Gray-coded columns */
};

/* sum[lane] = the signed sum of the products, |sum| < p. */
typedef void pm_dense_residues_walk(double sum[PM_LANES], const struct pm_dense_residues *w,
                                    double *x);

/* ------------------------------------------------------------------ the walk */

/* A patch is the set of the sign vectors that differ only in the pivot and the first PM_LOG_BLOCK +
 * log_patch columns.  reach[k] = r_k^2 in the patches' bound N S prod sqrt(|u_k|^2 + r_k^2) of the
 * sum of the moduli of their products; *share = the error of a patch, relative to prod sqrt(|u_k|^2
 * + r_k^2), over all rows or over all but one (patch.c).  `sums`: the number of roundings of a
 * product besides those of its factors. */
pm_status pm_dense_patch_share(double *share, double *reach, const struct pm_rounded *r,
                               int log_patch, double sums);

struct pm_dense {
    struct pm_sign_walk signs; /* the first member: this is one */
    struct pm_dense_strands walk;
    int columns; /* number of columns with a free sign, n - 2 */
};

/* Makes room for the tables of a matrix of order n; `layers` is 1 for double and 2 for
 * double-double; a patch has 2^log_patch blocks, at most 2^pm_dense_gray(). */
pm_status pm_dense_open(struct pm_dense **dense, int n, int parts, int layers, int log_patch);

/* Fills the tables; the factor of the finish is the caller's.  The columns of `r` get their
 * order. */
pm_status pm_dense_fill(struct pm_dense *dense, struct pm_rounded *r);

/* Both, for exact rows. */
pm_status pm_dense_new(struct pm_dense **dense, const struct pm_rows *rows, int layers,
                       int log_patch);

/* Modulo a prime below 2^PM_RESIDUE_BITS. */
struct pm_dense_modular {
    struct pm_sign_walk signs; /* the first member */
    struct pm_dense_residues walk;
    int columns;
    int row[65]; /* walk.row */
};

pm_status pm_dense_modular_new(struct pm_sign_walk **signs, const struct pm_image *image,
                               const void *choice);

/* Matrices of doubles (dense_stack.h). */
extern const struct pm_engine_stack pm_dense_stack;

/* The two kinds of walk, as tables of functions (sign_walk.h). */
extern const struct pm_sign_walk_kind pm_dense_kind, pm_dense_modular_kind;

/* These four functions describe the walk of a matrix of this order.  They return the number of
 * Gray-coded columns of a strand, the number of those of a patch, log2 of the number of sign
 * vectors in a unit, and the number of units. */
int pm_dense_gray(int order);
int pm_dense_log_patch(int order, int words);
int pm_dense_log_unit(int order);
uint64_t pm_dense_units(int order);

/* For struct pm_sign_walk_kind. */
void pm_dense_walk(struct pm_strands_sum *sum, const struct pm_sign_walk *signs, double *x);
void pm_dense_modular_walk(struct pm_strands_sum *sum, const struct pm_sign_walk *signs, double *x);
