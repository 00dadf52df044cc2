/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Loop hafnians of a stack of doubles, and all their minors, in vectors (walks_lanes.h).  A group
 * of PM_HAF_LANES matrices has a lane for each; a single matrix has lanes for the weights of its
 * first pairs.  Both add the same numbers in the same order.  What the vectors cannot do, or not
 * well enough, stays missing (pm_stack_miss()). */
#include "base/alloc.h"
#include "base/threads.h"
#include "engine/hafnian/walks_room.h"
#include "engine/isa/isa.h"
#include "engine/stack_answers.h"
#include "engine/stack_load.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    LANES = PM_HAF_LANES,
    WORDS_MOST = 4,
    UNITS = 16, /* of a matrix that takes long: more threads may share it */
};

static const double LONG = 1e10; /* nanoseconds that pairs.c predicts for balls */

/* ------------------------------------------------------------------ sums */

static bool has_layers(const struct pm_walks_room *r)
{
    return r->words > r->parts;
}

/* *sum += factor x, and *sum made normal: with the operations of the kernels. */
static void add_multiple(const struct pm_walks_room *r, struct pm_walks_sum *sum,
                         const struct pm_walks_sum *x, double factor)
{
    for (int k = 0; k < r->parts; k++) {
        const double p = x->high[k] * factor;
        double rest = fma(x->low[k], factor, fma(x->high[k], factor, -p)), error;
        if (!has_layers(r)) {
            sum->high[k] = fma(x->high[k], factor, sum->high[k]);
            continue;
        }
        sum->high[k] = pm_two_sum(sum->high[k], p, &error);
        sum->low[k] += rest + error;
    }
    sum->size += fabs(factor) * x->size;
    sum->radius += fabs(factor) *
                   (x->radius + pm_walks_operation(PM_HAF_TIMES + 1, 2, has_layers(r)) * x->size);
}

static void normalize(struct pm_walks_sum *x)
{
    for (int k = 0; k < 2; k++)
        x->high[k] = pm_two_sum(x->high[k], x->low[k], &x->low[k]);
}

static void divide(struct pm_walks_sum *x, double by)
{
    for (int k = 0; k < 2; k++) {
        const double q = x->high[k] / by;
        x->low[k] = (fma(-q, by, x->high[k]) + x->low[k]) / by;
        x->high[k] = q;
    }
    normalize(x);
}

/* Doubles of a number in eight lanes. */
PM_ISA_NUMBERS(pm_walks_kernel, pm_walks_hafnian);

static pm_walks_kernel *kernel_of(const struct pm_walks_room *r)
{
    return pm_walks_hafnian_sets[r->b->isa->number][r->words / r->parts - 1][r->parts - 1];
}

static int cell_of(const struct pm_walks_room *r)
{
    return (r->words + PM_HAF_MORE) * LANES;
}

static struct pm_walks_sum scalar_at(const struct pm_walks_room *r, const double *sum, int lane)
{
    const double *const size = sum + r->words * LANES + lane;
    struct pm_walks_sum x = {{0, 0}, {0, 0}, size[0], size[LANES]};

    for (int k = 0; k < r->parts; k++) {
        x.high[k] = sum[k * LANES + lane];
        x.low[k] = has_layers(r) ? sum[(r->parts + k) * LANES + lane] : 0;
    }
    return x;
}

void pm_walks_deliver(const struct pm_walks_room *r, int lane, size_t k,
                      const struct pm_walks_sum *sum)
{
    const struct pm_joined *const p = &r->pairs;
    const struct pm_batch *const b = r->b;
    struct pm_walks_sum x = *sum;
    struct pm_mag bound = pm_mag_double(x.radius * PM_UP_LONG, has_layers(r) ? -106 : -53);
    double root = 1;
    int exp = r->all[lane];

    for (int pair = 1; pair < p->count && p->even; pair++) {
        const double factorial = tgamma(p->times[pair] + 1);
        exp -= p->times[pair];
        bound = pm_mag_div(bound, factorial);
        divide(&x, factorial);
    }
    for (int i = 0; i < r->n && b->stack.normalized; i++)
        for (int t = 2; t <= r->times[i]; t++)
            root *= sqrt(t);
    const double value[2] = {(x.high[0] + x.low[0]) / root, (x.high[1] + x.low[1]) / root};
    const double roundings = root == 1 ? 1 : 2 * r->total + 2;
    bound = pm_mag_add(pm_mag_div(bound, root * PM_DOWN),
                       pm_mag_double(pm_gamma(roundings) * pm_modulus(value, r->parts), 0));
    if (!(x.size < 0x1p900) || !(x.radius < 0x1p900))
        pm_stack_miss(b, k);
    else
        pm_stack_deliver(b, k, value, bound, exp);
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

/* The number of those that are computed: the weights of choice c are the opposites of those of the
 * choice as far from the end. */
static int computed(const struct pm_joined *p, int fixed)
{
    return p->even ? (choices(p, fixed) + 1) / 2 : choices(p, fixed);
}

static int units_of(const struct pm_joined *p, int fixed)
{
    return (computed(p, fixed) + LANES - 1) / LANES;
}

/* The sum for a choice.  That of the opposite choice is equal if the factors are, or its opposite.
 */
static struct pm_walks_sum choice_at(const struct pm_walks_room *r, const double *sum, int fixed,
                                     int choice)
{
    const struct pm_joined *const p = &r->pairs;
    const bool opposite = choice >= computed(p, fixed);
    const int at = opposite ? choices(p, fixed) - 1 - choice : choice;
    struct pm_walks_sum x = scalar_at(r, sum + (ptrdiff_t)(at / LANES) * cell_of(r), at % LANES);
    int copies = 0;

    for (int i = 0; i < fixed; i++)
        copies += p->times[p->count - 1 - i];
    for (int k = 0; k < 2 && opposite && copies % 2 != 0; k++) {
        x.high[k] = -x.high[k];
        x.low[k] = -x.low[k];
    }
    return x;
}

/* The sum over the weights of the fixed pairs from number i on; their first choice is `first`. */
static struct pm_walks_sum add_choices(const struct pm_walks_room *r, const double *sum, int fixed,
                                       int i, int first)
{
    const struct pm_joined *const p = &r->pairs;
    const int m = i < fixed ? p->times[p->count - 1 - i] : 0;
    struct pm_walks_sum all = {{0, 0}, {0, 0}, 0, 0};

    if (i == fixed)
        return choice_at(r, sum, fixed, first);
    for (int d = 0; d <= m; d++) {
        const struct pm_walks_sum x = add_choices(r, sum, fixed, i + 1, first * (m + 1) + d);
        add_multiple(r, &all, &x, pm_walks_factor(m, d, p->even));
    }
    if (has_layers(r))
        normalize(&all);
    return all;
}

/* Sets the weights of the choices 8 unit, 8 unit + 1, ... */
static void set_weights(struct pm_walks_memory *m, const struct pm_joined *p, int fixed, int unit)
{
    for (int lane = 0; lane < LANES; lane++) {
        int choice = unit * LANES + lane;
        for (int i = fixed - 1; i >= 0; i--) {
            const int times = p->times[p->count - 1 - i], d = choice % (times + 1);
            m->weight[i * LANES + lane] = pm_walks_weight(times, d, p->even);
            choice /= times + 1;
        }
    }
}

/* The memory of a thread for the matrix of lane 0. */
static void begin_units(struct pm_walks_memory *m, const struct pm_walks_room *r, int fixed)
{
    pm_walks_fill(m, r, 0, true);
    m->walk.fixed = fixed;
    m->walk.stop = pm_watched_stop(r->b->watched);
}

/* The units of a matrix, and what each has found, [count][cells] coefficients: the sum of its
 * terms, or their derivatives. */
struct units {
    const struct pm_walks_room *r;
    int count, fixed, cells;
    bool back; /* derivatives */
    double *found;
};

static void walk_unit(struct pm_walks_memory *m, const struct units *u, int unit)
{
    set_weights(m, &u->r->pairs, u->fixed, unit);
    kernel_of(u->r)(u->found + unit * cell_of(u->r), &m->walk);
}

/* The sign of each lane's choices; 0: there are fewer choices. */
static void find_signs(double *sign, const struct pm_walks_memory *m, const struct pm_joined *p,
                       int unit)
{
    for (int lane = 0; lane < LANES; lane++) {
        sign[lane] = unit * LANES + lane < choices(p, m->walk.fixed);
        for (int i = 0; i < m->walk.fixed; i++)
            sign[lane] *= m->weight[i * LANES + lane] == 0 ? -1 : 1;
    }
}

PM_ISA_NUMBERS(pm_walks_back, pm_walks_derivatives);

static void differentiate(struct pm_walks_memory m[2], const struct units *u, int unit)
{
    const struct pm_walks_room *const r = u->r;
    double sign[LANES] __attribute__((aligned(64)));
    const size_t size = (size_t)(u->cells * cell_of(r));

    set_weights(&m[0], &r->pairs, u->fixed, unit);
    find_signs(sign, &m[0], &r->pairs, unit);
    pm_walks_derivatives_sets[r->b->isa->number][r->words / r->parts - 1][r->parts - 1](
        &m[0].walk, &m[1].walk, sign);
    memcpy(u->found + (size_t)unit * size, m[1].b[r->pairs.count], size * sizeof *u->found);
}

/* Threads share the units; each has a memory for the states, and one for their adjoints. */
static pm_status share_units(const struct units *u)
{
    const struct pm_walks_room *const r = u->r;
    struct pm_failure failure = {.status = PM_OK};
    const int threads = r->b->inside > 1 ? r->b->inside : 1;

#pragma omp parallel num_threads(threads) if (threads > 1)
    {
        struct pm_walks_memory own[2] = {{.all = NULL}, {.all = NULL}};
        pm_status status = pm_walks_memory_new(&own[0], &r->pairs, r->words);
        if (u->back)
            PM_THEN(status, pm_walks_memory_new(&own[1], &r->pairs, r->words));
        if (status == PM_OK)
            begin_units(&own[0], r, u->fixed);
#pragma omp for schedule(dynamic)
        for (int unit = 0; unit < u->count; unit++)
            if (status == PM_OK)
                (u->back ? differentiate : walk_unit)(own, u, unit);
        PM_FREE(own[0].all, own[1].all);
#pragma omp critical
        pm_failure_keep(&failure, status);
    }
    return pm_failure_raise(&failure);
}

/* The number of pairs whose choices lanes and units have; at most a quarter of the lanes is idle,
 * but where few pairs are left. */
static int fixed_pairs(const struct pm_joined *p)
{
    int fixed = 0;
    double terms;

    const int wanted = pm_pairs_joined_price(&terms, p) > LONG ? LANES * UNITS : LANES;
    while (fixed < p->count - 1 &&
           (computed(p, fixed) < wanted || 4 * computed(p, fixed) < 3 * LANES * units_of(p, fixed)))
        fixed++;
    return fixed;
}

/* The units of the matrix of lane 0, and room for what they find. */
static pm_status units_new(struct units *u, const struct pm_walks_room *r, int cells)
{
    const int fixed = fixed_pairs(&r->pairs);

    *u =
        (struct units){.r = r, .count = units_of(&r->pairs, fixed), .fixed = fixed, .cells = cells};
    return pm_stack_aligned(&u->found, (size_t)u->count * (size_t)(cells * cell_of(r)));
}

/* One matrix, that of lane 0. */
static pm_status add_units(struct pm_walks_sum *all, struct pm_walks_room *r)
{
    pm_status status = PM_OK;
    struct units u;

    PM_TRY(units_new(&u, r, 1));
    if (r->b->inside > 1 && u.count > 1) {
        status = share_units(&u);
    } else {
        begin_units(&r->numbers, r, u.fixed);
        for (int unit = 0; unit < u.count; unit++)
            walk_unit(&r->numbers, &u, unit);
    }
    *all = add_choices(r, u.found, u.fixed, 0, 0);
    free(u.found);
    PM_TRY(status);
    return pm_go_on(pm_watched_stop(r->b->watched));
}

static pm_status work_one(struct pm_walks_room *r, size_t k)
{
    const struct pm_batch *const b = r->b;
    const int *const times = b->stack.row_times;
    struct pm_walks_sum sum;
    bool rounded = false;
    int total;

    PM_TRY(pm_stack_total(&total, b, 0, k));
    PM_TRY(pm_walks_read(&rounded, r, 0, k));
    const bool looped = total % 2 != 0 || pm_walks_has_loops(r, 1);
    if (total == 0 || (total % 2 != 0 && r->b->loops == NULL)) {
        pm_stack_deliver(b, k, (const double[2]){total == 0, 0}, (struct pm_mag){0, 0}, 0);
        return PM_OK;
    }
    PM_TRY(pm_walks_take_pairs(r, times != NULL ? times + k * (size_t)r->n : NULL, total, looped));
    if (!r->able || rounded || !pm_walks_scale(r, 0)) {
        pm_stack_miss(b, k);
        return PM_OK;
    }
    PM_TRY(add_units(&sum, r));
    pm_walks_deliver(r, 0, k, &sum);
    return PM_OK;
}

/* Eight matrices without copies. */
static pm_status work_group(struct pm_walks_room *r, size_t first)
{
    const struct pm_batch *const b = r->b;
    double sum[(WORDS_MOST + PM_HAF_MORE) * LANES] __attribute__((aligned(64)));
    bool rounded[LANES] = {false};

    for (int lane = 0; lane < LANES; lane++)
        PM_TRY(pm_walks_read(&rounded[lane], r, lane, first + (size_t)lane));
    PM_TRY(pm_walks_take_pairs(r, NULL, r->n, r->n % 2 != 0 || pm_walks_has_loops(r, LANES)));
    if (!r->able) {
        for (size_t lane = 0; lane < LANES; lane++)
            pm_stack_miss(b, first + lane);
        return PM_OK;
    }
    for (int lane = 0; lane < LANES; lane++) {
        rounded[lane] = !pm_walks_scale(r, lane) || rounded[lane];
        pm_walks_fill(&r->numbers, r, lane, false);
    }
    r->numbers.walk.fixed = 0;
    r->numbers.walk.stop = pm_watched_stop(b->watched);
    kernel_of(r)(sum, &r->numbers.walk);
    for (int lane = 0; lane < LANES; lane++)
        if (rounded[lane]) {
            pm_stack_miss(b, first + (size_t)lane);
        } else {
            const struct pm_walks_sum x = scalar_at(r, sum, lane);
            pm_walks_deliver(r, lane, first + (size_t)lane, &x);
        }
    return pm_go_on(r->numbers.walk.stop);
}

static pm_status work(void *room, size_t first, int count)
{
    struct pm_walks_room *const r = room;
    const struct pm_batch *const b = r->b;
    const bool odd = r->n % 2 != 0 && r->b->loops == NULL;

    if (count == LANES && b->stack.row_times == NULL && r->n > 0 && !odd)
        return work_group(r, first);
    for (int k = 0; k < count; k++)
        PM_TRY(work_one(r, first + (size_t)k));
    return PM_OK;
}

/* ------------------------------------------------------------------ all minors of a matrix */

/* *sum += x */
static void add_sum(const struct pm_walks_room *r, struct pm_walks_sum *sum,
                    const struct pm_walks_sum *x)
{
    add_multiple(r, sum, x, 1);
    if (has_layers(r))
        normalize(sum);
}

/* The sum over all units, and over the lanes of each, of the derivative by polynomial `at` of the
 * first state: in two steps, as the radii of add_multiple() are for few terms. */
static struct pm_walks_sum add_found(const struct units *u, int at)
{
    struct pm_walks_sum all = {{0, 0}, {0, 0}, 0, 0};

    for (int unit = 0; unit < u->count; unit++) {
        const double *const cell = u->found + ((ptrdiff_t)unit * u->cells + at) * cell_of(u->r);
        struct pm_walks_sum own = {{0, 0}, {0, 0}, 0, 0};
        for (int lane = 0; lane < LANES; lane++) {
            const struct pm_walks_sum x = scalar_at(u->r, cell, lane);
            add_sum(u->r, &own, &x);
        }
        add_sum(u->r, &all, &own);
    }
    return all;
}

/* The derivative by what joins two vertices of the pairs; those of loops come after all rows. */
static void deliver_minor(struct pm_walks_room *r, size_t k, int row, int col, int at,
                          const struct units *u)
{
    const struct pm_batch *const b = r->b;
    const int scales = r->all[0], width = b->stack.cols + (b->loops != NULL);
    const size_t first = k * pm_stack_answers(b);

    if (row >= r->n || (col >= r->n && b->loops == NULL))
        return;
    const struct pm_walks_sum sum = add_found(u, at);
    r->all[0] -= r->scale[row] + (col < r->n ? r->scale[col] : 0);
    pm_walks_deliver(r, 0, first + (size_t)(row * width + col), &sum);
    if (col < r->n)
        pm_walks_deliver(r, 0, first + (size_t)(col * width + row), &sum);
    r->all[0] = scales;
}

static void deliver_minors(struct pm_walks_room *r, size_t k, const struct units *u)
{
    const struct pm_joined *const p = &r->pairs;

    for (int j = 0; j < 2 * p->count; j++) {
        const int row = p->vertex[j % 2][j / 2], high = j + p->looped, line = high * (high + 1) / 2;
        for (int i = 0; i < j; i++) {
            const int col = p->vertex[i % 2][i / 2];
            if (row < r->n && col < r->n)
                deliver_minor(r, k, row, col, line + i + p->looped, u);
        }
        if (p->looped)
            deliver_minor(r, k, row, r->n, line, u);
    }
}

static pm_status take_minors(struct pm_walks_room *r, size_t k)
{
    const int vertices = 2 * r->pairs.count + r->pairs.looped;
    struct units u;

    PM_TRY(units_new(&u, r, vertices * (vertices + 1) / 2));
    u.back = true;
    pm_status status = share_units(&u);
    PM_THEN(status, pm_go_on(pm_watched_stop(r->b->watched)));
    if (status == PM_OK)
        deliver_minors(r, k, &u);
    free(u.found);
    return status;
}

pm_status pm_walks_minors(const struct pm_batch *b, size_t k)
{
    struct pm_walks_room *r;
    bool rounded = false;
    void *room;

    PM_TRY(pm_walks_room_open(&room, b));
    r = room;
    pm_status status = pm_walks_read(&rounded, r, 0, k);
    PM_THEN(status, pm_walks_take_pairs(r, NULL, r->n, b->loops != NULL));
    if (status == PM_OK && r->able && !rounded && pm_walks_scale(r, 0))
        status = take_minors(r, k);
    else if (status == PM_OK)
        pm_stack_miss_all(b, k);
    pm_walks_room_close(room);
    return status;
}

const struct pm_engine_stack pm_walks_stack = {
    .group = LANES, .open = pm_walks_room_open, .work = work, .close = pm_walks_room_close};
