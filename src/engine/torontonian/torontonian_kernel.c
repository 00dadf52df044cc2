/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Adds up the terms of torontonian_dd.c in lanes: a lane includes its own set of the first modes,
 * and all go through the sets of the others together. */
#include "engine/isa/vector.h"
#include "engine/torontonian/torontonian.h"

#include <stdalign.h>

enum { APART = 1 };
#include "engine/torontonian/torontonian_terms.h"

struct walk {
    const struct pm_torontonian *t;
    const struct pm_dd *factorial;
    struct lanes *level[PM_TORONTONIAN_MOST + 1]; /* by the number of modes that are left */
    struct lanes *first;
    V most;
};

struct part {
    struct lanes value;
    V size;
};

/* The matrix of the modes behind the first one; stride is that of m. */
static const struct lanes *next_mode(const struct walk *w, const struct lanes *m, int stride)
{
    return m + w->t->block * (stride + 1);
}

static int order_of(const struct walk *w, int left)
{
    return left * w->t->block + w->t->looped;
}

/* Eliminates the first mode of m, with `left` modes: the result has the stride order_of(left). */
static const struct lanes *include(const struct walk *w, struct lanes *det, const struct lanes *m,
                                   int stride, int left)
{
    const int n = order_of(w, left);

    if (w->t->block == 2)
        pm_torontonian_eliminate(w->level[left], det, m, stride, n, 2);
    else
        pm_torontonian_eliminate(w->level[left], det, m, stride, n, 4);
    return next_mode(w, w->level[left], n);
}

/* x where `one` is 1, y where it is 0; both are finite. */
static void choose(struct lanes *x, V one, struct lanes y)
{
    const V none = v_sub(v_all(1), one);

    x->hi = v_fma(one, x->hi, v_mul(none, y.hi));
    x->lo = v_fma(one, x->lo, v_mul(none, y.lo));
}

/* The same as include() in lanes where `one` is 1; the others leave the mode out. */
static const struct lanes *include_some(const struct walk *w, struct lanes *det,
                                        const struct lanes *m, int stride, int left, V one)
{
    const struct lanes old = *det, *const without = next_mode(w, m, stride);
    const int n = order_of(w, left), rest = order_of(w, left - 1);

    include(w, det, m, stride, left);
    choose(det, one, old);
    struct lanes *const with = w->level[left] + w->t->block * (n + 1);
    for (int i = 0; i < rest; i++)
        for (int j = i; j < rest; j++)
            choose(with + i * n + j, one, without[i * stride + j]);
    return with;
}

static struct part minus(struct part with, struct part without)
{
    const struct lanes other = {v_negative(without.value.hi), v_negative(without.value.lo)};

    return (struct part){lanes_sum(with.value, other), v_add(with.size, without.size)};
}

/* Of all sets of the modes that are left. */
static struct part add_up(struct walk *w, const struct lanes *m, int stride, int left,
                          struct lanes det)
{
    if (left == 0) {
        const double scale = w->t->looped ? w->t->loop_scale : 0;
        const struct lanes value =
            pm_torontonian_term(&w->most, w->factorial, w->t->block, scale, *m, det);
        return (struct part){value, value.hi};
    }
    if (left > 8 && pm_stop_wanted(w->t->stop))
        return (struct part){lanes_all((struct pm_dd){0, 0}), v_all(0)};
    const struct part without = add_up(w, next_mode(w, m, stride), stride, left - 1, det);
    const struct lanes *const next = include(w, &det, m, stride, left);
    return minus(add_up(w, next, order_of(w, left), left - 1, det), without);
}

/* The sums of WIDTH sets of `laned` modes from set `first` on. */
static struct part add_sets(struct walk *w, int unit, int laned, int first)
{
    const int decided = pm_torontonian_decided(w->t);
    struct lanes det = lanes_all((struct pm_dd){1, 0});
    const struct lanes *m = w->first;
    int stride = w->t->rows + w->t->looped, left = w->t->modes;

    for (int mode = 0; mode < decided; mode++, left--) {
        if (!(unit >> mode & 1)) {
            m = next_mode(w, m, stride);
            continue;
        }
        m = include(w, &det, m, stride, left);
        stride = order_of(w, left);
    }
    for (int mode = 0; mode < laned; mode++, left--) {
        alignas(64) double one[WIDTH];
        for (int lane = 0; lane < WIDTH; lane++)
            one[lane] = (first + lane) >> (laned - 1 - mode) & 1;
        m = include_some(w, &det, m, stride, left, v_load(one));
        stride = order_of(w, left);
    }
    return add_up(w, m, stride, left, det);
}

static void open_walk(struct walk *w, const struct pm_torontonian_walk *given,
                      const struct pm_dd *m, int stride)
{
    const struct pm_torontonian *const t = given->t;
    struct lanes *room = (struct lanes *)given->room;

    w->t = t;
    w->factorial = given->factorial;
    w->most = v_all(given->most);
    w->first = room;
    for (int at = 0; at < stride * stride; at++)
        w->first[at] = lanes_all(m[at]);
    room += stride * stride;
    for (int left = 0; left <= t->modes; left++) {
        w->level[left] = room;
        room += order_of(w, left) * order_of(w, left);
    }
}

pm_torontonian_add ISA_NAME(pm_torontonian_unit);

void ISA_NAME(pm_torontonian_unit)(struct pm_torontonian_part *sum,
                                   struct pm_torontonian_walk *given, const struct pm_dd *m,
                                   int stride, int unit)
{
    const int decided = pm_torontonian_decided(given->t), free = given->t->modes - decided;
    const int laned = free < PM_TORONTONIAN_LANED ? free : PM_TORONTONIAN_LANED, sets = 1 << laned;
    alignas(64) double part[4][PM_TORONTONIAN_LANES];
    struct walk w;

    open_walk(&w, given, m, stride);
    for (int first = 0; first < sets; first += WIDTH) {
        const struct part some = add_sets(&w, unit, laned, first);
        v_store(part[0] + first, some.value.hi);
        v_store(part[1] + first, some.value.lo);
        v_store(part[2] + first, some.size);
        v_store(part[3] + first, w.most);
    }
    for (int k = 0; k < sets; k++)
        given->most = part[3][k] > given->most ? part[3][k] : given->most;
    for (int step = 1; step < sets; step *= 2)
        for (int k = 0; k < sets; k += 2 * step) {
            const struct pm_dd with = {part[0][k + step], part[1][k + step]};
            const struct pm_dd less = pm_dd_sum(with, (struct pm_dd){-part[0][k], -part[1][k]});
            part[0][k] = less.hi;
            part[1][k] = less.lo;
            part[2][k] += part[2][k + step];
        }
    const struct pm_dd value = {part[0][0], part[1][0]};
    /* a mode that is left out changes the sign */
    bool odd = false;
    for (int mode = 0; mode < decided; mode++)
        odd ^= !(unit >> mode & 1);
    *sum = (struct pm_torontonian_part){odd ? pm_dd_neg(value) : value, part[2][0]};
}
