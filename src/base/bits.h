/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bit tricks on 64-bit words: the reflected binary Gray code and counts. */
#ifndef PM_BASE_BITS_H
#define PM_BASE_BITS_H

#include <stdint.h>

/* Gray code number g (Knuth, TAOCP 7.2.1.1): consecutive codes differ in one bit. */
static inline uint64_t pm_gray(uint64_t g)
{
    return g ^ (g >> 1);
}

/* The bit in which pm_gray(g) differs from pm_gray(g - 1), g > 0. */
static inline int pm_gray_bit(uint64_t g)
{
    return __builtin_ctzll(g);
}

static inline int pm_popcount(uint64_t w)
{
    return __builtin_popcountll(w);
}

#endif
