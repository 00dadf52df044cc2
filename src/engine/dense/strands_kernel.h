/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The walk of strands over blocks, common to all floating matrices.  The file that includes this
 * has defined WORDS (numbers that make an entry, or a sum), PASS (products of one pass over the
 * rows, a power of two that divides PM_BLOCK), the sums (sums.h or dd.h) and
 *
 *     void pass(V r[WORDS], const struct pm_strands *w, double *x, int first, V sign,
 *               const double *step, V direction, bool move);
 *     V width(const struct pm_strands *w, const double *x, const double *centre, int i);
 *
 * pass: r = the signed sum of the products of sign vectors first .. first + PASS - 1, as a
 * balanced tree of subtractions: the sign of a set is the parity of its size.  With `move` the
 * row sums first take the Gray step.  width: the square of the row's factor in the bound of
 * a patch. */
#ifndef PM_ENGINE_DENSE_STRANDS_KERNEL_H
#define PM_ENGINE_DENSE_STRANDS_KERNEL_H

#include "base/bits.h"
#include "num/root.h"

/* The rest of the balanced tree, over passes. */
static inline void passes_join(V r[][WORDS])
{
    for (int count = PM_BLOCK / PASS; count > 1; count /= 2)
        for (int k = 0; k < count / 2; k++)
            join(r[k], r[2 * k], r[2 * k + 1]);
}

/* At least sqrt(x). */
static inline V v_root_above(V x)
{
#if defined PM_ISA_AVX512
    const __m512i half = _mm512_srli_epi64(_mm512_castpd_si512(x), 1);
    return _mm512_castsi512_pd(_mm512_add_epi64(half, _mm512_set1_epi64(PM_ROOT_BIAS)));
#elif defined PM_ISA_AVX2
    const __m256i half = _mm256_srli_epi64(_mm256_castpd_si256(x), 1);
    return _mm256_castsi256_pd(_mm256_add_epi64(half, _mm256_set1_epi64x(PM_ROOT_BIAS)));
#else
    return pm_root_above(x);
#endif
}

/* start prod sqrt(width), or a little more: four chains of products, whatever the width of
 * vectors. */
static inline V patch_bound(const struct pm_strands *w, const double *x, const double *centre)
{
    V chain[4] = {v_all(1), v_all(1), v_all(1), v_all(1)};
    int i = 0;

    for (; i + 4 <= w->n; i += 4) {
        chain[0] = v_mul(chain[0], width(w, x, centre, i));
        chain[1] = v_mul(chain[1], width(w, x, centre, i + 1));
        chain[2] = v_mul(chain[2], width(w, x, centre, i + 2));
        chain[3] = v_mul(chain[3], width(w, x, centre, i + 3));
    }
    for (; i < w->n; i++)
        chain[0] = v_mul(chain[0], width(w, x, centre, i));
    return v_mul(v_mul(v_all(w->start), v_root_above(v_mul(chain[0], chain[1]))),
                 v_root_above(v_mul(chain[2], chain[3])));
}

/* Walks the lanes x[...][0 .. WIDTH - 1]. */
static void lanes_walk(struct pm_strands_sum *sum, int lane, const struct pm_strands *w, double *x)
{
    const long blocks = 1L << w->log_blocks;
    struct sums sums = sums_zero();
    V bound = v_all(0), r[PM_BLOCK / PASS][WORDS];

    for (long g = 0; g < blocks; g++) {
        const int bit = g == 0 ? 0 : pm_gray_bit((uint64_t)g);
        const bool minus = pm_gray((uint64_t)g) >> bit & 1;
        const double *const step = w->step + (long)bit * w->n * WORDS;
        const V sign = v_all(g & 1 ? -w->start : w->start);
        pass(r[0], w, x, 0, sign, step, v_all(g == 0 ? 0 : minus ? -1 : 1), true);
        for (int k = 1; k < PM_BLOCK / PASS; k++)
            pass(r[k], w, x, k * PASS, sign, step, sign, false);
        passes_join(r);
        sums_gather(&sums, r[0]);
        if (g % (1 << w->log_patch) == 0)
            bound = v_add(bound, patch_bound(w, x, w->centre[g >> w->log_patch & 1]));
    }
    sums_put(sum, lane, &sums);
    v_store(&sum->bound[lane], bound);
}

static void strands_walk(struct pm_strands_sum *sum, const struct pm_strands *w, double *x)
{
    for (int lane = 0; lane < PM_LANES; lane += WIDTH)
        lanes_walk(sum, lane, w, x + lane);
}

#endif
