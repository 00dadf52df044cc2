/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sums of products in lanes (front_lanes_template.h), also of double-double numbers (Ogita, Rump
 * and Oishi, Accurate sum and dot product, SIAM J. Scientific Computing 26, 2005, algorithm 5.3,
 * with low parts).
 *
 * Let S be the sum of the moduli of `count` products, and u = 2^-53.  In double-double, u^2 S is
 * left out.  The low part of a product is below 3 u of it, and its roundings are 5 u^2.  A rounding
 * of the high sum is at most u S; adding it takes u^2 (S + 3 of the product).  So after k products
 * the low sum is at most (k + 3) u S, and the roundings of all these sums are at most
 * u^2 S (count (count + 1) / 2 + 3 count). */
#pragma once

#include "engine/isa/vector.h"
#include "num/dd.h"

enum { LANES = 8 };

/* The error of a sum of double-double products, in u^2 S. */
static inline double lanes_round(double count)
{
    return count * count / 2 + 5 * count + 12;
}

/* sum[0] + sum[1] += x y, where x and y have high and low parts. */
KERNEL void add_terms(V *sum, V x, V x_low, V y, V y_low)
{
    const V product = v_mul(x, y);
    const V low = v_fma(x_low, y, v_fma(x, y_low, v_fms(x, y, product)));
    V error;

    sum[0] = v_two_sum(sum[0], product, &error);
    sum[1] = v_add(sum[1], v_add(error, low));
}

/* x -= the sum in a lane. */
static inline void minus_sum(struct pm_dd *x, const double *sum)
{
    struct pm_dd y;

    y.hi = pm_two_sum(sum[0], sum[LANES], &y.lo);
    *x = pm_dd_sum(*x, pm_dd_neg(y));
}
