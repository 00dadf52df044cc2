/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Walks: the common code of engines that visit a numbered set of terms (subsets, sign vectors,
 * transversals).  A unit has 2^strand terms.  It starts from scratch and visits its terms in order,
 * so its part does not depend on other units. */
#ifndef PM_ENGINE_WALK_H
#define PM_ENGINE_WALK_H

#include "engine/engine.h"

enum {
    PM_WALK_MAX = 64, /* largest order of a 2^(n-1) walk */
    PM_STRAND = 12,   /* log2 of the number of terms in a unit of such a walk */
    PM_RESTART = 8,   /* log2 of the number of terms after which row sums are computed afresh */
};

/* Running sums accumulate errors.  True where they must be computed afresh for term g. */
static inline bool pm_walk_restarts(uint64_t g, uint64_t first)
{
    return g == first || (g & ((UINT64_C(1) << PM_RESTART) - 1)) == 0;
}

struct pm_walk {
    struct pm_image *image;
    void *dense; /* T[cols * rows] by columns; setup fills it */
    uint64_t terms;
    int strand;         /* unit u has terms u 2^strand .. (u + 1) 2^strand - 1 */
    int *index;         /* integers for the kernel, in its own layout */
    void *table;        /* T values for the kernel, in its own layout */
    const void *choice; /* the decisions of cost(); not owned */
    const struct pm_kernel *kernel;
    const int *stop; /* base/stop.h: for kernels whose units may be long */
};

/* A kernel for one number type.  setup (may be NULL) fills dense, index, table.  unit computes the
 * terms first .. last - 1. */
struct pm_kernel {
    pm_status (*setup)(struct pm_walk *walk);
    pm_status (*unit)(const struct pm_walk *walk, uint64_t first, uint64_t last,
                      struct pm_part *part);
};

/* Opens a walk as an engine's job. */
pm_status pm_walk_open(void **job, const struct pm_core *core, const struct pm_cost *cost,
                       const struct pm_ring *ring, const struct pm_kernel *kernel);
pm_status pm_walk_work(void *job, uint64_t first, uint64_t count, struct pm_part *part);
void pm_walk_close(void *job);

/* Sets the cost of a walk over `terms` terms of `steps` steps each, 2^strand in a unit. */
void pm_walk_cost(struct pm_cost *cost, uint64_t terms, int strand, double steps);

/* Sets the cost of a walk over 2^(n-1) subsets of a square matrix of order n, half of all.
 * PM_UNABLE: the core is rectangular, or its order exceeds PM_WALK_MAX. */
pm_status pm_walk_subsets(struct pm_cost *cost, const struct pm_core *core, double steps);

/* Kernels by number type; NULL where a type is not supported. */
#define PM_KERNELS(name)                                                                           \
    extern const struct pm_kernel name##_mod, name##_wrap, name##_real, name##_complex, name##_dd, \
        name##_complex_dd

PM_KERNELS(pm_ryser);
PM_KERNELS(pm_ryser_wide);
PM_KERNELS(pm_glynn);
PM_KERNELS(pm_recompute);
PM_KERNELS(pm_bbfg);
PM_KERNELS(pm_sparyser);
PM_KERNELS(pm_enumerate);
PM_KERNELS(pm_multiplicity);
PM_KERNELS(pm_hafnian);

/* A table of a kernel by types.  Kernels that halve have no PM_WRAP version. */
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

#endif
