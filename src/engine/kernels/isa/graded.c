/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Kernels of the graded walk (engine/graded/blocks.h): bounds of nodes, row sums of the survivors,
 * and blocks of 16 sign vectors in two grades, plain and compensated.  Every number is computed by
 * one expression whatever the width of the vectors. */
#include "engine/graded/blocks.h"
#include "engine/kernels/isa/isa.h"

enum { LANES = PM_GRADED_LANES, LOW = PM_GRADED_LOW, FAN = PM_GRADED_FAN };

/* Adding and taking off this rounds numbers below 2^51 to integers. */
#define INTEGER 0x1.8p52

KERNEL V v_round(V x, double grid)
{
    return v_sub(v_add(x, v_all(INTEGER * grid)), v_all(INTEGER * grid));
}

/* Bit k: a > b in element k.  *kept: a where a <= b, else 0. */
KERNEL unsigned v_above(V *kept, V a, V b)
{
#if defined PM_ISA_AVX512
    const __mmask8 above = _mm512_cmp_pd_mask(a, b, _CMP_GT_OQ);
    *kept = _mm512_maskz_mov_pd((__mmask8)~above, a);
    return above;
#elif defined PM_ISA_AVX2
    const __m256d above = _mm256_cmp_pd(a, b, _CMP_GT_OQ);
    *kept = _mm256_andnot_pd(above, a);
    return (unsigned)_mm256_movemask_pd(above);
#else
    *kept = a > b ? 0 : a;
    return a > b;
#endif
}

/* ------------------------------------------------------------------ bounds */

/* Children first .. first + 3, lanes lane .. lane + WIDTH - 1. */
KERNEL void bounds(struct pm_graded_test *test, const struct pm_graded_level *level,
                   const struct pm_graded_group *group, int first, int lane)
{
    const V start = v_mul(v_all(level->start), v_abs(v_load(group->sign + lane)));
    const double *table = level->table + first;
    V p0 = start, p1 = start, p2 = start, p3 = start;

    for (int i = 0; i < level->n; i++, table += FAN) {
        const V y = v_load(group->y[i] + lane), gap = v_all(level->gap[i]);
        p0 = v_mul(p0, v_add(v_abs(v_add(y, v_all(table[0]))), gap));
        p1 = v_mul(p1, v_add(v_abs(v_add(y, v_all(table[1]))), gap));
        p2 = v_mul(p2, v_add(v_abs(v_add(y, v_all(table[2]))), gap));
        p3 = v_mul(p3, v_add(v_abs(v_add(y, v_all(table[3]))), gap));
    }
    v_store(test->bound[first] + lane, p0);
    v_store(test->bound[first + 1] + lane, p1);
    v_store(test->bound[first + 2] + lane, p2);
    v_store(test->bound[first + 3] + lane, p3);
}

void ISA_NAME(pm_graded_test)(struct pm_graded_test *test, const struct pm_graded_level *level,
                              const struct pm_graded_group *group)
{
    for (int s = 0; s < FAN; s++)
        test->keep[s] = test->fine[s] = 0;
    for (int lane = 0; lane < LANES; lane += WIDTH) {
        V skipped = v_load(test->skipped + lane), kept = v_load(test->kept + lane);
        for (int s = 0; s < level->fan; s += 4)
            bounds(test, level, group, s, lane);
        for (int s = 0; s < level->fan; s++) {
            const V bound = v_load(test->bound[s] + lane);
            V small, plain;
            const unsigned above = v_above(&small, bound, v_all(PM_GRADED_LIMIT));
            const unsigned fine = v_above(&plain, bound, v_all(level->split));
            skipped = v_add(skipped, v_round(small, 1));
            kept = v_add(kept, v_round(v_mul(v_sub(plain, small), v_all(level->scale)), 1));
            test->keep[s] = (uint8_t)(test->keep[s] | above << lane);
            test->fine[s] = (uint8_t)(test->fine[s] | fine << lane);
        }
        v_store(test->skipped + lane, skipped);
        v_store(test->kept + lane, kept);
    }
}

/* ------------------------------------------------------------------ survivors */

/* The sign of a pattern: the parity of its size. */
static const double parity[FAN] __attribute__((aligned(64))) = {1, -1, -1, 1, -1, 1, 1, -1};

#if defined PM_ISA_AVX512

void ISA_NAME(pm_graded_fill)(struct pm_graded_group *child, const struct pm_graded_level *level,
                              const struct pm_graded_group *group,
                              const uint8_t code[PM_GRADED_LANES], unsigned mask)
{
    const __m512i lane = _mm512_cvtepu8_epi64(_mm_loadl_epi64((const __m128i *)code));
    const __m512i pattern = _mm512_srli_epi64(lane, 3);
    const __mmask8 write = (__mmask8)mask;
    const double *table = level->table;
    const int n = level->n;

    for (int i = 0; i < n; i++, table += FAN) {
        const V y = _mm512_permutexvar_pd(lane, v_load(group->y[i]));
        const V t = _mm512_permutexvar_pd(pattern, v_load(table));
        v_store(child->y[i], _mm512_mask_add_pd(v_load(child->y[i]), write, y, t));
    }
    const V sign = _mm512_permutexvar_pd(lane, v_load(group->sign));
    const V turn = _mm512_permutexvar_pd(pattern, v_load(parity));
    v_store(child->sign, _mm512_mask_mul_pd(v_load(child->sign), write, sign, turn));
}

#else

void ISA_NAME(pm_graded_fill)(struct pm_graded_group *child, const struct pm_graded_level *level,
                              const struct pm_graded_group *group,
                              const uint8_t code[PM_GRADED_LANES], unsigned mask)
{
    for (int k = 0; k < LANES; k++) {
        const int lane = code[k] & 7, pattern = code[k] >> 3;
        if (!(mask >> k & 1))
            continue;
        for (int i = 0; i < level->n; i++)
            child->y[i][k] = group->y[i][lane] + level->table[i * FAN + pattern];
        child->sign[k] = group->sign[lane] * parity[pattern];
    }
}

#endif

/* ------------------------------------------------------------------ plain blocks */

/* Two products a sum of unrolled columns stay in registers: of 32 with AVX-512, of 16 otherwise. */
#ifdef PM_ISA_AVX512
enum { PASS = 8 };
#define EACH(DO) DO(0) DO(1) DO(2) DO(3) DO(4) DO(5) DO(6) DO(7)
#else
enum { PASS = 4 };
#define EACH(DO) DO(0) DO(1) DO(2) DO(3)
#endif

#define START(s) V p##s = sign, q##s = sign;
#define ROW_ONE(s)                                                                                 \
    {                                                                                              \
        const V t = v_add(y, v_all(low[s]));                                                       \
        p##s = v_fma(p##s, t, p##s);                                                               \
        q##s = v_fms(q##s, t, q##s);                                                               \
    }
#define ROW_ZERO(s)                                                                                \
    {                                                                                              \
        const V t = v_add(y, v_all(low[s]));                                                       \
        p##s = v_mul(p##s, t);                                                                     \
        q##s = v_mul(q##s, t);                                                                     \
    }
#define ROW_ANY(s)                                                                                 \
    {                                                                                              \
        const V t = v_add(y, v_all(low[s]));                                                       \
        p##s = v_mul(p##s, v_add(t, pivot));                                                       \
        q##s = v_mul(q##s, v_sub(t, pivot));                                                       \
    }
#define GAP(s) p##s = v_sub(p##s, q##s);

/* The signed sum over PASS sums of unrolled columns from `first` on. */
KERNEL V pass(const struct pm_graded_leaf *leaf, const struct pm_graded_group *group, int lane,
              int first)
{
    const V sign = v_mul(v_all(leaf->start), v_load(group->sign + lane));
    const double *low = leaf->low + first;
    int i = 0;

    EACH(START)
    for (; i < leaf->ones; i++, low += LOW) {
        const V y = v_load(group->y[i] + lane);
        EACH(ROW_ONE)
    }
    for (; i < leaf->zeros; i++, low += LOW) {
        const V y = v_load(group->y[i] + lane);
        EACH(ROW_ZERO)
    }
    for (; i < leaf->n; i++, low += LOW) {
        const V y = v_load(group->y[i] + lane), pivot = v_all(leaf->pivot[i]);
        EACH(ROW_ANY)
    }
    EACH(GAP)
    p0 = v_sub(v_sub(p0, p1), v_sub(p2, p3));
#ifdef PM_ISA_AVX512
    p0 = v_sub(p0, v_sub(v_sub(p4, p5), v_sub(p6, p7)));
#endif
    return p0;
}

void ISA_NAME(pm_graded_leaf)(double sum[2][PM_GRADED_LANES], const struct pm_graded_leaf *leaf,
                              const struct pm_graded_group *group)
{
    for (int lane = 0; lane < LANES; lane += WIDTH) {
        V r = pass(leaf, group, lane, 0);
        for (int first = PASS; first < LOW; first += PASS)
            r = v_sub(r, pass(leaf, group, lane, first));
        const V high = v_round(r, 1), low = v_round(v_sub(r, high), PM_GRADED_SECOND);
        v_store(sum[0] + lane, v_add(v_load(sum[0] + lane), high));
        v_store(sum[1] + lane, v_add(v_load(sum[1] + lane), low));
    }
}

/* ------------------------------------------------------------------ compensated blocks */

/* p + *e times t + r: the error of p t is kept (Ogita, Rump & Oishi, Accurate sum and dot product,
 * SIAM J. Scientific Computing 26, 2005, for products as for sums). */
KERNEL V times(V *e, V p, V t, V r)
{
    const V product = v_mul(p, t);

    *e = v_fma(*e, t, v_fma(p, r, v_fms(p, t, product)));
    return product;
}

void ISA_NAME(pm_graded_fine)(double high[PM_GRADED_LANES], double low[PM_GRADED_LANES],
                              const struct pm_graded_leaf *leaf,
                              const struct pm_graded_group *group, const double *rest)
{
    for (int lane = 0; lane < LANES; lane += WIDTH) {
        const V sign = v_mul(v_all(leaf->fine_start), v_load(group->sign + lane));
        V sum = v_all(0), tail = v_all(0);
        for (int s = 0; s < LOW; s++) {
            V p = __builtin_parity((unsigned)s) ? v_sub(v_all(0), sign) : sign,
              q = v_sub(v_all(0), p);
            V e = v_all(0), f = v_all(0);
            for (int i = 0; i < leaf->n; i++) {
                const V t = v_add(v_load(group->y[i] + lane), v_all(leaf->low[i * LOW + s]));
                const V r = v_add(v_load(rest + i * LANES + lane), v_all(leaf->rest[i * LOW + s]));
                const V pivot = v_all(leaf->pivot[i]), off = v_all(leaf->off[i]);
                p = times(&e, p, v_add(t, pivot), v_add(r, off));
                q = times(&f, q, v_sub(t, pivot), v_sub(r, off));
            }
            v_gather(&sum, &tail, p);
            v_gather(&sum, &tail, q);
            tail = v_add(tail, v_add(e, f));
        }
        v_store(high + lane, sum);
        v_store(low + lane, tail);
    }
}
