/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The program of a sparse walk: how products of row sums are made.
 *
 * A block is the set of sign vectors that differ only in the `fast` columns.  Each operation
 * multiplies factors for all signs of a few fast columns, its scope.  The factors are earlier
 * products (tables), and rows that meet those columns.  An operation that sums subtracts the
 * products that differ in the sign of the scope's first column, since no later factor depends on
 * it.  An operation is repeated only when a Gray-coded column on which it depends has changed its
 * sign.
 *
 * Rows are numbered in the order of the program; each row belongs to one operation. */
#pragma once

#include "engine/glynn/sign_walk.h"
#include "model/matrix.h"

#include <stdint.h>

enum {
    PM_SCOPE = 5,        /* largest number of fast columns of an operation */
    PM_FAST = 16,        /* largest number of fast columns */
    PM_SPARSE_GRAY = 13, /* largest number of Gray-coded columns */
    PM_OPERATIONS = 64 + PM_FAST + 4,
    PM_ENTRIES = 64 * (1 << (PM_SCOPE - 1)) + PM_FAST * (1 << (PM_SCOPE - 1)) + 4,
};

/* A factor that was computed before. */
struct pm_table {
    short entry;                             /* index of its first value */
    bool apart;                              /* see struct pm_program.apart */
    unsigned char pair[1 << (PM_SCOPE - 1)]; /* pair k of the operation uses this pair of the
                                              * table */
};

struct pm_operation {
    int scope;             /* log2 of the number of its products; 0: they depend on no fast
                            * column */
    bool sum;              /* 2^(scope-1) differences of the 2^scope products are left */
    bool gate;             /* if the product is zero, so is the block */
    bool reduce;           /* residues: the product must be reduced */
    short table, tables;   /* program.table[table .. tables - 1] */
    short row, ones, rows; /* rows row .. ones - 1 have entry 1 in the scope's first column; rows
                            * ones .. rows - 1 any entry */
    short entry;           /* index of the first value of the result */
    int low;               /* place of row `row` in struct pm_sparse_walk */
    uint64_t moved;        /* Gray-coded columns on which it depends; the top bit is always set */
};

struct pm_program {
    int n, fast, gray;
    int operations, entries, result;
    struct pm_operation operation[PM_OPERATIONS];
    struct pm_table table[PM_OPERATIONS];
    int tables;
    int row[64];      /* rows in order */
    uint64_t met[64]; /* the columns of row k, by their places in the order */
    bool apart[64];   /* residues: the product so far is reduced before row k */
};

/* Tables of numbers for a program.  They have a row's sums over the fast columns of its operation's
 * scope; if its entry in the first of these is 1, only over the others. */
struct pm_sparse_walk {
    const struct pm_program *program;
    int log_blocks;
    const double *low;
    const int *step_start; /* [log_blocks + 1] */
    const int *step_row;   /* rows of each Gray-coded column */
    const int *step_wide;  /* [log_blocks] residues: row sums from here on are reduced */
    const double *step;    /* [][words] twice the column's entry */
    const double *least;   /* [n] in the bound, row sums count as at least this */
    double p, inverse;     /* residues */
};

/* x: row sums as in the dense walk.  The bound is the sum of the bounds of products. */
typedef void pm_sparse_strands(struct pm_strands_sum *sum, const struct pm_sparse_walk *w,
                               double *x);

/* sum[lane] = the signed sum of the products, |sum| < p. */
typedef void pm_sparse_residues(double sum[PM_LANES], const struct pm_sparse_walk *w, double *x);

/* ------------------------------------------------------------------ making one */

/* For each row, the columns with entries, as bits, and how often its sum is zero. */
struct pm_pattern {
    int n; /* order of the matrix that is walked, with a border of ones on the diagonal */
    uint64_t row[64];
    double zeros[64]; /* fraction of the sign vectors for which the sum is known to be zero */
};

/* The order of columns, by the use of their signs. */
struct pm_sparse_order {
    int fast;       /* number of columns summed over inside a block, in order of elimination */
    int top;        /* number of columns at the end whose places the caller has chosen; 0: the
                     * program chooses all */
    int column[64]; /* the fast ones, Gray-coded ones, those of lanes, those of units, and one with
                     * a fixed sign */
};

/* The number of columns that cannot be fast or Gray-coded, nor lanes. */
static inline int pm_sparse_fixed(const struct pm_sparse_order *order)
{
    return order->top > 0 ? order->top : 1;
}

pm_status pm_sparse_pattern_init(struct pm_pattern *pattern, const struct pm_matrix *a);

/* Chooses the fast columns; the others follow in their order.  If order->top is not 0, the last
 * columns are given. */
void pm_sparse_order_choose(struct pm_sparse_order *order, const struct pm_pattern *pattern);

/* Makes the program of an order, and sorts the columns between the fast ones and those at the top
 * by the cost of a change of their sign. */
void pm_sparse_program_init(struct pm_program *program, struct pm_sparse_order *order,
                            const struct pm_pattern *pattern);

/* Exchanges rows k and l of the same operation. */
void pm_sparse_program_swap(struct pm_program *program, int k, int l);

/* Sets `low` of each operation, its place among the sums of fast columns.  Returns the number of
 * doubles of these sums, `words` for each sum. */
int pm_sparse_program_place_lows(struct pm_program *program, int words);

/* Returns the number of row sums that Gray-coded columns change, each counted once. */
int pm_sparse_program_steps(const struct pm_program *program);

/* Estimates the number of operations of a block, averaged over a strand, for one lane.  A block
 * ends early only if all lanes have a row sum of zero. */
double pm_sparse_program_work(const struct pm_program *program, const struct pm_pattern *pattern);

/* The decisions of cost(). */
struct pm_sparse_choice {
    struct pm_sparse_order order;
    struct pm_program program;
};
