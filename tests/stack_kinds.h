/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Stacks that ask for other functions than permanents. */
#pragma once

#include "permatch.h"

static inline pm_status ask_hafnians(double *values, double *bounds, const pm_stack *stack,
                                     const void *loops, int threads)
{
    pm_stack own = *stack;

    own.size = sizeof own;
    own.kind = PM_STACK_HAFNIANS;
    own.loops = loops;
    return pm_batch(values, bounds, &own, threads);
}

static inline pm_status ask_patterns(double *values, double *bounds, const pm_stack *stack,
                                     const void *loops, int cutoff, int threads)
{
    pm_stack own = *stack;

    own.cutoff = cutoff;
    return ask_hafnians(values, bounds, &own, loops, threads);
}

static inline pm_status ask_hafnian_minors(double *values, double *bounds, const pm_stack *stack,
                                           int threads)
{
    pm_stack own = *stack;

    own.size = sizeof own;
    own.kind = PM_STACK_HAFNIANS;
    return pm_minors(values, bounds, &own, threads);
}

static inline pm_status ask_torontonians(double *values, double *bounds, const pm_stack *stack,
                                         const void *loops, double rtol, int threads)
{
    pm_stack own = *stack;

    own.size = sizeof own;
    own.kind = PM_STACK_TORONTONIANS;
    own.loops = loops;
    own.rtol = rtol;
    return pm_batch(values, bounds, &own, threads);
}

static inline pm_status ask_products(double *values, double *bounds, const pm_stack *left,
                                     const pm_stack *right, int threads)
{
    pm_stack own = *left;

    own.size = sizeof own;
    own.right = right;
    return pm_batch(values, bounds, &own, threads);
}
