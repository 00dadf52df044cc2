/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Vectors of single precision numbers, with masks and 32-bit integers: the same names for every
 * instruction set, as in vector.h.  Every operation rounds as IEEE 754 says, in each lane. */
#ifndef PM_ENGINE_ISA_VECTOR_SINGLE_H
#define PM_ENGINE_ISA_VECTOR_SINGLE_H

#include "engine/isa/vector.h"

#include <math.h>
#include <stdint.h>

#if defined PM_ISA_AVX512

enum { SINGLE_WIDTH = 16 };
typedef __m512 VF;
typedef __m512i VI; /* SINGLE_WIDTH integers */
typedef __mmask16 VM;
#define V_OP(result, name, arguments, call)                                                        \
    static inline result name arguments                                                            \
    {                                                                                              \
        return _mm512_##call;                                                                      \
    }

#elif defined PM_ISA_AVX2

enum { SINGLE_WIDTH = 8 };
typedef __m256 VF;
typedef __m256i VI;
typedef __m256 VM;
#define V_OP(result, name, arguments, call)                                                        \
    static inline result name arguments                                                            \
    {                                                                                              \
        return _mm256_##call;                                                                      \
    }

#else

enum { SINGLE_WIDTH = 1 };
typedef float VF;
typedef int32_t VI;
typedef bool VM;
#define V_OP(result, name, arguments, call)                                                        \
    static inline result name arguments                                                            \
    {                                                                                              \
        return scalar_##call;                                                                      \
    }
#define scalar_set1_ps(x)        (x)
#define scalar_load_ps(p)        (*(p))
#define scalar_add_ps(a, b)      ((a) + (b))
#define scalar_sub_ps(a, b)      ((a) - (b))
#define scalar_mul_ps(a, b)      ((a) * (b))
#define scalar_fmadd_ps(a, b, c) fmaf(a, b, c)
#define scalar_fmsub_ps(a, b, c) fmaf(a, b, -(c))

#endif

V_OP(VF, f_all, (float x), set1_ps(x))
V_OP(VF, f_load, (const float *p), load_ps(p))
V_OP(VF, f_add, (VF a, VF b), add_ps(a, b))
V_OP(VF, f_sub, (VF a, VF b), sub_ps(a, b))
V_OP(VF, f_mul, (VF a, VF b), mul_ps(a, b))
V_OP(VF, f_fma, (VF a, VF b, VF c), fmadd_ps(a, b, c))
V_OP(VF, f_fms, (VF a, VF b, VF c), fmsub_ps(a, b, c))
#undef V_OP

/* Loads WIDTH numbers as doubles. */
static inline V v_widen(const float *p)
{
#if defined PM_ISA_AVX512
    return _mm512_cvtps_pd(_mm256_load_ps(p));
#elif defined PM_ISA_AVX2
    return _mm256_cvtps_pd(_mm_load_ps(p));
#else
    return *p;
#endif
}

#if defined PM_ISA_AVX512

static inline void f_store(float *p, VF a)
{
    _mm512_store_ps(p, a);
}

static inline VF f_abs(VF a)
{
    return _mm512_abs_ps(a);
}

/* Loads SINGLE_WIDTH doubles and rounds them. */
static inline VF f_narrow(const double *p)
{
    const __m256 low = _mm512_cvtpd_ps(_mm512_load_pd(p));
    return _mm512_insertf32x8(_mm512_castps256_ps512(low), _mm512_cvtpd_ps(_mm512_load_pd(p + 8)),
                              1);
}

static inline VM f_above(VF a, VF b)
{
    return _mm512_cmp_ps_mask(a, b, _CMP_GT_OQ);
}

static inline unsigned m_bits(VM a)
{
    return a;
}

static inline VM m_all(void)
{
    return (VM)-1;
}

/* True where a and not m. */
static inline VM m_but(VM a, VM m)
{
    return _mm512_kandn(m, a);
}

/* a where m is true, 0 elsewhere. */
static inline VF f_where(VF a, VM m)
{
    return _mm512_maskz_mov_ps(m, a);
}

static inline VI i_zero(void)
{
    return _mm512_setzero_si512();
}

/* sum + a rounded to the nearest integer, where m is true; |a| < 2^30 there. */
static inline VI i_add_where(VI sum, VF a, VM m)
{
    return _mm512_mask_add_epi32(sum, m, sum, _mm512_cvtps_epi32(a));
}

static inline int64_t i_total(VI a)
{
    return _mm512_reduce_add_epi32(a);
}

/* The sum of the lanes of a, each rounded to an integer; |a| < 2^45. */
static inline int64_t f_total(VF a)
{
    const __m512i low = _mm512_cvtps_epi64(_mm512_castps512_ps256(a));
    const __m512i high = _mm512_cvtps_epi64(_mm512_extractf32x8_ps(a, 1));
    return _mm512_reduce_add_epi64(_mm512_add_epi64(low, high));
}

#elif defined PM_ISA_AVX2

static inline void f_store(float *p, VF a)
{
    _mm256_store_ps(p, a);
}

static inline VF f_abs(VF a)
{
    return _mm256_andnot_ps(_mm256_set1_ps(-0.0F), a);
}

static inline VF f_narrow(const double *p)
{
    return _mm256_set_m128(_mm256_cvtpd_ps(_mm256_load_pd(p + 4)),
                           _mm256_cvtpd_ps(_mm256_load_pd(p)));
}

static inline VM f_above(VF a, VF b)
{
    return _mm256_cmp_ps(a, b, _CMP_GT_OQ);
}

static inline unsigned m_bits(VM a)
{
    return (unsigned)_mm256_movemask_ps(a);
}

static inline VM m_all(void)
{
    return _mm256_castsi256_ps(_mm256_set1_epi32(-1));
}

static inline VM m_but(VM a, VM m)
{
    return _mm256_andnot_ps(m, a);
}

static inline VF f_where(VF a, VM m)
{
    return _mm256_and_ps(a, m);
}

static inline VI i_zero(void)
{
    return _mm256_setzero_si256();
}

static inline VI i_add_where(VI sum, VF a, VM m)
{
    return _mm256_add_epi32(sum, _mm256_and_si256(_mm256_cvtps_epi32(a), _mm256_castps_si256(m)));
}

static inline int64_t i_total(VI a)
{
    __m128i sum = _mm_add_epi32(_mm256_castsi256_si128(a), _mm256_extracti128_si256(a, 1));

    sum = _mm_add_epi32(sum, _mm_shuffle_epi32(sum, 0x4e));
    return _mm_cvtsi128_si32(_mm_add_epi32(sum, _mm_shuffle_epi32(sum, 0xb1)));
}

static inline int64_t f_total(VF a)
{
    enum { NEAREST = _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC };
    const __m256d low = _mm256_round_pd(_mm256_cvtps_pd(_mm256_castps256_ps128(a)), NEAREST);
    const __m256d high = _mm256_round_pd(_mm256_cvtps_pd(_mm256_extractf128_ps(a, 1)), NEAREST);
    double sum[4];

    _mm256_storeu_pd(sum, _mm256_add_pd(low, high)); /* exact */
    return (int64_t)(sum[0] + sum[1] + sum[2] + sum[3]);
}

#else

static inline void f_store(float *p, VF a)
{
    *p = a;
}

static inline VF f_abs(VF a)
{
    return fabsf(a);
}

static inline VF f_narrow(const double *p)
{
    return (float)*p;
}

static inline VM f_above(VF a, VF b)
{
    return a > b;
}

static inline unsigned m_bits(VM a)
{
    return a;
}

static inline VM m_all(void)
{
    return true;
}

static inline VM m_but(VM a, VM m)
{
    return a && !m;
}

static inline VF f_where(VF a, VM m)
{
    return m ? a : 0;
}

static inline VI i_zero(void)
{
    return 0;
}

static inline VI i_add_where(VI sum, VF a, VM m)
{
    return m ? sum + (VI)lrintf(a) : sum;
}

static inline int64_t i_total(VI a)
{
    return a;
}

static inline int64_t f_total(VF a)
{
    return llrintf(a);
}

#endif

#endif
