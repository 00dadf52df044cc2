/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SplitMix64 (Steele, Lea and Flood, Fast splittable pseudorandom number generators, OOPSLA 2014):
 * random bits and hashes, the same on every machine. */
#pragma once

#include <stdint.h>

/* The next 64 random bits. */
static inline uint64_t pm_random_word(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);

    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

/* A hash of x. */
static inline uint64_t pm_random_mix(uint64_t x)
{
    return pm_random_word(&x);
}
