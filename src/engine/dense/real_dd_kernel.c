/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Real strands in double-double: 7 instructions for a row and a sign vector. */
#include "engine/isa/isa.h"

enum { WORDS = 2 };

#include "engine/isa/dd.h"

/* Four numbers a sign vector stay in registers: of 32 with AVX-512, of 16 otherwise. */
#ifdef PM_ISA_AVX512
enum { PASS = 4 };
#define EACH(DO) DO(0) DO(1) DO(2) DO(3)
#else
enum { PASS = 2 };
#define EACH(DO) DO(0) DO(1)
#endif

#define START(s) struct d p##s = {sign, v_all(0)}, q##s = {sign, v_all(0)};
#define SUM(s)                                                                                     \
    const struct d t = {v_add(y[0], v_all(low[s])), v_add(y[1], v_all(low[PM_BLOCK + (s)]))};
#define ROW_ZERO(s)                                                                                \
    {                                                                                              \
        SUM(s)                                                                                     \
        p##s = d_times(p##s, t);                                                                   \
        q##s = d_times(q##s, t);                                                                   \
    }
#define ROW_ONE(s)                                                                                 \
    {                                                                                              \
        SUM(s)                                                                                     \
        p##s = d_times(p##s, (struct d){v_add(t.h, v_all(1)), t.l});                               \
        q##s = d_times(q##s, (struct d){v_sub(t.h, v_all(1)), t.l});                               \
    }
#define ROW_ANY(s)                                                                                 \
    {                                                                                              \
        SUM(s)                                                                                     \
        p##s = d_times(p##s, (struct d){v_add(t.h, pivot.h), v_add(t.l, pivot.l)});                \
        q##s = d_times(q##s, (struct d){v_sub(t.h, pivot.h), v_sub(t.l, pivot.l)});                \
    }
#define GAP(s)                                                                                     \
    p##s = d_sub(p##s, q##s);                                                                      \
    const V r##s[WORDS] = {p##s.h, p##s.l};

KERNEL void pass(V r[WORDS], const struct pm_strands *w, double *x, int first, V sign,
                 const double *step, V direction, bool move)
{
    const double *low = w->low + first;
    V y[WORDS];
    int i = 0;

    EACH(START)
    for (; i < w->ones; i++, low += WORDS * PM_BLOCK) {
        row_sums(y, x, i, step, direction, move);
        EACH(ROW_ONE)
    }
    for (; i < w->zeros; i++, low += WORDS * PM_BLOCK) {
        row_sums(y, x, i, step, direction, move);
        EACH(ROW_ZERO)
    }
    for (; i < w->n; i++, low += WORDS * PM_BLOCK) {
        const struct d pivot = {v_all(w->pivot[2 * i]), v_all(w->pivot[2 * i + 1])};
        row_sums(y, x, i, step, direction, move);
        EACH(ROW_ANY)
    }
    EACH(GAP)
    join(r, r0, r1);
#ifdef PM_ISA_AVX512
    V other[WORDS];
    join(other, r2, r3);
    join(r, r, other);
#endif
}

KERNEL V width(const struct pm_strands *w, const double *x, const double *centre, int i)
{
    const V y = v_add(v_load(x + i * (WORDS * PM_LANES)), v_all(centre[WORDS * i]));

    return v_fma(y, y, v_all(w->reach[i]));
}

#include "engine/dense/strands_kernel.h"

pm_strands_walk ISA_NAME(pm_walk_real_dd);

void ISA_NAME(pm_walk_real_dd)(struct pm_strands_sum *sum, const struct pm_strands *w, double *x)
{
    strands_walk(sum, w, x);
}
