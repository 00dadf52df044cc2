/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Complex numbers with exponents of any size and bounds of their errors, for products and quotients
 * of a few values of functions for stacks.  Numbers are near 1, so that products neither overflow
 * nor underflow, and bounds are rounded up as in ball.h. */
#pragma once

#include "num/modulus.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

/* 2^e (re + i im), and a bound of the error of re + i im. */
struct pm_scaled {
    double re, im, error;
    int64_t e;
};

static inline double pm_scaled_size(const struct pm_scaled *x)
{
    return pm_above(x->re, x->im);
}

/* Brings the largest number near 1.  The others may underflow. */
static inline void pm_scaled_normalize(struct pm_scaled *x)
{
    const double size = fmax(fabs(x->re), fabs(x->im));
    const int top = pm_exponent(size > 0 ? size : x->error);
    const bool inexact = x->error > 0 || (x->re != 0 && x->im != 0);

    if (!(x->error < HUGE_VAL) || (size == 0 && x->error == 0))
        return;
    x->re = pm_times_power(x->re, -top);
    x->im = pm_times_power(x->im, -top);
    x->error = pm_times_power(x->error, -top);
    if (inexact)
        x->error += PM_BALL_TINY;
    x->e += top;
}

/* x *= y, both normalized: |xy - XY| <= |X| ey + ex (|Y| + ey), and roundings below 8 u. */
static inline void pm_scaled_multiply(struct pm_scaled *x, const struct pm_scaled *y)
{
    const double a = pm_scaled_size(x), b = pm_scaled_size(y);
    const struct pm_scaled product = {
        .re = x->re * y->re - x->im * y->im,
        .im = x->re * y->im + x->im * y->re,
        .error = (a * (y->error + 8 * PM_BALL_U * b) + x->error * (b + y->error)) * PM_UP,
        .e = x->e + y->e};

    *x = product;
    pm_scaled_normalize(x);
}

/* x /= y, both normalized, |y| inverse >= 1. */
static inline void pm_scaled_divide(struct pm_scaled *x, const struct pm_scaled *y, double inverse)
{
    const double norm = y->re * y->re + y->im * y->im;
    const bool real = x->im == 0 && y->im == 0;
    struct pm_scaled quotient = {.re =
                                     real ? x->re / y->re : (x->re * y->re + x->im * y->im) / norm,
                                 .im = real ? 0 : (x->im * y->re - x->re * y->im) / norm,
                                 .e = x->e - y->e};
    const double size = pm_scaled_size(&quotient);

    quotient.error = (8 * PM_BALL_U * size + (x->error + size * y->error) * inverse) * PM_UP;
    *x = quotient;
    pm_scaled_normalize(x);
}

/* The inverse of a number that the modulus of y, which is normalized, is not below; 0: y may be 0.
 */
static inline double pm_scaled_inverse(const struct pm_scaled *y)
{
    const double size = fmax(fabs(y->re), fabs(y->im));

    return y->error < size / 2 ? PM_UP / (size - y->error) : 0;
}
