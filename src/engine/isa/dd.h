/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Row sums and sums of double-double numbers.  The two layers of a row sum are exact
 * (dense/table.c), so a factor costs two additions.  WORDS is 2 for real numbers, 4 for complex
 * ones: high parts, then low parts. */
#ifndef PM_ENGINE_ISA_DD_H
#define PM_ENGINE_ISA_DD_H

#include "engine/isa/dd_number.h"

enum { PARTS = WORDS / 2 };

/* Row sums of row i, after the Gray step where one is due; both layers are exact. */
KERNEL void row_sums(V y[WORDS], double *x, int i, const double *step, V direction, bool move)
{
    double *const at = x + i * (WORDS * PM_LANES);

    for (int k = 0; k < WORDS; k++) {
        y[k] = v_load(at + k * PM_LANES);
        if (move) {
            y[k] = v_fma(direction, v_all(step[WORDS * i + k]), y[k]);
            v_store(at + k * PM_LANES, y[k]);
        }
    }
}

/* Sums: high + middle + low of each part. */
struct sums {
    V high[PARTS], middle[PARTS], low[PARTS];
};

KERNEL void join(V r[WORDS], const V a[WORDS], const V b[WORDS])
{
    for (int k = 0; k < PARTS; k++) {
        const struct d gap = d_sub((struct d){a[k], a[k + PARTS]}, (struct d){b[k], b[k + PARTS]});
        r[k] = gap.h;
        r[k + PARTS] = gap.l;
    }
}

KERNEL struct sums sums_zero(void)
{
    struct sums sums;

    for (int k = 0; k < PARTS; k++)
        sums.high[k] = sums.middle[k] = sums.low[k] = v_all(0);
    return sums;
}

KERNEL void sums_gather(struct sums *sums, const V r[WORDS])
{
    for (int k = 0; k < PARTS; k++) {
        V first, second, third;
        sums->high[k] = two_sum(sums->high[k], r[k], &first);
        sums->middle[k] = two_sum(sums->middle[k], r[k + PARTS], &second);
        sums->middle[k] = two_sum(sums->middle[k], first, &third);
        sums->low[k] = v_add(sums->low[k], v_add(second, third));
    }
}

KERNEL void sums_put(struct pm_strands_sum *sum, int lane, const struct sums *sums)
{
    for (int k = 0; k < PARTS; k++) {
        v_store(&sum->high[k][lane], sums->high[k]);
        v_store(&sum->low[k][lane], v_add(sums->middle[k], sums->low[k]));
    }
}

#endif
