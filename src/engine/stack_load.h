/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How the matrices of a stack are described, read and scaled.  The rows of `stack` are the shorter
 * side.  Rows, and the columns of square matrices, are scaled by powers of two. */
#pragma once

#include "engine/stack.h"

#include <math.h>

/* The place of each part of entry (i, j): base[(i * cols + j) * entry + part * step]. */
struct pm_target {
    double *base;
    int entry;
    ptrdiff_t part;
};

/* The modulus of the larger part of an entry there. */
static inline double pm_stack_size(const double *at, ptrdiff_t part, int parts)
{
    const double re = fabs(at[0]), im = parts == 2 ? fabs(at[part]) : re;

    return re > im ? re : im;
}

/* Copies the caller's description (base/sized.h).  PM_INPUT: it or the precision is invalid. */
pm_status pm_stack_take(struct pm_batch *b, const pm_stack *stack);

/* b->loops = the loops of the stack, in *loops. */
pm_status pm_stack_take_loops(struct pm_batch *b, struct pm_batch *loops);

/* How many threads take matrices; the others of `threads` share one if there are few. */
int pm_stack_outside(struct pm_batch *b, int threads);

/* PM_INPUT: the stack is in the memory of a GPU that there is not. */
pm_status pm_stack_device(const pm_stack *stack);

/* Brings a stack, and its loops, into the memory of the host.  copy[0] and copy[1], NULL at first,
 * are the caller's, to be released with free(). */
pm_status pm_stack_fetch(pm_stack *stack, void *copy[2]);

/* A stack in the memory of the host whose multiplicities are all 0 or 1, as many ones in every
 * matrix, becomes one of smaller matrices without multiplicities, which all engines compute. *copy,
 * NULL at first, are its entries, the caller's, to be released with free(). */
pm_status pm_stack_part(pm_stack *stack, void **copy);

/* Makes the rows the shorter side. */
void pm_stack_arrange(struct pm_batch *b);

/* Entry (i, j) of matrix k as a complex number; an integer is rounded. */
void pm_stack_entry(double z[2], const struct pm_batch *b, size_t k, int i, int j);

/* The same.  PM_INPUT: it is not finite. */
pm_status pm_stack_finite(double z[2], const struct pm_batch *b, size_t k, int i, int j);

/* PM_INPUT: matrix k is not symmetric, or not skew-symmetric. */
pm_status pm_stack_asymmetric(size_t k, bool skew, int row, int col);

/* How a matrix is scaled: entry (i, j) of the caller is 2^(row[i] + col[j]) times the entry here.
 * The caller of pm_stack_load() sets rows, top, and the arrays. */
struct pm_stack_scale {
    int rows;       /* at least those of the stack; behind them are rows of ones */
    int top;        /* parts of entries are below 2^top; 2^(top-1) in each line that is scaled */
    int *row, *col; /* [rows], [cols]; columns are scaled if the matrix is square */
    int all;        /* the sum of both */
    int least; /* no modulus is below 2^least, but for zeros; it is at most `top`.  Below -1022,
                * entries may have been rounded, by 2^-1075 for each part */
};

/* Copies matrix k as it is, `rows` rows of it, and then scales it.  PM_INPUT: an entry is not
 * finite. */
pm_status pm_stack_copy(const struct pm_target *to, const struct pm_batch *b, size_t k, int rows);
pm_status pm_stack_load(struct pm_stack_scale *scale, const struct pm_target *to,
                        const struct pm_batch *b, size_t k);

/* Whether a matrix that was loaded so is one of integers that were rounded when they were read,
 * since one has more than 53 bits. */
bool pm_stack_is_rounded(const struct pm_batch *b, const struct pm_target *loaded,
                         const struct pm_stack_scale *scale);

/* *total = the number of rows (side 0) or of columns of matrix k, with their multiplicities.
 * PM_INPUT: one is below 0.  PM_UNABLE: more than 2^20 in all. */
pm_status pm_stack_total(int *total, const struct pm_batch *b, int side, size_t k);

/* Allocates `count` doubles, aligned to 64 bytes. */
pm_status pm_stack_aligned(double **out, size_t count);
