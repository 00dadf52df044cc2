/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Random numbers of draw k: they are the same beside more draws, and for any number of threads. */
#pragma once

#include "base/splitmix.h"

#include <math.h>
#include <stddef.h>

static inline uint64_t pm_draws_state(uint64_t seed, size_t k)
{
    return pm_random_mix(pm_random_mix(seed) + k);
}

/* A multiple of 2^-53 from 0 to 1, but not 1. */
static inline double pm_draws_uniform(uint64_t *state)
{
    return (double)(pm_random_word(state) >> 11) * 0x1p-53;
}

/* A number with the standard normal distribution (Box and Muller, Annals of Mathematical Statistics
 * 29, 1958).  log() and cos() may differ in the last bit between machines. */
static inline double pm_draws_normal(uint64_t *state)
{
    const double size = pm_draws_uniform(state), angle = pm_draws_uniform(state);

    return sqrt(-2 * log1p(-size)) * cos(2 * 3.14159265358979323846 * angle);
}

/* A number below `count` with a probability proportional to its weight. */
static inline int pm_draws_choose(const double *weight, int count, uint64_t *state)
{
    double left = 0;
    int last = 0;

    for (int k = 0; k < count; k++)
        left += weight[k];
    left *= pm_draws_uniform(state);
    for (int k = 0; k < count; k++) {
        last = weight[k] > 0 ? k : last;
        if (left < weight[k])
            break;
        left -= weight[k];
    }
    return last;
}
