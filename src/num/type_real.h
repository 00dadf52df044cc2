/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Number type: real balls.  (m, r) means any real x with |x - m| <= r.  Every operation returns a
 * ball that contains the exact result for all members of its operands.  Sums of many terms use
 * double-double. */
#pragma once

#include "num/ball.h"
#include "num/part.h"

typedef struct {
    double m, r;
} T;

typedef struct {
    double hi, lo, r;
} A;

static inline T t_zero(void)
{
    return (T){0, 0};
}

static inline T t_one(const struct pm_ring *ring)
{
    (void)ring;
    return (T){1, 0};
}

static inline bool t_is_zero(T x)
{
    return x.m == 0 && x.r == 0;
}

static inline T t_add(const struct pm_ring *ring, T x, T y)
{
    (void)ring;
    const double m = x.m + y.m;
    return (T){m, pm_up(x.r + y.r + __builtin_fabs(m) * PM_BALL_U)};
}

static inline T t_neg(const struct pm_ring *ring, T x)
{
    (void)ring;
    return (T){-x.m, x.r};
}

static inline T t_sub(const struct pm_ring *ring, T x, T y)
{
    return t_add(ring, x, t_neg(ring, y));
}

static inline T t_mul(const struct pm_ring *ring, T x, T y)
{
    (void)ring;
    const double m = x.m * y.m;
    const double ax = __builtin_fabs(x.m), ay = __builtin_fabs(y.m);
    return (T){m, pm_up(ax * y.r + x.r * (ay + y.r) + __builtin_fabs(m) * PM_BALL_U)};
}

static inline T t_half(const struct pm_ring *ring, T x)
{
    (void)ring;
    return (T){0.5 * x.m, pm_up(0.5 * x.r)};
}

static inline double t_modulus(T x)
{
    return __builtin_fabs(x.m);
}

static inline T t_ldexp(T x, int shift)
{
    return (T){__builtin_ldexp(x.m, shift), pm_up(__builtin_ldexp(x.r, shift))};
}

static inline T t_small(const struct pm_ring *ring, int64_t k)
{
    (void)ring;
    const double m = (double)k;
    return (T){m, pm_up(__builtin_fabs(m) * PM_BALL_U)};
}

static inline struct pm_part t_part(const struct pm_ring *ring, T x)
{
    (void)ring;
    return (struct pm_part){.re = {x.m, 0}, .err = x.r};
}

static inline A a_zero(void)
{
    return (A){0, 0, 0};
}

static inline void a_add(const struct pm_ring *ring, A *a, T x)
{
    (void)ring;
    const double e = pm_dd_add(&a->hi, &a->lo, x.m);
    a->r = pm_up(a->r + x.r + e);
}

static inline void a_sub(const struct pm_ring *ring, A *a, T x)
{
    a_add(ring, a, t_neg(ring, x));
}

static inline struct pm_part a_part(const struct pm_ring *ring, A a)
{
    (void)ring;
    return (struct pm_part){.re = {a.hi, a.lo}, .err = a.r};
}
