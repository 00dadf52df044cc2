/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Strands of the dense walk: what the host prepares and what a kernel returns.
 *
 * A strand fixes the signs of the columns above the Gray-coded ones and is walked in order by one
 * lane; PM_LANES strands are walked side by side whatever the width of the machine's vectors, so
 * that no result depends on it.  Complex arrays hold the real and the imaginary numbers of a row
 * one after the other: "parts" is 1 for real matrices, 2 for complex ones.  In double-double every
 * part has a second layer of low numbers, which stand behind all the high ones: "words" is the
 * number of parts, or twice that. */
#ifndef PM_ENGINE_DENSE_STRANDS_H
#define PM_ENGINE_DENSE_STRANDS_H

#include "base/status.h"

#include <stdbool.h>

enum {
    PM_LANES = 8, /* strands side by side */
    PM_LOG_LANES = 3,
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

struct pm_strands_sum {
    /* re, im: sums of the signed products, in double-double */
    double high[2][PM_LANES] __attribute__((aligned(64))), low[2][PM_LANES];
    double bound[PM_LANES]; /* sum over patches of start prod sqrt(|row sum|^2 + reach) */
};

/* x: [n][words][PM_LANES] row sums with all Gray-coded signs +, 64-byte aligned; overwritten. */
typedef void pm_strands_walk(struct pm_strands_sum *sum, const struct pm_strands *w, double *x);

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

enum {
    PM_RESIDUE_BITS = 48,
    PM_GROUP_BITS = 50,
};

/* sum[lane] = the signed sum of the products, |sum| < p. */
typedef void pm_residues_walk(double sum[PM_LANES], const struct pm_residues *w, double *x);

struct pm_sparse_walk;
typedef void pm_sparse_strands(struct pm_strands_sum *sum, const struct pm_sparse_walk *w,
                               double *x);
typedef void pm_sparse_residues(double sum[PM_LANES], const struct pm_sparse_walk *w, double *x);

/* An instruction set: the same walks, bit for bit. */
struct pm_isa {
    const char *name;
    int width;                       /* doubles in a vector */
    pm_strands_walk *floating[2][2]; /* in double, in double-double; real, complex */
    pm_residues_walk *modular;
    pm_sparse_strands *sparse[2][2]; /* likewise; sparse/program.h */
    pm_sparse_residues *sparse_modular;
};

/* Sets that this build and this machine have, the fastest first; NULL-terminated. */
const struct pm_isa *const *pm_isa_list(void);

/* The one of that name; NULL asks for the fastest.  NULL where there is none. */
const struct pm_isa *pm_isa_find(const char *name);

/* The one of that name; without one, that which the environment's PM_ISA names, or the fastest. */
pm_status pm_isa_chosen(const struct pm_isa **isa, const char *wanted);

#endif
