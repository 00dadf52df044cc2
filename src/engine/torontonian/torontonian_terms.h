/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The steps of torontonian_kernel.c.  Valid in C and in CUDA C++.  A file that includes this has
 * defined APART: neighbours of a matrix are so many numbers from each other. */
#pragma once

#include "engine/isa/vector.h"
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

/* Double-double numbers in lanes, with the operations of num/dd.h; on a GPU, one number. */
struct lanes {
    V hi, lo;
};

/* v_nearest: the nearest integer; v_power: 2^k, -1022 <= k <= 1023. */
/* clang-format off */
ISA_OP(V, v_div, (V a, V b), _mm512_div_pd(a, b), _mm256_div_pd(a, b), a / b)
ISA_OP(V, v_nearest, (V a), _mm512_roundscale_pd(a, 0), _mm256_round_pd(a, 8), rint(a))
ISA_OP(V, v_power, (V k), _mm512_scalef_pd(v_all(1), k),
       _mm256_castsi256_pd(_mm256_slli_epi64(
           _mm256_castpd_si256(v_add(k, v_all(0x1p52 + 1023))), 52)),
       pm_times_power(1, (int)k))
/* clang-format on */

KERNEL struct lanes lanes_all(struct pm_dd x)
{
    const struct lanes all = {v_all(x.hi), v_all(x.lo)};
    return all;
}

KERNEL struct lanes lanes_fast(V a, V b)
{
    const V s = v_add(a, b);
    const struct lanes sum = {s, v_sub(b, v_sub(s, a))};
    return sum;
}

KERNEL struct lanes lanes_sum(struct lanes x, struct lanes y)
{
    V high_error, low_error;
    const V high = v_two_sum(x.hi, y.hi, &high_error);
    const V low = v_two_sum(x.lo, y.lo, &low_error);
    const struct lanes v = lanes_fast(high, v_add(high_error, low));

    return lanes_fast(v.hi, v_add(low_error, v.lo));
}

KERNEL struct lanes lanes_mul(struct lanes x, struct lanes y)
{
    const V high = v_mul(x.hi, y.hi), error = v_fms(x.hi, y.hi, high);
    const V cross = v_fma(x.lo, y.hi, v_fma(x.hi, y.lo, v_mul(x.lo, y.lo)));

    return lanes_fast(high, v_add(error, cross));
}

KERNEL struct lanes lanes_scale(struct lanes x, V power_of_two)
{
    const struct lanes scaled = {v_mul(x.hi, power_of_two), v_mul(x.lo, power_of_two)};
    return scaled;
}

/* 1 / sqrt(x), x > 0, with relative error at most 32 u^2: one step from a start with error 3 u. */
KERNEL struct lanes lanes_inverse_root(struct lanes x)
{
    const V first = v_div(v_all(1), v_sqrt(x.hi)), square = v_mul(first, first);
    const struct lanes squared = {square, v_fms(first, first, square)};
    const struct lanes one = lanes_mul(x, squared);
    const V half = v_mul(v_all(0.5), v_sub(v_sub(v_all(1), one.hi), one.lo));

    return lanes_fast(first, v_mul(first, half));
}

/* e^x, 0 <= x <= PM_TORONTONIAN_EXPONENT, with relative error at most (10 x + 2^15) 2^-106: the
 * series for a 256th of x - k log 2, and eight squares.  The terms from y^5 / 5! < 2^-54 on need
 * the high parts alone. */
KERNEL struct lanes pm_torontonian_exponential(const struct pm_dd *factorial, struct lanes x)
{
    const struct pm_dd minus_log2 = {-0x1.62e42fefa39efp-1, -0x1.abc9e3b39803fp-56};
    const struct lanes k = {v_nearest(v_mul(x.hi, v_all(1.4426950408889634))), v_all(0)};
    const struct lanes rest = lanes_sum(x, lanes_mul(k, lanes_all(minus_log2)));
    const struct lanes y = lanes_scale(rest, v_all(0x1p-8));
    struct lanes sum = {v_all(factorial[PM_TORONTONIAN_DEGREE].hi), v_all(0)};
    int degree = PM_TORONTONIAN_DEGREE - 1;

    for (; degree >= 5; degree--)
        sum.hi = v_fma(y.hi, sum.hi, v_all(factorial[degree].hi));
    for (; degree >= 0; degree--)
        sum = lanes_sum(lanes_all(factorial[degree]), lanes_mul(y, sum));
    for (int square = 0; square < 8; square++)
        sum = lanes_mul(sum, sum);
    return lanes_scale(sum, v_power(k.hi));
}

/* Terms, without loops if `scale` is 0; else `corner` is -g M^-1 g* / scale.  *most: the largest
 * exponent so far; a term with an exponent above PM_TORONTONIAN_EXPONENT is any number. */
KERNEL struct lanes pm_torontonian_term(V *most, const struct pm_dd *factorial, int block,
                                        double scale, struct lanes corner, struct lanes det)
{
    struct lanes value = lanes_inverse_root(det);

    if (block == 4) /* the determinant is squared */
        value = lanes_mul(value, lanes_inverse_root(value));
    if (scale == 0)
        return value;
    struct lanes x = lanes_scale(corner, v_all(-0.5 * scale));
    *most = v_max(x.hi, *most);
    x.hi = v_min(x.hi, v_all(PM_TORONTONIAN_EXPONENT));
    return lanes_mul(value, pm_torontonian_exponential(factorial, x));
}

/* 1 / x, as pm_dd_inverse(). */
KERNEL struct lanes lanes_inverse(struct lanes x)
{
    const V first = v_div(v_all(1), x.hi);
    const V residual = v_sub(v_fnma(x.hi, first, v_all(1)), v_mul(x.lo, first));

    return lanes_fast(first, v_mul(first, residual));
}

/* m = `from`, n x n with its stride, upper halves, after the elimination of its first `block` rows;
 * *det *= the product of their pivots. */
KERNEL void pm_torontonian_eliminate(struct lanes *m, struct lanes *det, const struct lanes *from,
                                     int stride, int n, int block)
{
    for (int i = 0; i < n; i++)
        for (int j = i; j < n; j++)
            m[(i * n + j) * APART] = from[(i * stride + j) * APART];
    for (int p = 0; p < block; p++) {
        const struct lanes *const u = m + p * n * APART;
        const struct lanes inverse = lanes_inverse(u[p * APART]);
        const struct lanes minus = {v_negative(inverse.hi), v_negative(inverse.lo)};
        *det = lanes_mul(*det, u[p * APART]);
        for (int i = p + 1; i < n; i++) {
            const struct lanes factor = lanes_mul(u[i * APART], minus);
            for (int j = i; j < n; j++) {
                struct lanes *const at = m + (i * n + j) * APART;
                *at = lanes_sum(*at, lanes_mul(factor, u[j * APART]));
            }
        }
    }
}
