/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The strands of minors_walk.h.  Instructions for each row and sign vector: 6 for real numbers
 * (three products, three sums, two row sums and part of the sign changes), 18 for complex ones. */
#include "base/bits.h"
#include "engine/dense/minors_walk.h"
#include "engine/glynn/row_sums.h"

enum { BLOCK = PM_MINORS_BLOCK, CELL = WORDS * PM_LANES };

#define EACH(s) UNROLL for (int s = 0; s < BLOCK; s++)

/* *at += scale * a */
KERNEL void add_to(double *at, N a, double scale)
{
    N sum = n_load(at, PM_LANES);

    UNROLL for (int k = 0; k < WORDS; k++)
    {
        sum.w[k] = v_fma(v_all(scale), a.w[k], sum.w[k]);
    }
    n_store(at, PM_LANES, sum);
}

/* Takes a Gray code step, and computes the products of the rows before each row. */
KERNEL void go_down(const struct pm_minors_walk *w, double *x, double *before, V sign,
                    const double *step, V direction)
{
    const double *low = w->low;
    N p[BLOCK];

    EACH(s)
    p[s] = n_real(sign);
    for (int i = 0; i < w->n; i++, low += WORDS * BLOCK) {
        const N y = row_sum(x, i, step, direction, true);
        EACH(s)
        {
            n_store(before + (i * BLOCK + s) * CELL, PM_LANES, p[s]);
            p[s] = n_times(p[s], n_plus(y, low + s, BLOCK));
        }
    }
}

/* Computes the products of the rows after each row.  Adds the sums so far, times `sign`, to
 * `change`; `sign` is the new sign of the column that changes next. */
KERNEL void go_up(const double *x, const double *before, double *sum, double *change, double sign,
                  const struct pm_minors_walk *w)
{
    N q[BLOCK], a[BLOCK];

    EACH(s)
    q[s] = n_real(v_all(1));
    for (int i = w->n - 1; i >= 0; i--) {
        const double *const low = w->low + i * (WORDS * BLOCK);
        const N y = n_load(x + i * CELL, PM_LANES);
        EACH(s)
        {
            double *const at = sum + (i * BLOCK + s) * CELL;
            const N p = n_load(before + (i * BLOCK + s) * CELL, PM_LANES);
            a[s] = n_plus_times(n_load(at, PM_LANES), p, q[s]);
            n_store(at, PM_LANES, a[s]);
            q[s] = n_times(q[s], n_plus(y, low + s, BLOCK));
        }
        add_to(change + i * CELL, n_signed_sum(a, BLOCK), sign);
    }
}

/* Adds the bounds of a patch.  W_k is the width of row k; the bound is prod W_k without row i. */
KERNEL void add_bounds(const struct pm_minors_walk *w, const double *x, const double *centre,
                       double *before, double *bound)
{
    V p = v_all(1), q = v_all(1);

    for (int i = 0; i < w->n; i++) {
        v_store(before + i * PM_LANES, p);
        p = v_mul(p, width(w->reach, x, centre, i));
    }
    for (int i = w->n - 1; i >= 0; i--) {
        double *const at = bound + i * PM_LANES;
        v_store(at, v_add(v_load(at), v_root_above(v_mul(v_load(before + i * PM_LANES), q))));
        q = v_mul(q, width(w->reach, x, centre, i));
    }
}

KERNEL N n_add(N a, N b)
{
    UNROLL for (int k = 0; k < WORDS; k++) a.w[k] = v_add(a.w[k], b.w[k]);
    return a;
}

/* Returns the number at `at` and sets it to 0. */
KERNEL N take(double *at)
{
    const N a = n_load(at, PM_LANES);

    n_store(at, PM_LANES, n_real(v_all(0)));
    return a;
}

/* Adds the sums of row i to the minors of all columns. */
KERNEL void settle(const struct pm_minors_walk *w, int i, int lane)
{
    const int column = w->n * CELL;
    double *minor = w->minor + i * CELL + lane;
    N a[BLOCK];

    EACH(s)
    a[s] = take(w->sum + (i * BLOCK + s) * CELL + lane);
    const N total = n_sub(n_add(a[0], a[3]), n_add(a[1], a[2]));
    add_to(minor, total, 1);
    add_to(minor += column, n_sub(n_add(a[0], a[1]), n_add(a[2], a[3])), 1);
    add_to(minor += column, n_sub(n_add(a[0], a[2]), n_add(a[1], a[3])), 1);
    for (int k = 0; k < PM_MINORS_GRAY; k++) {
        add_to(minor += column, total, k == PM_MINORS_GRAY - 1 ? -1 : 1);
        add_to(minor, take(w->change + k * column + i * CELL + lane), -2);
    }
    for (int k = 0; k < w->slow; k++)
        add_to(minor += column, total, w->sign[k]);
}

/* The sign of Gray-coded column k in block g. */
KERNEL double sign_in(long g, int k)
{
    return pm_gray((uint64_t)g) >> k & 1 ? -1 : 1;
}

static void lanes_walk(const struct pm_minors_walk *w, double *x, int lane)
{
    enum { LAST = (1 << PM_MINORS_GRAY) - 1, PATCH = 1 << PM_MINORS_LOG_PATCH };
    const int line = w->n * WORDS;
    double *const before = w->before + lane, *const change = w->change + lane;

    for (long g = 0; g <= LAST; g++) {
        const int bit = g == 0 ? 0 : pm_gray_bit((uint64_t)g);
        const int next = g == LAST ? 0 : pm_gray_bit((uint64_t)g + 1);
        go_down(w, x, before, v_all(g & 1 ? -w->start : w->start), w->step + bit * line,
                v_all(g == 0 ? 0 : sign_in(g, bit)));
        go_up(x, before, w->sum + lane, change + next * (w->n * CELL),
              g == LAST ? 0 : sign_in(g + 1, next), w);
        if (g % PATCH == 0)
            add_bounds(w, x, w->centre[g / PATCH & 1], before, w->bound + lane);
    }
    for (int i = 0; i < w->n; i++)
        settle(w, i, lane);
}

pm_minors_strands NUMBER_NAME(pm_minors);

void NUMBER_NAME(pm_minors)(const struct pm_minors_walk *w, double *x)
{
    for (int lane = 0; lane < PM_LANES; lane += WIDTH)
        lanes_walk(w, x + lane, lane);
}
