/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The walk of sign_lanes.h. */
#include "base/bits.h"
#include "engine/dense/sign_lanes.h"
#include "engine/isa/vector_whole.h"

enum { LANES = PM_SIGNS_LANES, SETS = 1 << PM_SIGNS_OWN };

/* What the kernel is specialised for. */
struct how {
    int parts;
    enum pm_signs_way way;
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
        if (how->way == PM_SIGNS_FUSED) {
            p[s][0] = v_fma(p[s][0], high[0][s], v_mul(p[s][0], low[0][s]));
            continue;
        }
        for (int part = 0; part < how->parts; part++)
            if (how->way == PM_SIGNS_ROUNDED)
                high[part][s] = v_add(high[part][s], low[part][s]);
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

KERNEL void lanes(struct pm_signs_sum *sum, const struct pm_signs *given, uint64_t first,
                  uint64_t end, int lane, const struct how *how)
{
    struct pm_signs w = *given;
    V high[2] = {v_all(0), v_all(0)}, low[2] = {v_all(0), v_all(0)}, size = v_all(0);

    w.x += lane;
    w.own += lane;
    w.step += lane;
    w.still += lane;
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
        UNROLL for (int part = 0; part < how->parts; part++)
            v_gather(&high[part], &low[part],
                     v_add(v_sub(p[0][part], p[1][part]), v_sub(p[2][part], p[3][part])));
        size = v_add(size, v_add(v_add(modulus(p[0], how->parts), modulus(p[1], how->parts)),
                                 v_add(modulus(p[2], how->parts), modulus(p[3], how->parts))));
    }
    for (int part = 0; part < how->parts; part++) {
        v_store(&sum->high[part][lane], high[part]);
        v_store(&sum->low[part][lane], low[part]);
    }
    v_store(&sum->size[lane], size);
}

pm_signs_walk ISA_NAME(pm_signs_walk);

#define CASE(parts, way)                                                                           \
    case (parts)*4 + (way):                                                                        \
        lanes(sum, w, first, end, lane, &(const struct how){parts, way});                          \
        break

void ISA_NAME(pm_signs_walk)(struct pm_signs_sum *sum, const struct pm_signs *w, uint64_t first,
                             uint64_t end)
{
    for (int lane = 0; lane < LANES; lane += WIDTH)
        switch (w->parts * 4 + (int)w->way) {
            CASE(1, PM_SIGNS_PLAIN);
            CASE(1, PM_SIGNS_ROUNDED);
            CASE(1, PM_SIGNS_FUSED);
            CASE(2, PM_SIGNS_PLAIN);
            CASE(2, PM_SIGNS_ROUNDED);
        }
}
