/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Directed arithmetic: upper bounds of errors and of magnitudes.  This file and num/ball.h are the
 * only places that say how a bound is rounded; ball.h and modulus.h have what kernels need, in
 * double.
 *
 * A magnitude is m 2^e with 1/2 <= m < 1 and a 64-bit exponent, so that no operation overflows or
 * underflows.  Every operation returns at least the exact result for its operands, and hardly
 * more: (1 + 2^-49) times it.  0 stands for a proved 0: no operation returns 0 unless the exact
 * result is 0.  Infinity stands for "no bound is known"; a NaN becomes infinity.
 *
 * Sources: Higham, Accuracy and Stability of Numerical Algorithms, 2nd edition 2002, section 2.2
 * (rounding to nearest has relative error at most u = 2^-53, or absolute error at most 2^-1075
 * where the result is subnormal) and lemma 3.1 (k roundings change a product by at most k u / (1 -
 * k u)); Rump, Zimmermann, Boldo and Melquiond, Computing predecessor and successor in rounding to
 * nearest, BIT 49, 2009 (a bound is rounded up without changing the rounding mode, by a factor
 * above 1 + 2u and an addition that covers underflow). */
#pragma once

#include "num/modulus.h"

#include <flint/fmpq.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>

struct pm_mag {
    double m;  /* 0, or 0.5 <= m < 1; inf: no bound is known */
    int64_t e; /* 0 where m is 0 */
};

/* 2^-1074: at least the error of an operation whose result is subnormal, and of two of them. */
static const struct pm_mag PM_MAG_UNDERFLOW = {0.5, -1073};

/* m 2^e exactly, m >= 0 or inf. */
static inline struct pm_mag pm_mag_double(double m, int64_t e)
{
    if (!(m < INFINITY))
        return (struct pm_mag){INFINITY, 0};
    if (m == 0)
        return (struct pm_mag){0, 0};
    const int shift = pm_exponent(m);
    return (struct pm_mag){pm_times_power(m, -shift), e + shift};
}

/* After an operation the mantissa, a normal number near 1, is multiplied by 1 + 2^-50, which covers
 * the rounding. */
static inline struct pm_mag pm_mag_up(double m, int64_t e)
{
    return pm_mag_double(m * (1 + 0x1p-50), e);
}

/* True if a sum with x is x: the other term y is 0, or x has no bound. */
static inline bool pm_mag_is_all(struct pm_mag x, struct pm_mag y)
{
    return y.m == 0 || !(x.m < INFINITY);
}

static inline struct pm_mag pm_mag_add(struct pm_mag x, struct pm_mag y)
{
    if (pm_mag_is_all(x, y) || pm_mag_is_all(y, x))
        return pm_mag_is_all(x, y) ? x : y;
    const int64_t gap = x.e - y.e;
    /* rounding up also covers a number far below the last bit of the other one */
    return gap >= 0 ? pm_mag_up(x.m + (gap < 100 ? pm_times_power(y.m, -gap) : 0), x.e)
                    : pm_mag_up(y.m + (gap > -100 ? pm_times_power(x.m, gap) : 0), y.e);
}

/* The root of x^2 + y^2.  The squares, their sum and the root have four roundings. */
static inline struct pm_mag pm_mag_hypot(struct pm_mag x, struct pm_mag y)
{
    if (pm_mag_is_all(x, y) || pm_mag_is_all(y, x))
        return pm_mag_is_all(x, y) ? x : y;
    const int64_t e = x.e > y.e ? x.e : y.e;
    /* a number below 2^-100 of the other one is covered by rounding up, too */
    const double a = e - x.e < 100 ? pm_times_power(x.m, x.e - e) : 0;
    const double b = e - y.e < 100 ? pm_times_power(y.m, y.e - e) : 0;
    return pm_mag_up(sqrt(a * a + b * b), e);
}

/* 0 times a magnitude without a bound is 0. */
static inline struct pm_mag pm_mag_mul(struct pm_mag x, struct pm_mag y)
{
    return x.m == 0 || y.m == 0 ? (struct pm_mag){0, 0} : pm_mag_up(x.m * y.m, x.e + y.e);
}

/* x / y, y > 0 and finite */
static inline struct pm_mag pm_mag_div(struct pm_mag x, double y)
{
    const struct pm_mag by = pm_mag_double(y, 0);

    return pm_mag_up(x.m / by.m, x.e - by.e);
}

static inline bool pm_mag_is_zero(struct pm_mag x)
{
    return x.m == 0;
}

static inline bool pm_mag_is_finite(struct pm_mag x)
{
    return x.m < INFINITY;
}

/* x < y, compared exactly; inf is not less than anything */
static inline bool pm_mag_is_less(struct pm_mag x, struct pm_mag y)
{
    if (!pm_mag_is_finite(x) || !pm_mag_is_finite(y))
        return pm_mag_is_finite(x);
    if (x.m == 0 || y.m == 0)
        return x.m < y.m;
    return x.e < y.e || (x.e == y.e && x.m < y.m);
}

/* At least this magnitude; HUGE_VAL above the range of double, and 0 only for 0.  Where the result
 * is subnormal, its rounding is below 2^-1074. */
static inline double pm_mag_get_double(struct pm_mag x)
{
    if (x.m == 0)
        return 0;
    return pm_times_power(x.m, x.e) + (x.e < -1021 ? 0x1p-1074 : 0);
}

struct pm_mag pm_mag_fmpq(const fmpq *x); /* |x| */

/* *q = this finite magnitude, exactly. */
void pm_mag_get_fmpq(fmpq_t q, struct pm_mag x);

/* At least (1 + u)^k - 1 and (1 - u)^-k - 1: k roundings, relative to a product or to a sum of such
 * products (Higham, lemma 3.1). */
static inline double pm_gamma_of(double k, double u)
{
    return k * u < 0x1p-3 ? k * u / (1 - k * u) * PM_UP : INFINITY;
}

static inline double pm_gamma(double k)
{
    return pm_gamma_of(k, PM_BALL_U);
}

/* The same in single precision. */
static inline double pm_gamma_single(double k)
{
    return pm_gamma_of(k, 0x1p-24);
}

/* The least number in single precision that is at least x, for x that are not above its range. */
static inline float pm_float_above(double x)
{
    const float y = (float)x;

    return y < x ? nextafterf(y, INFINITY) : y;
}
