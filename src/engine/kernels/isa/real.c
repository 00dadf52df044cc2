/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Real strands: two fused multiply-adds for a row and a pair of sign vectors that differ in the
 * pivot column, and one addition, that is 1.5 instructions for a row and a sign vector; the Gray
 * step of a row costs one more for a whole block.  Row sums are exact (dense/table.c), so every
 * factor t +- pivot enters a product with a single rounding. */
#include "engine/kernels/isa/isa.h"

enum { WORDS = 1 };

/* Two products a sign vector stay in registers: of 32 with AVX-512, of 16 otherwise. */
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
    r[0] = v_sub(v_sub(p0, p1), v_sub(p2, p3));
#ifdef PM_ISA_AVX512
    r[0] = v_sub(r[0], v_sub(v_sub(p4, p5), v_sub(p6, p7)));
#endif
}

KERNEL V width(const struct pm_strands *w, const double *x, const double *centre, int i)
{
    const V y = v_add(v_load(x + i * PM_LANES), v_all(centre[i]));

    return v_fma(y, y, v_all(w->reach[i]));
}

#include "engine/kernels/isa/sums.h"
#include "engine/kernels/isa/strands.h"

pm_strands_walk ISA_NAME(pm_walk_real);

void ISA_NAME(pm_walk_real)(struct pm_strands_sum *sum, const struct pm_strands *w, double *x)
{
    strands_walk(sum, w, x);
}
