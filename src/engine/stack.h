/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Stacks: many matrices of one shape in an array, without a plan for each.  This is what an engine
 * needs for them: struct pm_engine_stack, the data that all threads of a call share, how matrices
 * are read, and how answers are written.
 *
 * The rows of `stack` are the shorter side.  Rows, and the columns of square matrices, are scaled
 * by powers of two. */
#pragma once

#include "base/watched.h"
#include "num/mag.h"

struct pm_isa;

struct pm_batch {
    pm_stack stack;        /* rows <= cols; the caller's strides */
    int parts;             /* 1: real, 2: complex */
    bool turned;           /* rows are the caller's columns */
    bool minors;           /* minors are wanted instead of permanents */
    int degree;            /* answers are sums of products of so many entries; 0: other ones */
    bool bounds;           /* somebody reads bounds */
    bool device;           /* the data may be in the memory of a GPU */
    int layers;            /* of plain matrices: 1 double, 2 double-double */
    double *value, *bound; /* of all answers; bound may be NULL for methods that do not read it */
    const struct pm_isa *isa;
    int inside;                 /* threads that may share one matrix; 0 is 1 */
    struct pm_watched *watched; /* NULL: nobody watches */
    const void *each;           /* of pm_batch_each() */
};

/* Whether the matrices have neither multiplicities nor another precision than double. */
static inline bool pm_batch_is_plain(const struct pm_batch *b)
{
    const pm_stack *const s = &b->stack;

    return s->row_times == NULL && s->col_times == NULL &&
           (s->precision == PM_PRECISION_AUTO || s->precision == PM_PRECISION_DOUBLE);
}

/* How an engine computes the matrices of a stack, `group` at a time.  Every thread opens its own
 * room. */
struct pm_engine_stack {
    size_t group;
    bool inside; /* work() uses pm_batch.inside threads */

    /* The predicted seconds for one matrix; HUGE_VAL: the engine does not answer this question for
     * this shape.  Only these two decide, never the machine or the number of matrices. */
    double (*seconds)(const struct pm_batch *b);
    pm_status (*open)(void **room, const struct pm_batch *b);
    pm_status (*work)(void *room, size_t first, int count); /* count <= group */
    void (*close)(void *room);                              /* NULL is fine */

    /* The same for all matrices on the stack's devices; threads do what the devices cannot.  NULL,
     * or fewer columns than this: threads compute. */
    pm_status (*on_gpus)(const struct pm_batch *b, int threads);
    int gpu_cols;
};

/* Computes the matrices of a stack by several threads; the first failure ends all.  `missing`: only
 * those with a missing answer (pm_batch_miss()), which stays missing if this is PM_UNABLE. */
pm_status pm_batch_work(const struct pm_batch *b, const struct pm_engine_stack *engine, int threads,
                        bool missing);

/* Calls solve(what, k) for each matrix k of the stack of `b`, which is part of *what; 0 threads: as
 * many as the OpenMP run time gives.  The caller's watch is called, and b->watched tells of it. */
pm_status pm_batch_each(struct pm_batch *b, int threads,
                        pm_status (*solve)(const void *what, size_t k), const void *what);

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

/* Loops of the matrices of `stack`, as matrices with one row; data = NULL: there are none. */
pm_status pm_batch_take_loops(struct pm_batch *loops, const pm_stack *stack, const void *data);

/* How many threads take matrices; the others of `threads` share one if there are few. */
int pm_batch_outside(struct pm_batch *b, int threads);

/* PM_INPUT: the stack is in the memory of a GPU that there is not. */
pm_status pm_stack_device(const pm_stack *stack);

/* *own = the stack in the memory of the host, and *loops likewise, `cols` numbers for each matrix;
 * *loops may be NULL.  copy[0] and copy[1] are the caller's, to be released with free(). */
pm_status pm_stack_fetch(pm_stack *own, const void **loops, void *copy[2], const pm_stack *stack);

/* Makes the rows the shorter side. */
void pm_batch_arrange(struct pm_batch *b);

/* Entry (i, j) of matrix k as a complex number; an integer is rounded.  PM_INPUT: it is not
 * finite. */
pm_status pm_batch_finite(double z[2], const struct pm_batch *b, size_t k, int i, int j);

/* PM_INPUT: matrix k is not symmetric. */
pm_status pm_batch_asymmetric(size_t k, int row, int col);

/* How a matrix is scaled: entry (i, j) of the caller is 2^(row[i] + col[j]) times the entry here.
 * The caller of pm_batch_load() sets rows, top, and the arrays. */
struct pm_batch_scale {
    int rows;       /* at least those of the stack; behind them are rows of ones */
    int top;        /* parts of entries are below 2^top; 2^(top-1) in each line that is scaled */
    int *row, *col; /* [rows], [cols]; columns are scaled if the matrix is square */
    int all;        /* the sum of both */
    int least; /* no modulus is below 2^least, but for zeros; it is at most `top`.  Below -1022,
                * entries may have been rounded, by 2^-1075 for each part */
};

pm_status pm_batch_load(struct pm_batch_scale *scale, const struct pm_target *to,
                        const struct pm_batch *b, size_t k);

/* Whether a[rows][cols], which was loaded so, is a matrix of integers that were rounded when they
 * were read, since one has more than 53 bits. */
bool pm_batch_is_rounded(const struct pm_batch *b, const double *a,
                         const struct pm_batch_scale *scale);

/* *total = the number of rows (side 0) or of columns of matrix k, with their multiplicities.
 * PM_INPUT: one is below 0.  PM_UNABLE: more than 2^20 in all. */
pm_status pm_batch_total(int *total, const struct pm_batch *b, int side, size_t k);

/* The index of answer (i, j) of matrix k; for permanents, i = j = 0. */
size_t pm_batch_place(const struct pm_batch *b, size_t k, int i, int j);

/* Writes value and bound, times 2^exp, at that index.  The bound covers underflow of these.  An
 * infinite bound is written only if the value is above the range of doubles for sure; else the
 * answer is missing. */
void pm_batch_write(const struct pm_batch *b, size_t place, const double value[2],
                    struct pm_mag bound, int64_t exp);

/* As pm_batch_write(), but the answer is also missing if its bound does not suffice. */
void pm_batch_deliver(const struct pm_batch *b, size_t place, const double value[2],
                      struct pm_mag bound, int64_t exp);

/* Whether the error is as small as wanted: for PM_PRECISION_AUTO, stack.epsilon relative to the
 * value, 1e-12 where this is 0. */
bool pm_batch_suffices(const struct pm_batch *b, const double value[2], struct pm_mag bound);

/* Writes NaN, and HUGE_VAL as its bound: the range of doubles does not suffice.  pm_batch() then
 * computes the matrix again, in balls. */
void pm_batch_miss(const struct pm_batch *b, size_t place);
void pm_batch_miss_all(const struct pm_batch *b, size_t k); /* for all answers of matrix k */

/* The number of answers for a matrix; whether one of matrix k is such a NaN. */
size_t pm_batch_answers(const struct pm_batch *b);
bool pm_batch_is_missing(const struct pm_batch *b, size_t k);
bool pm_batch_misses(const struct pm_batch *b); /* of some matrix */

/* Allocates `count` doubles, aligned to 64 bytes. */
pm_status pm_batch_aligned(double **out, size_t count);
