/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Engine `estimate`: the permanent of a non-negative matrix as the mean of random draws, with a
 * proved probability that its relative error is small (limits.accuracy).
 *
 * A draw is a matching from the nested bound U (estimate/nested_bound.c).  Its weight, divided by
 * its probability and by U, is a number X in [0, 1] with the mean per(A) / U.  cost() builds the
 * tables and makes a pilot of draws, which tells how many draws are enough (estimate/enough.c).  A
 * unit of work is a range of draws; draw number k has its own random numbers, so that the answer
 * does not depend on who computes what.  The part of a unit is U / (number of all draws) times its
 * sum.
 *
 * If the draws take long, as many columns are tracked as pay.  Unproved estimates may also use
 * guided draws (estimate/guided.c), also of hafnians: 2^bits takes the place of U, and X may be
 * above 1.
 *
 * Errors that are not random are in the bound of the part: those of the sums, that of U, and that
 * of random numbers, which are multiples of 2^-53.  A choice among k terms is wrong by at most
 * (k + 2) 2^-53 at each of its k borders, and since X <= 1, the mean of X by at most twice that for
 * all borders of all choices. */
#include "base/alloc.h"

#include "base/budget.h"
#include "base/status.h"
#include "engine/estimate/draw_tables.h"
#include "engine/abilities.h"
#include "estimate/bounds.h"
#include "base/chance.h"
#include "num/arb_ball.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    FIRST_PILOT = 2048, /* draws, doubled until they tell enough */
    FIRST_GUIDED = 256, /* ... of the guided kind */
    TENTH = 10,         /* a pilot without proof is a tenth of all draws */
    HOPE = 20,          /* if 1 / HOPE of a pilot adds up to less than 1, its end is in vain */
    TRIES = 2,          /* tries of one draw between two looks at the wish to stop */
    RATE = 700000000,   /* steps per second: this is the engine's only rate */
};

static const double SOON = 0.3 * RATE;        /* fewer steps are not worth larger tables */
static const double LONG_PILOT = 60.0 * RATE; /* the steps of a pilot, if there is no time limit */
static const double POLL = 0.02 * RATE;       /* the steps between two questions to the budget */
static const double SWEEP_SHARE = 0.1, SWEEP_MOST = 3e9, MEMORY_SHARE = 0.5;
static const double DRAWS_MOST = 0x1p50;

static pm_status go_on(struct pm_draw_tables *t, double draws)
{
    while (t->pilot.draws < draws) {
        const uint64_t first = (uint64_t)t->pilot.draws;
        PM_TRY(pm_budget_ask());
        const uint64_t end = (uint64_t)fmin(draws, t->pilot.draws + ceil(POLL / t->steps));
        PM_TRY(pm_draw_tables_add(&t->pilot, t, ~t->seed, first, end));
    }
    return PM_OK;
}

static pm_status refuse(const struct pm_draw_tables *t, double draws)
{
    const struct pm_pilot *const p = &t->pilot;

    if (p->sum > 0 && isfinite(draws))
        return pm_fail(PM_UNABLE, "about %.2g draws are needed, %.3g s", draws,
                       draws * t->steps / RATE);
    return pm_fail(PM_UNABLE, "%.0f draws found too few matchings below 2^%.1f", p->draws, t->bits);
}

/* Doubles the pilot until a longer one would not pay.  *draws = what is enough. */
static pm_status pilot(double *draws, struct pm_draw_tables *t, const struct pm_limits *limits)
{
    const struct pm_accuracy *const acc = &limits->accuracy;
    const double most =
        (limits->seconds > 0 ? limits->seconds * limits->threads * RATE : LONG_PILOT) / t->steps;
    struct pm_pilot *const p = &t->pilot;

    for (double next = fmax(FIRST_GUIDED, p->draws);; next *= 2) {
        PM_TRY(go_on(t, next));
        const double about = acc->unproved ? pm_enough_normal(p, acc->epsilon, acc->delta)
                                           : pm_enough_about(p, acc->epsilon, acc->delta);
        *draws = acc->unproved ? about : pm_enough(p, acc->epsilon, acc->delta);
        const double longest = acc->unproved ? *draws / TENTH : *draws - about;
        if (isfinite(*draws) && longest <= p->draws)
            return PM_OK;
        if (p->draws >= most || (!acc->unproved && p->sum < 1 && p->draws >= most / HOPE) ||
            (isfinite(about) && limits->seconds > 0 && about > 4 * most))
            return refuse(t, about);
    }
}

/* Replaces the tables by larger ones if this is predicted to pay. */
static pm_status enlarge(struct pm_draw_tables **tables, const struct pm_limits *limits)
{
    const struct pm_accuracy *const acc = &limits->accuracy;
    struct pm_draw_tables *const t = *tables;
    const double about = t->pilot.sum > 0
                             ? t->steps * pm_enough_about(&t->pilot, acc->epsilon, acc->delta)
                             : HUGE_VAL;
    struct pm_draw_tables *larger;

    if (about < SOON)
        return PM_OK;
    const double most = limits->seconds > 0 ? SWEEP_SHARE * limits->seconds * RATE : SWEEP_MOST;
    PM_TRY(pm_draw_tables_new(&larger, t->p.a, false,
                              fmin(SWEEP_SHARE * about, fmin(most, SWEEP_MOST)),
                              MEMORY_SHARE * pm_limits_memory(limits)));
    larger->seed = t->seed;
    larger->turned = t->turned;
    if (larger->steps * exp2(larger->bits) >= t->steps * exp2(t->bits)) {
        pm_draw_tables_free(larger);
        return PM_OK;
    }
    larger->a = t->a;
    t->a = NULL;
    pm_draw_tables_free(t);
    *tables = larger;
    return PM_OK;
}

/* ---------------------------------------------------------------------------- engine */

static pm_status plan(struct pm_draw_tables *t, const struct pm_limits *limits)
{
    double draws = HUGE_VAL;

    pm_status status = pilot(&draws, t, limits);
    if (status == PM_OK && !(draws <= DRAWS_MOST))
        status = refuse(t, draws);
    t->draws = status == PM_OK ? (uint64_t)draws + 1 : 0;
    return status;
}

/* Nested draws.  Without proof they are taken only if they are soon done, as guided ones depend
 * less on what a bound leaves open. */
static pm_status plan_nested(struct pm_draw_tables **out, const struct pm_core *core,
                             const struct pm_limits *limits)
{
    const struct pm_accuracy *const acc = &limits->accuracy;
    struct pm_draw_tables *t;

    PM_TRY(pm_draw_tables_nested(&t, core));
    t->seed = acc->seed;
    pm_status status = go_on(t, FIRST_PILOT);
    if (status == PM_OK && acc->unproved &&
        !(t->steps * pm_enough_about(&t->pilot, acc->epsilon, acc->delta) < SOON))
        status = PM_UNABLE;
    PM_THEN(status, enlarge(&t, limits));
    PM_THEN(status, plan(t, limits));
    PM_GIVE(out, t, status, pm_draw_tables_free);
}

static pm_status plan_guided(struct pm_draw_tables **out, const struct pm_core *core,
                             const struct pm_limits *limits)
{
    PM_TRY(pm_draw_tables_guided(out, core));
    (*out)->seed = limits->accuracy.seed;
    const pm_status status = plan(*out, limits);
    if (status != PM_OK)
        pm_draw_tables_free(*out);
    return status;
}

/* Random signs, for entries that are negative or complex: the error is relative to a norm. */
static pm_status plan_signs(struct pm_draw_tables **out, const struct pm_core *core,
                            const struct pm_limits *limits)
{
    const struct pm_accuracy *const acc = &limits->accuracy;

    if (core->kind == PM_HAFNIAN)
        return pm_fail(PM_UNABLE, "for graphs that are not bipartite with negative or complex "
                                  "weights, only --bounds");
    PM_TRY(pm_draw_tables_signs(out, core));
    struct pm_draw_tables *const t = *out;
    const double draws = pm_sign_draws_enough(&t->s, acc->epsilon, acc->delta);
    t->seed = acc->seed;
    t->error = acc->epsilon / t->s.above;
    t->draws = draws < DRAWS_MOST ? (uint64_t)draws + 1 : 0;
    if (t->draws > 0)
        return PM_OK;
    pm_draw_tables_free(t);
    return pm_fail(PM_UNABLE, "%.2g draws are needed", draws);
}

/* The natural logarithm of what draws are relative to, for the core. */
static void unit_log(arb_t x, const struct pm_core *core, const struct pm_draw_tables *t)
{
    pm_draw_tables_log(x, t);
    if (core->kind == PM_PERMANENT)
        pm_sub_log_factorial(x, core->a->cols - core->a->rows);
}

/* log2 of a number that the answer is not below but for a probability of delta. */
static double least(const struct pm_core *core, const struct pm_draw_tables *t, double delta)
{
    double bits = -HUGE_VAL;
    arb_t x;

    const double mean = t->s.b != NULL ? 0 : pm_enough_least_mean(&t->pilot, delta) - t->lost;
    if (mean > 0) {
        arb_init(x);
        unit_log(x, core, t);
        pm_add_log(x, mean * (1 - pm_draw_tables_loose(t)) * (1 - 0x1p-50), 1);
        pm_to_bits(x);
        bits = pm_end_below(x);
        arb_clear(x);
    }
    return bits;
}

static void describe(struct pm_cost *cost, const struct pm_draw_tables *t)
{
    const unsigned long long draws = t->draws;

    if (t->s.b != NULL)
        snprintf(cost->note, sizeof cost->note, "%llu draws of %s", draws,
                 t->s.repeats ? "roots of unity, for equal lines" : "signs");
    else if (t->g.graph.start != NULL)
        snprintf(cost->note, sizeof cost->note, "%llu draws, guided by belief propagation", draws);
    else
        snprintf(cost->note, sizeof cost->note,
                 "%llu draws, %d of %d columns tracked, one in %.3g would be accepted", draws,
                 t->n.tracked.count, t->p.cols, t->pilot.draws / t->pilot.sum);
}

static pm_status estimate_cost(struct pm_cost *cost, const struct pm_core *core,
                               enum pm_number number, const struct pm_limits *limits)
{
    const bool unproved = limits->accuracy.unproved;
    struct pm_draw_tables *t;
    pm_status status = PM_UNABLE;

    (void)number;
    if (limits->accuracy.epsilon <= 0)
        return pm_fail(PM_UNABLE, "--estimate was not asked for");
    const bool positive = pm_matrix_is_nonnegative(core->a);
    if (positive && core->kind == PM_HAFNIAN && !unproved)
        return pm_fail(PM_UNABLE, "for graphs that are not bipartite, only --unproved estimates");
    if (!positive)
        status = plan_signs(&t, core, limits);
    else if (core->kind == PM_PERMANENT)
        status = plan_nested(&t, core, limits);
    if (status == PM_UNABLE && positive && unproved)
        status = plan_guided(&t, core, limits);
    if (status != PM_OK)
        return status;
    *cost = (struct pm_cost){
        .steps = t->steps * (double)t->draws,
        .units = (t->draws + t->unit - 1) / t->unit,
        .least = unproved ? least(core, t, limits->accuracy.delta) : -HUGE_VAL,
        .choice = t,
    };
    describe(cost, t);
    return PM_OK;
}

struct job {
    const struct pm_draw_tables *t;
    struct pm_part whole; /* U / (number of draws) */
};

static pm_status estimate_open(void **job, const struct pm_core *core, const struct pm_cost *cost,
                               const struct pm_ring *ring, const struct pm_limits *limits)
{
    const struct pm_draw_tables *const t = cost->choice;
    struct job *j;
    arb_t x;

    (void)ring;
    (void)limits;
    PM_NEW(j, 1);
    arb_init(x);
    unit_log(x, core, t);
    arb_exp(x, x, PM_LOG_BITS);
    arb_div_ui(x, x, t->draws, PM_LOG_BITS);
    *j = (struct job){.t = t, .whole = ball_part(x, NULL)};
    arb_clear(x);
    *job = j;
    return PM_OK;
}

static pm_status estimate_unit(struct pm_part *part, const struct job *j, uint64_t unit)
{
    const struct pm_draw_tables *const t = j->t;
    const uint64_t first = unit * t->unit, end = first + t->unit;
    struct pm_pilot sums = {.draws = 0};

    PM_TRY(pm_draw_tables_add(&sums, t, t->seed, first, end < t->draws ? end : t->draws));
    const double whole = j->whole.re[0];
    const double size = whole * (t->s.b != NULL ? sums.draws : sums.sum);
    const double off = pm_gamma(2 * sums.draws + 4) + pm_draw_tables_loose(t) + t->error;
    *part = (struct pm_part){
        .re = {whole * sums.sum},
        .im = {whole * sums.im},
        .exp = j->whole.exp,
        .err = pm_up(size * off + sums.draws * (whole * t->lost + j->whole.err + whole * 0x1p-50)),
    };
    return PM_OK;
}

static pm_status estimate_work(void *job, uint64_t first, uint64_t count, struct pm_part *part)
{
    for (uint64_t k = 0; k < count; k++)
        PM_TRY(estimate_unit(&part[k], job, first + k));
    return PM_OK;
}

/* ----------------------------------------------------------------- random matchings */

static const double MATCHINGS = 1000; /* tables are as large as pays for so many */

/* A draw is accepted with probability X. */
static pm_status draws_cost(struct pm_cost *cost, const struct pm_core *core, enum pm_number number,
                            const struct pm_limits *limits)
{
    const double most =
        limits->seconds > 0 ? fmin(limits->seconds / 2 * RATE, LONG_PILOT) : LONG_PILOT;
    struct pm_limits as_if = *limits;
    struct pm_draw_tables *t;

    (void)number;
    if (!pm_matrix_is_nonnegative(core->a))
        return pm_fail(PM_UNABLE, "an entry is negative or complex");
    as_if.accuracy = (struct pm_accuracy){.epsilon = 2 / sqrt(MATCHINGS), .delta = 0.05};
    PM_TRY(pm_draw_tables_nested(&t, core));
    pm_status status = go_on(t, FIRST_PILOT);
    PM_THEN(status, enlarge(&t, &as_if));
    for (double next = FIRST_PILOT; status == PM_OK && t->pilot.sum < 1; next *= 2)
        status = next * t->steps > most ? refuse(t, t->pilot.draws / t->pilot.sum) : go_on(t, next);
    if (status != PM_OK) {
        pm_draw_tables_free(t);
        return status;
    }
    *cost = (struct pm_cost){
        .steps = 1, .units = 1, .each = t->steps * t->pilot.draws / t->pilot.sum, .choice = t};
    return PM_OK;
}

/* entry[] = the core's entries of a matching of the tables' matrix. */
static void take_matching(int *entry, const struct pm_core *core, const struct pm_draw_tables *t,
                          const int *taken)
{
    for (int i = 0; i < t->p.rows; i++) {
        const int col = t->p.a->col[taken[i]];
        if (t->turned)
            entry[col] = pm_matrix_entry(core->a, col, i);
        else if (i < core->a->rows)
            entry[i] = taken[i];
    }
}

static pm_status draws_draw(int *entry, size_t count, uint64_t *state, const struct pm_core *core,
                            const struct pm_cost *cost, const struct pm_limits *limits)
{
    const struct pm_draw_tables *const t = cost->choice;
    const double seconds = cost->each * (double)count / RATE;
    struct pm_nested_draw d;

    if (limits->seconds > 0 && seconds > limits->seconds)
        return pm_fail(PM_UNABLE, "%zu matchings take about %.3g s: one draw in %.3g is accepted",
                       count, seconds, cost->each / t->steps);
    pm_status status = pm_nested_draw_init(&d, &t->n);
    for (size_t k = 0; k < count && status == PM_OK; k++) {
        uint64_t stream = pm_random_word(state);
        uint64_t tries = 0;
        while (pm_nested_draw(&d, &t->n, &stream) <= pm_chance(&stream) && status == PM_OK)
            if (++tries % TRIES == 0)
                status = pm_budget_ask();
        if (status == PM_OK)
            take_matching(entry + k * (size_t)core->a->rows, core, t, d.taken);
    }
    pm_nested_draw_clear(&d);
    return status;
}

static const struct pm_engine_query draws_query = {
    .kinds = PM_PERMANENT_BIT,
    .numbers = PM_REAL_BIT,
    .cost = draws_cost,
    .forget = pm_draw_tables_free,
    .draw = draws_draw,
    .apart = true,
};

static const struct pm_engine_more more = {.forget = pm_draw_tables_free,
                                           .query = {[PM_DRAWS] = &draws_query}};

const struct pm_engine pm_engine_estimate = {
    .name = "estimate",
    .what = "the mean of random draws below a nested bound, for --estimate",
    .kinds = PM_PERMANENT_BIT | PM_HAFNIAN_BIT,
    .numbers = PM_REAL_BIT | PM_COMPLEX_BIT,
    .figures = {.steady = true, .draws = true, .rate = {[PM_REAL] = RATE, [PM_COMPLEX] = RATE}},
    .cost = estimate_cost,
    .open = estimate_open,
    .work = estimate_work,
    .close = free,
    .more = &more,
};
