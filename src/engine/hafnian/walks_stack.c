/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Loop hafnians of a stack of doubles in vectors (walks_lanes.h).  A group of PM_HAF_LANES matrices
 * has a lane for each; a single matrix has lanes for the weights of its first pairs.  Both add the
 * same numbers in the same order.  What the vectors cannot do, or not well enough, stays missing
 * (pm_batch_miss()). */
#include "base/threads.h"
#include "engine/hafnian/walks_room.h"
#include "engine/isa/isa.h"

#include <math.h>
#include <stdlib.h>

enum {
    LANES = PM_HAF_LANES,
    WORDS_MOST = 4,
    RANGE = 800, /* of the exponents of products */
    UNITS = 16,  /* of a matrix that takes long: more threads may share it */
};

static const double LONG = 1e10; /* nanoseconds that pairs.c predicts for balls */

/* ------------------------------------------------------------------ bounds */

/* The error of one operation, and of `times` of them: (1 + e)^times - 1. */
static double error_of(const struct pm_haf_room *r, double times)
{
    const struct pm_haf_walk *const w = &r->numbers.walk;
    const int terms = 2 * w->stride, weights = r->pairs.times[0] + 2;
    const double products = r->parts * (terms > weights ? terms : weights);
    const double e = (r->parts == 1 ? 1 : 1.4143) *
                     (r->words == r->parts
                          ? (2 * products + 2) * PM_BALL_U
                          : (products * products / 2 + 5 * products + 12) * PM_BALL_U * PM_BALL_U);
    const double all = e * times;

    return all < 0.5 ? all / (1 - all) * PM_UP : INFINITY;
}

/* Most factors of a term. */
static int edges_of(const struct pm_haf_room *r)
{
    const int pairs = r->sizes.walk.degree[0];

    return r->pairs.looped ? 2 * pairs : pairs;
}

/* The error of the sum over all weights, from what the bound kernel found. */
static struct pm_mag bound_of(const struct pm_haf_room *r, double size)
{
    const struct pm_joined *const p = &r->pairs;
    double operations = 0;
    int spread = 0;

    for (int pair = 0; pair < p->count; pair++) {
        operations += p->times[pair] == 1 ? 3 : 4 * p->times[pair] + 16;
        spread += pair > 0 ? p->times[pair] : 0;
    }
    operations = (operations + 4) * (edges_of(r) + 1);
    const double roundings = operations * (2 * r->sizes.walk.stride + PM_HAF_TIMES + 6);
    return pm_mag_mul(pm_mag_double(size, spread),
                      pm_mag_double(error_of(r, operations) * (1 + pm_gamma(roundings)), 0));
}

/* size[lane] = what the bound kernel finds. */
static void find_sizes(double *size, struct pm_haf_room *r)
{
    struct pm_haf_walk *const w = &r->sizes.walk;

    w->fixed = w->pairs;
    for (int i = 0; i < w->pairs; i++)
        for (int lane = 0; lane < LANES; lane++)
            r->sizes.weight[i * LANES + lane] = w->times[w->pairs - 1 - i];
    pm_haf_kernel_of(r->s->b.isa, r->parts, 0)(size, w);
}

/* ------------------------------------------------------------------ sums */

/* A number: its parts, and in double-double their low parts. */
struct scalar {
    double high[2], low[2];
};

/* *sum += factor x, and *sum made normal: with the operations of the kernels. */
static void add_multiple(struct scalar *sum, const struct scalar *x, double factor, bool layers)
{
    for (int k = 0; k < 2; k++) {
        const double p = x->high[k] * factor;
        double rest = fma(x->low[k], factor, fma(x->high[k], factor, -p)), error;
        if (!layers) {
            sum->high[k] = fma(x->high[k], factor, sum->high[k]);
            continue;
        }
        sum->high[k] = pm_two_sum(sum->high[k], p, &error);
        sum->low[k] += rest + error;
    }
}

static void normalize(struct scalar *x)
{
    for (int k = 0; k < 2; k++)
        x->high[k] = pm_two_sum(x->high[k], x->low[k], &x->low[k]);
}

static void divide(struct scalar *x, double by)
{
    for (int k = 0; k < 2; k++) {
        const double q = x->high[k] / by;
        x->low[k] = (fma(-q, by, x->high[k]) + x->low[k]) / by;
        x->high[k] = q;
    }
    normalize(x);
}

static struct scalar scalar_at(const struct pm_haf_room *r, const double *sum, int lane)
{
    struct scalar x = {{0, 0}, {0, 0}};

    for (int k = 0; k < r->parts; k++) {
        x.high[k] = sum[k * LANES + lane];
        x.low[k] = r->words > r->parts ? sum[(r->parts + k) * LANES + lane] : 0;
    }
    return x;
}

/* Delivers the loop hafnian of matrix k, from the sum over all weights. */
static void deliver(const struct pm_haf_room *r, int lane, size_t k, struct scalar x, double size)
{
    const struct pm_joined *const p = &r->pairs;
    const struct pm_batch *const b = &r->s->b;
    struct pm_mag bound = bound_of(r, size);
    double root = 1;
    int exp = r->all[lane];

    for (int pair = 1; pair < p->count; pair++)
        if (p->times[pair] > 1) {
            const double factorial = tgamma(p->times[pair] + 1);
            exp -= p->times[pair];
            bound = pm_mag_div(bound, factorial);
            bound.e -= p->times[pair];
            divide(&x, factorial);
        }
    for (int i = 0; i < r->n && b->stack.normalized; i++)
        for (int t = 2; t <= r->times[i]; t++)
            root *= sqrt(t);
    const double value[2] = {(x.high[0] + x.low[0]) / root, (x.high[1] + x.low[1]) / root};
    const double roundings = root == 1 ? 1 : 2 * r->total + 2;
    bound = pm_mag_add(pm_mag_div(bound, root * PM_DOWN),
                       pm_mag_double(pm_gamma(roundings) * pm_modulus(value, r->parts), 0));
    if (!(size < 0x1p900))
        pm_batch_miss(b, k);
    else
        pm_batch_deliver(b, k, value, bound, exp);
}

static pm_status deliver_exactly(const struct pm_haf_room *r, size_t k, double value)
{
    const double z[2] = {value, 0};

    pm_batch_deliver(&r->s->b, k, z, (struct pm_mag){0, 0}, 0);
    return PM_OK;
}

/* ------------------------------------------------------------------ a matrix, eight matrices */

/* The number of choices of the weights of `fixed` pairs. */
static int choices(const struct pm_joined *p, int fixed)
{
    int all = 1;

    for (int i = 0; i < fixed; i++)
        all *= p->times[p->count - 1 - i] + 1;
    return all;
}

/* The sum over the weights of the fixed pairs from number i on; their first choice is `first`. */
static struct scalar add_choices(const struct pm_haf_room *r, const double *sum, int fixed, int i,
                                 int first)
{
    const struct pm_joined *const p = &r->pairs;
    const int m = i < fixed ? p->times[p->count - 1 - i] : 0;
    struct scalar all = {{0, 0}, {0, 0}};

    if (i == fixed)
        return scalar_at(r, sum + (ptrdiff_t)(first / LANES) * r->words * LANES, first % LANES);
    for (int d = 0; d <= m; d++) {
        const struct scalar x = add_choices(r, sum, fixed, i + 1, first * (m + 1) + d);
        add_multiple(&all, &x, pm_haf_factor(m, d), r->words > r->parts);
    }
    if (r->words > r->parts)
        normalize(&all);
    return all;
}

/* Sets the weights of the choices 8 unit, 8 unit + 1, ... */
static void set_weights(struct pm_haf_memory *m, const struct pm_joined *p, int fixed, int unit)
{
    for (int lane = 0; lane < LANES; lane++) {
        int choice = unit * LANES + lane;
        for (int i = fixed - 1; i >= 0; i--) {
            const int times = p->times[p->count - 1 - i], d = choice % (times + 1);
            m->weight[i * LANES + lane] = times == 1 ? d : times - 2 * d;
            choice /= times + 1;
        }
    }
}

/* One matrix, that of lane 0. */
static pm_status add_units(struct scalar *all, struct pm_haf_room *r)
{
    const struct pm_batch *const b = &r->s->b;
    const struct pm_joined *const p = &r->pairs;
    const int inside = b->inside > 1 ? b->inside : 1;
    struct pm_failure failure = {PM_OK, ""};
    double terms, *sum;
    int fixed = 0;

    const int wanted = pm_joined_price(&terms, p) > LONG ? LANES * UNITS : LANES;
    while (fixed < p->count - 1 && choices(p, fixed) < wanted)
        fixed++;
    const int units = (choices(p, fixed) + LANES - 1) / LANES;
    PM_TRY(pm_batch_aligned(&sum, (size_t)(units * r->words * LANES)));
#pragma omp parallel num_threads(inside) if (inside > 1 && units > 1)
    {
        struct pm_haf_memory own = {.all = NULL};
        struct pm_haf_memory *const m = inside > 1 ? &own : &r->numbers;
        const pm_status status = m == &own ? pm_haf_memory_new(m, p, r->words) : PM_OK;
        if (status == PM_OK)
            pm_haf_fill(m, r, 0, true, 0);
        m->walk.fixed = fixed;
        m->walk.stop = pm_watched_stop(b->watched);
#pragma omp for schedule(dynamic)
        for (int unit = 0; unit < units; unit++)
            if (status == PM_OK) {
                set_weights(m, p, fixed, unit);
                pm_haf_kernel_of(b->isa, r->parts, r->words)(sum + unit * r->words * LANES,
                                                             &m->walk);
            }
        free(own.all);
#pragma omp critical
        pm_failure_keep(&failure, status);
    }
    *all = add_choices(r, sum, fixed, 0, 0);
    free(sum);
    PM_TRY(pm_failure_raise(&failure));
    return pm_go_on(pm_watched_stop(b->watched));
}

static pm_status work_one(struct pm_haf_room *r, size_t k)
{
    const struct pm_batch *const b = &r->s->b;
    const int *const times = b->stack.row_times;
    double size[LANES] __attribute__((aligned(64)));
    struct scalar sum;
    bool rounded = false;
    int total;

    PM_TRY(pm_batch_total(&total, b, 0, k));
    PM_TRY(pm_haf_read(&rounded, r, 0, k));
    const bool looped = total % 2 != 0 || pm_haf_has_loops(r, 1);
    if (total == 0 || (total % 2 != 0 && r->s->means.stack.data == NULL))
        return deliver_exactly(r, k, total == 0);
    PM_TRY(pm_haf_take_pairs(r, times != NULL ? times + k * (size_t)r->n : NULL, total, looped));
    if (!r->able || rounded) {
        pm_batch_miss(b, k);
        return PM_OK;
    }
    pm_haf_scale(r, 0);
    pm_haf_fill(&r->sizes, r, 0, true, ldexp(1, -(RANGE / edges_of(r) - 1)));
    find_sizes(size, r);
    PM_TRY(add_units(&sum, r));
    deliver(r, 0, k, sum, size[0]);
    return PM_OK;
}

/* Eight matrices without copies. */
static pm_status work_group(struct pm_haf_room *r, size_t first)
{
    const struct pm_batch *const b = &r->s->b;
    double size[LANES] __attribute__((aligned(64)));
    double sum[WORDS_MOST * LANES] __attribute__((aligned(64)));
    bool rounded[LANES] = {false};

    for (int lane = 0; lane < LANES; lane++)
        PM_TRY(pm_haf_read(&rounded[lane], r, lane, first + (size_t)lane));
    PM_TRY(pm_haf_take_pairs(r, NULL, r->n, r->n % 2 != 0 || pm_haf_has_loops(r, LANES)));
    if (!r->able) {
        for (size_t lane = 0; lane < LANES; lane++)
            pm_batch_miss(b, first + lane);
        return PM_OK;
    }
    for (int lane = 0; lane < LANES; lane++) {
        pm_haf_scale(r, lane);
        pm_haf_fill(&r->sizes, r, lane, false, ldexp(1, -(RANGE / edges_of(r) - 1)));
        pm_haf_fill(&r->numbers, r, lane, false, 0);
    }
    find_sizes(size, r);
    r->numbers.walk.fixed = 0;
    r->numbers.walk.stop = pm_watched_stop(b->watched);
    pm_haf_kernel_of(b->isa, r->parts, r->words)(sum, &r->numbers.walk);
    for (int lane = 0; lane < LANES; lane++)
        if (rounded[lane])
            pm_batch_miss(b, first + (size_t)lane);
        else
            deliver(r, lane, first + (size_t)lane, scalar_at(r, sum, lane), size[lane]);
    return pm_go_on(r->numbers.walk.stop);
}

static pm_status work(void *room, size_t first, int count)
{
    struct pm_haf_room *const r = room;
    const struct pm_batch *const b = &r->s->b;
    const bool odd = r->n % 2 != 0 && r->s->means.stack.data == NULL;

    if (count == LANES && b->stack.row_times == NULL && r->n > 0 && !odd)
        return work_group(r, first);
    for (int k = 0; k < count; k++)
        PM_TRY(work_one(r, first + (size_t)k));
    return PM_OK;
}

const struct pm_engine_stack pm_haf_stack = {
    .group = LANES, .open = pm_haf_room_open, .work = work, .close = pm_haf_room_close};
