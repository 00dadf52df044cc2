/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pm_bounds(): the matrix is reduced; the bounds of its cores (estimate/bounds.h) add up as
 * logarithms.  The sum over the matchings of all sizes has those of estimate/decay.h, which become
 * narrower as long as there is time; the others join them only where these are wide at first.
 * Its shares have intervals of the same kind: pm_share_bounds(). */
#include "base/alloc.h"
#include "base/clock.h"
#include "base/argument.h"
#include "base/budget.h"
#include "base/threads.h"
#include "base/watched.h"
#include "estimate/decay.h"
#include "model/problem.h"
#include "plan/facility.h"
#include "reduce/reduce.h"

#include <math.h>

struct asked {
    const struct pm_problem *problem;
    pm_options options;
    double *log10_bounds;
    const char **methods;
};

/* x = log2 |z|, z != 0 */
static void bits_of(arb_t x, const struct pm_gauss *z)
{
    acb_t w;

    acb_init(w);
    arb_set_fmpq(acb_realref(w), z->re, PM_LOG_BITS);
    arb_set_fmpq(acb_imagref(w), z->im, PM_LOG_BITS);
    acb_abs(x, w, PM_LOG_BITS);
    arb_log(x, x, PM_LOG_BITS);
    pm_to_bits(x);
    acb_clear(w);
}

static pm_status add_up(const struct asked *asked, const struct pm_reduction *r)
{
    bool none = false, any = false; /* of all lower and upper bounds */
    double widest = -1;
    arb_t low, high;

    asked->methods[0] = asked->methods[1] = "exact";
    PM_EACH(arb_init, low, high);
    bits_of(low, &r->factor);
    arb_set(high, low);
    pm_status status = PM_OK;
    for (size_t k = 0; k < r->cores && status == PM_OK; k++) {
        struct pm_bounds b;
        status = pm_bounds_matrix(&b, r->core[k], r->kind[k]);
        if (status != PM_OK)
            break;
        none = none || b.lower == -HUGE_VAL;
        any = any || b.upper == HUGE_VAL;
        if (b.lower > -HUGE_VAL)
            pm_add_bits(low, b.lower);
        if (b.upper < HUGE_VAL)
            pm_add_bits(high, b.upper);
        if (r->core[k]->rows > widest) { /* the methods for the largest core are named */
            widest = r->core[k]->rows;
            asked->methods[0] = b.lower_by;
            asked->methods[1] = b.upper_by;
        }
    }
    asked->log10_bounds[0] = none ? -HUGE_VAL : pm_bits_to_log10(low, false);
    asked->log10_bounds[1] = any ? HUGE_VAL : pm_bits_to_log10(high, true);
    if (asked->problem->field == PM_FIELD_LOGS) { /* rounded weights change much less */
        asked->log10_bounds[0] = nextafter(asked->log10_bounds[0], -HUGE_VAL);
        asked->log10_bounds[1] = nextafter(asked->log10_bounds[1], HUGE_VAL);
    }
    PM_EACH(arb_clear, low, high);
    return status;
}

static pm_status find(const struct asked *asked, const struct pm_matrix *a)
{
    const struct pm_problem *const problem = asked->problem;
    struct pm_reduction reduction;
    unsigned rules;

    PM_TRY(pm_rules_parse(&rules, asked->options.reduce, asked->options.no_reduce));
    PM_TRY(pm_reduce(&reduction, a, problem->kind, rules));
    pm_status status = PM_OK;
    if (reduction.zero) {
        asked->log10_bounds[0] = asked->log10_bounds[1] = -HUGE_VAL;
        asked->methods[0] = asked->methods[1] = "exact";
    } else
        status = add_up(asked, &reduction);
    pm_reduce_clear(&reduction);
    return status;
}

static pm_status find_any(const struct asked *asked)
{
    const struct pm_matrix *const a = asked->problem->a;
    struct pm_matrix *turned = NULL;

    if (a->rows > a->cols)
        PM_TRY(pm_matrix_transpose(&turned, a));
    const pm_status status = find(asked, turned != NULL ? turned : a);
    pm_matrix_free(turned);
    return status;
}

/* ------------------------------------------------------------------ matchings of all sizes */

static const double PILOT = 256, STEPS = 0x1p24; /* steps: at first, for each vertex; in all */
static const double SECONDS = 10;                /* that the other bounds have without a limit */
static const double WIDE = 0.1;                  /* bits for each vertex */
static const double OTHERS_USED = 0.4;           /* of the seconds of the call */
static const double TIME_USED = 0.9;             /* the same of all; the rest is for what follows */

static bool is_total(const struct pm_problem *problem)
{
    bool positive = problem->base != NULL && problem->free_vertices == PM_FREE_ANY &&
                    pm_matrix_is_nonnegative(problem->base->a);

    for (int v = 0; positive && problem->alone != NULL && v < pm_problem_lines(problem->base); v++)
        positive = fmpq_sgn(problem->alone + v) > 0;
    return positive;
}

/* Replaces those of the bounds that these ones improve. */
static void improve(const struct asked *asked, const struct pm_bounds *b)
{
    const double bits[] = {b->lower, b->upper};
    const char *const by[] = {b->lower_by, b->upper_by};

    for (int upper = 0; upper < 2; upper++) {
        double *const end = &asked->log10_bounds[upper];
        arb_t x;
        arb_init(x);
        arb_set_d(x, bits[upper]);
        double log10 = isinf(bits[upper]) ? bits[upper] : pm_bits_to_log10(x, upper == 1);
        arb_clear(x);
        if (asked->problem->field == PM_FIELD_LOGS)
            log10 = nextafter(log10, upper == 1 ? HUGE_VAL : -HUGE_VAL);
        if (upper == 1 ? log10 < *end : log10 > *end)
            *end = log10, asked->methods[upper] = by[upper];
    }
}

/* The end of work that may be left unfinished: at its time, or where memory is short. */
static pm_status close_early(struct pm_budget *budget, pm_status status)
{
    const bool early =
        (status == PM_STOPPED && budget->late) || (status == PM_NOMEM && pm_lacks_memory());

    return pm_budget_close(budget, early ? PM_OK : status);
}

/* The other bounds, if they do not take too long. */
static pm_status find_others(const struct asked *asked, double until)
{
    struct pm_budget budget = {.until = until};
    double found[2];
    const char *methods[2];
    const struct asked others = {.problem = asked->problem,
                                 .options = asked->options,
                                 .log10_bounds = found,
                                 .methods = methods};

    pm_budget_open(&budget);
    const pm_status status = find_any(&others);
    for (int k = 0; k < 2 && status == PM_OK; k++) {
        asked->log10_bounds[k] = found[k];
        asked->methods[k] = methods[k];
    }
    return close_early(&budget, status);
}

static pm_status run(struct pm_decay *d, const struct pm_decay_limits *limits, double until)
{
    struct pm_budget budget = {.until = until};

    pm_budget_open(&budget);
    return close_early(&budget, pm_decay_run(d, limits));
}

static double end_of(double seconds)
{
    return seconds > 0 ? pm_clock() + TIME_USED * seconds : 0;
}

static pm_status narrow(const struct asked *asked, struct pm_decay *d)
{
    const double seconds = asked->options.seconds, until = end_of(seconds);
    struct pm_decay_limits limits = {.threads = pm_threads(asked->options.threads),
                                     .steps = PILOT * d->graph.n};
    struct pm_bounds b;

    PM_TRY(run(d, &limits, until));
    pm_decay_sum(&b, d);
    if (!(b.upper - b.lower <= WIDE * d->graph.n)) /* infinite ones, too */
        PM_TRY(find_others(asked, pm_clock() + OTHERS_USED * (seconds > 0 ? seconds : SECONDS)));
    limits.steps = seconds > 0 ? HUGE_VAL : STEPS;
    PM_TRY(run(d, &limits, until));
    pm_decay_sum(&b, d);
    improve(asked, &b);
    return PM_OK;
}

static pm_status of_total(const struct asked *asked)
{
    const struct pm_problem *const base = asked->problem->base;
    struct pm_decay d;

    asked->log10_bounds[0] = -HUGE_VAL;
    asked->log10_bounds[1] = HUGE_VAL;
    asked->methods[0] = asked->methods[1] = "none";
    pm_status status = pm_decay_init(&d, base->a, base->kind, asked->problem->alone, false);
    PM_THEN(status, narrow(asked, &d));
    pm_decay_clear(&d);
    return status;
}

static pm_status answer(void *call, struct pm_watched *watched)
{
    const struct asked *const asked = call;

    (void)watched;
    return is_total(asked->problem) ? of_total(asked) : find_any(asked);
}

pm_status pm_bounds(double *log10_bounds, const char **methods, const pm_problem *problem,
                    const pm_options *options)
{
    const char *names[2];
    struct asked asked = {.problem = problem, .log10_bounds = log10_bounds};

    PM_ARGUMENTS(log10_bounds, problem);
    PM_TRY(pm_facility_options(&asked.options, PM_ASK_BOUNDS, problem, options));
    asked.methods = methods != NULL ? methods : names;
    return pm_watched_within(answer, &asked, &asked.options);
}

/* ------------------------------------------------------------------ shares */

struct shares_asked {
    const struct pm_problem *problem;
    pm_options options;
    double *bounds, *mean;
};

/* *low, *high = the range; of rounded weights, as in add_up(), a wider one. */
static void put(double *low, double *high, struct pm_range x, bool rounded)
{
    *low = rounded ? nextafter(x.low, 0) : x.low;
    *high = rounded ? nextafter(x.high, HUGE_VAL) : x.high;
}

/* The intervals of run d, as pm_share_bounds() has them. */
static pm_status gather(const struct shares_asked *asked, const struct pm_decay *d)
{
    const struct pm_problem *const base = asked->problem->base;
    const size_t entries = pm_problem_entries(base), lines = (size_t)pm_problem_lines(base);
    const bool rounded = asked->problem->field == PM_FIELD_LOGS;
    struct pm_range *range, mean;

    PM_NEW(range, entries + lines);
    const pm_status status = pm_decay_shares(range, range + entries, &mean, d, base->a, base->kind);
    for (size_t k = 0; k < entries + lines && status == PM_OK; k++)
        put(&asked->bounds[2 * k], &asked->bounds[2 * k + 1], range[k], rounded);
    if (asked->mean != NULL && status == PM_OK)
        put(&asked->mean[0], &asked->mean[1], mean, rounded);
    free(range);
    return status;
}

static pm_status answer_shares(void *call, struct pm_watched *watched)
{
    const struct shares_asked *const asked = call;
    const struct pm_problem *const problem = asked->problem;
    const double seconds = asked->options.seconds;
    const struct pm_decay_limits limits = {.threads = pm_threads(asked->options.threads),
                                           .steps = seconds > 0 ? HUGE_VAL : STEPS};
    struct pm_decay d;

    (void)watched;
    PM_TRY(pm_decay_init(&d, problem->base->a, problem->base->kind, problem->alone, true));
    pm_status status = run(&d, &limits, end_of(seconds));
    PM_THEN(status, gather(asked, &d));
    pm_decay_clear(&d);
    return status;
}

pm_status pm_share_bounds(double *bounds, double *mean, const pm_problem *problem,
                          const pm_options *options)
{
    struct shares_asked asked = {.problem = problem, .bounds = bounds, .mean = mean};

    PM_ARGUMENTS(bounds, problem);
    PM_TRY(pm_facility_options(&asked.options, PM_ASK_BOUNDS, problem, options));
    if (!is_total(problem))
        return pm_fail(PM_UNABLE, "intervals of shares are for matchings of all sizes (--total, "
                                  "--monomer), without negative weights");
    return pm_watched_within(answer_shares, &asked, &asked.options);
}
