/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Computes the bounds of nodes of the graded walk (graded_nodes.h) in single
 * precision, and the row sums of nodes that are kept, in single or double precision.  For any width
 * of vectors, every number is computed by the same expression. */
#include "engine/graded/graded_nodes.h"
#include "engine/isa/vector.h"
#include "engine/isa/vector_single.h"

enum { LANES = PM_GRADED_LANES, FAN = PM_GRADED_FAN };

/* ------------------------------------------------------------------ bounds */

#define EACH_CHILD(DO) DO(0) DO(1) DO(2) DO(3) DO(4) DO(5) DO(6) DO(7)
#define START(s)       VF b##s = start;
#define ROW(s)         b##s = f_mul(b##s, f_add(f_abs(f_add(x, f_all(near[s]))), gap));
#define SHRINK(s)      b##s = f_mul(b##s, shrink);
#define STORE(s)       f_store(test->bound[s] + lane, b##s);

/* Computes the bounds of all children of lanes lane .. lane + SINGLE_WIDTH - 1. */
KERNEL void bounds(struct pm_graded_test *test, const struct pm_graded_level *level,
                   const struct pm_graded_group *group, int lane)
{
    const VF start = f_mul(f_all(level->start), f_abs(f_load(group->sign + lane)));
    const float *near = level->near;

    EACH_CHILD(START)
    for (int i = 0; i < level->n; i++, near += FAN) {
        const VF x = f_narrow(group->y[i] + lane), gap = f_all(level->gap[i]);
        f_store(test->near.x[i] + lane, x);
        EACH_CHILD(ROW)
        if (level->shrink[i] != 1) {
            const VF shrink = f_all(level->shrink[i]);
            EACH_CHILD(SHRINK)
        }
    }
    EACH_CHILD(STORE)
    f_store(test->near.sign + lane, f_load(group->sign + lane));
}

/* Adds the bounds of the highest grade.  They are rare and may be too large for 32 bits. */
KERNEL void add_largest(struct pm_graded_test *test, const struct pm_graded_level *level, int s,
                        int lane, VM above)
{
    const VF units = f_mul(f_load(test->bound[s] + lane), f_all(level->scale[PM_GRADE_FINE]));

    if (m_bits(above) != 0)
        test->sum[PM_GRADE_FINE] += f_total(f_where(units, above));
}

/* Computes the grades of all children, and the sum of bounds for each grade. */
KERNEL void judge(struct pm_graded_test *test, const struct pm_graded_level *level, int lane)
{
    VI sum[PM_GRADE_FINE] = {i_zero(), i_zero(), i_zero()};

    for (int s = 0; s < level->fan; s++) {
        const VF bound = f_load(test->bound[s] + lane);
        VM left = m_all();
#pragma GCC unroll 3
        for (int g = 0; g < PM_GRADE_FINE; g++) {
            const VM above = f_above(bound, f_all(level->edge[g]));
            const VF units = f_mul(bound, f_all(level->scale[g]));
            test->above[g][s] = (uint16_t)(test->above[g][s] | m_bits(above) << lane);
            sum[g] = i_add_where(sum[g], units, m_but(left, above));
            left = above;
        }
        add_largest(test, level, s, lane, left);
    }
    for (int g = 0; g < PM_GRADE_FINE; g++)
        test->sum[g] += i_total(sum[g]);
}

void ISA_NAME(pm_graded_test)(struct pm_graded_test *test, const struct pm_graded_level *level,
                              const struct pm_graded_group *group)
{
    for (int g = 0; g < PM_GRADE_FINE; g++)
        for (int s = 0; s < FAN; s++)
            test->above[g][s] = 0;
    for (int lane = 0; lane < LANES; lane += SINGLE_WIDTH) {
        bounds(test, level, group, lane);
        judge(test, level, lane);
    }
}

/* ------------------------------------------------------------------ survivors */

/* parity[s]: the sign of pattern s, which is - if s has an odd number of bits. */
static const float parity[LANES] __attribute__((aligned(64))) = {1, -1, -1, 1, -1, 1, 1, -1};

#if defined PM_ISA_AVX512

/* Computes codes as 32-bit words and packs them to bytes. */
int ISA_NAME(pm_graded_list)(uint8_t *code, const uint16_t *mask, const uint16_t *but)
{
    __m512i codes = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    int count = 0;

    for (int s = 0; s < FAN; s++, codes = _mm512_add_epi32(codes, _mm512_set1_epi32(LANES))) {
        const __mmask16 bits = mask[s] & (__mmask16)~but[s];
        const __m512i packed = _mm512_maskz_compress_epi32(bits, codes);
        _mm_storeu_si128((__m128i *)(code + count), _mm512_cvtepi32_epi8(packed));
        count += __builtin_popcount(bits);
    }
    return count;
}

KERNEL __m512 turned(const float *sign, const float *old, __m512i lane, __m512i pattern,
                     __mmask16 write)
{
    return _mm512_mask_mul_ps(_mm512_load_ps(old), write,
                              _mm512_permutexvar_ps(lane, _mm512_load_ps(sign)),
                              _mm512_permutexvar_ps(pattern, _mm512_load_ps(parity)));
}

/* The code for each lane whose bit is set in `mask`. */
KERNEL __m512i placed(const uint8_t *code, unsigned mask)
{
    return _mm512_maskz_expand_epi32((__mmask16)mask,
                                     _mm512_cvtepu8_epi32(_mm_loadu_si128((const __m128i *)code)));
}

/* Eight lanes: which of them are written, and the parent's lane and the pattern for each. */
struct half {
    __m512i lane, pattern;
    __mmask8 write;
};

KERNEL struct half half_of(__m256i codes, unsigned write)
{
    const __m512i lane = _mm512_cvtepu32_epi64(codes);

    return (struct half){lane, _mm512_srli_epi64(lane, 4), (__mmask8)write};
}

KERNEL void fill_half(double *to, const struct half *h, V y0, V y1, V t)
{
    _mm512_mask_store_pd(
        to, h->write,
        v_add(_mm512_permutex2var_pd(y0, h->lane, y1), _mm512_permutexvar_pd(h->pattern, t)));
}

/* Writes the lower and the upper eight lanes; `low` or `high` NULL: that half is not needed. */
KERNEL void fill_rows(struct pm_graded_group *child, const struct pm_graded_level *level,
                      const struct pm_graded_group *group, const struct half *low,
                      const struct half *high)
{
    const double *table = level->table;

    for (int i = 0; i < level->n; i++, table += FAN) {
        const V y0 = v_load(group->y[i]), y1 = v_load(group->y[i] + 8), t = v_load(table);
        if (low != NULL)
            fill_half(child->y[i], low, y0, y1, t);
        if (high != NULL)
            fill_half(child->y[i] + 8, high, y0, y1, t);
    }
}

void ISA_NAME(pm_graded_fill)(struct pm_graded_group *child, const struct pm_graded_level *level,
                              const struct pm_graded_group *group, const uint8_t *code,
                              unsigned mask)
{
    const __m512i lane = placed(code, mask);
    const struct half low = half_of(_mm512_castsi512_si256(lane), mask),
                      high = half_of(_mm512_extracti64x4_epi64(lane, 1), mask >> 8);

    if (high.write == 0)
        fill_rows(child, level, group, &low, NULL);
    else if (low.write == 0)
        fill_rows(child, level, group, NULL, &high);
    else
        fill_rows(child, level, group, &low, &high);
    f_store(child->sign,
            turned(group->sign, child->sign, lane, _mm512_srli_epi32(lane, 4), (__mmask16)mask));
}

void ISA_NAME(pm_graded_fill_near)(struct pm_graded_near *child,
                                   const struct pm_graded_level *level,
                                   const struct pm_graded_near *group, const uint8_t *code,
                                   unsigned mask)
{
    const __m512i lane = placed(code, mask);
    const __m512i pattern = _mm512_srli_epi32(lane, 4);
    const __mmask16 write = (__mmask16)mask;
    const float *near = level->near;

    for (int i = 0; i < level->n; i++, near += FAN) {
        const __m512 x = _mm512_permutexvar_ps(lane, f_load(group->x[i]));
        const __m512 t =
            _mm512_permutexvar_ps(pattern, _mm512_castps256_ps512(_mm256_load_ps(near)));
        _mm512_mask_store_ps(child->x[i], write, f_add(x, t));
    }
    f_store(child->sign, turned(group->sign, child->sign, lane, pattern, write));
}

#else

int ISA_NAME(pm_graded_list)(uint8_t *code, const uint16_t *mask, const uint16_t *but)
{
    int count = 0;

    for (int s = 0; s < FAN; s++)
        for (unsigned bits = mask[s] & (unsigned)~but[s]; bits != 0; bits &= bits - 1)
            code[count++] = (uint8_t)(s * LANES + __builtin_ctz(bits));
    return count;
}

void ISA_NAME(pm_graded_fill)(struct pm_graded_group *child, const struct pm_graded_level *level,
                              const struct pm_graded_group *group, const uint8_t *code,
                              unsigned mask)
{
    for (; mask != 0; mask &= mask - 1, code++) {
        const int k = __builtin_ctz(mask), lane = *code & 15, pattern = *code >> 4;
        for (int i = 0; i < level->n; i++)
            child->y[i][k] = group->y[i][lane] + level->table[i * FAN + pattern];
        child->sign[k] = group->sign[lane] * parity[pattern];
    }
}

void ISA_NAME(pm_graded_fill_near)(struct pm_graded_near *child,
                                   const struct pm_graded_level *level,
                                   const struct pm_graded_near *group, const uint8_t *code,
                                   unsigned mask)
{
    for (; mask != 0; mask &= mask - 1, code++) {
        const int k = __builtin_ctz(mask), lane = *code & 15, pattern = *code >> 4;
        for (int i = 0; i < level->n; i++)
            child->x[i][k] = group->x[i][lane] + level->near[i * FAN + pattern];
        child->sign[k] = group->sign[lane] * parity[pattern];
    }
}

#endif
