/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Complex strands: eight fused multiply-adds for a row and a pair of sign vectors, and two
 * additions, that is 5 instructions for a row and a sign vector. */
#include "engine/isa/complex.h"

enum { WORDS = 2 };

/* Four numbers a sign vector stay in registers: of 32 with AVX-512, of 16 otherwise. */
#ifdef PM_ISA_AVX512
enum { PASS = 4 };
#define EACH(DO) DO(0) DO(1) DO(2) DO(3)
#else
enum { PASS = 2 };
#define EACH(DO) DO(0) DO(1)
#endif

#define START(s) struct z p##s = {sign, v_all(0)}, q##s = {sign, v_all(0)};
#define SUM(s)                                                                                     \
    const struct z t = {v_add(y.re, v_all(low[s])), v_add(y.im, v_all(low[PM_BLOCK + (s)]))};
#define ROW_ONE(s)                                                                                 \
    {                                                                                              \
        SUM(s)                                                                                     \
        p##s = z_times_plus(p##s, t);                                                              \
        q##s = z_times_minus(q##s, t);                                                             \
    }
#define ROW_ZERO(s)                                                                                \
    {                                                                                              \
        SUM(s)                                                                                     \
        p##s = z_times(p##s, t);                                                                   \
        q##s = z_times(q##s, t);                                                                   \
    }
#define ROW_ANY(s)                                                                                 \
    {                                                                                              \
        SUM(s)                                                                                     \
        p##s = z_times(p##s, z_add(t, pivot));                                                     \
        q##s = z_times(q##s, z_sub(t, pivot));                                                     \
    }
#define GAP(s) p##s = z_sub(p##s, q##s);

/* The sum of row i, after the Gray step where one is due. */
KERNEL struct z row_sum(double *x, int i, const double *step, V direction, bool move)
{
    double *const at = x + i * (2 * PM_LANES);
    struct z y = {v_load(at), v_load(at + PM_LANES)};

    if (move) {
        y.re = v_fma(direction, v_all(step[2 * i]), y.re);
        y.im = v_fma(direction, v_all(step[2 * i + 1]), y.im);
        v_store(at, y.re);
        v_store(at + PM_LANES, y.im);
    }
    return y;
}

KERNEL void pass(V r[WORDS], const struct pm_strands *w, double *x, int first, V sign,
                 const double *step, V direction, bool move)
{
    const double *low = w->low + first;
    int i = 0;

    EACH(START)
    for (; i < w->ones; i++, low += 2 * PM_BLOCK) {
        const struct z y = row_sum(x, i, step, direction, move);
        EACH(ROW_ONE)
    }
    for (; i < w->zeros; i++, low += 2 * PM_BLOCK) {
        const struct z y = row_sum(x, i, step, direction, move);
        EACH(ROW_ZERO)
    }
    for (; i < w->n; i++, low += 2 * PM_BLOCK) {
        const struct z y = row_sum(x, i, step, direction, move);
        const struct z pivot = {v_all(w->pivot[2 * i]), v_all(w->pivot[2 * i + 1])};
        EACH(ROW_ANY)
    }
    EACH(GAP)
    p0 = z_sub(p0, p1);
#ifdef PM_ISA_AVX512
    p0 = z_sub(p0, z_sub(p2, p3));
#endif
    r[0] = p0.re;
    r[1] = p0.im;
}

KERNEL V width(const struct pm_strands *w, const double *x, const double *centre, int i)
{
    const double *const at = x + i * (2 * PM_LANES);
    const V re = v_add(v_load(at), v_all(centre[2 * i]));
    const V im = v_add(v_load(at + PM_LANES), v_all(centre[2 * i + 1]));

    return v_fma(re, re, v_fma(im, im, v_all(w->reach[i])));
}

#include "engine/isa/sums.h"
#include "engine/dense/strands_kernel.h"

pm_strands_walk ISA_NAME(pm_walk_complex);

void ISA_NAME(pm_walk_complex)(struct pm_strands_sum *sum, const struct pm_strands *w, double *x)
{
    strands_walk(sum, w, x);
}
