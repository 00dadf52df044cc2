/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Probabilities as balls of Arb: whether they are precise enough, and how they are written. */
#pragma once

#include "base/budget.h"
#include "engine/stack_balls.h"

/* Balls are tried with 128, 256, 512 and 1024 bits.  A probability that is below
 * 2^PM_PROBABILITY_LEAST and may be 0 needs no more of them. */
enum { PM_PROBABILITY_BITS = 128, PM_PROBABILITY_BITS_MOST = 1024, PM_PROBABILITY_LEAST = -900 };

struct pm_probabilities {
    double *values, *bounds; /* bounds: NULL, or one for each value */
    size_t count;
    bool is_signed; /* values may be below 0; else they are cut off there */
    bool *vague;    /* which are not as precise as asked for; NULL: nobody wants to know */
    pm_options options;
};

/* Takes the caller's arrays and options, as the public functions get them. */
pm_status pm_probability_take(struct pm_probabilities *p, double *values, double *bounds,
                              size_t count, const pm_options *options);

/* Writes probability k, or its logarithm, and its bound, and whether it is vague. */
void pm_probability_write(const struct pm_probabilities *p, size_t k, const arb_t x);

/* Writes an element of a density matrix in values[2 k] and values[2 k + 1] likewise. */
void pm_probability_write_complex(const struct pm_probabilities *p, size_t k, const acb_t z);

/* Whether none is vague. */
bool pm_probability_is_done(const struct pm_probabilities *p);

/* For pm_batch() and other functions of stacks: the caller's watch, which also stops them when they
 * take longer than pm_budget_late(options.seconds).  Their status becomes
 * pm_probability_deadline_status(). */
struct pm_deadline {
    const pm_options *options;
    double begun;
    bool late;
};
void pm_probability_deadline_set(struct pm_deadline *d, pm_stack *stack, const pm_options *options);

/* *within = the options with such a watch and without seconds: for several calls that have one
 * limit together. */
void pm_probability_deadline_within(struct pm_deadline *d, pm_options *within,
                                    const pm_options *options);
pm_status pm_probability_deadline_status(const struct pm_deadline *d, pm_status status);

/* Calls solve(what, k, stop) for k = 0 .. count - 1 on all threads, under the caller's watch and
 * limit of time. */
pm_status pm_probability_each(const struct pm_probabilities *p, size_t count,
                              pm_status (*solve)(const void *what, size_t k, const int *stop),
                              const void *what);
