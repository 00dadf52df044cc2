/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The data that all threads of a call share, and how matrices are read from a stack.
 *
 * The rows of `stack` are the shorter side.  Rows, and the columns of square matrices, are scaled
 * by powers of two so that moduli of entries are at most 1. */
#ifndef PM_BATCH_STACK_H
#define PM_BATCH_STACK_H

#include "base/watched.h"

struct pm_isa;

struct pm_batch {
    pm_stack stack;        /* rows <= cols; the caller's strides */
    int parts;             /* 1: real, 2: complex */
    bool turned;           /* rows are the caller's columns */
    bool minors;           /* minors are wanted instead of permanents */
    bool bounds;           /* bounds are wanted */
    double *value, *bound; /* the caller's arrays */
    size_t bounds_from;    /* the index of bound[0] */
    const struct pm_isa *isa;
    int inside;                 /* threads that may share one matrix; 0 is 1 */
    struct pm_watched *watched; /* NULL: nobody watches */
};

/* PM_STOPPED: the caller's watch asked to stop. */
static inline pm_status pm_batch_go_on(const struct pm_batch *b)
{
    return pm_go_on(pm_watched_stop(b->watched));
}

static inline bool pm_batch_is_stopped(const struct pm_batch *b)
{
    return pm_stop_wanted(pm_watched_stop(b->watched));
}

/* The place of each part of entry (i, j): base[(i * cols + j) * entry + part * step]. */
struct pm_target {
    double *base;
    int entry;
    ptrdiff_t part;
};

/* Copies the caller's description (base/sized.h).  PM_INPUT: it or the precision is invalid. */
pm_status pm_batch_take(struct pm_batch *b, const pm_stack *stack);

/* Makes the rows the shorter side. */
void pm_batch_arrange(struct pm_batch *b);

/* Entry (i, j) of matrix k as a complex number; an integer is rounded.  PM_INPUT: it is not
 * finite. */
pm_status pm_batch_finite(double z[2], const struct pm_batch *b, size_t k, int i, int j);

/* Loads matrix k; row_exp[i] and col_exp[j] = the exponents of the lines' scales. */
pm_status pm_batch_load(int *row_exp, int *col_exp, const struct pm_target *to,
                        const struct pm_batch *b, size_t k);

/* The index of answer (i, j) of matrix k; for permanents, i = j = 0. */
size_t pm_batch_place(const struct pm_batch *b, size_t k, int i, int j);

/* Writes value and bound, times 2^exp, at that index.  The bound covers underflow. */
void pm_batch_deliver(const struct pm_batch *b, size_t place, const double value[2], double bound,
                      int exp);

/* Allocates `count` doubles, aligned to 64 bytes. */
pm_status pm_batch_aligned(double **out, size_t count);

#endif
