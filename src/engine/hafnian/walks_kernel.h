/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The walks of walks.h in vectors; walks.c has the same steps in balls, with their names.  A file
 * that includes this has defined the constants PARTS (1 real, 2 complex), WORDS (PARTS, or twice
 * that in double-double), and WALK, the kernel's name without that of the instruction set. */
#include "base/stop.h"
#include "engine/hafnian/walks_numbers.h"

enum { TERMS_MOST = 4, WORK = 16 }; /* of R; polynomials besides two for each vertex */

/* ------------------------------------------------------------------ states */

struct state {
    const double *b, *g;
    int length, stride; /* nonzero coefficients; coefficients in memory */
};

static inline const double *walk_at(const struct state *s, int j, int k)
{
    const long high = j > k ? j : k, low = j > k ? k : j;

    return s->b + (high * (high + 1) / 2 + low) * s->stride * CELL;
}

static inline int vertex(const struct pm_haf_walk *w, int pair)
{
    return w->looped + 2 * pair;
}

static inline double *poly(const struct pm_haf_walk *w, int k)
{
    return w->work + (long)k * w->stride * CELL;
}

struct powers {
    double *p, *q, *h;
};

static struct powers powers_of(const struct pm_haf_walk *w, int r)
{
    const long size = (long)w->stride * CELL, m = w->times[r - 1];

    return (struct powers){w->powers[r], w->powers[r] + m * size, w->powers[r] + 2 * m * size};
}

/* ------------------------------------------------------------------ powers of a pair */

struct series {
    int length, terms;
    double *r[TERMS_MOST], *s[TERMS_MOST]; /* R_i; S_(i + 1) */
    double *d, *f, *a, *e, *x;
};

static void add_loops(struct series *c, const struct state *from, int u)
{
    const int all = c->length, length = from->length;
    const double *const b = walk_at(from, u + 1, u);

    set_zero(c->e, all);
    for (int side = 0; side < 2; side++) {
        const double *const end = walk_at(from, u + side, 0);
        multiply(c->x, all, end, length, end, length);
        add_product(c->e, all, 0, walk_at(from, u + 1 - side, u + 1 - side), length, c->x, all);
    }
    multiply(c->x, all, b, length, c->a, all);
    add_scaled(c->e, c->x, all, v_all(-2));
    /* R_1 = e - 2 b^2 - f, S_2 = 4 b^2 + 2 f */
    multiply(c->x, all, b, length, b, length);
    set(c->r[1], all, c->e, all);
    add_scaled(c->r[1], c->f, all, v_all(-1));
    add_scaled(c->r[1], c->x, all, v_all(-2));
    set_zero(c->s[1], all);
    add_scaled(c->s[1], c->x, all, v_all(4));
    add_scaled(c->s[1], c->f, all, v_all(2));
    /* R_2 = 3 b f - b e - a f, S_3 = -4 b f */
    multiply(c->x, all, b, length, c->f, all);
    set_zero(c->s[2], all);
    add_scaled(c->s[2], c->x, all, v_all(-4));
    set_zero(c->r[2], all);
    add_scaled(c->r[2], c->x, all, v_all(3));
    multiply(c->x, all, b, length, c->e, all);
    add_product(c->x, all, 0, c->a, all, c->f, all);
    add_scaled(c->r[2], c->x, all, v_all(-1));
    /* R_0 = b + a, R_3 = -f^2, S_1 = -4 b, S_4 = f^2 */
    add_scaled(c->r[0], c->a, all, v_all(1));
    multiply(c->s[3], all, c->f, all, c->f, all);
    set_zero(c->r[3], all);
    add_scaled(c->r[3], c->s[3], all, v_all(-1));
    set_zero(c->s[0], all);
    add_scaled(c->s[0], b, length, v_all(-4));
}

static void find_series(struct series *c, const struct pm_haf_walk *w, const struct state *from,
                        int u, bool copies)
{
    const int all = c->length, length = from->length;
    const double *const b = walk_at(from, u + 1, u);

    set(c->r[0], all, b, length);
    if (w->looped)
        multiply(c->a, all, walk_at(from, u, 0), length, walk_at(from, u + 1, 0), length);
    if (!copies) {
        if (w->looped)
            add_scaled(c->r[0], c->a, all, v_all(1));
        return;
    }
    multiply(c->d, all, walk_at(from, u, u), length, walk_at(from, u + 1, u + 1), length);
    multiply(c->f, all, b, length, b, length);
    add_scaled(c->f, c->d, all, v_all(-1));
    set_zero(c->s[0], all);
    add_scaled(c->s[0], c->r[0], all, v_all(-2));
    set(c->s[1], all, c->f, all);
    set_zero(c->r[1], all);
    add_scaled(c->r[1], c->f, all, v_all(-1));
    if (w->looped)
        add_loops(c, from, u);
}

/* H_k from those before it. */
static void next_h(double *h, const struct pm_haf_walk *w, const struct series *c, int k)
{
    const long size = (long)w->stride * CELL;
    const int all = c->length;
    double falling = 1; /* (k-1)! / (k-1-i)! */

    set_zero(h + k * size, all);
    for (int i = 0; i < c->terms && i < k; i++) {
        set_zero(c->x, all);
        add_scaled(c->x, c->r[i], all, v_all(falling));
        add_scaled(c->x, c->s[i], all, v_all(-(k - 1 - i) * falling));
        add_product(h + k * size, all, 0, c->x, all, h + (k - 1 - i) * size, all);
        falling *= k - 1 - i;
    }
}

static void find_powers(const struct pm_haf_walk *w, const struct state *from, int r)
{
    const int m = w->times[r - 1], u = vertex(w, r - 1), length = from->length;
    const long size = (long)w->stride * CELL;
    const struct powers s = powers_of(w, r);
    struct series c = {.length = r == 1 ? w->degree[1] + 1 : w->degree[r - 1],
                       .terms = w->looped ? TERMS_MOST : 2,
                       .d = poly(w, 8),
                       .f = poly(w, 9),
                       .a = poly(w, 10),
                       .e = poly(w, 11),
                       .x = poly(w, 12)};
    const int all = c.length;
    const double *const b = walk_at(from, u + 1, u);

    for (int i = 0; i < TERMS_MOST; i++) {
        c.r[i] = poly(w, i);
        c.s[i] = poly(w, TERMS_MOST + i);
    }
    if (m == 1)
        c.r[0] = s.h + size;
    find_series(&c, w, from, u, m > 1);
    if (m == 1)
        return;
    set_one(s.h, all);
    for (int k = 1; k <= m; k++)
        next_h(s.h, w, &c, k);
    if (r == 1)
        return;
    set_one(s.p, all);
    set_zero(s.q, all);
    for (int k = 1; k < m; k++) {
        double *const p = s.p + k * size, *const q = s.q + k * size;
        multiply(p, all, b, length, p - size, all);
        add_product(p, all, 0, c.d, all, q - size, all);
        set(q, all, p - size, all);
        add_product(q, all, 0, b, length, q - size, all);
    }
}

/* ------------------------------------------------------------------ accepting a pair */

struct onwards {
    int shift, length; /* times z^shift; coefficients */
    double *turned;    /* NULL: those of the state itself */
};

static inline const double *onward(const struct pm_haf_walk *w, const struct onwards *o,
                                   const struct state *from, int u, int k, int side)
{
    return o->turned == NULL ? walk_at(from, u + 1 - side, k)
                             : o->turned + (long)(2 * k + side) * w->stride * CELL;
}

/* to = sum over k of (z weight)^(k + 1) x_k, k < m */
static void add_powers(const struct pm_haf_walk *w, double *to, int length, const double *x, int m,
                       V weight)
{
    V power = weight;

    set_zero(to, length);
    for (int k = 0; k < m && k + 1 < length; k++) {
        add_scaled(to + (k + 1) * CELL, x + (long)k * w->stride * CELL, length - k - 1, power);
        power = v_mul(power, weight);
    }
}

/* C times the walks from the pair, for each vertex; for a pair without copies, the weight times
 * these walks. */
static void turn(struct onwards *o, const struct pm_haf_walk *w, const struct state *from, int r,
                 V weight)
{
    const int u = vertex(w, r - 1), m = w->times[r - 1], all = o->length, length = from->length;
    const struct powers s = powers_of(w, r);
    double *const p = poly(w, 0), *const q = poly(w, 1),
                  *const closed[2] = {poly(w, 2), poly(w, 3)};

    o->turned = poly(w, WORK);
    if (m > 1) {
        add_powers(w, p, all, s.p, m, weight);
        add_powers(w, q, all, s.q, m, weight);
        for (int side = 0; side < 2; side++)
            multiply(closed[side], all, q, all, walk_at(from, u + 1 - side, u + 1 - side), length);
    }
    for (int k = 0; k < u; k++)
        for (int side = 0; side < 2; side++) {
            double *const to = o->turned + (long)(2 * k + side) * w->stride * CELL;
            const double *const other = walk_at(from, u + 1 - side, k);
            if (m == 1) {
                set_zero(to, all);
                add_scaled(to, other, length, weight);
                continue;
            }
            multiply(to, all, p, all, other, length);
            add_product(to, all, 0, closed[side], all, walk_at(from, u + side, k), length);
        }
}

static void join(const struct state *next, const struct pm_haf_walk *w, const struct state *from,
                 const struct onwards *o, int u)
{
    const int length = next->length;

    for (int j = 0; j < u; j++)
        for (int k = 0; k <= j; k++) {
            if (j == k && (!w->diagonal || (w->looped && j == 0)))
                continue;
            const double *const old = walk_at(from, j, k);
            const double *x[2], *y[2];
            double *const to = (double *)walk_at(next, j, k);
            for (int side = 0; side < 2; side++) {
                x[side] = walk_at(from, u + side, j);
                y[side] = onward(w, o, from, u, k, side);
            }
            for (int m = 0; m < length; m++) {
                struct sum s = m < from->length ? sum_of(old + m * CELL) : sum_zero();
                for (int side = 0; side < 2; side++)
                    if (m >= o->shift)
                        add_dot(&s, m - o->shift, x[side], from->length, y[side], o->length);
                put(to + m * CELL, &s);
            }
        }
}

/* g := g sum over k of (z weight)^k m! / k! H_k */
static void close_walks(double *g, int all, const struct pm_haf_walk *w, const struct state *from,
                        int r, V weight, bool is_one)
{
    const int m = w->times[r - 1];
    const long size = (long)w->stride * CELL;
    const struct powers s = powers_of(w, r);
    double *const factor = poly(w, 4), share = 1;

    if (m == 1) {
        const double *h = s.h + size;
        if (!is_one) {
            set_zero(factor, all - 1);
            add_scaled(factor, h, all - 1, weight);
            h = factor;
        }
        set(g, all, from->g, from->length);
        add_product(g, all, 1, from->g, from->length, h, all - 1);
        return;
    }
    V power = v_all(1);
    for (int k = 2; k <= m; k++)
        share *= k;
    set_zero(factor, all);
    for (int k = 0; k <= m && k < all; k++) {
        const int length = least(all - k, all - 1);
        add_scaled(factor + k * CELL, s.h + k * size, length, v_mul(power, v_all(share)));
        power = v_mul(power, weight);
        share /= k + 1;
    }
    multiply(g, all, from->g, from->length, factor, all);
}

static struct state accept(const struct pm_haf_walk *w, const struct state *from, int r, V weight,
                           bool is_one)
{
    const int m = w->times[r - 1], all = w->degree[r - 1] + 1;
    const int length = m == 1 ? least((2 + w->looped) * from->length, all) : all;
    struct onwards o = {.shift = m == 1, .length = m == 1 ? from->length : all};

    if (m > 1 || !is_one)
        turn(&o, w, from, r, weight);
    const struct state to = {w->b[r - 1], w->g[r - 1], length, w->degree[r - 1] + 1};
    join(&to, w, from, &o, vertex(w, r - 1));
    close_walks(w->g[r - 1], length, w, from, r, weight, is_one);
    return to;
}

/* ------------------------------------------------------------------ the sum */

static void finish(double *sum, const struct pm_haf_walk *w, const struct state *from)
{
    const int d = w->degree[1], m = w->times[0];
    const double *const h = powers_of(w, 1).h + (long)m * w->stride * CELL;
    struct sum s = sum_zero();

    add_dot(&s, d, from->g, from->length, h, d + 1);
    put(sum, &s);
}

/* sum[ALL][PM_HAF_LANES] = the terms below this state. */
static void descend(double *sum, const struct pm_haf_walk *w, const struct state *from, int r)
{
    const int m = w->times[r - 1];
    double below[CELL] __attribute__((aligned(64)));

    if (pm_stop_wanted(w->stop)) {
        set_zero(sum, 1);
        return;
    }
    find_powers(w, from, r);
    if (r == 1) {
        finish(sum, w, from);
        return;
    }
    if (r > w->pairs - w->fixed) {
        const V weight = v_load(w->weight + (w->pairs - r) * PM_HAF_LANES);
        const struct state next = accept(w, from, r, weight, false);
        descend(sum, w, &next, r - 1);
        return;
    }
    struct sum all = sum_zero();
    double brought = 1; /* the factor m! that accepting a pair brings with it */
    for (int k = 2; k <= m; k++)
        brought *= k;
    for (int d = 0; d <= m; d++) {
        const int weight = m == 1 ? d : m - 2 * d;
        const struct state next =
            weight != 0 ? accept(w, from, r, v_all(weight), weight == 1 && m == 1) : *from;
        descend(below, w, &next, r - 1);
        const struct number x = get(below);
        add_multiple(&all, &x, v_all((weight == 0 ? brought : 1) * pm_haf_factor(m, d)));
    }
    put(sum, &all);
}

pm_haf_kernel ISA_NAME(WALK);

void ISA_NAME(WALK)(double *sum, const struct pm_haf_walk *given)
{
    double *b[PM_HAF_PAIRS + 1], *g[PM_HAF_PAIRS + 1], *powers[PM_HAF_PAIRS + 1];
    double weight[PM_HAF_PAIRS * PM_HAF_LANES] __attribute__((aligned(64)));
    struct pm_haf_walk w = *given;

    for (int lane = 0; lane < PM_HAF_LANES; lane += WIDTH) {
        for (int r = 0; r <= w.pairs; r++) {
            b[r] = given->b[r] + lane;
            g[r] = given->g[r] + lane;
            powers[r] = given->powers[r] + lane;
        }
        for (int i = 0; i < w.fixed; i++)
            for (int k = 0; k < WIDTH; k++)
                weight[i * PM_HAF_LANES + k] = given->weight[i * PM_HAF_LANES + lane + k];
        w.b = b;
        w.g = g;
        w.powers = powers;
        w.weight = weight;
        w.work = given->work + lane;
        const struct state all = {b[w.pairs], g[w.pairs], 1, 1};
        descend(sum + lane, &w, &all, w.pairs);
    }
}
