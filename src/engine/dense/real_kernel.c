/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Real strands: two fused multiply-adds for a row and a pair of sign vectors that differ in the
 * pivot column, and one addition, that is 1.5 instructions for a row and a sign vector; the Gray
 * step of a row costs one more for a whole block.  Row sums are exact (dense/table.c), so every
 * factor t +- pivot enters a product with a single rounding. */
#include "engine/isa/isa.h"
#include "engine/isa/pairs.h"

enum { WORDS = 1 };

/* The sum of row i, after the Gray step where one is due. */
KERNEL V row_sum(double *x, int i, const double *step, V direction, bool move)
{
    V y = v_load(x + i * PM_LANES);

    if (move) {
        y = v_fma(direction, v_all(step[i]), y);
        v_store(x + i * PM_LANES, y);
    }
    return y;
}

KERNEL void pass(V r[WORDS], const struct pm_strands *w, double *x, int first, V sign,
                 const double *step, V direction, bool move)
{
    const double *low = w->low + first;
    int i = 0;

    EACH(START)
    for (; i < w->ones; i++, low += PM_BLOCK) {
        const V y = row_sum(x, i, step, direction, move);
        EACH(ROW_ONE)
    }
    for (; i < w->zeros; i++, low += PM_BLOCK) {
        const V y = row_sum(x, i, step, direction, move);
        EACH(ROW_ZERO)
    }
    for (; i < w->n; i++, low += PM_BLOCK) {
        const V y = row_sum(x, i, step, direction, move), pivot = v_all(w->pivot[i]);
        EACH(ROW_ANY)
    }
    EACH(GAP)
    r[0] = PAIR_SUM(v_sub);
}

KERNEL V width(const struct pm_strands *w, const double *x, const double *centre, int i)
{
    const V y = v_add(v_load(x + i * PM_LANES), v_all(centre[i]));

    return v_fma(y, y, v_all(w->reach[i]));
}

#include "engine/isa/sums.h"
#include "engine/dense/strands_kernel.h"

pm_strands_walk ISA_NAME(pm_walk_real);

void ISA_NAME(pm_walk_real)(struct pm_strands_sum *sum, const struct pm_strands *w, double *x)
{
    strands_walk(sum, w, x);
}
