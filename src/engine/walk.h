/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Walks: the common code of engines that visit a numbered set of terms (subsets, sign vectors,
 * transversals).  A unit has 2^strand terms; the last unit may have fewer.  The computation of a
 * unit does not use results of other units, so its part does not depend on them. */
#pragma once

#include "engine/engine.h"

enum {
    PM_WALK_MAX = 64, /* largest order n of a walk with 2^(n-1) terms */
    PM_STRAND = 12,   /* log2 of the number of terms in a unit of such a walk */
    PM_RESTART = 8,   /* log2 of the number of terms after which row sums are computed afresh */
};

/* Row sums that are updated from term to term accumulate errors.  True if they must be computed
 * afresh for term g of the unit that begins with term `first`. */
static inline bool pm_walk_restarts(uint64_t g, uint64_t first)
{
    return g == first || (g & ((UINT64_C(1) << PM_RESTART) - 1)) == 0;
}

struct pm_isa;

struct pm_walk {
    struct pm_image *image;
    void *dense; /* T[cols * rows], by columns, in most kernels, where T is the number type
                  * (num/type.h); setup() fills it */
    uint64_t terms;
    int strand;         /* unit u has the terms u 2^strand .. (u + 1) 2^strand - 1 below `terms` */
    int *index;         /* integers for the kernel, in its own layout */
    void *table;        /* T values for the kernel, in its own layout */
    const void *choice; /* the decisions of cost(); borrowed */
    const struct pm_kernel *kernel;
    const int *stop;          /* base/stop.h; for kernels whose units may be long */
    const struct pm_isa *isa; /* for kernels that use vectors */
};

/* A kernel for one number type.  setup() fills dense, index and table; it may be NULL.  unit()
 * computes the sum of the terms first .. last - 1. */
struct pm_kernel {
    pm_status (*setup)(struct pm_walk *walk);
    pm_status (*unit)(const struct pm_walk *walk, uint64_t first, uint64_t last,
                      struct pm_part *part);
};

/* Functions for struct pm_engine.  pm_walk_open() makes a walk, *job, with the numbers of
 * cost->terms and cost->strand. */
pm_status pm_walk_open(void **job, const struct pm_core *core, const struct pm_cost *cost,
                       const struct pm_ring *ring, const struct pm_kernel *kernel);
pm_status pm_walk_work(void *job, uint64_t first, uint64_t count, struct pm_part *part);
void pm_walk_close(void *job);

/* Sets the cost of a walk over `terms` terms.  Each term takes `steps` steps, and a unit has
 * 2^strand terms. */
void pm_walk_cost(struct pm_cost *cost, uint64_t terms, int strand, double steps);

/* Sets the cost of a walk over 2^(n-1) subsets (half of all) of a square matrix of order n; `steps`
 * is for one subset.  PM_UNABLE: the core is rectangular, or its order exceeds PM_WALK_MAX. */
pm_status pm_walk_subsets(struct pm_cost *cost, const struct pm_core *core, double steps);

/* Declares the kernels `name` for all number types. */
#define PM_KERNELS(name)                                                                           \
    extern const struct pm_kernel name##_mod, name##_wrap, name##_real, name##_complex, name##_dd, \
        name##_complex_dd

/* The table of the kernels `name`, indexed by number type; NULL for a type that is not supported.
 * Kernels without a PM_WRAP version use PM_HALVING_TABLE. */
#define PM_HALVING_TABLE(name)                                                                     \
    {                                                                                              \
        [PM_MOD] = &name##_mod, [PM_REAL] = &name##_real, [PM_COMPLEX] = &name##_complex,          \
        [PM_DD] = &name##_dd, [PM_COMPLEX_DD] = &name##_complex_dd                                 \
    }
#define PM_KERNEL_TABLE(name)                                                                      \
    {                                                                                              \
        [PM_MOD] = &name##_mod, [PM_WRAP] = &name##_wrap, [PM_REAL] = &name##_real,                \
        [PM_COMPLEX] = &name##_complex, [PM_DD] = &name##_dd, [PM_COMPLEX_DD] = &name##_complex_dd \
    }
