/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Random choices by a counter: draw number k of a seed has its own stream, so that it does not
 * matter who computes which draw. */
#pragma once

#include "base/splitmix.h"

/* The state of the generator for draw `number` of a seed. */
static inline uint64_t pm_chance_stream(uint64_t seed, uint64_t number)
{
    return pm_random_mix(pm_random_mix(seed) + number);
}

/* Uniform in [0, 1): a multiple of 2^-53. */
static inline double pm_chance(uint64_t *state)
{
    return (double)(pm_random_word(state) >> 11) * 0x1p-53;
}

/* k with probability weight[k] / (sum of all), and -1 if the sum is 0.  The probability that is
 * really used differs by at most 2^-52 from this. */
static inline int pm_chance_pick(const double *weight, int count, uint64_t *state)
{
    double sum = 0, left;
    int last = -1;

    for (int k = 0; k < count; k++)
        sum += weight[k];
    if (!(sum > 0))
        return -1;
    left = pm_chance(state) * sum;
    for (int k = 0; k < count; k++) {
        if (!(weight[k] > 0))
            continue;
        last = k;
        if ((left -= weight[k]) < 0)
            break;
    }
    return last;
}
