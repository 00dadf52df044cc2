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

#include "engine/glynn/sign_walk.h"
#include "model/matrix.h"

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

/* x: row sums as in the dense walk.  The bound is the sum of what products are at most. */
typedef void pm_sparse_strands(struct pm_strands_sum *sum, const struct pm_sparse_walk *w,
                               double *x);

/* sum[lane] = the signed sum of the products, |sum| < p. */
typedef void pm_sparse_residues(double sum[PM_LANES], const struct pm_sparse_walk *w, double *x);

/* ------------------------------------------------------------------ making one */

/* Which columns have entries in a row, as bits; and how often its sum is zero. */
struct pm_pattern {
    int n; /* order of the matrix that is walked: bordered by ones on the diagonal */
    uint64_t row[64];
    double zeros[64]; /* share of the sign vectors for which the sum is zero, as far as is known */
};

/* Columns by what becomes of their signs. */
struct pm_order {
    int fast;       /* summed over inside a block, in order of elimination */
    int column[64]; /* those, then Gray-coded ones, lanes', units', and one whose sign is fixed */
};

pm_status pm_pattern_init(struct pm_pattern *pattern, const struct pm_matrix *a);

/* Chooses the fast columns; the others follow as they come. */
void pm_order_choose(struct pm_order *order, const struct pm_pattern *pattern);

/* The order with those fast columns, a set of bits; false where there are too many. */
bool pm_order_set(struct pm_order *order, const struct pm_pattern *pattern, uint64_t fast);

/* The program of an order; orders the other columns by what a change of their sign costs. */
void pm_program_init(struct pm_program *program, struct pm_order *order,
                     const struct pm_pattern *pattern);

/* Rows k and l, of one operation, change places. */
void pm_program_swap(struct pm_program *program, int k, int l);

/* Gives each operation its place among the sums of fast columns; returns their number. */
int pm_program_place_lows(struct pm_program *program, int words);

/* Row sums that Gray-coded columns change, each once. */
int pm_program_steps(const struct pm_program *program);

/* About how many operations a block takes, averaged over a strand, for one lane. */
double pm_program_work(const struct pm_program *program, const struct pm_pattern *pattern);

/* What cost() decides. */
struct pm_sparse_choice {
    struct pm_order order;
    struct pm_program program;
};

#endif
