/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Vectors of single precision numbers, with masks and 32-bit integers: the same names for every
 * instruction set, as in vector.h.  Every operation rounds as IEEE 754 says, in each lane. */
#pragma once

#include "engine/isa/vector.h"

#include <math.h>
#include <stdint.h>

enum { SINGLE_WIDTH = ISA_PICK(16, 8, 1) };
typedef ISA_PICK(__m512, __m256, float) VF;
typedef ISA_PICK(__m512i, __m256i, int32_t) VI; /* SINGLE_WIDTH integers */
typedef ISA_PICK(__mmask16, __m256, bool) VM;

/* clang-format off */
ISA_OP(VF, f_all, (float x), _mm512_set1_ps(x), _mm256_set1_ps(x), x)
ISA_OP(VF, f_load, (const float *p), _mm512_load_ps(p), _mm256_load_ps(p), *p)
ISA_OP(VF, f_add, (VF a, VF b), _mm512_add_ps(a, b), _mm256_add_ps(a, b), a + b)
ISA_OP(VF, f_sub, (VF a, VF b), _mm512_sub_ps(a, b), _mm256_sub_ps(a, b), a - b)
ISA_OP(VF, f_mul, (VF a, VF b), _mm512_mul_ps(a, b), _mm256_mul_ps(a, b), a * b)
ISA_OP(VF, f_fma, (VF a, VF b, VF c), _mm512_fmadd_ps(a, b, c), _mm256_fmadd_ps(a, b, c),
       fmaf(a, b, c))
ISA_OP(VF, f_fms, (VF a, VF b, VF c), _mm512_fmsub_ps(a, b, c), _mm256_fmsub_ps(a, b, c),
       fmaf(a, b, -c))
ISA_OP(VF, f_abs, (VF a), _mm512_abs_ps(a), _mm256_andnot_ps(_mm256_set1_ps(-0.0F), a), fabsf(a))

/* WIDTH numbers as doubles. */
ISA_OP(V, v_widen, (const float *p), _mm512_cvtps_pd(_mm256_load_ps(p)),
       _mm256_cvtps_pd(_mm_load_ps(p)), *p)

/* Masks.  m_but: true where a and not m.  f_where: a where m is true, 0 elsewhere. */
ISA_OP(VM, f_above, (VF a, VF b), _mm512_cmp_ps_mask(a, b, _CMP_GT_OQ),
       _mm256_cmp_ps(a, b, _CMP_GT_OQ), a > b)
ISA_OP(unsigned, m_bits, (VM a), a, (unsigned)_mm256_movemask_ps(a), a)
ISA_OP(VM, m_all, (void), (VM)-1, _mm256_castsi256_ps(_mm256_set1_epi32(-1)), true)
ISA_OP(VM, m_but, (VM a, VM m), _mm512_kandn(m, a), _mm256_andnot_ps(m, a), a && !m)
ISA_OP(VF, f_where, (VF a, VM m), _mm512_maskz_mov_ps(m, a), _mm256_and_ps(a, m), m ? a : 0)

/* Integers.  i_add_where: sum + a rounded to the nearest integer, where m is true; |a| < 2^30
 * there. */
ISA_OP(VI, i_zero, (void), _mm512_setzero_si512(), _mm256_setzero_si256(), 0)
ISA_OP(VI, i_add_where, (VI sum, VF a, VM m),
       _mm512_mask_add_epi32(sum, m, sum, _mm512_cvtps_epi32(a)),
       _mm256_add_epi32(sum, _mm256_and_si256(_mm256_cvtps_epi32(a), _mm256_castps_si256(m))),
       m ? sum + (VI)lrintf(a) : sum)
/* clang-format on */

static inline void f_store(float *p, VF a)
{
    ISA_PICK(_mm512_store_ps(p, a), _mm256_store_ps(p, a), *p = a);
}

/* Loads SINGLE_WIDTH doubles and rounds them. */
static inline VF f_narrow(const double *p)
{
#if defined PM_ISA_AVX512
    const __m256 low = _mm512_cvtpd_ps(_mm512_load_pd(p));
    return _mm512_insertf32x8(_mm512_castps256_ps512(low), _mm512_cvtpd_ps(_mm512_load_pd(p + 8)),
                              1);
#elif defined PM_ISA_AVX2
    return _mm256_set_m128(_mm256_cvtpd_ps(_mm256_load_pd(p + 4)),
                           _mm256_cvtpd_ps(_mm256_load_pd(p)));
#else
    return (float)*p;
#endif
}

/* The sum of the lanes. */
static inline int64_t i_total(VI a)
{
#if defined PM_ISA_AVX512
    return _mm512_reduce_add_epi32(a);
#elif defined PM_ISA_AVX2
    __m128i sum = _mm_add_epi32(_mm256_castsi256_si128(a), _mm256_extracti128_si256(a, 1));

    sum = _mm_add_epi32(sum, _mm_shuffle_epi32(sum, 0x4e));
    return _mm_cvtsi128_si32(_mm_add_epi32(sum, _mm_shuffle_epi32(sum, 0xb1)));
#else
    return a;
#endif
}

/* The sum of the lanes of a, each rounded to an integer; |a| < 2^45. */
static inline int64_t f_total(VF a)
{
#if defined PM_ISA_AVX512
    const __m512i low = _mm512_cvtps_epi64(_mm512_castps512_ps256(a));
    const __m512i high = _mm512_cvtps_epi64(_mm512_extractf32x8_ps(a, 1));
    return _mm512_reduce_add_epi64(_mm512_add_epi64(low, high));
#elif defined PM_ISA_AVX2
    enum { NEAREST = _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC };
    const __m256d low = _mm256_round_pd(_mm256_cvtps_pd(_mm256_castps256_ps128(a)), NEAREST);
    const __m256d high = _mm256_round_pd(_mm256_cvtps_pd(_mm256_extractf128_ps(a, 1)), NEAREST);
    double sum[4];

    _mm256_storeu_pd(sum, _mm256_add_pd(low, high)); /* exact */
    return (int64_t)(sum[0] + sum[1] + sum[2] + sum[3]);
#else
    return llrintf(a);
#endif
}
