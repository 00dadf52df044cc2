/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The strands of minors_walk.h.  Instructions in double for each row and sign vector: about 12 for
 * real numbers (three products, three additions for a row sum, six for sums and sizes), about 30
 * for complex ones. */
#include "base/bits.h"
#include "engine/dense/minors_walk.h"
#include "engine/glynn/products.h"

enum { BLOCK = PM_MINORS_BLOCK, CELL = WORDS * PM_LANES, LINE = 2 * PARTS, OWN = PM_MINORS_OWN };

#define EACH(s) UNROLL for (int s = 0; s < BLOCK; s++)

/* ------------------------------------------------------------------ numbers */

/* The same number, whose high words are the nearest doubles. */
KERNEL N n_normal(N a)
{
    UNROLL for (int k = 0; k < PARTS && WORDS > PARTS; k++)
    {
        a.w[k] = v_two_sum(a.w[k], a.w[LOW + k], &a.w[LOW + k]);
    }
    return a;
}

KERNEL N n_add(N a, N b)
{
    if (WORDS > PARTS)
        return n_sub(a, n_negative(b));
    UNROLL for (int k = 0; k < WORDS; k++) a.w[k] = v_add(a.w[k], b.w[k]);
    return a;
}

/* *at += sign * a; sign is 1 or -1 */
KERNEL void add_to(double *at, N a, double sign)
{
    N sum = n_load(at, PM_LANES);

    if (WORDS > PARTS)
        sum = n_add(sum, n_scale(a, v_all(sign)));
    UNROLL for (int k = 0; k < PARTS && WORDS == PARTS; k++)
    {
        sum.w[k] = v_fma(v_all(sign), a.w[k], sum.w[k]);
    }
    n_store(at, PM_LANES, sum);
}

/* The sum of both layers of a row, with signs s of the block's columns. */
KERNEL N row_sum(const V y[LINE], const double *low, int s)
{
    N t;

    UNROLL for (int k = 0; k < PARTS; k++)
    {
        const V high = v_add(y[k], v_all(low[k * BLOCK + s]));
        const V rest = v_add(y[PARTS + k], v_all(low[(PARTS + k) * BLOCK + s]));
        if (WORDS == PARTS)
            t.w[k] = v_add(high, rest);
        else
            t.w[k] = v_two_sum(high, rest, &t.w[LOW + k]);
    }
    return t;
}

/* ------------------------------------------------------------------ terms */

/* Takes a Gray code step, and computes the products of the rows before each row. */
KERNEL void go_down(const struct pm_minors_walk *w, double *x, int lane, V start,
                    const double *step, V direction)
{
    double *factor = w->factor + lane, *before = w->before + lane;
    const double *low = w->low;
    N p[BLOCK];

    EACH(s)
    p[s] = n_real(start);
    for (int i = 0; i < w->n; i++, low += LINE * BLOCK, step += LINE) {
        V y[LINE];
        UNROLL for (int k = 0; k < LINE; k++)
        {
            double *const at = x + (i * LINE + k) * PM_LANES;
            y[k] = v_fma(direction, v_all(step[k]), v_load(at));
            v_store(at, y[k]);
        }
        EACH(s)
        {
            const N t = row_sum(y, low, s);
            n_store(before, PM_LANES, p[s]);
            n_store(factor, PM_LANES, t);
            p[s] = n_normal(n_times(p[s], t));
            before += CELL;
            factor += CELL;
        }
    }
}

/* |a| + |b| = max(|a + b|, |a - b|), for each part. */
KERNEL V size_of(N sum, N difference)
{
    V size = v_max_abs(sum.w[0], difference.w[0]);

    return PARTS == 1 ? size : v_add(size, v_max_abs(sum.w[IM], difference.w[IM]));
}

/* Adds the terms of row i: those of all signs of the block, r[s], times the sign of each column. */
KERNEL void add_terms(const struct pm_minors_walk *w, const N r[BLOCK], int i, int lane, int gray,
                      uint64_t minus)
{
    const int column = w->n * CELL;
    const N outer = n_add(r[0], r[3]), across = n_sub(r[0], r[3]);
    const N inner = n_add(r[1], r[2]), turned = n_sub(r[1], r[2]);
    const N total = n_sub(outer, inner);
    double *const size = w->size + i * PM_LANES + lane, *sum = w->sum + i * CELL + lane;

    v_store(size, v_add(v_load(size), v_add(size_of(outer, across), size_of(inner, turned))));
    add_to(sum, total, 1);
    add_to(sum += column, n_add(across, turned), 1);
    add_to(sum += column, n_sub(across, turned), 1);
    for (int k = 0; k < gray; k++)
        add_to(sum += column, total, minus >> k & 1 ? -1 : 1);
}

/* Computes the products of the rows after each row, and adds the terms of each row. */
KERNEL void go_up(const struct pm_minors_walk *w, int lane, int gray, uint64_t minus)
{
    N q[BLOCK], r[BLOCK];

    EACH(s)
    q[s] = n_real(v_all(1));
    for (int i = w->n - 1; i >= 0; i--) {
        EACH(s)
        {
            const int at = (i * BLOCK + s) * CELL + lane;
            r[s] = n_times(n_load(w->before + at, PM_LANES), q[s]);
            q[s] = n_normal(n_times(q[s], n_load(w->factor + at, PM_LANES)));
        }
        add_terms(w, r, i, lane, gray, minus);
    }
}

/* ------------------------------------------------------------------ strands */

/* *at += sign * a, where high and low words are always there. */
KERNEL void gather(double *at, N a, double sign)
{
    a = n_scale(a, v_all(sign));
    UNROLL for (int k = 0; k < PARTS; k++)
    {
        double *const other = at + PARTS * PM_LANES;
        V high = v_load(at), low = v_load(other);
        v_gather(&high, &low, a.w[k]);
        v_store(at, high);
        v_store(other, WORDS == PARTS ? low : v_add(low, a.w[LOW + k]));
        at += PM_LANES;
    }
}

/* Adds the strand's sums of row i to the minors of all columns, and sets them to 0. */
KERNEL void settle(const struct pm_minors_walk *w, int i, int lane)
{
    double *sum = w->sum + i * CELL + lane, *minor = w->minor + i * (LINE * PM_LANES) + lane;
    const N total = n_load(sum, PM_LANES);

    for (int k = 0; k < OWN + w->gray; k++) {
        gather(minor, n_load(sum, PM_LANES), 1);
        n_store(sum, PM_LANES, n_real(v_all(0)));
        sum += w->n * CELL;
        minor += w->n * (LINE * PM_LANES);
    }
    for (int k = 0; k < w->slow; k++) {
        gather(minor, total, w->sign[k]);
        minor += w->n * (LINE * PM_LANES);
    }
}

KERNEL void strand(const struct pm_minors_walk *w, double *x, int lane, int gray)
{
    for (uint64_t g = 0; g < UINT64_C(1) << gray; g++) {
        const int bit = g == 0 ? 0 : pm_gray_bit(g);
        const uint64_t minus = pm_gray(g);
        const double direction = g == 0 ? 0 : minus >> bit & 1 ? -1 : 1;
        go_down(w, x, lane, v_all(g & 1 ? -w->start : w->start), w->step + bit * w->n * LINE,
                v_all(direction));
        go_up(w, lane, gray, minus);
    }
    for (int i = 0; i < w->n; i++)
        settle(w, i, lane);
}

pm_minors_strands NUMBER_NAME(pm_minors);

void NUMBER_NAME(pm_minors)(const struct pm_minors_walk *w, double *x)
{
    for (int lane = 0; lane < PM_LANES; lane += WIDTH)
        if (w->gray == PM_MINORS_GRAY)
            strand(w, x + lane, lane, PM_MINORS_GRAY);
        else
            strand(w, x + lane, lane, w->gray);
}
