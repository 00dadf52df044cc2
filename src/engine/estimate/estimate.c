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
 * The tables are those of the matrix or of its transpose, whichever bound is smaller.  If the draws
 * take long, as many columns are tracked as pay.  A wide matrix gets rows of ones.
 *
 * Errors that are not random are in the bound of the part: those of the sums, that of U, and that
 * of random numbers, which are multiples of 2^-53.  A choice among k terms is wrong by at most
 * (k + 2) 2^-53 at each of its k borders, and since X <= 1, the mean of X by at most twice that for
 * all borders of all choices. */
#include "base/alloc.h"
#include "base/give.h"
#include "engine/limits.h"
#include "engine/more.h"
#include "estimate/bounds.h"
#include "estimate/chance.h"
#include "estimate/enough.h"
#include "estimate/nested_bound.h"
#include "num/arb_ball.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    UNIT = 1024,        /* draws in a unit */
    FIRST_PILOT = 2048, /* draws, doubled until they tell enough */
    POLL = 4096,        /* draws between two calls of the poll */
};

static const double RATE = 7e8;            /* steps per second: this is the engine's only rate */
static const double SOON = 0.3 * 7e8;      /* fewer steps are not worth larger tables */
static const double LONG_PILOT = 60 * 7e8; /* the steps of a pilot, if there is no time limit */
static const double SWEEP_SHARE = 0.1, SWEEP_MOST = 3e9, MEMORY_SHARE = 0.5;
static const double DRAWS_MOST = 0x1p50;

struct tables {
    struct pm_matrix *a; /* the matrix, if it is not the core's */
    bool turned;         /* it is the transpose */
    struct pm_positive p;
    struct pm_nested n;
    double bits;  /* log2 U */
    double steps; /* of a draw, about */
    double lost;  /* by random numbers, from the mean of X */
    struct pm_pilot pilot;
    uint64_t draws, seed;
};

static void tables_free(void *tables)
{
    struct tables *const t = tables;

    if (t == NULL)
        return;
    pm_nested_clear(&t->n);
    pm_positive_clear(&t->p);
    pm_matrix_free(t->a);
    free(t);
}

/* ----------------------------------------------------------------------------- tables */

/* Adds rows of ones until the matrix is square. */
static pm_status pad(struct pm_matrix **out, const struct pm_matrix *a)
{
    const int nnz = pm_matrix_nnz(a), more = a->cols - a->rows;
    struct pm_matrix *b;

    if ((int64_t)nnz + (int64_t)more * a->cols > INT_MAX)
        return pm_fail(PM_UNABLE, "too many columns for %d rows", a->rows);
    PM_TRY(pm_matrix_new(&b, a->cols, a->cols, nnz + more * a->cols, false));
    for (int i = 0; i < a->rows; i++)
        b->start[i + 1] = a->start[i + 1];
    for (int k = 0; k < nnz; k++)
        pm_matrix_put(b, k, a->col[k], a, k);
    for (int i = a->rows, k = nnz; i < a->cols; i++) {
        for (int j = 0; j < a->cols; j++, k++) {
            b->col[k] = j;
            fmpq_one(b->re + k);
        }
        b->start[i + 1] = k;
    }
    *out = b;
    return PM_OK;
}

static void count_steps(struct tables *t)
{
    const struct pm_nested *const n = &t->n;
    const struct pm_positive *const p = t->n.p;

    t->steps = n->start[n->count] + 4.0 * p->rows;
    for (int k = 0; k < pm_matrix_nnz(p->a); k++)
        t->steps += n->tracked.bit[k] >= 0 ? 10 : 0;
    for (int c = 0; c < n->count; c++) {
        const double terms = n->start[c + 1] - n->start[c];
        t->lost += 2 * terms * (terms + 2) * PM_BALL_U;
    }
    for (int i = 0; i < p->rows; i++) {
        const double terms = n->tracked.row[i].lives + 1;
        t->lost += 2 * terms * (terms + 2) * PM_BALL_U;
    }
}

/* `a` is the caller's, unless it is owned. */
static pm_status tables_new(struct tables **out, const struct pm_matrix *a, bool owned,
                            double steps, double bytes)
{
    struct tables *t;
    pm_status status;
    arb_t x;

    PM_NEW(t, 1);
    if (owned)
        t->a = (struct pm_matrix *)a;
    PM_TRY_GOTO(status, pm_positive_init(&t->p, a), done);
    PM_TRY_GOTO(status, pm_nested_init(&t->n, &t->p, steps, bytes, steps > 0 ? INT_MAX : 0, NULL),
                done);
    arb_init(x);
    pm_nested_log(x, &t->n);
    pm_to_bits(x);
    t->bits = pm_end_above(x);
    arb_clear(x);
    count_steps(t);
done:
    PM_GIVE(out, t, status, tables_free);
}

/* The tables of a matrix without tracked columns, or of its transpose if their bound is smaller. */
static pm_status best_side(struct tables **out, const struct pm_core *core)
{
    const struct pm_matrix *a = core->a;
    const bool square = a->rows == a->cols;
    struct pm_matrix *b = NULL;
    struct tables *other;

    if (!square) {
        PM_TRY(pad(&b, a));
        a = b;
    }
    PM_TRY(tables_new(out, a, b != NULL, 0, 0));
    if (!square)
        return PM_OK;
    pm_status status = pm_matrix_transpose(&b, a);
    if (status == PM_OK)
        status = tables_new(&other, b, true, 0, 0);
    if (status != PM_OK) {
        tables_free(*out);
        return status;
    }
    other->turned = true;
    const bool better = other->bits < (*out)->bits;
    tables_free(better ? *out : other);
    *out = better ? other : *out;
    return PM_OK;
}

/* ----------------------------------------------------------------------------- draws */

/* Adds draws first .. end - 1 of a seed. */
static pm_status draw(struct pm_pilot *sums, const struct tables *t, uint64_t seed, uint64_t first,
                      uint64_t end)
{
    struct pm_nested_draw d;

    pm_status status = pm_nested_draw_init(&d, &t->n);
    for (uint64_t k = first; k < end && status == PM_OK; k++) {
        uint64_t state = pm_chance_stream(seed, k);
        const double x = pm_nested_draw(&d, &t->n, &state);
        if (!(x >= 0 && x <= 1 + t->lost)) {
            status = pm_fail(PM_UNABLE, "a draw needs numbers beyond the range of double");
            break;
        }
        sums->sum += x;
        sums->squares += x * x;
        sums->largest = fmax(sums->largest, x);
        sums->draws++;
    }
    pm_nested_draw_clear(&d);
    return status;
}

static pm_status go_on(struct tables *t, double draws, const struct pm_limits *limits)
{
    while (t->pilot.draws < draws) {
        const uint64_t first = (uint64_t)t->pilot.draws;
        PM_TRY(pm_poll(limits->poll));
        PM_TRY(draw(&t->pilot, t, ~t->seed, first, first + POLL / 2));
    }
    return PM_OK;
}

static pm_status refuse(const struct tables *t, double draws)
{
    const struct pm_pilot *const p = &t->pilot;

    if (p->sum > 0 && isfinite(draws))
        return pm_fail(PM_UNABLE, "about %.2g draws are needed, %.3g s", draws,
                       draws * t->steps / RATE);
    return pm_fail(PM_UNABLE, "%.0f draws found too few matchings below the bound 2^%.1f", p->draws,
                   t->bits);
}

/* Doubles the pilot until a longer one would not pay.  *draws = what is enough. */
static pm_status pilot(double *draws, struct tables *t, const struct pm_limits *limits)
{
    const struct pm_accuracy *const acc = &limits->accuracy;
    const double most =
        (limits->seconds > 0 ? limits->seconds * limits->threads * RATE : LONG_PILOT) / t->steps;
    struct pm_pilot *const p = &t->pilot;

    for (double next = fmax(FIRST_PILOT, p->draws);; next *= 2) {
        PM_TRY(go_on(t, next, limits));
        const double about = acc->unproved ? pm_enough_normal(p, acc->epsilon, acc->delta)
                                           : pm_enough_about(p, acc->epsilon, acc->delta);
        *draws = acc->unproved ? about : pm_enough(p, acc->epsilon, acc->delta);
        if (isfinite(*draws) && *draws - about <= p->draws)
            return PM_OK;
        if (p->draws >= most || (p->sum > 0 && limits->seconds > 0 && about > 4 * most))
            return refuse(t, about);
    }
}

/* Replaces the tables by larger ones if this is predicted to pay. */
static pm_status enlarge(struct tables **tables, const struct pm_limits *limits)
{
    const struct pm_accuracy *const acc = &limits->accuracy;
    struct tables *const t = *tables;
    const double about = t->pilot.sum > 0
                             ? t->steps * pm_enough_about(&t->pilot, acc->epsilon, acc->delta)
                             : HUGE_VAL;
    struct tables *larger;

    if (about < SOON)
        return PM_OK;
    const double most = limits->seconds > 0 ? SWEEP_SHARE * limits->seconds * RATE : SWEEP_MOST;
    PM_TRY(tables_new(&larger, t->p.a, false, fmin(SWEEP_SHARE * about, fmin(most, SWEEP_MOST)),
                      MEMORY_SHARE * pm_limits_memory(limits)));
    larger->seed = t->seed;
    larger->turned = t->turned;
    if (larger->steps * exp2(larger->bits) >= t->steps * exp2(t->bits)) {
        tables_free(larger);
        return PM_OK;
    }
    larger->a = t->a;
    t->a = NULL;
    tables_free(t);
    *tables = larger;
    return PM_OK;
}

/* ---------------------------------------------------------------------------- engine */

static pm_status plan(struct tables **t, const struct pm_limits *limits)
{
    double draws = HUGE_VAL;

    (*t)->seed = limits->accuracy.seed;
    pm_status status = go_on(*t, FIRST_PILOT, limits);
    if (status == PM_OK)
        status = enlarge(t, limits);
    if (status == PM_OK)
        status = pilot(&draws, *t, limits);
    if (status == PM_OK && !(draws <= DRAWS_MOST))
        status = refuse(*t, draws);
    if (status == PM_OK)
        (*t)->draws = (uint64_t)draws + 1;
    return status;
}

static pm_status estimate_cost(struct pm_cost *cost, const struct pm_core *core,
                               enum pm_number number, const struct pm_limits *limits)
{
    struct tables *t;

    (void)number;
    if (limits->accuracy.epsilon <= 0)
        return pm_fail(PM_UNABLE, "--estimate was not asked for");
    if (!pm_matrix_is_nonnegative(core->a))
        return pm_fail(PM_UNABLE, "an entry is negative or complex");
    PM_TRY(best_side(&t, core));
    const pm_status status = plan(&t, limits);
    if (status != PM_OK) {
        tables_free(t);
        return status;
    }
    *cost = (struct pm_cost){
        .steps = t->steps * (double)t->draws, .units = (t->draws + UNIT - 1) / UNIT, .choice = t};
    snprintf(cost->note, sizeof cost->note,
             "%llu draws, %d of %d columns tracked, one in %.3g would be accepted",
             (unsigned long long)t->draws, t->n.tracked.count, t->p.cols,
             t->pilot.draws / t->pilot.sum);
    return PM_OK;
}

struct job {
    const struct tables *t;
    struct pm_part whole; /* U / (number of draws) */
};

static pm_status estimate_open(void **job, const struct pm_core *core, const struct pm_cost *cost,
                               const struct pm_ring *ring, const struct pm_limits *limits)
{
    const struct tables *const t = cost->choice;
    struct job *j;
    arb_t x;

    (void)ring;
    (void)limits;
    PM_NEW(j, 1);
    arb_init(x);
    pm_nested_log(x, &t->n);
    pm_sub_log_factorial(x, core->a->cols - core->a->rows);
    arb_exp(x, x, PM_LOG_BITS);
    arb_div_ui(x, x, t->draws, PM_LOG_BITS);
    *j = (struct job){.t = t, .whole = ball_part(x, NULL)};
    arb_clear(x);
    *job = j;
    return PM_OK;
}

static pm_status estimate_work(void *job, uint64_t first, uint64_t count, struct pm_part *part)
{
    const struct job *const j = job;
    const struct tables *const t = j->t;
    const uint64_t end = (first + count) * UNIT;
    struct pm_pilot sums = {.draws = 0};

    PM_TRY(draw(&sums, t, t->seed, first * UNIT, end < t->draws ? end : t->draws));
    const double whole = j->whole.re[0], value = whole * sums.sum;
    const double off = pm_gamma(sums.draws + 4) + pm_nested_loose(&t->n);
    *part = (struct pm_part){
        .re = {value},
        .exp = j->whole.exp,
        .err = pm_up(value * off + sums.draws * (whole * t->lost + j->whole.err + whole * 0x1p-50)),
    };
    return PM_OK;
}

/* ----------------------------------------------------------------- random matchings */

static const double MATCHINGS = 1000; /* tables are as large as pays for so many */

/* A draw is accepted with probability X. */
static pm_status draws_cost(struct pm_cost *cost, const struct pm_core *core, enum pm_number number,
                            const struct pm_limits *limits)
{
    struct pm_limits as_if = *limits;
    struct tables *t;

    (void)number;
    if (!pm_matrix_is_nonnegative(core->a))
        return pm_fail(PM_UNABLE, "an entry is negative or complex");
    as_if.accuracy = (struct pm_accuracy){.epsilon = 2 / sqrt(MATCHINGS), .delta = 0.05};
    PM_TRY(best_side(&t, core));
    pm_status status = go_on(t, FIRST_PILOT, limits);
    if (status == PM_OK)
        status = enlarge(&t, &as_if);
    for (double next = FIRST_PILOT; status == PM_OK && t->pilot.sum < 1; next *= 2)
        status = next * t->steps > LONG_PILOT ? refuse(t, HUGE_VAL) : go_on(t, next, limits);
    if (status != PM_OK) {
        tables_free(t);
        return status;
    }
    *cost = (struct pm_cost){
        .steps = 1, .units = 1, .each = t->steps * t->pilot.draws / t->pilot.sum, .choice = t};
    return PM_OK;
}

/* entry[] = the core's entries of a matching of the tables' matrix. */
static void take_matching(int *entry, const struct pm_core *core, const struct tables *t,
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
    const struct tables *const t = cost->choice;
    const uint64_t seed = pm_random_word(state);
    const double seconds = cost->each * (double)count / RATE;
    struct pm_nested_draw d;

    if (limits->seconds > 0 && seconds > limits->seconds)
        return pm_fail(PM_UNABLE, "%zu matchings take about %.3g s: one draw in %.3g is accepted",
                       count, seconds, cost->each / t->steps);
    pm_status status = pm_nested_draw_init(&d, &t->n);
    for (size_t k = 0; k < count && status == PM_OK; k++) {
        uint64_t stream = pm_chance_stream(seed, k);
        uint64_t tries = 0;
        while (pm_nested_draw(&d, &t->n, &stream) <= pm_chance(&stream) && status == PM_OK)
            if (++tries % POLL == 0)
                status = pm_go_on(limits->stop);
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
    .forget = tables_free,
    .draw = draws_draw,
};

static const struct pm_engine_more more = {.forget = tables_free,
                                           .query = {[PM_DRAWS] = &draws_query}};

const struct pm_engine pm_engine_estimate = {
    .name = "estimate",
    .what = "the mean of random draws below a nested bound, for --estimate",
    .kinds = PM_PERMANENT_BIT,
    .numbers = PM_REAL_BIT,
    .figures = {.steady = true, .draws = true, .rate = {[PM_REAL] = RATE}},
    .cost = estimate_cost,
    .open = estimate_open,
    .work = estimate_work,
    .close = free,
    .more = &more,
};
