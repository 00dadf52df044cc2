/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Number type: residues modulo an odd prime p < 2^62, in Montgomery form x 2^64 mod p, kept below
 * p.  One product is two 64 x 64 multiplications and one low product (Montgomery, Modular
 * multiplication without trial division, Math. Comp. 44, 1985). */
#pragma once

#include "num/part.h"

typedef uint64_t T;

static inline T t_zero(void)
{
    return 0;
}

static inline T t_one(const struct pm_ring *ring)
{
    return ring->one;
}

static inline bool t_is_zero(T x)
{
    return x == 0;
}

static inline T t_add(const struct pm_ring *ring, T x, T y)
{
    const uint64_t s = x + y;
    return s >= ring->p ? s - ring->p : s;
}

static inline T t_sub(const struct pm_ring *ring, T x, T y)
{
    return x >= y ? x - y : x + ring->p - y;
}

static inline T t_neg(const struct pm_ring *ring, T x)
{
    return x ? ring->p - x : 0;
}

static inline T t_mul(const struct pm_ring *ring, T x, T y)
{
    const unsigned __int128 t = (unsigned __int128)x * y;
    const uint64_t m = (uint64_t)t * ring->inverse;
    const uint64_t r = (uint64_t)((t + (unsigned __int128)m * ring->p) >> 64);
    return r >= ring->p ? r - ring->p : r;
}

static inline T t_half(const struct pm_ring *ring, T x)
{
    return (x & 1 ? x + ring->p : x) >> 1;
}

/* The residue x (plain form, below p) in Montgomery form, and back. */
static inline T t_from_residue(const struct pm_ring *ring, uint64_t x)
{
    return t_mul(ring, x, ring->square);
}

static inline uint64_t t_to_residue(const struct pm_ring *ring, T x)
{
    return t_mul(ring, x, 1);
}

/* The same in plain form between -p/2 and p/2. */
static inline double t_centred(const struct pm_ring *ring, T x)
{
    const uint64_t r = t_to_residue(ring, x);
    return r > ring->p / 2 ? -(double)(ring->p - r) : (double)r;
}

static inline T t_small(const struct pm_ring *ring, int64_t k)
{
    const uint64_t r = (k < 0 ? -(uint64_t)k : (uint64_t)k) % ring->p;
    const T x = t_from_residue(ring, r);
    return k < 0 ? t_neg(ring, x) : x;
}

static inline struct pm_part t_part(const struct pm_ring *ring, T x)
{
    return (struct pm_part){.word = {t_to_residue(ring, x), 0}};
}

#include "num/accumulate.h"
