/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The steps of torontonian_dd.c.  Valid in C and in CUDA C++.  A file that includes this has
 * defined APART: neighbours of a matrix are so many numbers from each other. */
#pragma once

#include "num/dd.h"
#include "num/modulus.h"

enum { PM_TORONTONIAN_DEGREE = 8, PM_TORONTONIAN_EXPONENT = 300 };

/* factorial[k] = 1 / k!, k <= PM_TORONTONIAN_DEGREE */
static inline void pm_torontonian_factorials(struct pm_dd *factorial)
{
    struct pm_dd k = {1, 0};

    factorial[0] = k;
    for (int degree = 1; degree <= PM_TORONTONIAN_DEGREE; degree++) {
        k.hi = degree;
        factorial[degree] = pm_dd_mul(factorial[degree - 1], pm_dd_inverse(k));
    }
}

/* e^x, 0 <= x <= PM_TORONTONIAN_EXPONENT, with relative error at most (10 x + 2^15) 2^-106: the
 * series for a 256th of x - k log 2, and eight squares. */
static inline struct pm_dd pm_torontonian_exponential(const struct pm_dd *factorial, struct pm_dd x)
{
    const struct pm_dd minus_log2 = {-0x1.62e42fefa39efp-1, -0x1.abc9e3b39803fp-56};
    const struct pm_dd k = {rint(x.hi * 1.4426950408889634), 0};
    const struct pm_dd rest = pm_dd_sum(x, pm_dd_mul(k, minus_log2));
    const struct pm_dd y = pm_dd_scale(rest, 0x1p-8);
    struct pm_dd sum = factorial[PM_TORONTONIAN_DEGREE];

    for (int degree = PM_TORONTONIAN_DEGREE - 1; degree >= 0; degree--)
        sum = pm_dd_sum(factorial[degree], pm_dd_mul(y, sum));
    for (int square = 0; square < 8; square++)
        sum = pm_dd_mul(sum, sum);
    return pm_dd_scale(sum, pm_times_power(1, (int)k.hi));
}

/* A term, without loops if `scale` is 0; else `corner` is -g M^-1 g* / scale.  *most: the largest
 * exponent so far. */
static inline struct pm_dd pm_torontonian_term(double *most, const struct pm_dd *factorial,
                                               int block, double scale, struct pm_dd corner,
                                               struct pm_dd det)
{
    struct pm_dd value = pm_dd_inverse_root(det);

    if (block == 4) /* the determinant is squared */
        value = pm_dd_mul(value, pm_dd_inverse_root(value));
    if (scale == 0)
        return value;
    const struct pm_dd x = pm_dd_scale(corner, -0.5 * scale);
    *most = x.hi > *most ? x.hi : *most;
    return x.hi <= PM_TORONTONIAN_EXPONENT
               ? pm_dd_mul(value, pm_torontonian_exponential(factorial, x))
               : value;
}

/* m = `from`, n x n with its stride, upper halves, after the elimination of its first `block` rows;
 * *det *= the product of their pivots. */
static inline void pm_torontonian_eliminate(struct pm_dd *m, struct pm_dd *det,
                                            const struct pm_dd *from, int stride, int n, int block)
{
    for (int i = 0; i < n; i++)
        for (int j = i; j < n; j++)
            m[(i * n + j) * APART] = from[(i * stride + j) * APART];
    for (int p = 0; p < block; p++) {
        const struct pm_dd *const u = m + p * n * APART;
        const struct pm_dd minus = pm_dd_neg(pm_dd_inverse(u[p * APART]));
        *det = pm_dd_mul(*det, u[p * APART]);
        for (int i = p + 1; i < n; i++) {
            const struct pm_dd factor = pm_dd_mul(u[i * APART], minus);
            for (int j = i; j < n; j++) {
                struct pm_dd *const at = m + (i * n + j) * APART;
                *at = pm_dd_sum(*at, pm_dd_mul(factor, u[j * APART]));
            }
        }
    }
}
