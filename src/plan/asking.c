/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An engine with a slow cost() is asked only if it may save more time than its cost() takes.
 * Engines with a search are asked after all searches have run in turns (turns.h).  Engines with
 * kernels for GPUs are asked again, for the memory of a device. */
#include "plan/asking.h"

#include "base/budget.h"

#include "cuda/gpu.h"
#include "engine/abilities.h"
#include "plan/foresee.h"
#include "plan/lacked.h"
#include "plan/machine.h"
#include "plan/trial.h"

#include <math.h>
#include <string.h>

/* An engine with a slow cost() is not asked if another engine solves the problem in about the time
 * of such a cost().  If the engine says how long its cost() takes, the limit is LOOK_TIMES that
 * time, or the lower bound of the engine's own time. */
static const double LOOK_TIMES = 3;

/* A way that guarantees epsilon may take this many times longer than one that does not. */
static const double LOOSE = 4;

/* The random matchings depend on the chosen way, and the choice must be the same however many
 * matchings are drawn.  So the price is always for this number of matchings. */
static const double DRAWS = 1000;

/* The price of a way beside another one: its seconds, or LOOSE times as many if the answer is
 * expected to be vague, or if cancellation may cost digits that epsilon asks for. */
static double price(const struct pm_way *way, const struct pm_way *other, const struct pm_asking *c)
{
    const double seconds = pm_way_against(way, other, c->planner);
    const bool cancels = way->number == PM_REAL && !way->engine->figures.steady &&
                         c->planner->ask.epsilon > 0 && pm_matrix_is_nonnegative(c->core->a);
    const bool loose =
        way->foreseen ? pm_way_lacks_digits(way, cancels ? way->epsilon : PM_VAGUE) : cancels;
    return (loose ? LOOSE * seconds : seconds) + DRAWS * way->each;
}

/* Predicts the errors of two floating ways, if this can decide which way is better.  For
 * rectangular matrices the prediction is too rough for that. */
static pm_status foresee(struct pm_way *best, struct pm_way *way, const struct pm_asking *c)
{
    const double ours = pm_way_against(best, way, c->planner);
    const double its = pm_way_against(way, best, c->planner);

    if (best->engine == NULL || ours > LOOSE * its || its > LOOSE * ours ||
        c->core->a->rows < c->core->a->cols)
        return PM_OK;
    PM_TRY(pm_foresee_way(best, c->core, c->planner));
    return pm_foresee_way(way, c->core, c->planner);
}

/* Keeps all ways of a query, the best one first. */
static pm_status keep_all(struct pm_way *best, struct pm_way *way, const struct pm_asking *c)
{
    struct pm_way *at = best;

    if (best->engine == NULL || price(way, best, c) < price(best, way, c)) {
        PM_SWAP(*best, *way);
        best->fallback = way->fallback;
        way->fallback = NULL;
    } else {
        while (at->fallback != NULL && price(at->fallback, way, c) <= price(way, at->fallback, c))
            at = at->fallback;
    }
    const pm_status status = way->engine != NULL ? pm_way_add_fallback(at, way) : PM_OK;
    pm_way_clear(way);
    return status;
}

pm_status pm_asking_keep(struct pm_way *best, struct pm_way *way, const struct pm_asking *c)
{
    if (way->query != NULL)
        return keep_all(best, way, c);
    const pm_status status = foresee(best, way, c);

    if (status == PM_OK && (best->engine == NULL || price(way, best, c) < price(best, way, c))) {
        pm_way_replace(best, way);
    } else {
        pm_way_second(best, way->engine->name, way->seconds);
        pm_way_clear(way);
    }
    return status;
}

/* Searches are for values alone. */
static enum pm_speed speed_of(const struct pm_asking *c, const struct pm_engine *engine)
{
    return engine->more->search != NULL && c->planner->ask.query == PM_VALUE ? PM_SEARCHING
           : engine->figures.quick                                           ? PM_QUICK
                                                                             : PM_SLOW;
}

bool pm_asking_allows(const struct pm_asking *c, const struct pm_engine *engine)
{
    const struct pm_engine *const forced = c->planner->policy.engine;

    const enum pm_query query = c->planner->ask.query;

    return forced != NULL ? engine == forced
                          : !engine->figures.draws &&
                                (query == PM_VALUE || engine->more->query[query] != NULL);
}

enum pm_turns_end pm_asking_found(const void **search, const struct pm_asking *c, int engine)
{
    *search = NULL;
    return speed_of(c, pm_engines[engine]) == PM_SEARCHING && c->turns != NULL
               ? pm_turns_of(search, c->turns, engine)
               : PM_TURNS_NONE;
}

/* Tries a way on devices.  Keeps it in *best if it is better. */
static pm_status try_gpus(struct pm_way *best, struct pm_way *way, const struct pm_asking *c,
                          const void *search, const struct pm_gpu *gpu, int gpus)
{
    pm_status status = pm_trial_device(way, c->core, c->planner, search, gpu->memory);

    pm_lacked_on_gpu(c->planner->lacked, way, status, gpu->memory);
    if (status == PM_UNABLE && way->engine->more->gpu->rate[way->number] > 0) {
        way->gpus = gpus;
        pm_trial_note(c->refusals, way, status);
    }
    if (status == PM_OK && pm_way_is_for_gpus(way))
        status = pm_way_to_gpus(way, c->core, &c->planner->policy.limits, gpu, gpus);
    if (status != PM_OK || way->gpus == 0) {
        pm_way_clear(way);
        return status == PM_UNABLE ? PM_OK : status;
    }
    pm_trial_note(c->refusals, way, PM_OK);
    if (pm_gpus_are_eager() && best->engine != NULL && best->gpus == 0)
        best->seconds = HUGE_VAL;
    return pm_asking_keep(best, way, c);
}

/* Engines of which speed are asked for ways on devices after those of this speed on threads: quick
 * ones only after the slow ones, if these are asked, since it takes a tenth of a second to open the
 * driver. */
static bool comes_now(const struct pm_asking *c, enum pm_speed its, enum pm_speed speed)
{
    return speed == (its == PM_QUICK && !c->hasty ? PM_SLOW : its);
}

/* Asks engines that have kernels for GPUs, if threads take long.  Keeps their way in *best if it is
 * better. */
static pm_status best_with_gpus(struct pm_way *best, struct pm_asking *c, enum pm_speed speed,
                                bool exact, double bits)
{
    const struct pm_policy *const policy = &c->planner->policy;
    const void *search;
    struct pm_gpu gpu;

    if (policy->gpus == 0 || policy->quick || c->planner->ask.query != PM_VALUE ||
        (speed == PM_QUICK && !c->hasty) || (best->engine != NULL && !pm_way_is_long(best)))
        return PM_OK;
    const int gpus = pm_machine_gpus(&gpu, policy->gpus);
    c->opened = c->opened || gpus > 0;
    for (int k = 0; gpus > 0 && pm_engines[k] != NULL; k++) {
        const struct pm_engine *const engine = pm_engines[k];
        if (engine->more->gpu == NULL || !comes_now(c, speed_of(c, engine), speed) ||
            !pm_asking_allows(c, engine) || pm_asking_found(&search, c, k) > PM_TURNS_FOUND)
            continue;
        struct pm_way way = pm_trial_begin(engine, &c->planner->ask, exact, bits, false);
        PM_TRY(try_gpus(best, &way, c, search, &gpu, gpus));
    }
    return PM_OK;
}

/* A lower bound of the engine's seconds, on one thread with its fastest numbers; 0: none is known.
 */
static double least_seconds(const struct pm_engine *engine, const struct pm_core *core)
{
    double rate = 0;

    for (int number = 0; number < PM_NUMBERS; number++)
        rate = fmax(rate, engine->figures.rate[number]);
    return engine->floor != NULL ? engine->floor(core) / rate : 0;
}

/* Below so many seconds of a way, no engine is asked whose cost() does not tell what it takes.  For
 * values all of these together take 0.6 ms for 66 entries, 1.5 for 175, 3 for 320 and 8 for 400.
 * For queries they search. */
static double look_seconds(const struct pm_asking *c)
{
    const double entries = pm_matrix_nnz(c->core->a);

    return c->planner->ask.query == PM_VALUE ? LOOK_TIMES * (1e-3 + 1e-5 * entries)
                                             : 1e-3 + 2e-6 * entries * entries;
}

/* True if `way`, the best way so far, takes long enough to ask a slow engine.  If `engine` is NULL:
 * any slow engine. */
static bool is_slower(const struct pm_way *way, const struct pm_engine *engine,
                      const struct pm_asking *c)
{
    const bool told = engine != NULL && engine->figures.look > 0;
    const double takes =
        told ? fmax(LOOK_TIMES * engine->figures.look, least_seconds(engine, c->core))
             : look_seconds(c);

    if (way->engine == NULL)
        return c->within >= takes;
    return fmin(told ? price(way, way, c) : way->seconds, c->within) >= takes;
}

bool pm_asking_pays(const struct pm_engine *engine, const struct pm_way *best,
                    const struct pm_way *rival, const struct pm_asking *c)
{
    return c->planner->policy.engine != NULL || c->small ||
           (!c->planner->policy.quick && is_slower(best, engine, c) && is_slower(rival, engine, c));
}

static double seconds_of(const struct pm_way *way)
{
    return way->engine != NULL ? pm_way_reference(way, 1) : INFINITY;
}

static double worth(const struct pm_way *way, const struct pm_asking *c)
{
    return way->engine != NULL ? pm_way_worth(way, c->planner) : INFINITY;
}

bool pm_asking_looks(const struct pm_asking *c, int engine, enum pm_speed speed)
{
    const struct pm_engine_search *const search = pm_engines[engine]->more->search;

    return speed == PM_SLOW && speed_of(c, pm_engines[engine]) == PM_SEARCHING && search->whole;
}

void pm_asking_refuse(struct pm_asking *c, int engine, enum pm_speed speed)
{
    *(pm_asking_looks(c, engine, speed) ? &c->looked : &c->refused) |= UINT64_C(1) << engine;
}

bool pm_asking_has_speed(const struct pm_asking *c, int engine, enum pm_speed speed)
{
    return pm_asking_looks(c, engine, speed)
               ? !(c->looked >> engine & 1)
               : speed_of(c, pm_engines[engine]) == speed && !(c->refused >> engine & 1);
}

pm_status pm_asking_search(struct pm_asking *c, const struct pm_way *best,
                           const struct pm_way *rival, const struct pm_kind_of_ways *kind,
                           int kinds)
{
    const double known = fmin(fmin(seconds_of(best), seconds_of(rival)), c->within);
    const double worthy = fmin(fmin(worth(best, c), worth(rival, c)), c->within);
    struct pm_failure refusal = {.status = PM_OK};

    if (c->planner->policy.quick || c->planner->ask.query != PM_VALUE ||
        (c->planner->policy.engine == NULL && worthy < pm_turns_least(c->core)))
        return PM_OK;
    pm_failure_keep(&refusal, PM_UNABLE); /* saves the message of the last refusal */
    PM_TRY(pm_turns_new(&c->turns, c->core, c->planner, known, worthy, kind, kinds));
    pm_failure_raise(&refusal);
    return PM_OK;
}

/* *way = the way of an engine.  It uses several primes at once.  It uses one prime at a time if
 * several at once are impossible, or if they need slices to fit the memory and are slower. */
static pm_status try_engine(struct pm_way *way, const struct pm_core *core,
                            const struct pm_planner *planner, int engine, bool exact, double bits,
                            const void *search)
{
    const struct pm_ask *const ask = &planner->ask;

    *way = pm_trial_begin(pm_engines[engine], ask, exact, bits, true);
    const pm_status status = pm_budget_status(pm_trial_way(way, core, planner, search));
    if (way->number != PM_MODS || ask->query != PM_VALUE ||
        (status == PM_OK && way->cost.units == 1) || (status != PM_OK && status != PM_UNABLE) ||
        planner->policy.limits.look)
        return status;
    struct pm_way single = pm_trial_begin(pm_engines[engine], ask, exact, bits, false);
    const pm_status alone = pm_budget_status(pm_trial_way(&single, core, planner, search));
    if (status == PM_OK &&
        (alone == PM_UNABLE || (alone == PM_OK && way->seconds <= single.seconds))) {
        pm_way_clear(&single);
        return PM_OK;
    }
    if (status == PM_OK)
        pm_way_clear(way);
    *way = single;
    return alone;
}

/* The seconds of the best known way of a query; 0: none is known. */
static double known_to_query(const struct pm_asking *c, const struct pm_way *best,
                             const struct pm_way *rival)
{
    const double given = c->planner->policy.limits.known;
    const double found = fmin(seconds_of(best), seconds_of(rival));
    const double known = given > 0 ? fmin(found, given) : found;

    return c->rounded > 0 ? fmin(known, c->rounded) : isinf(known) ? 0 : known;
}

/* Asks one engine, and keeps its way in *best if it is better. */
static pm_status ask_engine(struct pm_way *best, const struct pm_way *rival, struct pm_asking *c,
                            enum pm_speed speed, int engine, bool exact, double bits)
{
    const struct pm_engine *const e = pm_engines[engine];
    struct pm_planner planner = *c->planner;
    struct pm_way way = {.engine = e};
    const void *search;
    /* what is known from its first look says more */
    const bool looked = speed == PM_SEARCHING && c->looked >> engine & 1;
    struct pm_failure before = {.status = PM_OK}, now = before;

    pm_failure_keep(&before, PM_UNABLE);
    const enum pm_turns_end end = pm_asking_found(&search, c, engine);
    if (end == PM_TURNS_BEATEN) {
        if (c->refusals != NULL && !looked)
            fprintf(c->refusals, "    %-12s %s\n", e->name, pm_message());
        pm_way_second(best, e->name, pm_turns_seconds(c->turns, engine));
        return PM_OK;
    }
    if (planner.ask.query != PM_VALUE)
        planner.policy.limits.known = known_to_query(c, best, rival);
    planner.policy.limits.look = pm_asking_looks(c, engine, speed);
    const pm_status status = end == PM_TURNS_REFUSED
                                 ? PM_UNABLE
                                 : try_engine(&way, c->core, &planner, engine, exact, bits, search);
    if (status != PM_OK && status != PM_UNABLE)
        return status;
    c->spent += status == PM_OK ? e->figures.look : 0;
    const bool same = best->engine == e && best->seconds == way.seconds; /* as at its first look */
    const bool known = status == PM_OK ? same : looked;
    pm_trial_note(known ? NULL : c->refusals, &way, status);
    pm_lacked_on_threads(planner.lacked, &way, status, planner.policy.limits.threads);
    if (status == PM_OK)
        return pm_asking_keep(best, &way, c);
    if (e->numbers & 1u << way.number)
        pm_asking_refuse(c, engine, speed);
    pm_failure_keep(&now, status);
    if (looked && strncmp(before.message, e->name, strlen(e->name)) == 0)
        pm_fail(status, "%s; %s", before.message, now.message);
    else if (looked)
        pm_failure_raise(&before);
    else
        pm_fail_at(status, "%s", e->name);
    if (search != NULL && !e->more->search->whole)
        pm_failure_keep(&c->nearest, status);
    return search != NULL ? pm_turns_refute(c->turns, engine) : PM_OK;
}

/* The index of the next engine of this speed that is not in the set `asked`, or -1 if there is
 * none.  Of the engines with a search, the one with the best result comes first. */
static int next_engine(const struct pm_asking *c, enum pm_speed speed, uint64_t asked)
{
    if (speed == PM_SEARCHING)
        return pm_turns_next(c->turns, asked);
    for (int k = 0; pm_engines[k] != NULL; k++)
        if (pm_asking_has_speed(c, k, speed) && !(asked >> k & 1))
            return k;
    return -1;
}

pm_status pm_asking_all(struct pm_way *best, const struct pm_way *rival, struct pm_asking *c,
                        enum pm_speed speed, bool exact, double bits)
{
    struct pm_failure refusal = {.status = PM_OK};
    uint64_t asked = 0;

    if (speed == PM_SEARCHING && c->turns == NULL)
        return PM_OK;
    for (int k; (k = next_engine(c, speed, asked)) >= 0;) {
        const struct pm_engine *const engine = pm_engines[k];
        asked |= UINT64_C(1) << k;
        if (!pm_asking_allows(c, engine) || (speed == PM_SEARCHING && c->refused >> k & 1) ||
            (speed == PM_SLOW && !pm_asking_pays(engine, best, rival, c)))
            continue;
        PM_TRY(pm_budget_ask());
        PM_TRY(ask_engine(best, rival, c, speed, k, exact, bits));
    }
    pm_failure_keep(&refusal, PM_UNABLE); /* saves the present message */
    PM_TRY(best_with_gpus(best, c, speed, exact, bits));
    pm_failure_raise(&refusal);
    return PM_OK;
}
