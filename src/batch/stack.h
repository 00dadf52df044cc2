/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What all threads of a call share, and how matrices come out of a stack.
 *
 * The rows of `stack` are the shorter side.  Rows, and the columns of square matrices, are scaled
 * by powers of two on the way, so that moduli of entries are at most 1. */
#ifndef PM_BATCH_STACK_H
#define PM_BATCH_STACK_H

#include "base/status.h"

struct pm_isa;

struct pm_batch {
    pm_stack stack;        /* rows <= cols, strides as they are */
    int parts;             /* 1: real, 2: complex */
    bool turned;           /* rows are the caller's columns */
    bool minors;           /* wanted instead of permanents */
    bool bounds;           /* wanted */
    double *value, *bound; /* the caller's arrays */
    size_t bounds_from;    /* the place of bound[0] */
    const struct pm_isa *isa;
    int inside; /* threads that may share one matrix; 0 is 1 */
};

/* Where the parts of entry (i, j) go: base[(i * cols + j) * entry + part * step]. */
struct pm_target {
    double *base;
    int entry;
    ptrdiff_t part;
};

/* Strides that the caller left out; a shape or a precision that is none is PM_INPUT. */
pm_status pm_batch_take(struct pm_batch *b, const pm_stack *stack);

/* Makes rows the shorter side. */
void pm_batch_arrange(struct pm_batch *b);

/* Entry (i, j) of matrix k as a complex number; an integer is rounded.  PM_INPUT where it is not
 * finite. */
pm_status pm_batch_finite(double z[2], const struct pm_batch *b, size_t k, int i, int j);

/* Matrix k; row_exp[i] and col_exp[j] = the exponents that were taken off lines. */
pm_status pm_batch_load(int *row_exp, int *col_exp, const struct pm_target *to,
                        const struct pm_batch *b, size_t k);

/* Where answer (i, j) of matrix k goes; of permanents, i = j = 0. */
size_t pm_batch_place(const struct pm_batch *b, size_t k, int i, int j);

/* Writes value and bound 2^exp times there; what scaling loses below the range of numbers is
 * bounded. */
void pm_batch_deliver(const struct pm_batch *b, size_t place, const double value[2], double bound,
                      int exp);

/* Memory for `count` doubles, aligned to 64 bytes. */
pm_status pm_batch_aligned(double **out, size_t count);

#endif
