/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What front_template.h needs of numbers, for residues: modulo one prime, or modulo eight at once.
 * Every residue that is not 0 is an equally good pivot; of eight, none may be 0.  A file that
 * includes this has chosen the number type (num/type.h). */
#pragma once

#include "num/dot.h"

#include <flint/ulong_extras.h>
#include <stdlib.h>
#include <string.h>

typedef T N;

struct field {
    const struct pm_ring *ring;
    /* of eight primes: becomes true if a matrix without pivots is not 0, so that its determinant is
     * not known to be 0 modulo all of them; NULL: nobody asks */
    bool *mixed;
    T iota; /* a square root of -1, if the prime has one */
};

/* clang-format off */
#define n_new(x, count)   ((*(x) = pm_alloc(count, sizeof(N))) != NULL ? PM_OK : PM_NOMEM)
#define n_free(x, count)  ((void)(count), free(x))
#define n_zero(x)         (*(x) = t_zero())
#define n_one(f, x)       (*(x) = t_one((f)->ring))
#define n_set(x, y)       (*(x) = *(y))
#define n_swap(x, y)      PM_SWAP(*(x), *(y))
#define n_neg(f, x)       (*(x) = t_neg((f)->ring, *(x)))
#define n_turn(f, x)      (*(x) = t_mul((f)->ring, *(x), (f)->iota))
#define n_add(f, x, y)    (*(x) = t_add((f)->ring, *(x), *(y)))
#define n_mul(f, x, y, z) (*(x) = t_mul((f)->ring, *(y), *(z)))
#define n_invert(f, x, y) (*(x) = inverse_of((f)->ring, *(y)))
#define n_half(f, x)      (*(x) = half_of((f)->ring, *(x)))
#define n_minus_dot(f, x, l, u, count)                                                             \
    (*(x) = t_sub((f)->ring, *(x), t_dot((f)->ring, l, u, count)))
#define n_is_pivot(x)     is_unit(*(x))
#define n_is_better(x, y) false
#define n_times_rest(f, x, a, size, skew) ((void)(skew), times_rest(f, x, a, size))
#define n_minors(f, a, size, skew)                                                                 \
    ((void)(skew), memset(a, 0, (size_t)(size) * (size_t)(size) * sizeof(N)))
/* clang-format on */

static inline void times_rest(const struct field *field, N *x, const N *a, int size)
{
    n_zero(x);
    for (int k = 0; field->mixed != NULL && k < size * size; k++)
        *field->mixed = *field->mixed || !t_is_zero(a[k]);
}

/* A square root of -1 modulo p; `known` is one, or 0. */
static inline uint64_t root_of(uint64_t p, uint64_t known)
{
    return known != 0 ? known : n_sqrtmod(p - 1, p);
}

#if PM_TYPE_ID == PM_TYPE_ID_mods

static inline bool is_unit(T x)
{
    const double *const lane = (const double *)&x;
    bool unit = true;

    for (int i = 0; i < PM_RESIDUES; i++)
        unit = unit && lane[i] != 0;
    return unit;
}

/* 1 / x for a unit x: x^(p - 2), by Fermat.  p is below 2^50. */
static inline T inverse_of(const struct pm_ring *ring, T x)
{
    T power = t_one(ring);

    for (int bit = 0; bit < 50; bit++) {
        T factor = t_one(ring);
        for (int i = 0; i < PM_RESIDUES; i++)
            if (((int64_t)ring->primes[i] - 2) >> bit & 1)
                ((double *)&factor)[i] = ((const double *)&x)[i];
        power = t_mul(ring, power, factor);
        x = t_mul(ring, x, x);
    }
    return power;
}

static inline T half_of(const struct pm_ring *ring, T x)
{
    T half;

    for (int i = 0; i < PM_RESIDUES; i++)
        ((double *)&half)[i] = (ring->primes[i] + 1) / 2;
    return t_mul(ring, x, half);
}

static inline T iota_of(const struct pm_ring *ring)
{
    T iota;

    for (int i = 0; i < PM_RESIDUES; i++)
        ((double *)&iota)[i] = (double)root_of((uint64_t)ring->primes[i], ring->iotas[i]);
    return iota;
}

#else

static inline T iota_of(const struct pm_ring *ring)
{
    return t_from_residue(ring, root_of(ring->p, ring->iota));
}

static inline T half_of(const struct pm_ring *ring, T x)
{
    return t_half(ring, x);
}

static inline bool is_unit(T x)
{
    return !t_is_zero(x);
}

static inline T inverse_of(const struct pm_ring *ring, T x)
{
    return t_from_residue(ring, n_invmod(t_to_residue(ring, x), ring->p));
}

#endif
