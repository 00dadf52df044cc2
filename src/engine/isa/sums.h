/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sums of products that are doubles: a tree of plain subtractions in a block, a running sum that
 * keeps its rounding errors from block to block.  WORDS is 1 for real, 2 for complex numbers. */
#ifndef PM_ENGINE_ISA_SUMS_H
#define PM_ENGINE_ISA_SUMS_H

struct sums {
    V high[WORDS], low[WORDS];
};

/* r = a - b */
KERNEL void join(V r[WORDS], const V a[WORDS], const V b[WORDS])
{
    for (int k = 0; k < WORDS; k++)
        r[k] = v_sub(a[k], b[k]);
}

KERNEL struct sums sums_zero(void)
{
    struct sums sums;

    for (int k = 0; k < WORDS; k++)
        sums.high[k] = sums.low[k] = v_all(0);
    return sums;
}

KERNEL void sums_gather(struct sums *sums, const V r[WORDS])
{
    for (int k = 0; k < WORDS; k++)
        v_gather(&sums->high[k], &sums->low[k], r[k]);
}

KERNEL void sums_put(struct pm_strands_sum *sum, int lane, const struct sums *sums)
{
    for (int k = 0; k < WORDS; k++) {
        v_store(&sum->high[k][lane], sums->high[k]);
        v_store(&sum->low[k][lane], sums->low[k]);
    }
}

#endif
