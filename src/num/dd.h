/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Double-double numbers hi + lo, |lo| <= ulp(hi) / 2, and their errors; valid CUDA C++.  With u =
 * 2^-53 and without underflow, the accurate sum (algorithm 6, 20 operations) has relative error at
 * most 3 u^2, and the product with fma (algorithm 12, 9 operations) at most 5 u^2 (Joldes, Muller,
 * Popescu, Tight and rigorous error bounds for basic building blocks of double-word arithmetic, ACM
 * Trans. Math. Software 44, 2017).  The error of underflow is far below PM_BALL_TINY. */
#pragma once

#include "num/ball.h"

#ifndef PM_ISA_CUDA
#include <stdint.h>
#endif

#define PM_DD_U 0x1p-106 /* u^2 */

struct pm_dd {
    double hi, lo;
};

/* a + b exactly where |a| >= |b| or a = 0. */
static inline struct pm_dd pm_dd_fast(double a, double b)
{
    const double s = a + b;
    const struct pm_dd sum = {s, b - (s - a)};
    return sum;
}

static inline struct pm_dd pm_dd_neg(struct pm_dd x)
{
    const struct pm_dd minus = {-x.hi, -x.lo};
    return minus;
}

static inline struct pm_dd pm_dd_sum(struct pm_dd x, struct pm_dd y)
{
    double high_error, low_error;
    const double high = pm_two_sum(x.hi, y.hi, &high_error);
    const double low = pm_two_sum(x.lo, y.lo, &low_error);
    const struct pm_dd v = pm_dd_fast(high, high_error + low);

    return pm_dd_fast(v.hi, low_error + v.lo);
}

static inline struct pm_dd pm_dd_mul(struct pm_dd x, struct pm_dd y)
{
    const double high = x.hi * y.hi, error = __builtin_fma(x.hi, y.hi, -high);
    const double cross = __builtin_fma(x.lo, y.hi, __builtin_fma(x.hi, y.lo, x.lo * y.lo));

    return pm_dd_fast(high, error + cross);
}

static inline struct pm_dd pm_dd_scale(struct pm_dd x, double power_of_two)
{
    const struct pm_dd scaled = {x.hi * power_of_two, x.lo * power_of_two};
    return scaled;
}

/* 1 / x, with relative error at most 12 u^2: one step of Newton's iteration from 1 / x.hi, whose
 * residual is exact. */
static inline struct pm_dd pm_dd_inverse(struct pm_dd x)
{
    const double first = 1 / x.hi;
    const double residual = __builtin_fma(-x.hi, first, 1) - x.lo * first;

    return pm_dd_fast(first, first * residual);
}

#ifndef PM_ISA_CUDA
/* An integer, exactly. */
static inline struct pm_dd pm_dd_integer(int64_t k)
{
    const double high = (double)k; /* 2^63 at most */
    return (struct pm_dd){high, (double)((__int128)k - (__int128)high)};
}
#endif
