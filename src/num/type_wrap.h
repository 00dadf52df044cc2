/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Number type: integers modulo 2^128, two's complement.  A method without division is exact in it
 * if the final result is below 2^127 in absolute value; intermediate results may overflow.  A
 * product costs three multiplications.  That is no more than one residue modulo a 62-bit prime, for
 * twice the bits.  There is no t_half. */
#pragma once

#include "num/part.h"

typedef unsigned __int128 T;

static inline T t_zero(void)
{
    return 0;
}

static inline T t_one(const struct pm_ring *ring)
{
    (void)ring;
    return 1;
}

static inline bool t_is_zero(T x)
{
    return x == 0;
}

static inline T t_add(const struct pm_ring *ring, T x, T y)
{
    (void)ring;
    return x + y;
}

static inline T t_sub(const struct pm_ring *ring, T x, T y)
{
    (void)ring;
    return x - y;
}

static inline T t_neg(const struct pm_ring *ring, T x)
{
    (void)ring;
    return -x;
}

static inline T t_mul(const struct pm_ring *ring, T x, T y)
{
    (void)ring;
    return x * y;
}

static inline T t_small(const struct pm_ring *ring, int64_t k)
{
    (void)ring;
    return (T)(__int128)k;
}

static inline struct pm_part t_part(const struct pm_ring *ring, T x)
{
    (void)ring;
    return (struct pm_part){.word = {(uint64_t)x, (uint64_t)(x >> 64)}};
}

#include "num/accumulate.h"
