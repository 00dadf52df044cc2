/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Inner products over the number type of this build.  Sums of residues are reduced once, at the
 * end.  Eight products are below 2 p 2^64; one subtraction after each eight keeps the sum below
 * that, too.  With eight more products it still fits in 128 bits. */
#pragma once

#include "num/type.h"

#if PM_TYPE_ID == PM_TYPE_ID_mod

/* x[0] y[0] + ... + x[count - 1] y[count - 1]. */
static inline T t_dot(const struct pm_ring *ring, const T *x, const T *y, int count)
{
    const unsigned __int128 limit = (unsigned __int128)ring->p << 65;
    unsigned __int128 sum = 0;
    int k = 0;

    for (; k + 8 <= count; k += 8) {
        for (int i = k; i < k + 8; i++)
            sum += (unsigned __int128)x[i] * y[i];
        sum = sum >= limit ? sum - limit : sum;
    }
    for (; k < count; k++)
        sum += (unsigned __int128)x[k] * y[k];
    sum = sum >= limit ? sum - limit : sum;
    const uint64_t m = (uint64_t)sum * ring->inverse;
    const uint64_t r = (uint64_t)((sum + (unsigned __int128)m * ring->p) >> 64);
    const uint64_t s = r >= 2 * ring->p ? r - 2 * ring->p : r;
    return s >= ring->p ? s - ring->p : s;
}

#elif PM_TYPE_ID == PM_TYPE_ID_mods

/* Four sums: a product needs the one before it only once in four. */
static inline T t_dot(const struct pm_ring *ring, const T *x, const T *y, int count)
{
    T sum[4] = {t_zero(), t_zero(), t_zero(), t_zero()};
    int k = 0;

    for (; k + 4 <= count; k += 4)
        for (int i = 0; i < 4; i++)
            sum[i] = t_mul_add(ring, x[k + i], y[k + i], sum[i]);
    for (; k < count; k++)
        sum[0] = t_mul_add(ring, x[k], y[k], sum[0]);
    return count < 2 ? sum[0]
                     : t_add(ring, t_add(ring, sum[0], sum[1]), t_add(ring, sum[2], sum[3]));
}

#else

static inline T t_dot(const struct pm_ring *ring, const T *x, const T *y, int count)
{
    T sum = t_zero();

    for (int k = 0; k < count; k++)
        sum = t_add(ring, sum, t_mul(ring, x[k], y[k]));
    return sum;
}

#endif
