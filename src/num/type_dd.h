/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Number type: real balls with a double-double centre.  (m, r) means any real x with |x - m| <= r.
 * The errors are those of dd.h, rounded up a little. */
#pragma once

#include "num/dd.h"
#include "num/part.h"

typedef struct {
    struct pm_dd m;
    double r;
} T;

static inline double t_modulus(T x)
{
    return __builtin_fabs(x.m.hi);
}

static inline T t_zero(void)
{
    return (T){{0, 0}, 0};
}

static inline T t_one(const struct pm_ring *ring)
{
    (void)ring;
    return (T){{1, 0}, 0};
}

static inline bool t_is_zero(T x)
{
    return x.m.hi == 0 && x.r == 0;
}

static inline T t_add(const struct pm_ring *ring, T x, T y)
{
    (void)ring;
    const struct pm_dd m = pm_dd_sum(x.m, y.m);
    return (T){m, pm_up(x.r + y.r + __builtin_fabs(m.hi) * (4 * PM_DD_U))};
}

static inline T t_neg(const struct pm_ring *ring, T x)
{
    (void)ring;
    return (T){pm_dd_neg(x.m), x.r};
}

static inline T t_sub(const struct pm_ring *ring, T x, T y)
{
    return t_add(ring, x, t_neg(ring, y));
}

static inline T t_mul(const struct pm_ring *ring, T x, T y)
{
    (void)ring;
    const struct pm_dd m = pm_dd_mul(x.m, y.m);
    const double ax = t_modulus(x), ay = t_modulus(y);
    return (T){m, pm_up(ax * y.r + x.r * (ay + y.r) + __builtin_fabs(m.hi) * (6 * PM_DD_U))};
}

static inline T t_half(const struct pm_ring *ring, T x)
{
    (void)ring;
    return (T){pm_dd_scale(x.m, 0.5), pm_up(0.5 * x.r)};
}

static inline T t_ldexp(T x, int shift)
{
    return (T){{__builtin_ldexp(x.m.hi, shift), __builtin_ldexp(x.m.lo, shift)},
               pm_up(__builtin_ldexp(x.r, shift))};
}

static inline T t_small(const struct pm_ring *ring, int64_t k)
{
    (void)ring;
    return (T){pm_dd_integer(k), 0};
}

static inline struct pm_part t_part(const struct pm_ring *ring, T x)
{
    (void)ring;
    return (struct pm_part){.re = {x.m.hi, x.m.lo}, .err = x.r};
}

#include "num/accumulate.h"
