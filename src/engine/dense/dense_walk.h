/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Inside the dense engine: tables of the walk, what the host prepares for a kernel; and the walk.
 * glynn/rows.c scales the exact matrix and divides its rows, dense_tables.c rounds them to tables,
 * patch.c proves their error bound, dense_mod.c makes tables of residues, dense_walk.c walks. */
#ifndef PM_ENGINE_DENSE_DENSE_WALK_H
#define PM_ENGINE_DENSE_DENSE_WALK_H

#include "engine/glynn/residues.h"
#include "engine/glynn/rounded.h"
#include "engine/glynn/sign_walk.h"
#include "engine/isa/isa.h"

enum {
    PM_LOG_BLOCK = 4, /* columns that are unrolled: 2^4 sign vectors a block */
    PM_BLOCK = 1 << PM_LOG_BLOCK,
    PM_LOG_PATCH_MOST = 3, /* of struct pm_strands */
};

struct pm_strands {
    int n;               /* rows */
    int ones, zeros;     /* the first have pivot 1; pivot 0 follows up to row `zeros`; then any */
    int log_blocks;      /* of a strand; at least log_patch */
    int log_patch;       /* 2^log_patch blocks share one error bound (patch.c) */
    double start;        /* what every product starts from: a power of two */
    const double *low;   /* [n][words][PM_BLOCK] sums of the unrolled columns */
    const double *step;  /* [log_blocks][n][words] twice the Gray-coded columns */
    const double *pivot; /* [n][words] */
    const double *centre[2]; /* [n][words] takes the patch's own columns off a row sum */
    const double *reach;     /* [n] of a patch's bound (patch.c) */
};

/* x: [n][words][PM_LANES] row sums with all Gray-coded signs +, 64-byte aligned; overwritten.  The
 * bound is the sum over patches of start prod sqrt(|row sum|^2 + reach). */
typedef void pm_strands_walk(struct pm_strands_sum *sum, const struct pm_strands *w, double *x);

/* `layers`: 1 for double, 2 for double-double. */
pm_strands_walk *pm_dense_kernel(const struct pm_isa *isa, int parts, int layers);

/* Strands modulo a prime below 2^PM_RESIDUE_BITS.  Residues are doubles, integers of modulus below
 * p.  Rows stand in groups of one class each: the factors of a group are multiplied exactly, for
 * their product is below 2^PM_GROUP_BITS, and reduced once. */
struct pm_residues {
    int log_blocks;
    int groups;
    int ones, zeros, exact; /* groups up to here have pivot 1; 0; any. The rest is reduced: a row
                             * each, whose row sums do not stay small by themselves */
    int n;
    const int *row;     /* [groups + 1] rows of group k: row[k] .. row[k + 1] - 1 */
    double p, inverse;  /* inverse = fl(1 / p) */
    const double *low;  /* [n][2][PM_BLOCK] as in struct pm_strands; where the pivot is neither 0
                         * nor 1, with the pivot added, and with it taken off */
    const double *step; /* [log_blocks][n] twice the Gray-coded columns */
};

/* sum[lane] = the signed sum of the products, |sum| < p. */
typedef void pm_residues_walk(double sum[PM_LANES], const struct pm_residues *w, double *x);

/* ------------------------------------------------------------------ the walk */

/* reach[k] = r_k^2 of the patches' bound N S prod sqrt(|u_k|^2 + r_k^2) of the sum of their
 * products' moduli; *share = the error of a patch, relative to prod sqrt(|u_k|^2 + r_k^2)
 * (patch.c). */
pm_status pm_patch_share(double *share, double *reach, const struct pm_rounded *r, int pivot,
                         int log_patch);

struct pm_dense {
    struct pm_sign_walk signs; /* the first member: this is one */
    struct pm_strands walk;
    int columns; /* those with a free sign, n - 2 */
};

/* Rounds to tables, `layers` 1 for double and 2 for double-double, with patches of 2^log_patch
 * blocks, of which there are at most 2^pm_dense_gray(); rows is done with. */
pm_status pm_dense_new(struct pm_dense **dense, const struct pm_rows *rows, int layers,
                       int log_patch);

/* Modulo a prime below 2^PM_RESIDUE_BITS. */
struct pm_modular {
    struct pm_sign_walk signs; /* the first member */
    struct pm_residues walk;
    int columns;
    int row[65]; /* walk.row */
};

pm_status pm_modular_new(struct pm_sign_walk **signs, const struct pm_image *image,
                         const void *choice);

/* What kernels of these walks have of their own. */
extern const struct pm_sign_walk_kind pm_dense_kind, pm_modular_kind;

/* Of the walk of a matrix of that order: the Gray-coded columns of a strand and those of a patch,
 * log2 of the sign vectors of a unit, and the units. */
int pm_dense_gray(int order);
int pm_dense_log_patch(int order, int words);
int pm_dense_log_unit(int order);
uint64_t pm_dense_units(int order);

/* As struct pm_sign_walk_kind has it. */
void pm_dense_walk(struct pm_strands_sum *sum, const struct pm_sign_walk *signs, double *x);
void pm_modular_walk(struct pm_strands_sum *sum, const struct pm_sign_walk *signs, double *x);

#endif
