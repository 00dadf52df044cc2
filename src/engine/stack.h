/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Stacks: many matrices of one shape in an array, without a plan for each.  A batch is one call for
 * a stack.  What an engine does for them is struct pm_engine_stack; stack_load.h reads matrices,
 * and stack_answers.h writes answers. */
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
    bool logs;             /* entries may be logarithms */
    bool any;              /* other functions than permanents may be asked for */
    int layers;            /* of plain matrices: 1 double, 2 double-double */
    double *value, *bound; /* of all answers; bound may be NULL for methods that do not read it */
    const struct pm_isa *isa;
    int inside;                   /* threads that may share one matrix; 0 is 1 */
    struct pm_watched *watched;   /* NULL: nobody watches */
    const struct pm_batch *loops; /* as matrices with one row; NULL: there are none */
    const void *what;             /* more that the caller of pm_stack_each() wants to know */
};

/* Whether the matrices have neither multiplicities nor another precision than double. */
static inline bool pm_stack_is_plain(const struct pm_batch *b)
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
     * this shape.  Only the shape and the question decide, never the machine. */
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
 * those with a missing answer (pm_stack_miss()), which stays missing if this is PM_UNABLE. */
pm_status pm_stack_work(const struct pm_batch *b, const struct pm_engine_stack *engine, int threads,
                        bool missing);

/* Calls solve(b, k) for each matrix k, or only for those with a missing answer. */
pm_status pm_stack_each(const struct pm_batch *b, int threads, bool missing,
                        pm_status (*solve)(const struct pm_batch *b, size_t k));

/* PM_STOPPED: the caller's watch asked to stop. */
static inline pm_status pm_stack_go_on(const struct pm_batch *b)
{
    return pm_go_on(pm_watched_stop(b->watched));
}

static inline bool pm_stack_is_stopped(const struct pm_batch *b)
{
    return pm_stop_wanted(pm_watched_stop(b->watched));
}
