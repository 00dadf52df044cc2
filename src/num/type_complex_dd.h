/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Number type: complex balls with double-double centres.  (re, im, r) means any complex z with |z -
 * (re + i im)| <= r.  Moduli are bounded by |re| + |im|.  Each part of a product is a sum of two
 * products.  Its error is at most (5 + 3) u^2 times the sum of their moduli and a little more
 * (dd.h), so the error of both parts together is at most 9 u^2 (|re x| + |im x|) (|re y| + |im
 * y|). */
#pragma once

#include "num/dd.h"
#include "num/part.h"

typedef struct {
    struct pm_dd re, im;
    double r;
} T;

static inline double t_modulus(T x)
{
    return __builtin_fabs(x.re.hi) + __builtin_fabs(x.im.hi);
}

static inline T t_zero(void)
{
    return (T){{0, 0}, {0, 0}, 0};
}

static inline T t_one(const struct pm_ring *ring)
{
    (void)ring;
    return (T){{1, 0}, {0, 0}, 0};
}

static inline bool t_is_zero(T x)
{
    return x.re.hi == 0 && x.im.hi == 0 && x.r == 0;
}

static inline T t_add(const struct pm_ring *ring, T x, T y)
{
    (void)ring;
    T z = {pm_dd_sum(x.re, y.re), pm_dd_sum(x.im, y.im), 0};
    z.r = pm_up(x.r + y.r + t_modulus(z) * (4 * PM_DD_U));
    return z;
}

static inline T t_neg(const struct pm_ring *ring, T x)
{
    (void)ring;
    return (T){pm_dd_neg(x.re), pm_dd_neg(x.im), x.r};
}

static inline T t_sub(const struct pm_ring *ring, T x, T y)
{
    return t_add(ring, x, t_neg(ring, y));
}

static inline T t_mul(const struct pm_ring *ring, T x, T y)
{
    (void)ring;
    const double ax = t_modulus(x), ay = t_modulus(y);
    return (T){pm_dd_sum(pm_dd_mul(x.re, y.re), pm_dd_neg(pm_dd_mul(x.im, y.im))),
               pm_dd_sum(pm_dd_mul(x.re, y.im), pm_dd_mul(x.im, y.re)),
               pm_up(ax * y.r + x.r * (ay + y.r) + ax * ay * (10 * PM_DD_U))};
}

static inline T t_half(const struct pm_ring *ring, T x)
{
    (void)ring;
    return (T){pm_dd_scale(x.re, 0.5), pm_dd_scale(x.im, 0.5), pm_up(0.5 * x.r)};
}

static inline T t_ldexp(T x, int shift)
{
    return (T){{__builtin_ldexp(x.re.hi, shift), __builtin_ldexp(x.re.lo, shift)},
               {__builtin_ldexp(x.im.hi, shift), __builtin_ldexp(x.im.lo, shift)},
               pm_up(__builtin_ldexp(x.r, shift))};
}

static inline T t_small(const struct pm_ring *ring, int64_t k)
{
    (void)ring;
    return (T){pm_dd_integer(k), {0, 0}, 0};
}

static inline struct pm_part t_part(const struct pm_ring *ring, T x)
{
    (void)ring;
    return (struct pm_part){.re = {x.re.hi, x.re.lo}, .im = {x.im.hi, x.im.lo}, .err = x.r};
}

#include "num/accumulate.h"
