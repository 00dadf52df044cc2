/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Vectors whose lanes hold integers of 64 bits.  Sums wrap around; a value is rounded once, to the
 * nearest double. */
#pragma once

#include "engine/isa/vector.h"

#include <stdint.h>

typedef ISA_PICK(__m512i, __m256i, uint64_t) VW;

union whole {
    V lane;
    VW bits;
};

static inline VW whole_of(V a)
{
    return (union whole){a}.bits;
}

static inline V of_whole(VW a)
{
    return (union whole){.bits = a}.lane;
}

/* The halves of an integer become doubles by their exponents: 2^84 + 2^63 + high 2^32 and
 * 2^52 + low.  Only their sum is rounded. */
#ifdef PM_ISA_AVX2
static inline V value_by_halves(VW x)
{
    const VW high =
        _mm256_xor_si256(_mm256_srli_epi64(x, 32), _mm256_set1_epi64x(0x4530000080000000));
    const VW low = _mm256_blend_epi32(_mm256_set1_epi64x(0x4330000000000000), x, 0x55);
    const V both = of_whole(_mm256_set1_epi64x(0x4530000080100000));

    return _mm256_add_pd(_mm256_sub_pd(of_whole(high), both), of_whole(low));
}
#endif

/* The integer in a double of modulus at most 2^63.  Its multiple of 2^32 and the rest become
 * integers by the sum with 1.5 2^52, whose last bits they are. */
#ifdef PM_ISA_AVX2
static inline V whole_by_halves(V a)
{
    const V magic = _mm256_set1_pd(0x1.8p52);
    const V sum = _mm256_add_pd(_mm256_mul_pd(a, _mm256_set1_pd(0x1p-32)), magic);
    const V high = _mm256_sub_pd(sum, magic);
    const V low = _mm256_add_pd(_mm256_fnmadd_pd(high, _mm256_set1_pd(0x1p32), a), magic);

    return of_whole(_mm256_add_epi64(_mm256_slli_epi64(whole_of(sum), 32),
                                     _mm256_sub_epi64(whole_of(low), whole_of(magic))));
}
#endif

/* v_and, v_or: of the bits.  v_where_less: x where a < b, else 0.  v_whole_of: a is an integer. */
/* clang-format off */
ISA_OP(V, v_and, (V a, V b), _mm512_and_pd(a, b), _mm256_and_pd(a, b),
       of_whole(whole_of(a) & whole_of(b)))
ISA_OP(V, v_or, (V a, V b), _mm512_or_pd(a, b), _mm256_or_pd(a, b),
       of_whole(whole_of(a) | whole_of(b)))
ISA_OP(V, v_where_less, (V a, V b, V x),
       _mm512_maskz_mov_pd(_mm512_cmp_pd_mask(a, b, _CMP_LT_OQ), x),
       _mm256_and_pd(_mm256_cmp_pd(a, b, _CMP_LT_OQ), x), a < b ? x : 0)
ISA_OP(V, v_whole_of, (V a), of_whole(_mm512_cvtpd_epi64(a)), whole_by_halves(a),
       of_whole((uint64_t)(int64_t)a))
ISA_OP(V, v_whole_add, (V a, V b), of_whole(_mm512_add_epi64(whole_of(a), whole_of(b))),
       of_whole(_mm256_add_epi64(whole_of(a), whole_of(b))), of_whole(whole_of(a) + whole_of(b)))
ISA_OP(V, v_whole_sub, (V a, V b), of_whole(_mm512_sub_epi64(whole_of(a), whole_of(b))),
       of_whole(_mm256_sub_epi64(whole_of(a), whole_of(b))), of_whole(whole_of(a) - whole_of(b)))
ISA_OP(V, v_whole_value, (V a), _mm512_cvtepi64_pd(whole_of(a)), value_by_halves(whole_of(a)),
       (double)(int64_t)whole_of(a))
/* clang-format on */
