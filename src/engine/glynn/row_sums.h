/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Row sums x[rows][WORDS][PM_LANES] of strands, and what they contribute to the bound of a patch
 * (dense/patch.c).  A file that includes this header defines the constants PARTS and
 * WORDS before (products.h). */
#pragma once

#include "engine/glynn/products.h"
#include "engine/glynn/sign_walk.h"
#include "num/root.h"

/* Returns the sum of row i.  If `move` is true, a step of the Gray code changes the sum first. */
KERNEL N row_sum(double *x, int i, const double *step, V direction, bool move)
{
    double *const at = x + i * (WORDS * PM_LANES);
    N y = n_load(at, PM_LANES);

    if (move) {
        UNROLL for (int k = 0; k < WORDS; k++)
        {
            y.w[k] = v_fma(direction, v_all(step[WORDS * i + k]), y.w[k]);
        }
        n_store(at, PM_LANES, y);
    }
    return y;
}

/* Returns an upper bound of sqrt(x). */
KERNEL V v_root_above(V x)
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

/* The square of row i's factor in the bound of a patch. */
KERNEL V width(const double *reach, const double *x, const double *centre, int i)
{
    V sum = v_all(reach[i]);

    UNROLL for (int k = PARTS - 1; k >= 0; k--)
    {
        const V y = v_add(v_load(x + (i * WORDS + k) * PM_LANES), v_all(centre[WORDS * i + k]));
        sum = v_fma(y, y, sum);
    }
    return sum;
}
