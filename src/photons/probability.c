/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A probability is written as the nearest double, with a bound that covers the ball. */
#include "photons/probability.h"

#include "base/budget.h"
#include "base/alloc.h"
#include "base/clock.h"
#include "base/refusal.h"
#include "base/sized.h"
#include "base/threads.h"
#include "engine/accuracy.h"
#include "engine/stack_answers.h"

#include <math.h>

pm_status pm_probability_take(struct pm_probabilities *p, double *values, double *bounds,
                              size_t count, const pm_options *options)
{
    *p = (struct pm_probabilities){.values = values, .bounds = bounds, .count = count};
    PM_TRY(pm_sized_options(&p->options, options));
    if (p->options.epsilon <= 0)
        p->options.epsilon = PM_USUAL_EPSILON;
    return PM_OK;
}

/* Whether the error of z, relative to its larger part, is as small as asked for, or z may be 0, is
 * below 2^PM_PROBABILITY_LEAST in any case, and has no logarithm, which would have no bound. */
static bool suffices(const struct pm_probabilities *p, const acb_t z)
{
    mag_t size, error;
    bool enough;

    if (acb_is_exact(z))
        return true;
    PM_EACH(mag_init, size, error);
    arb_get_mag_lower(size, acb_realref(z));
    arb_get_mag_lower(error, acb_imagref(z));
    mag_max(size, size, error);
    mag_set_d_lower(error, p->options.epsilon);
    mag_mul_lower(size, size, error);
    mag_add(error, arb_radref(acb_realref(z)), arb_radref(acb_imagref(z)));
    enough = mag_cmp(error, size) <= 0;
    acb_get_mag(size, z);
    enough = enough || (!p->options.logarithm && mag_cmp_2exp_si(size, PM_PROBABILITY_LEAST) < 0);
    PM_EACH(mag_clear, error, size);
    return enough;
}

/* The logarithm of a ball that may be 0 is that of its centre, at least, with an infinite bound. */
static void write_logarithm(const struct pm_probabilities *p, size_t k, const arb_t x)
{
    const bool vague = !arb_is_positive(x) && !arb_is_zero(x);
    struct pm_batch b = {.value = p->values, .bound = p->bounds, .parts = 1};
    acb_t log;

    p->values[k] = -INFINITY;
    if (p->bounds != NULL)
        p->bounds[k] = vague ? HUGE_VAL : 0;
    if (arf_sgn(arb_midref(x)) <= 0)
        return;
    acb_init(log);
    arb_set(acb_realref(log), x);
    if (vague)
        mag_zero(arb_radref(acb_realref(log)));
    arb_log(acb_realref(log), acb_realref(log), PM_PROBABILITY_BITS);
    pm_stack_balls_deliver(&b, k, log);
    if (vague && p->bounds != NULL)
        p->bounds[k] = HUGE_VAL;
    acb_clear(log);
}

/* A negative centre, by roundings here or of the caller's numbers, becomes 0.  The radius then
 * covers the whole ball. */
static void cut_off(arb_t x)
{
    if (arf_sgn(arb_midref(x)) >= 0)
        return;
    arb_get_mag(arb_radref(x), x);
    arf_zero(arb_midref(x));
}

void pm_probability_write(const struct pm_probabilities *p, size_t k, const arb_t x)
{
    struct pm_batch b = {.value = p->values, .bound = p->bounds, .parts = 1};
    acb_t z;

    acb_init(z);
    arb_set(acb_realref(z), x);
    if (p->vague != NULL)
        p->vague[k] = !suffices(p, z);
    if (p->options.logarithm && arb_is_finite(x)) {
        write_logarithm(p, k, x);
    } else {
        if (!p->is_signed)
            cut_off(acb_realref(z));
        pm_stack_balls_deliver(&b, k, z);
    }
    acb_clear(z);
}

void pm_probability_write_complex(const struct pm_probabilities *p, size_t k, const acb_t z)
{
    const struct pm_batch b = {.value = p->values, .bound = p->bounds, .parts = 2};

    p->vague[k] = !suffices(p, z);
    pm_stack_balls_deliver(&b, k, z);
}

bool pm_probability_is_done(const struct pm_probabilities *p)
{
    bool done = true;

    for (size_t k = 0; k < p->count; k++)
        done = done && !p->vague[k];
    return done;
}

/* ------------------------------------------------------------------ limits of time */

static pm_request look(void *watcher, const pm_progress *progress)
{
    struct pm_deadline *const d = watcher;
    const pm_options *const o = d->options;

    d->late = d->late || (o->seconds > 0 && pm_clock() - d->begun > pm_budget_late(o->seconds));
    return d->late ? PM_STOP : o->watch != NULL ? o->watch(o->watcher, progress) : PM_GO_ON;
}

void pm_probability_deadline_set(struct pm_deadline *d, pm_stack *stack, const pm_options *options)
{
    pm_options within;

    pm_probability_deadline_within(d, &within, options);
    stack->watch = within.watch;
    stack->watcher = within.watcher;
}

void pm_probability_deadline_within(struct pm_deadline *d, pm_options *within,
                                    const pm_options *options)
{
    *d = (struct pm_deadline){.options = options, .begun = pm_clock()};
    *within = *options;
    within->seconds = 0;
    if (options->seconds > 0 || options->watch != NULL) {
        within->watch = look;
        within->watcher = d;
    }
}

pm_status pm_probability_deadline_status(const struct pm_deadline *d, pm_status status)
{
    return status == PM_STOPPED && d->late
               ? pm_refusal_of_lateness(NULL, pm_budget_late(d->options->seconds),
                                        d->options->seconds, NULL)
               : status;
}

/* ------------------------------------------------------------------ all of them */

struct each {
    size_t count;
    pm_status (*solve)(const void *what, size_t k, const int *stop);
    const void *what;
    int threads;
};

static pm_status work(void *context, struct pm_watched *watched)
{
    const struct each *const e = context;
    const int threads = e->count < (size_t)e->threads ? (int)e->count : e->threads;
    const int *const stop = pm_watched_stop(watched);
    struct pm_failure failure = {.status = PM_OK};
    bool over = false;

#pragma omp parallel num_threads(threads) if (threads > 1)
    {
        pm_status status = PM_OK;
#pragma omp for schedule(dynamic)
        for (size_t k = 0; k < e->count; k++) {
            if (__atomic_load_n(&over, __ATOMIC_RELAXED))
                continue;
            status = pm_go_on(stop);
            PM_THEN(status, e->solve(e->what, k, stop));
            if (status != PM_OK)
                __atomic_store_n(&over, true, __ATOMIC_RELAXED);
        }
#pragma omp critical
        pm_failure_keep(&failure, status);
        pm_threads_ends_team();
    }
    return pm_failure_raise(&failure);
}

pm_status pm_probability_each(const struct pm_probabilities *p, size_t count,
                              pm_status (*solve)(const void *what, size_t k, const int *stop),
                              const void *what)
{
    struct each each = {count, solve, what, pm_threads(p->options.threads)};

    return pm_watched_within(work, &each, &p->options);
}
