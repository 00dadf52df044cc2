/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Powers of two and moduli of doubles.  Valid in C and in CUDA C++. */
#pragma once

#include "num/ball.h"

#ifndef PM_ISA_CUDA
#include <math.h>
#endif

/* The bits of the exponent: 0 of 0 and of subnormal numbers. */
static inline int pm_exponent_bits(double x)
{
    const union {
        double number;
        unsigned long long bits;
    } size = {fabs(x)};

    return (int)(size.bits >> 52);
}

/* The exponent e of x = m 2^e, 1/2 <= m < 1; for 0 some exponent below -1100. */
static inline int pm_exponent(double x)
{
    int e = pm_exponent_bits(x) - 1022;

    if (e > -1022)
        return e;
    frexp(x, &e);
    return x != 0 ? e : -100000;
}

/* The larger exponent of both. */
static inline int pm_larger_exponent(double x, double y)
{
    const int a = pm_exponent_bits(x), b = pm_exponent_bits(y), e = a > b ? a : b;

    return e > 0 ? e - 1022 : pm_exponent(fabs(x) > fabs(y) ? x : y);
}

/* x 2^exp, rounded once where it is subnormal. */
static inline double pm_times_power(double x, long long exp)
{
    const union {
        unsigned long long bits;
        double number;
    } power = {(unsigned long long)(1023 + exp) << 52};

    return exp >= -1022 && exp <= 1023 ? x * power.number
                                       : ldexp(x, exp > 5000    ? 5000
                                                  : exp < -5000 ? -5000
                                                                : (int)exp);
}

/* At least |re + i im|, for any doubles.  Squares of numbers near 1 cannot underflow beside the
 * larger one.  For all others: max + (sqrt 2 - 1) min, at most 8.3% too large. */
static inline double pm_above(double re, double im)
{
    const double a = fabs(re), b = fabs(im), x = a > b ? a : b;

    if (a == 0 || b == 0)
        return a + b;
    if (x > 0x1p-400 && x < 0x1p400)
        return sqrt(re * re + im * im) * PM_UP;
    return (x + (a > b ? b : a) * 0.41421357) * PM_UP + 0x1p-1072;
}

/* At least the modulus of the number z, which has `parts` parts. */
static inline double pm_modulus(const double *z, int parts)
{
    return parts == 1 ? fabs(z[0]) : pm_above(z[0], z[1]);
}
