/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The walk of signs.h, and the products of sign_large.h. */
#include "base/bits.h"
#include "engine/dense/sign_large.h"
#include "engine/isa/vector_whole.h"

enum { PARTS = 2, WORDS = 4 }; /* of numbers in double-double; real ones have no second part */
#include "engine/glynn/products.h"

enum { LANES = PM_SIGNS_LANES, SETS = PM_SIGNS_SETS, LEVELS = PM_SIGNS_LEVELS };

/* What the kernel is specialised for. */
struct how {
    int parts;
    enum pm_signs_way way;
    bool noted;
};

KERNEL V plus(V a, V b, bool whole)
{
    return whole ? v_whole_add(a, b) : v_add(a, b);
}

KERNEL V less(V a, V b, bool whole)
{
    return whole ? v_whole_sub(a, b) : v_sub(a, b);
}

/* Part `part` of layer `layer` of the sums of row i, for all unrolled signs: ++, -+, --, +-.  First
 * takes a step of the Gray code.  whole: of integers, rounded to doubles. */
KERNEL void row_sums(V t[SETS], const struct pm_signs *w, const struct how *how, int i, int layer,
                     int part, const double *step, bool minus, bool whole)
{
    const int at = ((i * 2 + layer) * how->parts + part) * LANES;
    const double *const own = w->own + at, *const other = own + w->column;
    const V x = v_load(w->x + at), by = v_load(step + at);

    t[0] = minus ? less(x, by, whole) : plus(x, by, whole);
    v_store(w->x + at, t[0]);
    t[1] = less(t[0], v_load(own), whole);
    t[2] = less(t[1], v_load(other), whole);
    t[3] = plus(t[2], v_load(own), whole);
    UNROLL for (int s = 0; s < SETS; s++) t[s] = whole ? v_whole_value(t[s]) : t[s];
}

/* p := p t */
KERNEL void multiply(V p[2], V re, V im, int parts)
{
    const V straight = v_mul(p[0], re);

    if (parts == 1) {
        p[0] = straight;
        return;
    }
    const V turned = v_fnma(p[1], im, straight);
    p[1] = v_fma(p[0], im, v_mul(p[1], re));
    p[0] = turned;
}

/* a + b, by a unit for products, since those for sums have more to do. */
KERNEL V fused_sum(V a, V b)
{
    return v_fma(a, v_all(1), b);
}

/* p := p times the sum of row i. */
KERNEL void multiply_row(V p[SETS][2], const struct pm_signs *w, const struct how *how, int i,
                         const double *step, bool minus)
{
    V high[2][SETS], low[2][SETS];

    UNROLL for (int part = 0; part < how->parts; part++)
    {
        row_sums(high[part], w, how, i, 0, part, step, minus, false);
        if (how->way != PM_SIGNS_PLAIN)
            row_sums(low[part], w, how, i, 1, part, step, minus, false);
    }
    UNROLL for (int s = 0; s < SETS; s++)
    {
        for (int part = 0; part < how->parts; part++)
            if (how->way == PM_SIGNS_ROUNDED)
                high[part][s] = fused_sum(high[part][s], low[part][s]);
        multiply(p[s], high[0][s], high[1][s], how->parts);
    }
}

/* The same for a row of integers. */
KERNEL void multiply_whole(V p[SETS][2], const struct pm_signs *w, const struct how *how, int i,
                           const double *step, bool minus)
{
    V t[2][SETS];

    UNROLL for (int part = 0; part < how->parts; part++)
        row_sums(t[part], w, how, i, 0, part, step, minus, true);
    UNROLL for (int s = 0; s < SETS; s++) multiply(p[s], t[0][s], t[1][s], how->parts);
}

KERNEL void multiply_rows(V p[SETS][2], const struct pm_signs *w, const struct how *how,
                          const double *step, bool minus)
{
    int i = 0;

    for (; i < w->whole && how->way == PM_SIGNS_ROUNDED; i++)
        multiply_whole(p, w, how, i, step, minus);
    for (; i < w->n; i++)
        multiply_row(p, w, how, i, step, minus);
}

/* At least the modulus, but for two roundings. */
KERNEL V modulus(const V p[2], int parts)
{
    return parts == 1 ? v_abs(p[0]) : v_modulus(p[0], p[1]);
}

/* Notes which of these moduli are above each level. */
KERNEL void note(V above[LEVELS], const struct pm_signs *w, const V m[SETS], uint64_t g, int lane)
{
    for (int k = 0; k < w->levels; k++) {
        const V level = v_all(w->level[k]);
        uint32_t large = 0;
        UNROLL for (int s = 0; s < SETS; s++)
        {
            large |= (uint32_t)v_above(m[s], level) << (s * LANES + lane);
            above[k] = v_add(above[k], v_if_above(m[s], level));
        }
        w->large[g][k] |= large;
    }
}

KERNEL void lanes(struct pm_signs_sum *sum, const struct pm_signs *given, uint64_t first,
                  uint64_t end, int lane, const struct how *how)
{
    struct pm_signs w = *given;
    V high[2] = {v_all(0), v_all(0)}, low[2] = {v_all(0), v_all(0)}, size = v_all(0);
    V above[LEVELS];
    const V least = v_all(how->noted ? w.level[w.levels - 1] : 0);

    w.x += lane;
    w.own += lane;
    w.step += lane;
    w.still += lane;
    for (int k = 0; k < LEVELS; k++)
        above[k] = v_all(0);
    for (uint64_t g = first; g < end; g++) {
        const int bit = g == 0 ? 0 : pm_gray_bit(g);
        const double *const step = g == 0 ? w.still : w.step + (long)bit * w.column;
        const V start = v_all(g & 1 ? -w.start : w.start);
        V p[SETS][2];
        UNROLL for (int s = 0; s < SETS; s++)
        {
            p[s][0] = start;
            p[s][1] = v_all(0);
        }
        if (pm_gray(g) >> bit & 1)
            multiply_rows(p, &w, how, step, true);
        else
            multiply_rows(p, &w, how, step, false);
        V m[SETS];
        UNROLL for (int s = 0; s < SETS; s++) m[s] = modulus(p[s], how->parts);
        size = v_add(size, v_add(v_add(m[0], m[1]), v_add(m[2], m[3])));
        if (how->noted && v_above(v_max(v_max(m[0], m[1]), v_max(m[2], m[3])), least))
            note(above, &w, m, g, lane);
        UNROLL for (int part = 0; part < how->parts; part++) if (!how->noted)
            v_gather(&high[part], &low[part],
                     v_add(v_sub(p[0][part], p[1][part]), v_sub(p[2][part], p[3][part])));
        else UNROLL for (int s = 0; s < SETS; s++)
            v_gather(&high[part], &low[part], s & 1 ? v_negative(p[s][part]) : p[s][part]);
    }
    for (int part = 0; part < how->parts; part++) {
        v_store(&sum->high[part][lane], high[part]);
        v_store(&sum->low[part][lane], low[part]);
    }
    v_store(&sum->size[lane], size);
    for (int k = 0; k < LEVELS; k++)
        v_store(&sum->above[k][lane], above[k]);
}

pm_signs_walk ISA_NAME(pm_signs_walk);

#define CASE(parts, way)                                                                           \
    case (parts)*2 + (way):                                                                        \
        if (w->levels > 0)                                                                         \
            lanes(sum, w, first, end, lane, &(const struct how){parts, way, true});                \
        else                                                                                       \
            lanes(sum, w, first, end, lane, &(const struct how){parts, way, false});               \
        break

void ISA_NAME(pm_signs_walk)(struct pm_signs_sum *sum, const struct pm_signs *w, uint64_t first,
                             uint64_t end)
{
    for (int lane = 0; lane < LANES; lane += WIDTH)
        switch (w->parts * 2 + (int)w->way) {
            CASE(1, PM_SIGNS_PLAIN);
            CASE(1, PM_SIGNS_ROUNDED);
            CASE(2, PM_SIGNS_PLAIN);
            CASE(2, PM_SIGNS_ROUNDED);
        }
}

/* ------------------------------------------------------------------ large products */

/* H + L as t + rest, t = fl(H + L).  Exact: if |H| < |L|, then t is exact, since both are multiples
 * of a unit of which L has less than 2^52 (glynn/rounded.c); else it is Dekker's sum. */
KERNEL struct layers exact_sum(V high, V low)
{
    struct layers t;

    t.h = t.sum = v_add(high, low);
    t.l = v_sub(low, v_sub(t.h, high));
    return t;
}

/* A product of the walk, with the same roundings, and in double-double. */
struct twice {
    V p[2];
    struct layers exact[2];
};

/* Multiplies by the sum of a row, whose parts are H and then L.  Low times low is left out: a sum
 * is its high part. */
KERNEL void multiply_twice(struct twice *a, const V *x, const int parts)
{
    const struct layers re = exact_sum(x[0], x[parts]),
                        im = exact_sum(x[parts - 1], x[2 * parts - 1]);
    const struct layers r = a->exact[0], i = a->exact[1];

    multiply(a->p, re.h, im.h, parts);
    a->exact[0] = parts == 1 ? d_times(r, re) : d_dot(r, re, i, im, true);
    a->exact[0].sum = a->exact[0].h;
    if (parts == 1)
        return;
    a->exact[1] = d_dot(r, im, i, re, false);
    a->exact[1].sum = a->exact[1].h;
}

/* Products that wait: their row sums are far + near. */
struct waiting {
    double sign[LANES] __attribute__((aligned(64)));
    const double *far[LANES], *near[LANES];
};

/* Adds to `sum` what the products of WIDTH lanes lack. */
KERNEL void add_lanes(double sum[2][LANES], const struct pm_signs_large_walk *w,
                      const struct waiting *of, int lane, const int parts)
{
    const V start = v_mul(v_all(w->start), v_load(of->sign + lane)), zero = v_all(0);
    struct twice a = {{start, zero}, {{start, zero, start}, {zero, zero, zero}}};
    V x[LANES];

    for (int at = 0; at < w->line; at += LANES) {
        v_load_lines(x, of->far + lane, of->near + lane, at);
        UNROLL for (int row = 0; row < LANES; row += 2 * parts) multiply_twice(&a, x + row, parts);
    }
    for (int part = 0; part < parts; part++) {
        const V lacks = v_add(v_sub(a.exact[part].h, a.p[part]), a.exact[part].l);
        v_store(&sum[part][lane], v_add(v_load(&sum[part][lane]), lacks));
    }
}

static void add_waiting(double sum[2][LANES], const struct pm_signs_large_walk *w,
                        const struct waiting *of)
{
    for (int lane = 0; lane < LANES; lane += WIDTH)
        if (w->parts == 1)
            add_lanes(sum, w, of, lane, 1);
        else
            add_lanes(sum, w, of, lane, 2);
}

/* to = a + b, or a - b */
KERNEL void add_lines(double *to, const double *a, const double *b, bool minus, int line)
{
    for (int at = 0; at < line; at += WIDTH)
        v_store(to + at, minus ? v_sub(v_load(a + at), v_load(b + at))
                               : v_add(v_load(a + at), v_load(b + at)));
}

pm_signs_large_rests ISA_NAME(pm_signs_large_rests);

void ISA_NAME(pm_signs_large_rests)(double sum[2][LANES], struct pm_signs_large_walk *w,
                                    uint64_t first, uint64_t end)
{
    struct waiting of;
    int count = 0;
    bool used = false; /* products wait that have the last sums */

    for (uint64_t g = first; g < end; g++) {
        uint32_t rest = w->large[g][w->level];
        if (g > 0) {
            const int bit = pm_gray_bit(g);
            const double *const before = w->far + w->here * w->line;
            w->here = used ? (w->here + 1) % (LANES + 1) : w->here;
            add_lines(w->far + w->here * w->line, before, w->step + (long)bit * w->line,
                      pm_gray(g) >> bit & 1, w->line);
        }
        used = rest != 0;
        for (; rest != 0; rest &= rest - 1) {
            const int k = __builtin_ctz(rest);
            of.far[count] = w->far + w->here * w->line;
            of.near[count] = w->near + k * w->line;
            of.sign[count] = (pm_popcount((uint64_t)k % (2 * LANES)) + (int)(g & 1)) & 1 ? -1 : 1;
            if (++count < LANES)
                continue;
            add_waiting(sum, w, &of);
            count = 0;
        }
    }
    for (int k = count; k < LANES; k++) {
        of.far[k] = of.near[k] = w->near;
        of.sign[k] = 0;
    }
    if (count > 0)
        add_waiting(sum, w, &of);
}
