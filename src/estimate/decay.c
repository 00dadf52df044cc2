/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The sum Z over all matchings of a graph with non-negative weights, between two bounds.
 *
 * A vertex v is free, with the weight a_v, or matched with a neighbour u, with the weight w_uv.  So
 * the ratio R(G, v) = Z(G - v) / Z(G) is 1 / (a_v + sum over the neighbours u of w_uv R(G - v, u)).
 * This is followed along the paths from v.  Where they end, a ratio lies between the bounds that it
 * has in every subgraph.  An upper bound of a ratio gives a lower one of the ratio before it, and
 * the other way round.  For a = 1, degrees up to D and weights up to w, the two approach each other
 * in a step at least by the factor 1 - 2 / (sqrt(1 + w D) + 1) (Bayati, Gamarnik, Katz, Nair and
 * Tetali, Simple deterministic approximation algorithms for counting matchings, STOC 2007).  Z(G)
 * is the product of 1 / R(G_i, v_i), where G_i lacks the first i vertices.  The probability that v
 * is free is a_v R(G, v), and that of an edge w_uv R(G - v, u) R(G, v).
 *
 * In each round, paths become longer for those classes of vertices (neighbourhoods.c) whose
 * intervals promise the most, per step, for the width of the sum.
 *
 * Rounding: a ratio has a sum of products, and a quotient; pm_gamma() bounds their roundings.
 * Cost: the number of paths. */
#include "estimate/decay.h"

#include "base/alloc.h"
#include "estimate/ball_ratio.h"
#include "estimate/paths.h"
#include "base/budget.h"
#include "num/ball.h"
#include "num/mag.h"

#include <math.h>
#include <omp.h>
#include <string.h>

enum { DEPTH_MOST = 4000, RADIUS_FIRST = 4 };

static const double NARROW = 16;     /* times the error of a step: more steps do not pay */
static const double FRACTION = 0.25; /* of the best promise that a class needs to be in a round */
static const double WIDEST = 1000;   /* that counts for an interval without an end */
static const double FEW = 1000;      /* steps of paths that need no better way */

/* ------------------------------------------------------------------ shares of edges */

/* The share of each edge of the root, from the products w R of all its edges: it grows with its own
 * product and falls with the others. */
static void share(struct pm_range *edge, const struct pm_decay_graph *g, int v,
                  const struct pm_range *product)
{
    static const double TINY = 0x1p-900;
    const int degree = g->start[v + 1] - g->start[v];

    for (int k = 0; k < degree; k++) {
        struct pm_range others = {g->alone[v].low, g->alone[v].high + PM_BALL_TINY};
        for (int l = 0; l < degree; l++)
            if (l != k) {
                others.low += product[l].low;
                others.high += product[l].high;
            }
        const double least = product[k].low / (product[k].low + others.high) * (1 - g->gamma[v]);
        const double most = product[k].high / (product[k].high + others.low) * (1 + g->gamma[v]);
        const bool small = !(product[k].low > TINY && least > TINY); /* gamma may not hold */
        edge[k] = (struct pm_range){small ? 0 : least, most < 1 ? most + PM_BALL_TINY : 1};
    }
}

/* ------------------------------------------------------------------ a class */

/* What a thread has. */
struct worker {
    struct pm_paths paths;
    struct pm_ball ball;
    struct pm_range *product; /* room for the edges of a vertex */
};

static double gain_of(const struct pm_decay *d, const struct pm_decay_class *c, int v)
{
    const struct pm_range r = c->ratio;
    double width;

    if (d->shares)
        width = fmin(1, r.high * d->graph.alone[v].high) - r.low * d->graph.alone[v].low;
    else
        width = r.low > 0 && r.high < HUGE_VAL ? log(r.high / r.low) : WIDEST;
    return width * c->count;
}

static int next_depth(const struct pm_decay_class *c)
{
    const int depth = c->depth < 0 ? 1 : c->growth < 1.25 ? c->depth * 5 / 4 + 1 : c->depth + 1;

    return depth < DEPTH_MOST ? depth : DEPTH_MOST;
}

/* Predicts the depth after this one, for which paths had so many steps (0: there were none). */
static void look_ahead(struct pm_decay_class *c, struct worker *w, int v, double steps, bool ball)
{
    if (steps > 0) {
        c->growth = c->paths > 0 && c->depth > 1 ? fmax(steps / c->paths * c->growth, 1) : 2;
        c->paths = steps;
    }
    c->paths *= c->growth;
    c->next = c->paths;
    c->ball = ball && c->paths > FEW && pm_ball_find(&w->ball, v, next_depth(c)) &&
              w->ball.steps < c->paths;
    if (c->ball)
        c->next = w->ball.steps;
}

/* Replaces an interval by that of the next depth, if the time is enough. */
static void narrow(struct pm_decay *d, struct pm_decay_class *c, struct worker *w)
{
    const int v = d->member[c->first], depth = next_depth(c);
    const struct pm_range old = c->ratio;
    struct pm_range r;
    const bool ball =
        c->ball && pm_ball_find(&w->ball, v, depth) && pm_ball_ratio(&r, &w->ball, depth);

    w->paths.steps = 0;
    w->paths.cut = ball && !w->ball.whole;
    w->paths.root = d->shares ? -1 : v;
    if (d->shares)
        r = pm_paths_products(w->product, &w->paths, v, depth);
    else if (!ball)
        r = pm_paths_ratio(&w->paths, v, depth);
    if (w->paths.late)
        return;
    if (d->shares)
        share(d->edge + d->graph.start[v], &d->graph, v, w->product);
    c->ratio = c->depth < 0 ? r : (struct pm_range){fmax(r.low, old.low), fmin(r.high, old.high)};
    c->gain = gain_of(d, c, v);
    c->closed =
        !w->paths.cut || depth == DEPTH_MOST || c->gain < NARROW * d->graph.gamma[v] * c->count;
    c->depth = depth;
    if (!c->closed)
        look_ahead(c, w, v, (double)w->paths.steps, !d->shares);
}

static double predicted(const struct pm_decay_class *c)
{
    return c->depth < 0 ? 2 : c->next;
}

/* ------------------------------------------------------------------ rounds */

/* *chosen = the classes of the next round, in ascending order; *count = how many. */
static void choose(size_t *chosen, size_t *count, const struct pm_decay *d, double steps)
{
    double best = 0;

    *count = 0;
    for (size_t k = 0; k < d->classes; k++)
        if (!d->class[k].closed && predicted(&d->class[k]) <= steps)
            best = fmax(best, d->class[k].gain / predicted(&d->class[k]));
    for (size_t k = 0; k < d->classes; k++) {
        const double promise = d->class[k].gain / predicted(&d->class[k]);
        if (d->class[k].closed || promise < best * FRACTION || predicted(&d->class[k]) > steps)
            continue;
        steps -= predicted(&d->class[k]);
        chosen[(*count)++] = k;
    }
}

/* Splits the classes whose next depth needs more than they have in common. */
static pm_status split(struct pm_decay *d, const size_t *chosen, size_t count, int threads)
{
    bool any = false;
    int *wanted;

    PM_NEW(wanted, d->classes);
    for (size_t i = 0; i < count; i++) {
        const struct pm_decay_class *const c = &d->class[chosen[i]];
        if (c->count > 1 && c->radius < next_depth(c) + 1)
            wanted[chosen[i]] = c->radius > 0 ? 2 * c->radius : RADIUS_FIRST, any = true;
    }
    const pm_status status = any ? pm_neighbourhoods_split(d, wanted, threads) : PM_OK;
    free(wanted);
    return status;
}

/* Sorts classes by the numbers of their first members: a ratio that paths.c remembers may hold for
 * later roots, and not for earlier ones. */
static pm_status sort_by_root(size_t *chosen, size_t count, const struct pm_decay *d)
{
    int *class_of; /* of roots, from 1 */
    size_t i = 0;

    PM_NEW(class_of, d->graph.n);
    for (size_t k = 0; k < count; k++)
        class_of[d->member[d->class[chosen[k]].first]] = (int)chosen[k] + 1;
    for (int v = 0; v < d->graph.n; v++)
        if (class_of[v] > 0)
            chosen[i++] = (size_t)class_of[v] - 1;
    free(class_of);
    return PM_OK;
}

static pm_status worker_init(struct worker *w, const struct pm_decay *d)
{
    PM_TRY(pm_paths_init(&w->paths, &d->graph));
    PM_NEW(w->product, d->shares ? d->graph.n : 1);
    return pm_ball_init(&w->ball, &d->graph);
}

static void worker_clear(struct worker *w)
{
    pm_paths_clear(&w->paths);
    pm_ball_clear(&w->ball);
    free(w->product);
}

static void narrow_all(struct pm_decay *d, const size_t *chosen, size_t count,
                       struct worker *worker, int threads)
{
    struct pm_budget *const budget = pm_budget_of_thread();

    for (size_t i = 0; i < count; i++)
        d->spent += predicted(&d->class[chosen[i]]);
#pragma omp parallel num_threads(threads) if (count > 1)
    {
        struct worker *const w = &worker[omp_get_thread_num()];
        struct pm_budget *const before = pm_budget_join(budget);
#pragma omp for schedule(dynamic)
        for (size_t i = 0; i < count; i++)
            if (!w->paths.late)
                narrow(d, &d->class[chosen[i]], w);
        pm_budget_join(before);
    }
}

static pm_status rounds(struct pm_decay *d, struct worker *worker,
                        const struct pm_decay_limits *limits)
{
    size_t count = 1;

    while (count > 0) {
        size_t *chosen;
        PM_TRY(pm_budget_ask());
        PM_NEW(chosen, d->classes);
        choose(chosen, &count, d, limits->steps - d->spent);
        pm_status status = split(d, chosen, count, limits->threads);
        PM_THEN(status, sort_by_root(chosen, count, d));
        if (status == PM_OK)
            narrow_all(d, chosen, count, worker, limits->threads);
        free(chosen);
        PM_TRY(status);
    }
    return PM_OK;
}

pm_status pm_decay_run(struct pm_decay *d, const struct pm_decay_limits *limits)
{
    struct worker *worker;
    pm_status status = PM_OK;

    PM_NEW(worker, limits->threads);
    for (int k = 0; k < limits->threads && status == PM_OK; k++)
        status = worker_init(&worker[k], d);
    PM_THEN(status, rounds(d, worker, limits));
    for (int k = 0; k < limits->threads; k++)
        worker_clear(&worker[k]);
    free(worker);
    return status;
}

/* ------------------------------------------------------------------ the sum */

/* x times y^count, rounded upwards */
static struct pm_mag times(struct pm_mag x, double y, int count)
{
    struct pm_mag power = pm_mag_double(y, 0);

    for (; count > 0; count /= 2) {
        if (count % 2 != 0)
            x = pm_mag_mul(x, power);
        power = pm_mag_mul(power, power);
    }
    return x;
}

/* *bits = the logarithm to base 2 of a magnitude with this exponent more, times `sign`, rounded
 * outwards: upwards, or downwards for sign -1. */
static double bits_of(struct pm_mag x, int64_t exponent, int sign)
{
    arb_t bits, more;

    PM_EACH(arb_init, bits, more);
    arb_set_d(bits, x.m);
    arb_log(bits, bits, PM_LOG_BITS);
    pm_to_bits(bits);
    arb_add_si(bits, bits, x.e, PM_LOG_BITS);
    arb_mul_si(bits, bits, sign, PM_LOG_BITS);
    arb_set_si(more, exponent);
    arb_add(bits, bits, more, PM_LOG_BITS);
    const double end = sign > 0 ? pm_end_above(bits) : pm_end_below(bits);
    PM_EACH(arb_clear, bits, more);
    return end;
}

void pm_decay_sum(struct pm_bounds *bounds, const struct pm_decay *d)
{
    static const char by[] = "correlation decay (Bayati, Gamarnik, Katz, Nair, Tetali 2007)";
    struct pm_mag least = pm_mag_double(1, 0), most = least; /* of 1 / Z and of Z */

    for (size_t k = 0; k < d->classes; k++) {
        const struct pm_decay_class *const c = &d->class[k];
        const struct pm_range r = c->ratio;
        const double inverse = r.low > 0 ? pm_not_below(1 / r.low) : HUGE_VAL;
        least = times(least, r.high, c->count);
        most = times(most, inverse, c->count);
    }
    *bounds = (struct pm_bounds){
        .lower = pm_mag_is_finite(least) ? bits_of(least, d->graph.exponent, -1) : -HUGE_VAL,
        .upper = pm_mag_is_finite(most) ? bits_of(most, d->graph.exponent, 1) : HUGE_VAL,
        .lower_by = by,
        .upper_by = by};
}

/* ------------------------------------------------------------------ begin and end */

static pm_status prepare(struct pm_decay *d)
{
    const int n = d->graph.n;

    PM_NEW(d->member, n);
    if (d->shares)
        PM_NEW(d->edge, d->graph.start[n]);
    PM_TRY(pm_alloc_grow((void **)&d->class, &d->room, 1, sizeof *d->class));
    for (int v = 0; v < n; v++)
        d->member[v] = v;
    d->classes = n > 0;
    d->class[0] = (struct pm_decay_class){
        .count = n, .depth = -1, .gain = WIDEST * n, .ratio = {0, HUGE_VAL}};
    return PM_OK;
}

pm_status pm_decay_init(struct pm_decay *d, const struct pm_matrix *a, enum pm_kind kind,
                        const fmpq *alone, bool shares)
{
    *d = (struct pm_decay){.shares = shares};
    pm_status status = pm_decay_graph_init(&d->graph, a, kind, alone);
    PM_THEN(status, prepare(d));
    if (status != PM_OK)
        pm_decay_clear(d);
    return status;
}

void pm_decay_clear(struct pm_decay *d)
{
    pm_decay_graph_clear(&d->graph);
    PM_FREE(d->edge, d->member, d->class);
    *d = (struct pm_decay){.classes = 0};
}
