/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Complex strands in double-double: 39 instructions for a row and a sign vector. */
#include "engine/isa/isa.h"

enum { WORDS = 4 };

#include "engine/isa/dd.h"

enum { PASS = 2 };
#define EACH(DO) DO(0) DO(1)

#define START(s) struct z p##s = {{sign, v_all(0)}, {v_all(0), v_all(0)}}, q##s = p##s;
#define SUM(s)                                                                                     \
    const struct z t = {                                                                           \
        {v_add(y[0], v_all(low[s])), v_add(y[2], v_all(low[2 * PM_BLOCK + (s)]))},                 \
        {v_add(y[1], v_all(low[PM_BLOCK + (s)])), v_add(y[3], v_all(low[3 * PM_BLOCK + (s)]))}};
#define ROW_ZERO(s)                                                                                \
    {                                                                                              \
        SUM(s)                                                                                     \
        p##s = z_times(p##s, t);                                                                   \
        q##s = z_times(q##s, t);                                                                   \
    }
#define ROW_ONE(s)                                                                                 \
    {                                                                                              \
        SUM(s)                                                                                     \
        p##s = z_times(p##s, (struct z){{v_add(t.re.h, v_all(1)), t.re.l}, t.im});                 \
        q##s = z_times(q##s, (struct z){{v_sub(t.re.h, v_all(1)), t.re.l}, t.im});                 \
    }
#define ROW_ANY(s)                                                                                 \
    {                                                                                              \
        SUM(s)                                                                                     \
        p##s = z_times(p##s, (struct z){{v_add(t.re.h, pivot.re.h), v_add(t.re.l, pivot.re.l)},    \
                                        {v_add(t.im.h, pivot.im.h), v_add(t.im.l, pivot.im.l)}});  \
        q##s = z_times(q##s, (struct z){{v_sub(t.re.h, pivot.re.h), v_sub(t.re.l, pivot.re.l)},    \
                                        {v_sub(t.im.h, pivot.im.h), v_sub(t.im.l, pivot.im.l)}});  \
    }
#define GAP(s)                                                                                     \
    const struct d re##s = d_sub(p##s.re, q##s.re), im##s = d_sub(p##s.im, q##s.im);               \
    const V r##s[WORDS] = {re##s.h, im##s.h, re##s.l, im##s.l};

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
        const double *const at = w->pivot + WORDS * i;
        const struct z pivot = {{v_all(at[0]), v_all(at[2])}, {v_all(at[1]), v_all(at[3])}};
        row_sums(y, x, i, step, direction, move);
        EACH(ROW_ANY)
    }
    EACH(GAP)
    join(r, r0, r1);
}

KERNEL V width(const struct pm_strands *w, const double *x, const double *centre, int i)
{
    const double *const at = x + i * (WORDS * PM_LANES);
    const V re = v_add(v_load(at), v_all(centre[WORDS * i]));
    const V im = v_add(v_load(at + PM_LANES), v_all(centre[WORDS * i + 1]));

    return v_fma(re, re, v_fma(im, im, v_all(w->reach[i])));
}

#include "engine/dense/strands_kernel.h"

pm_strands_walk ISA_NAME(pm_walk_complex_dd);

void ISA_NAME(pm_walk_complex_dd)(struct pm_strands_sum *sum, const struct pm_strands *w, double *x)
{
    strands_walk(sum, w, x);
}
