/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What shares of arrays have in common (stack_shares.c, stack_joint.c). */
#pragma once

#include "base/status.h"
#include "num/scaled.h"

/* A question for shares. */
struct pm_stack_shares {
    pm_stack stack;   /* the caller's, or a part of it */
    int parts;        /* of a number */
    double roundings; /* of positive entries, that change a share by so many u */
    double *value, *bound;
    int threads;
};

/* Copies the question.  PM_INPUT: multiplicities; a stack in the memory of a GPU. */
pm_status pm_stack_shares_take(struct pm_stack_shares *s, double *values, double *bounds,
                               const pm_stack *stack, int threads);

/* Entry (i, j) of matrix k.  PM_INPUT: it is no logarithm. */
pm_status pm_stack_shares_entry(struct pm_scaled *x, const struct pm_stack_shares *s, size_t k,
                                int i, int j);

/* Writes a share as doubles; NaN where nothing is known. */
void pm_stack_shares_write(const struct pm_stack_shares *s, size_t at, const struct pm_scaled *x);

/* Matrices of the caller's stack, for a function that writes exponents; with a smaller epsilon,
 * since the errors of two numbers add up. */
pm_stack pm_stack_shares_ask(const struct pm_stack_shares *s, size_t first, size_t count,
                             int64_t *exponents);

/* Values of such a function, with their bounds and exponents.  The caller frees them also after an
 * error. */
struct pm_stack_numbers {
    double *value, *bound;
    int64_t *e;
};

pm_status pm_stack_numbers_new(struct pm_stack_numbers *n, size_t count, int parts);
void pm_stack_numbers_free(struct pm_stack_numbers *n);

/* Value k. */
struct pm_scaled pm_stack_shares_number(const struct pm_stack_shares *s,
                                        const struct pm_stack_numbers *n, size_t k);
