/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The walks of walks.h in vectors; walks.c has the same steps in balls (walks_steps_template.h).
 * PARTS: 1 real, 2 complex; WORDS: PARTS, or twice that in double-double.  This file is valid CUDA
 * C++, but for the sum (cuda/hafnian.cu). */
#include "engine/hafnian/walks_numbers.h"

enum { WORK = 16 }; /* polynomials besides two for each vertex */

/* ------------------------------------------------------------------ states */

struct state {
    double *b, *g;
    int length, stride; /* nonzero coefficients; coefficients in memory */
};

struct powers {
    double *p, *q, *h;
};

typedef double *P;
typedef const double *CP;
typedef struct pm_walks_walk WALK_DATA;
typedef struct state STATE;
typedef struct powers POWERS;
typedef V WEIGHT;

static inline double *walk_at(const struct pm_walks_walk *w, const struct state *s, int j, int k)
{
    const long high = j > k ? j : k, low = j > k ? k : j;

    (void)w;
    return s->b + (high * (high + 1) / 2 + low) * s->stride * CELL;
}

#ifdef PM_ISA_CUDA /* pairs have no copies there */
#define pair_times(w, pair) 1
#else
#define pair_times(w, pair) (w)->times[pair]
#endif

static struct powers powers_of(const struct pm_walks_walk *w, int r)
{
    const long size = (long)w->stride * CELL, m = pair_times(w, r - 1);
    const struct powers s = {w->powers[r], w->powers[r] + m * size, w->powers[r] + 2 * m * size};

    return s;
}

#define multiply(w, ...)                    multiply_all(__VA_ARGS__)
#define add_product(w, ...)                 add_products(__VA_ARGS__)
#define add_times(w, to, x, length, factor) add_scaled(to, x, length, v_all(factor))
#define set_weighted(w, ...)                set_signed(__VA_ARGS__)

static void set_step(const struct pm_walks_walk *w, double *to, const double *r, const double *s,
                     int length, int left, long falling)
{
    (void)w;
    set_zero(to, length);
    add_scaled(to, r, length, v_all((double)falling));
    if (left > 0)
        add_scaled(to, s, length, v_all((double)(-left * falling)));
}

static void set_powers(const struct pm_walks_walk *w, double *to, int length, const double *x,
                       int m, V weight)
{
    V power = weight;

    set_zero(to, length);
    for (int k = 0; k < m && k < length; k++) {
        add_scaled(to + k * CELL, x + (long)k * w->stride * CELL, length - k, power);
        power = v_mul(power, weight);
    }
}

static void set_closed(const struct pm_walks_walk *w, double *to, int length, const double *h,
                       int m, V weight)
{
    V power = v_all(1);
    double share = 1;

    for (int k = 2; k <= m; k++)
        share *= k;
    set_zero(to, length);
    for (int k = 0; k <= m && k < length; k++) {
        add_scaled(to + k * CELL, h + (long)k * w->stride * CELL,
                   pm_walks_least(length - k, length - 1), v_mul(power, v_all(share)));
        power = v_mul(power, weight);
        share /= k + 1;
    }
}

/* A coefficient is rounded once, for all products. */
static void set_joined(const struct pm_walks_walk *w, double *to, int length, const double *old,
                       int old_length, const double *x[2], const double *y[2], int y_length)
{
    (void)w;
    for (int m = 0; m < length; m++) {
        struct number s = m < old_length ? get(old + m * CELL) : sum_zero();
        for (int side = 0; side < 2 && m > 0; side++)
            add_dot(&s, m - 1, x[side], old_length, y[side], y_length);
        put(to + m * CELL, &s);
    }
}

#include "engine/hafnian/walks_steps_template.h"

/* ------------------------------------------------------------------ the sum */

static void finish(double *sum, const struct pm_walks_walk *w, const struct state *from)
{
    const int d = w->degree[1], m = pair_times(w, 0);
    const double *const h = powers_of(w, 1).h + (long)m * w->stride * CELL;
    struct number s = sum_zero();

    add_dot(&s, d, from->g, from->length, h, d + 1);
    put(sum, &s);
}

#ifndef PM_ISA_CUDA
#include "base/stop.h"

/* sum[ALL][PM_HAF_LANES] = the terms below this state. */
static void descend(double *sum, const struct pm_walks_walk *w, const struct state *from, int r)
{
    const int m = pair_times(w, r - 1);
    const struct powers powers = powers_of(w, r);
    struct state next = {w->b[r - 1], w->g[r - 1], 0, w->degree[r - 1] + 1};
    double below[CELL] __attribute__((aligned(64)));

    if (pm_stop_wanted(w->stop)) {
        set_zero(sum, 1);
        return;
    }
    find_powers(&powers, w, from, r);
    if (r == 1) {
        finish(sum, w, from);
        return;
    }
    if (r > w->pairs - w->fixed) {
        const V weight = v_load(w->weight + (w->pairs - r) * PM_HAF_LANES);
        accept(&next, w, from, &powers, r, weight, false);
        descend(sum, w, &next, r - 1);
        return;
    }
    struct number all = sum_zero();
    double brought = 1; /* the factor m! that accepting a pair brings with it */
    for (int k = 2; k <= m; k++)
        brought *= k;
    for (int d = 0; d <= m; d++) {
        const int weight = pm_walks_weight(m, d, w->even);
        if (weight != 0)
            accept(&next, w, from, &powers, r, v_all(weight), weight == 1 && m == 1);
        descend(below, w, weight != 0 ? &next : from, r - 1);
        const struct number x = get(below);
        add_multiple(&all, &x, v_all((weight == 0 ? brought : 1) * pm_walks_factor(m, d, w->even)));
    }
    put(sum, &all);
}

/* A walk that begins at another lane. */
struct shifted {
    double *b[PM_HAF_PAIRS + 1], *g[PM_HAF_PAIRS + 1], *powers[PM_HAF_PAIRS + 1];
    double weight[PM_HAF_PAIRS * PM_HAF_LANES] __attribute__((aligned(64)));
};

static struct pm_walks_walk shift(struct shifted *s, const struct pm_walks_walk *given, int lane)
{
    struct pm_walks_walk w = *given;

    for (int r = 0; r <= w.pairs; r++) {
        s->b[r] = given->b[r] + lane;
        s->g[r] = given->g[r] + lane;
        s->powers[r] = given->powers[r] + lane;
    }
    for (int i = 0; i < w.fixed; i++)
        for (int k = 0; k < WIDTH; k++)
            s->weight[i * PM_HAF_LANES + k] = given->weight[i * PM_HAF_LANES + lane + k];
    w.b = s->b;
    w.g = s->g;
    w.powers = s->powers;
    w.weight = s->weight;
    w.work = given->work + lane;
    return w;
}

pm_walks_kernel NUMBER_NAME(pm_walks_hafnian);

void NUMBER_NAME(pm_walks_hafnian)(double *sum, const struct pm_walks_walk *given)
{
    for (int lane = 0; lane < PM_HAF_LANES; lane += WIDTH) {
        struct shifted own;
        const struct pm_walks_walk w = shift(&own, given, lane);
        const struct state all = {w.b[w.pairs], w.g[w.pairs], 1, 1};
        descend(sum + lane, &w, &all, w.pairs);
    }
}
#endif
