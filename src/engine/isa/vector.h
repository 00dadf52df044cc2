/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Vectors of doubles: the same names for every instruction set.  Every operation rounds as IEEE 754
 * says, in each lane.
 *
 * A kernel's source is compiled once for each set (isa.h), into its own library.  There, PM_ISA is
 * the set's name, ISA_NAME(f) is the name of function f, and PM_ISA_AVX512 or PM_ISA_AVX2 may be
 * defined.  On a GPU, PM_ISA_CUDA is defined, and a thread is a vector with one lane; this file is
 * valid CUDA C++. */
#pragma once

#ifndef PM_ISA_CUDA
#include <stdbool.h>
#endif

#if defined PM_ISA_AVX512 || defined PM_ISA_AVX2
#include "num/intrinsics.h"
#endif

#define ISA_PASTE(name, isa)  name##_##isa
#define ISA_EXPAND(name, isa) ISA_PASTE(name, isa)
#define ISA_NAME(name)        ISA_EXPAND(name, PM_ISA)

/* Some kernels are also compiled for each floating number type.  There, PM_NUMBER is the type's
 * name, and PARTS and WORDS are defined (glynn/products.h). */
#define NUMBER_NAME(name) ISA_EXPAND(ISA_EXPAND(name, PM_NUMBER), PM_ISA)

#define KERNEL static inline __attribute__((always_inline))

/* Unrolls a loop of at most 8 rounds, so that its numbers stay in registers. */
#ifdef PM_ISA_CUDA
#define UNROLL _Pragma("unroll")
#else
#define UNROLL _Pragma("GCC unroll 8")
#endif

/* Defines a function by one expression for each instruction set. */
#if defined PM_ISA_AVX512
#define ISA_PICK(avx512, avx2, portable) avx512
#elif defined PM_ISA_AVX2
#define ISA_PICK(avx512, avx2, portable) avx2
#else
#define ISA_PICK(avx512, avx2, portable) portable
#endif
#define ISA_OP(result, name, arguments, avx512, avx2, portable)                                    \
    static inline result name arguments                                                            \
    {                                                                                              \
        return ISA_PICK(avx512, avx2, portable);                                                   \
    }

enum { WIDTH = ISA_PICK(8, 4, 1) };
typedef ISA_PICK(__m512d, __m256d, double) V;

/* v_load_any: from any address that is aligned for a double.  v_fma: a b + c, v_fms: a b - c,
 * v_fnma: c - a b, each rounded once. */
/* clang-format off */
ISA_OP(V, v_all, (double x), _mm512_set1_pd(x), _mm256_set1_pd(x), x)
ISA_OP(V, v_load, (const double *p), _mm512_load_pd(p), _mm256_load_pd(p), *p)
ISA_OP(V, v_load_any, (const double *p), _mm512_loadu_pd(p), _mm256_loadu_pd(p), *p)
ISA_OP(V, v_add, (V a, V b), _mm512_add_pd(a, b), _mm256_add_pd(a, b), a + b)
ISA_OP(V, v_sub, (V a, V b), _mm512_sub_pd(a, b), _mm256_sub_pd(a, b), a - b)
ISA_OP(V, v_mul, (V a, V b), _mm512_mul_pd(a, b), _mm256_mul_pd(a, b), a * b)
ISA_OP(V, v_sqrt, (V a), _mm512_sqrt_pd(a), _mm256_sqrt_pd(a), __builtin_sqrt(a))
ISA_OP(V, v_fma, (V a, V b, V c), _mm512_fmadd_pd(a, b, c), _mm256_fmadd_pd(a, b, c),
       __builtin_fma(a, b, c))
ISA_OP(V, v_fms, (V a, V b, V c), _mm512_fmsub_pd(a, b, c), _mm256_fmsub_pd(a, b, c),
       __builtin_fma(a, b, -c))
ISA_OP(V, v_fnma, (V a, V b, V c), _mm512_fnmadd_pd(a, b, c), _mm256_fnmadd_pd(a, b, c),
       __builtin_fma(-a, b, c))
ISA_OP(V, v_negative, (V a), -a, -a, -a)
ISA_OP(V, v_abs, (V a), _mm512_abs_pd(a), _mm256_andnot_pd(_mm256_set1_pd(-0.0), a),
       __builtin_fabs(a))
ISA_OP(V, v_max, (V a, V b), _mm512_max_pd(a, b), _mm256_max_pd(a, b), a > b ? a : b)
ISA_OP(V, v_min, (V a, V b), _mm512_min_pd(a, b), _mm256_min_pd(a, b), a < b ? a : b)
ISA_OP(V, v_max_abs, (V a, V b), _mm512_range_pd(a, b, 11), v_max(v_abs(a), v_abs(b)),
       v_max(v_abs(a), v_abs(b)))
ISA_OP(V, v_min_abs, (V a, V b), _mm512_range_pd(a, b, 10), v_min(v_abs(a), v_abs(b)),
       v_min(v_abs(a), v_abs(b)))

/* True where some lane is not zero. */
ISA_OP(bool, v_any, (V a), _mm512_cmp_pd_mask(a, _mm512_setzero_pd(), _CMP_NEQ_UQ) != 0,
       _mm256_movemask_pd(_mm256_cmp_pd(a, _mm256_setzero_pd(), _CMP_NEQ_UQ)) != 0, a != 0)

/* Where a > b: the bits of these lanes; a, and 0 elsewhere. */
ISA_OP(unsigned, v_above, (V a, V b), _mm512_cmp_pd_mask(a, b, _CMP_GT_OQ),
       (unsigned)_mm256_movemask_pd(_mm256_cmp_pd(a, b, _CMP_GT_OQ)), a > b)
ISA_OP(V, v_if_above, (V a, V b), _mm512_maskz_mov_pd(_mm512_cmp_pd_mask(a, b, _CMP_GT_OQ), a),
       _mm256_and_pd(_mm256_cmp_pd(a, b, _CMP_GT_OQ), a), a > b ? a : 0)
/* clang-format on */

static inline void v_store(double *p, V a)
{
    ISA_PICK(_mm512_store_pd(p, a), _mm256_store_pd(p, a), *p = a);
}

/* x[k] = a[lane][at + k] + b[lane][at + k], for 8 numbers of WIDTH lines; 64-byte aligned. */
static inline void v_load_lines(V x[8], const double *const *a, const double *const *b, long at)
{
#if defined PM_ISA_AVX512
    UNROLL for (int k = 0; k < 8; k += 4, at += 4)
    {
        V y[4]; /* lines 0 and 2, 1 and 3, 4 and 6, 5 and 7 */
        UNROLL for (int pair = 0; pair < 4; pair++)
        {
            const int l = (pair & 2) * 2 + (pair & 1);
            const __m256d one = _mm256_add_pd(_mm256_load_pd(a[l] + at), _mm256_load_pd(b[l] + at)),
                          two = _mm256_add_pd(_mm256_load_pd(a[l + 2] + at),
                                              _mm256_load_pd(b[l + 2] + at));
            y[pair] = _mm512_insertf64x4(_mm512_castpd256_pd512(one), two, 1);
        }
        const V even = _mm512_unpacklo_pd(y[0], y[1]), even_end = _mm512_unpacklo_pd(y[2], y[3]);
        const V odd = _mm512_unpackhi_pd(y[0], y[1]), odd_end = _mm512_unpackhi_pd(y[2], y[3]);
        x[k] = _mm512_shuffle_f64x2(even, even_end, 0x88);
        x[k + 1] = _mm512_shuffle_f64x2(odd, odd_end, 0x88);
        x[k + 2] = _mm512_shuffle_f64x2(even, even_end, 0xdd);
        x[k + 3] = _mm512_shuffle_f64x2(odd, odd_end, 0xdd);
    }
#elif defined PM_ISA_AVX2
    UNROLL for (int k = 0; k < 8; k += 4, at += 4)
    {
        V y[4];
        UNROLL for (int l = 0; l < 4; l++) y[l] = v_add(v_load(a[l] + at), v_load(b[l] + at));
        const V even = _mm256_unpacklo_pd(y[0], y[1]), even_end = _mm256_unpacklo_pd(y[2], y[3]);
        const V odd = _mm256_unpackhi_pd(y[0], y[1]), odd_end = _mm256_unpackhi_pd(y[2], y[3]);
        x[k] = _mm256_permute2f128_pd(even, even_end, 0x20);
        x[k + 1] = _mm256_permute2f128_pd(odd, odd_end, 0x20);
        x[k + 2] = _mm256_permute2f128_pd(even, even_end, 0x31);
        x[k + 3] = _mm256_permute2f128_pd(odd, odd_end, 0x31);
    }
#else
    for (int k = 0; k < 8; k++)
        x[k] = a[0][at + k] + b[0][at + k];
#endif
}

/* At least |x + i y|, but for two roundings: max + (sqrt(2) - 1) min, at most 8.3% too large. */
static inline V v_modulus(V x, V y)
{
    return v_fma(v_min_abs(x, y), v_all(0.41421357), v_max_abs(x, y));
}

/* a + b; *error is the rounding error (Knuth, TAOCP 4.2.2, theorem B). */
static inline V v_two_sum(V a, V b, V *error)
{
    const V sum = v_add(a, b), other = v_sub(sum, a);

    *error = v_add(v_sub(a, v_sub(sum, other)), v_sub(b, other));
    return sum;
}

/* *high + *low += v; the rounding error of the high part is kept. */
static inline void v_gather(V *high, V *low, V v)
{
    V error;

    *high = v_two_sum(*high, v, &error);
    *low = v_add(*low, error);
}
