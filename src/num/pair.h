/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Unevaluated sums of two doubles, high + low (Dekker, A floating-point technique for extending the
 * available precision, Numerische Mathematik 18, 1971).  This file is valid C and CUDA C++: GPU
 * kernels include it, and the same operations give the same bits there. */
#pragma once

#include "num/ball.h"

/* x[0] + x[1] += y[0] + y[1], where the low parts may have any size.  Returns a bound of the
 * error.  All sums but two are split exactly.  The error is the rounding of `carry` and of `rest`,
 * at most half a unit in the last place each. */
static inline double pm_pair_add(double x[2], const double y[2])
{
    double high_error, low_error, middle_error;
    const double high = pm_two_sum(x[0], y[0], &high_error);
    const double low = pm_two_sum(x[1], y[1], &low_error);
    const double carry = high_error + low;
    const double middle = pm_two_sum(high, carry, &middle_error);
    const double rest = middle_error + low_error;

    x[0] = pm_two_sum(middle, rest, &x[1]);
    return (__builtin_fabs(carry) + __builtin_fabs(rest)) * PM_BALL_U;
}

/* z = x y, with an error of about 2^-100 |x y|. */
static inline void pm_pair_mul(double z[2], const double x[2], const double y[2])
{
    const double high = x[0] * y[0];
    const double low = __builtin_fma(x[0], y[0], -high) + (x[0] * y[1] + x[1] * y[0]);

    z[0] = pm_two_sum(high, low, &z[1]);
}
