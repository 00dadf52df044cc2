/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Internals of the sparse engine.  fast_columns.c chooses the columns.  sparse_program.c decides
 * how products are made (struct pm_program, the same for all numbers and every machine).
 * sparse_tables.c and sparse_mod.c make numbers from the matrix.  sparse_walk.c fills tables with
 * them.  The files *_kernel.c walk. */
#pragma once

#include "engine/glynn/residues.h"
#include "engine/sparse/sparse_program.h"

/* Over floating numbers, or modulo a prime below 2^PM_RESIDUE_BITS. */
struct pm_sparse_signs {
    struct pm_sign_walk signs; /* the first member: this is one */
    struct pm_program program;
    struct pm_sparse_walk walk;
    bool wide[64]; /* residues: rows whose sums must be reduced */
};

/* For struct pm_sign_walk_engine. */
pm_status pm_sparse_new(struct pm_sign_walk **signs, const struct pm_matrix *a, int parts,
                        int layers, const void *choice);
pm_status pm_sparse_mod_new(struct pm_sign_walk **signs, const struct pm_image *image,
                            const void *choice);

/* The functions of kernels for these walks. */
extern const struct pm_sign_walk_kind pm_sparse_kind, pm_sparse_mod_kind;

/* ------------------------------------------------------------------ tables */

/* The walk of a program, without numbers yet; `signs` has the members that are known. */
pm_status pm_sparse_begin(struct pm_sparse_signs **sparse, const struct pm_sign_walk *signs,
                          const struct pm_sparse_choice *choice);

/* Entries, as doubles. */
struct pm_sparse_entries {
    const double *b;   /* [n][n][words] */
    const int *row;    /* row k of the program is row row[k] of b; NULL: k */
    const int *column; /* column[place] of b is at that place of the order */
};

/* Makes all tables; those of wide rows are reduced. */
pm_status pm_sparse_fill(struct pm_sparse_signs *sparse, const struct pm_sparse_entries *entries);

/* ------------------------------------------------------------------ a unit */

/* For struct pm_sign_walk_kind. */
void pm_sparse_walk(struct pm_strands_sum *sum, const struct pm_sign_walk *signs, double *x);
void pm_sparse_mod_walk(struct pm_strands_sum *sum, const struct pm_sign_walk *signs, double *x);

/* program_source.c: *text = the header "program.h" of cuda/sparse.h for that walk; the caller must
 * free it.  `wide` (only for residues, else NULL): rows whose values are in the problem. */
pm_status pm_sparse_source(char **text, const struct pm_sparse_walk *walk, int words,
                           const bool *wide);
