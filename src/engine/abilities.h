/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What only some engines can do.  Every member may be NULL. */
#pragma once

#include "engine/engine_query.h"

#include <stdio.h>

struct pm_fold;
struct pm_gpu;
struct pm_recipe_text;
struct pm_engine_search;
struct pm_engine_stack;
struct pm_value;

/* An engine's work on a GPU (cuda/gpu.h).  It gives the same bits as on the CPU.  All calls for one
 * device object come from one thread, which has entered the device.  A device is used better by
 * several such threads than by one. */
struct pm_engine_gpu {
    double rate[PM_NUMBERS]; /* steps per second of the reference device, an NVIDIA H200 */
    uint64_t least, most;    /* least and largest number of units of a launch; ranges should be
                              * multiples of `least` */
    double memory; /* largest memory of a unit, as cost() counts it, as a fraction of the device's
                    * memory; 0: no limit */
    bool alone;    /* one unit occupies the whole device, so one thread for each device is
                    * enough */

    /* The recipe of the kernel for `job`, which is from the engine's open().  Of the GPU only the
     * description is used.  The caller clears *recipe. */
    pm_status (*recipe)(struct pm_recipe_text *recipe, const void *job, const struct pm_gpu *gpu);

    /* `job` must exist as long as *device. */
    pm_status (*open)(void **device, const void *job, const struct pm_gpu *gpu);
    pm_status (*work)(void *device, uint64_t first, uint64_t count, struct pm_fold *fold);
    void (*close)(void *device);
};

struct pm_engine_more {
    /* the search that finds what cost() needs (search_steps.h); NULL: there is none */
    const struct pm_engine_search *search;
    void (*forget)(void *choice); /* releases pm_cost.choice; NULL: there are no choices */

    /* write() writes the result of cost() as lines of a stored plan, and read() reads them.  NULL:
     * cost() is quick and always finds the same result for the same core, so cost() is called
     * again.  Other engines write what takes long to find, with the functions of base/stored.h.
     * For example, for an order of vertices:
     *
     *     pm_stored_put_ints(file, "order", order, n);        in write()
     *     PM_TRY(pm_stored_order(order, n, rest, "order"));   in read()
     *
     * read() gets the same core and number type, reads its lines from *rest, and fills *cost as
     * cost() does.  It checks everything.  PM_INPUT, with the reason: write() cannot have written a
     * line for this core. */
    void (*write)(FILE *file, const struct pm_cost *cost);
    pm_status (*read)(struct pm_cost *cost, const struct pm_core *core, enum pm_number number,
                      const struct pm_limits *limits, char **rest);

    /* *part = an interval that contains the sum of the moduli of all terms, as a floating part.
     * This takes at most the time of one ring.  The sum bounds the answer; for a non-negative
     * matrix it is the answer.  NULL: not available. */
    pm_status (*about)(struct pm_part *part, const struct pm_core *core, const struct pm_cost *cost,
                       const struct pm_limits *limits);

    /* The edges on which the method branches: *u and *v are lines of the core, columns counted
     * after rows.  The edges of a vertex with several come together, with it in *u.  Returns their
     * number. NULL: the method never branches on edges. */
    int (*branches)(const int **u, const int **v, const struct pm_cost *cost);

    const struct pm_engine_stack *stack[2]; /* ways for many matrices of one shape; NULL is last */
    const struct pm_engine_gpu *gpu;        /* NULL: there are no kernels for GPUs */
    /* *value = the answer in floating-point numbers with so many bits, and a proved error bound.
     * NULL: the engine has only the types in `numbers`. */
    pm_status (*any)(struct pm_value *value, const struct pm_core *core, const struct pm_cost *cost,
                     int bits, const struct pm_limits *limits);
    const struct pm_engine_query *query[PM_QUERIES]; /* [PM_VALUE]: NULL; others NULL: the
                                                      * engine cannot answer that query */
};

/* The time of `any`, divided by that of cost() for real or complex numbers: products of longer
 * numbers take longer, and earlier runs with fewer bits are counted, too. */
static inline double pm_any_slower(int bits)
{
    return 1 + bits / 250.0;
}

/* For engines that can do no more. */
static const struct pm_engine_more pm_engine_no_more;
