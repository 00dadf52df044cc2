/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Number type: complex balls.  (re, im, r) means any complex z with |z - (re + i im)| <= r.  A
 * product computed in the textbook order has an error of at most 3u |x||y| in modulus (Brent,
 * Percival, Zimmermann, Error bounds on complex floating-point multiplication, Math. Comp. 76,
 * 2007, prove sqrt(5) u).  Moduli are bounded by |re| + |im|. */
#pragma once

#include "num/ball.h"
#include "num/part.h"

typedef struct {
    double re, im, r;
} T;

typedef struct {
    double re[2], im[2], r;
} A;

static inline double t_modulus(T x)
{
    return __builtin_fabs(x.re) + __builtin_fabs(x.im);
}

static inline T t_zero(void)
{
    return (T){0, 0, 0};
}

static inline T t_one(const struct pm_ring *ring)
{
    (void)ring;
    return (T){1, 0, 0};
}

static inline bool t_is_zero(T x)
{
    return x.re == 0 && x.im == 0 && x.r == 0;
}

static inline T t_add(const struct pm_ring *ring, T x, T y)
{
    (void)ring;
    T z = {x.re + y.re, x.im + y.im, 0};
    z.r = pm_up(x.r + y.r + t_modulus(z) * PM_BALL_U);
    return z;
}

static inline T t_neg(const struct pm_ring *ring, T x)
{
    (void)ring;
    return (T){-x.re, -x.im, x.r};
}

static inline T t_sub(const struct pm_ring *ring, T x, T y)
{
    return t_add(ring, x, t_neg(ring, y));
}

static inline T t_mul(const struct pm_ring *ring, T x, T y)
{
    (void)ring;
    const double ax = t_modulus(x), ay = t_modulus(y);
    return (T){x.re * y.re - x.im * y.im, x.re * y.im + x.im * y.re,
               pm_up(ax * y.r + x.r * (ay + y.r) + ax * ay * (3 * PM_BALL_U))};
}

static inline T t_half(const struct pm_ring *ring, T x)
{
    (void)ring;
    return (T){0.5 * x.re, 0.5 * x.im, pm_up(0.5 * x.r)};
}

static inline T t_ldexp(T x, int shift)
{
    return (T){__builtin_ldexp(x.re, shift), __builtin_ldexp(x.im, shift),
               pm_up(__builtin_ldexp(x.r, shift))};
}

static inline T t_small(const struct pm_ring *ring, int64_t k)
{
    (void)ring;
    const double m = (double)k;
    return (T){m, 0, pm_up(__builtin_fabs(m) * PM_BALL_U)};
}

static inline struct pm_part t_part(const struct pm_ring *ring, T x)
{
    (void)ring;
    return (struct pm_part){.re = {x.re, 0}, .im = {x.im, 0}, .err = x.r};
}

static inline A a_zero(void)
{
    return (A){{0, 0}, {0, 0}, 0};
}

static inline void a_add(const struct pm_ring *ring, A *a, T x)
{
    (void)ring;
    const double e = pm_dd_add(&a->re[0], &a->re[1], x.re) + pm_dd_add(&a->im[0], &a->im[1], x.im);
    a->r = pm_up(a->r + x.r + e);
}

static inline void a_sub(const struct pm_ring *ring, A *a, T x)
{
    a_add(ring, a, t_neg(ring, x));
}

static inline struct pm_part a_part(const struct pm_ring *ring, A a)
{
    (void)ring;
    return (struct pm_part){.re = {a.re[0], a.re[1]}, .im = {a.im[0], a.im[1]}, .err = a.r};
}
