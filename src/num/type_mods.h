/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Number type: eight residues at once, modulo eight primes below 2^50, in doubles.  Every operation
 * is exact, so results do not depend on the instruction set.
 *
 * A residue is an integer of modulus below 0.95 p.  To compute x y + z modulo p: let h = fl(x y)
 * and l = x y - h, by one fused operation, or as in Dekker, A floating-point technique for
 * extending the available precision, Numer. Math. 18, 1971.  Adding and subtracting 1.5 2^52 rounds
 * fl(h + z) fl(1/p) to the integer q.  The quotient is below 0.91 p < 0.91 2^50, so four relative
 * errors of 2^-53 shift it by less than 0.45.  Hence |x y + z - q p| < 0.95 p, and the integers h -
 * q p and l + z are below 2^53. */
#pragma once

#include "num/part.h"

#if defined __AVX512F__ || (defined __AVX2__ && defined __FMA__)
#include "num/intrinsics.h"
#endif

#if defined __AVX512F__
#define VECTOR_BYTES     64
#define FUSED(x, y, z)   ((V)_mm512_fmadd_pd(x, y, z))
#define UNFUSED(x, y, z) ((V)_mm512_fnmadd_pd(x, y, z))
#elif defined __AVX2__ && defined __FMA__
#define VECTOR_BYTES     32
#define FUSED(x, y, z)   ((V)_mm256_fmadd_pd(x, y, z))
#define UNFUSED(x, y, z) ((V)_mm256_fnmadd_pd(x, y, z))
#else
#define VECTOR_BYTES 16
#endif

/* Aligned like allocated memory. */
typedef double V __attribute__((vector_size(VECTOR_BYTES), aligned(8)));

enum { VECTORS = PM_RESIDUES * 8 / VECTOR_BYTES };
#define EACH_VECTOR(i) _Pragma("GCC unroll 4") for (int i = 0; i < VECTORS; i++)

typedef struct {
    V v[VECTORS];
} T;

static inline V load_lanes(const double *x, int i)
{
    return *(const V *)(x + i * (VECTOR_BYTES / 8));
}

/* An integer that is nearly the nearest one to x / p. */
static inline V quotient(const struct pm_ring *ring, V x, int i)
{
    const V magic = (V){0} + 0x1.8p52;
#ifdef FUSED
    return FUSED(x, load_lanes(ring->inverses, i), magic) - magic;
#else
    return x * load_lanes(ring->inverses, i) + magic - magic;
#endif
}

#ifndef FUSED
/* x y - h, where h = fl(x y). */
static inline V product_rest(V x, V y, V h)
{
    const V big = (V){0} + 134217729.0; /* 2^27 + 1 */
    const V a = big * x, x_high = a - (a - x), x_low = x - x_high;
    const V b = big * y, y_high = b - (b - y), y_low = y - y_high;
    return x_high * y_high - h + x_high * y_low + x_low * y_high + x_low * y_low;
}
#endif

static inline T t_zero(void)
{
    return (T){{{0}}};
}

static inline T t_one(const struct pm_ring *ring)
{
    (void)ring;
    T z;
    EACH_VECTOR(i)
    z.v[i] = (V){0} + 1.0;
    return z;
}

static inline bool t_is_zero(T x)
{
    const double *const lane = (const double *)&x;
    bool zero = true;
    for (int i = 0; i < PM_RESIDUES; i++)
        zero = zero && lane[i] == 0;
    return zero;
}

/* |x| < 2^52. */
static inline V reduced(const struct pm_ring *ring, V x, int i)
{
#ifdef FUSED
    return UNFUSED(quotient(ring, x, i), load_lanes(ring->primes, i), x);
#else
    return x - quotient(ring, x, i) * load_lanes(ring->primes, i);
#endif
}

static inline T t_add(const struct pm_ring *ring, T x, T y)
{
    T z;
    EACH_VECTOR(i)
    z.v[i] = reduced(ring, x.v[i] + y.v[i], i);
    return z;
}

static inline T t_neg(const struct pm_ring *ring, T x)
{
    (void)ring;
    EACH_VECTOR(i)
    x.v[i] = -x.v[i];
    return x;
}

static inline T t_sub(const struct pm_ring *ring, T x, T y)
{
    return t_add(ring, x, t_neg(ring, y));
}

/* x y + z */
static inline T t_mul_add(const struct pm_ring *ring, T x, T y, T z)
{
    EACH_VECTOR(i)
    {
        const V p = load_lanes(ring->primes, i), h = x.v[i] * y.v[i];
        const V q = quotient(ring, h + z.v[i], i);
#ifdef FUSED
        z.v[i] = UNFUSED(q, p, h) + (FUSED(x.v[i], y.v[i], -h) + z.v[i]);
#else
        const V m = q * p;
        z.v[i] = h - m - product_rest(q, p, m) + (product_rest(x.v[i], y.v[i], h) + z.v[i]);
#endif
    }
    return z;
}

static inline T t_mul(const struct pm_ring *ring, T x, T y)
{
    return t_mul_add(ring, x, y, t_zero());
}

static inline T t_small(const struct pm_ring *ring, int64_t k)
{
    T z;
    double *const lane = (double *)&z;
    for (int i = 0; i < PM_RESIDUES; i++)
        lane[i] = (double)(k % (int64_t)ring->primes[i]);
    EACH_VECTOR(i)
    z.v[i] = reduced(ring, z.v[i], i);
    return z;
}

static inline struct pm_part t_part(const struct pm_ring *ring, T x)
{
    const double *const lane = (const double *)&x;
    struct pm_part part = {.exp = 0};
    for (int i = 0; i < PM_RESIDUES; i++)
        part.word[i] = (uint64_t)(lane[i] < 0 ? lane[i] + ring->primes[i] : lane[i]);
    return part;
}

#include "num/accumulate.h"
