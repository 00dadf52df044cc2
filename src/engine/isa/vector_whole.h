/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Vectors whose lanes hold integers of 64 bits.  Sums wrap around; a value is rounded once, to the
 * nearest double. */
#pragma once

#include "engine/isa/vector.h"

#include <stdint.h>

#if defined PM_ISA_AVX512

static inline V v_whole_add(V a, V b)
{
    return _mm512_castsi512_pd(_mm512_add_epi64(_mm512_castpd_si512(a), _mm512_castpd_si512(b)));
}

static inline V v_whole_sub(V a, V b)
{
    return _mm512_castsi512_pd(_mm512_sub_epi64(_mm512_castpd_si512(a), _mm512_castpd_si512(b)));
}

static inline V v_whole_value(V a)
{
    return _mm512_cvtepi64_pd(_mm512_castpd_si512(a));
}

#elif defined PM_ISA_AVX2

static inline V v_whole_add(V a, V b)
{
    return _mm256_castsi256_pd(_mm256_add_epi64(_mm256_castpd_si256(a), _mm256_castpd_si256(b)));
}

static inline V v_whole_sub(V a, V b)
{
    return _mm256_castsi256_pd(_mm256_sub_epi64(_mm256_castpd_si256(a), _mm256_castpd_si256(b)));
}

/* The halves of an integer become doubles by their exponents: 2^84 + 2^63 + high 2^32 and
 * 2^52 + low.  Only their sum is rounded. */
static inline V v_whole_value(V a)
{
    const __m256i x = _mm256_castpd_si256(a);
    const __m256i high =
        _mm256_xor_si256(_mm256_srli_epi64(x, 32), _mm256_set1_epi64x(0x4530000080000000));
    const __m256i low = _mm256_blend_epi32(_mm256_set1_epi64x(0x4330000000000000), x, 0x55);
    const V both = _mm256_castsi256_pd(_mm256_set1_epi64x(0x4530000080100000));

    return _mm256_add_pd(_mm256_sub_pd(_mm256_castsi256_pd(high), both), _mm256_castsi256_pd(low));
}

#else

union whole {
    double lane;
    uint64_t bits;
};

static inline V v_whole_add(V a, V b)
{
    union whole x = {a}, y = {b};

    x.bits += y.bits;
    return x.lane;
}

static inline V v_whole_sub(V a, V b)
{
    union whole x = {a}, y = {b};

    x.bits -= y.bits;
    return x.lane;
}

static inline V v_whole_value(V a)
{
    const union whole x = {a};

    return (double)(int64_t)x.bits;
}

#endif
