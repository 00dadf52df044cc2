/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The program of a sparse walk: which products of row sums are made of which.
 *
 * A block is the set of sign vectors that agree in all columns but the `fast` ones.  Each operation
 * multiplies factors for all signs of a few fast columns, its scope: products already made (tables)
 * and rows that meet those columns.  Where it sums, the products that differ in the sign of the
 * scope's first column are subtracted, for no later factor depends on it.  An operation is repeated
 * only when a Gray-coded column that it depends on has changed its sign.
 *
 * Rows are numbered as the program meets them; each meets one operation. */
#ifndef PM_ENGINE_SPARSE_PROGRAM_H
#define PM_ENGINE_SPARSE_PROGRAM_H

#include "engine/dense/strands.h"

#include <stdint.h>

enum {
    PM_SCOPE = 5,        /* fast columns of an operation at most */
    PM_FAST = 16,        /* fast columns at most */
    PM_SPARSE_GRAY = 13, /* Gray-coded columns at most */
    PM_OPERATIONS = 64 + PM_FAST + 4,
    PM_ENTRIES = 64 * (1 << (PM_SCOPE - 1)) + PM_FAST * (1 << (PM_SCOPE - 1)) + 4,
};

/* A factor that was made before. */
struct pm_table {
    short entry;                             /* its first value */
    bool apart;                              /* see struct pm_program.apart */
    unsigned char pair[1 << (PM_SCOPE - 1)]; /* pair k of the operation takes this pair of it */
};

struct pm_operation {
    int scope;             /* log2 of its products; 0: they depend on no fast column */
    bool sum;              /* of 2^scope products, 2^(scope-1) differences are left */
    bool gate;             /* where the product is zero, so is the block */
    bool reduce;           /* residues: the product is reduced */
    short table, tables;   /* program.table[table .. tables - 1] */
    short row, ones, rows; /* row .. ones - 1 have entry 1 in the scope's first column; ones ..
                            * rows - 1 any */
    short entry;           /* first value of the result */
    int low;               /* of row `row`, in struct pm_sparse_walk */
    uint64_t moved;        /* Gray-coded columns on which it depends; the top bit: always set */
};

struct pm_program {
    int n, fast, gray;
    int operations, entries, result;
    struct pm_operation operation[PM_OPERATIONS];
    struct pm_table table[PM_OPERATIONS];
    int tables;
    int row[64];      /* rows in order */
    uint64_t met[64]; /* columns that row k meets, by their places in the order */
    bool apart[64];   /* residues: what was multiplied so far is reduced before row k */
};

/* Tables of numbers for a program.  A row's sums over the fast columns of its operation's scope:
 * with entry 1 in the first one, sums of the others; else of all. */
struct pm_sparse_walk {
    const struct pm_program *program;
    int log_blocks;
    const double *low;
    const int *step_start; /* [log_blocks + 1] */
    const int *step_row;   /* rows that a Gray-coded column meets */
    const int *step_wide;  /* [log_blocks] residues: from here on, row sums are reduced */
    const double *step;    /* [][words] twice its entry */
    const double *least;   /* [n] what a row sum is at least taken for in the bound */
    double p, inverse;     /* residues */
};

#endif
