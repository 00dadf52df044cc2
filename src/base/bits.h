/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bit tricks on 64-bit words: the reflected binary Gray code and counts. */
#pragma once

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

/* Number of bits that are 1.  Without a processor instruction: sums of 2, 4, 8 neighbouring bits,
 * then a product (Knuth, TAOCP 7.1.3). */
static inline int pm_popcount(uint64_t w)
{
#ifdef __POPCNT__
    return __builtin_popcountll(w);
#else
    w -= w >> 1 & UINT64_C(0x5555555555555555);
    w = (w & UINT64_C(0x3333333333333333)) + (w >> 2 & UINT64_C(0x3333333333333333));
    w = (w + (w >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f);
    return (int)((w * UINT64_C(0x0101010101010101)) >> 56);
#endif
}
