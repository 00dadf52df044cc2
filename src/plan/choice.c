/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Chooses the cheapest way of all engines, and its fallbacks.  Engines with a quick cost() are
 * asked first.  An engine with a slow cost() is asked only if it may save more time than its cost()
 * takes.  At last, engines with a search are asked (turns.h). */
#include "base/alloc.h"
#include "cuda/gpu.h"
#include "model/bound.h"
#include "plan/choice.h"
#include "plan/foresee.h"
#include "plan/machine.h"
#include "plan/turns.h"
#include "plan/trial.h"
#include "engine/more.h"

#include <math.h>

/* A floating answer is computed exactly and rounded once, if that takes no longer than this. */
static const double CHEAP_SECONDS = 0.1;

/* A floating result with too few digits is computed again if that takes no longer than this. */
static const double FALLBACK_SECONDS = 60;

/* An engine with a slow cost() is not asked if another engine solves the problem in about the time
 * of such a cost(): a fixed time and a time for each pair of entries.  If the engine says how long
 * its cost() takes, the limit is LOOK_TIMES that time. */
static const double LOOK_SECONDS = 1e-3, LOOK_PAIR_SECONDS = 2e-6, LOOK_TIMES = 3;

/* With estimates: an exact way is looked for as if another one took EXACT_SECONDS, and an estimate
 * if it takes longer than ESTIMATE_SECONDS. */
static const double EXACT_SECONDS = 5, ESTIMATE_SECONDS = 2;

/* Searches do not begin if another way takes less: a fixed time and a time for each entry. */
static const double BEGIN_SECONDS = 1e-3, BEGIN_ENTRY_SECONDS = 2e-6;

/* A way that guarantees epsilon may take this many times longer than one that does not. */
static const double LOOSE = 4;

/* The price of a way: its seconds, or LOOSE times as many if cancellation may cost digits that
 * epsilon asks for, or if the answer is predicted to be vague. */
static double price(const struct pm_way *way, const struct pm_core *core,
                    const struct pm_planner *planner)
{
    const bool loose = way->number == PM_REAL && !way->engine->figures.steady &&
                       planner->ask.epsilon > 0 && pm_matrix_is_nonnegative(core->a);
    return loose || way->vague ? LOOSE * way->seconds : way->seconds;
}

/* Predicts whether the answers of two floating ways will be vague, if this can decide which way is
 * better. */
static pm_status foresee(struct pm_way *best, struct pm_way *way, const struct pm_core *core,
                         const struct pm_planner *planner)
{
    if (best->engine == NULL || best->seconds > LOOSE * way->seconds ||
        way->seconds > LOOSE * best->seconds)
        return PM_OK;
    PM_TRY(pm_way_foresee(best, core, planner));
    return pm_way_foresee(way, core, planner);
}

/* Keeps the better of two ways in *best, and clears the other one. */
static pm_status keep(struct pm_way *best, struct pm_way *way, const struct pm_core *core,
                      const struct pm_planner *planner)
{
    const pm_status status = foresee(best, way, core, planner);

    if (status == PM_OK &&
        (best->engine == NULL || price(way, core, planner) < price(best, core, planner))) {
        pm_way_replace(best, way);
    } else {
        pm_way_second(best, way->engine->name, way->seconds);
        pm_way_clear(way);
    }
    return status;
}

/* Kinds of engines: with a quick cost(), with a slow cost(), and with a search.  They are asked in
 * this order. */
enum speed { QUICK, SLOW, SEARCHING, SPEEDS };

static enum speed speed_of(const struct pm_engine *engine)
{
    return engine->more->search != NULL ? SEARCHING : engine->figures.quick ? QUICK : SLOW;
}

/* The input of a choice, and what has been found so far. */
struct choosing {
    const struct pm_core *core;
    const struct pm_planner *planner;
    /* the searches, which run before engines with a search are asked; NULL before that */
    struct pm_turns *looks;
    /* engines that cannot solve this core and are not asked again; bit k stands for
     * pm_engines[k] */
    uint64_t refused;
    double within;  /* seconds; nothing is looked for as if another way took longer */
    FILE *refusals; /* a line for each engine asked; may be NULL */
};

static bool is_allowed(const struct pm_engine *engine, const struct choosing *c)
{
    const struct pm_engine *const forced = c->planner->policy.engine;

    return forced != NULL ? engine == forced : !engine->figures.draws;
}

/* *search = the result of an engine's search, or NULL.  Returns how the search has ended. */
static enum pm_turns_end find_search(const void **search, const struct choosing *c, int engine)
{
    *search = NULL;
    return speed_of(pm_engines[engine]) == SEARCHING && c->looks != NULL
               ? pm_turns_of(search, c->looks, engine)
               : PM_LOOK_NONE;
}

/* Asks engines of this speed that have kernels for GPUs, if threads take long.  Keeps their way in
 * *best if it is better. */
static pm_status best_with_gpus(struct pm_way *best, const struct choosing *c, enum speed speed,
                                bool exact, double bits)
{
    struct pm_planner there = *c->planner; /* a planner with the memory limit of a device */
    const struct pm_policy *const policy = &c->planner->policy;
    const void *search;
    uint64_t memory;

    if (policy->gpus == 0 || policy->quick || (best->engine != NULL && !pm_way_is_long(best)))
        return PM_OK;
    const int gpus = pm_machine_gpus(NULL, &memory, policy->gpus);
    for (int k = 0; gpus > 0 && pm_engines[k] != NULL; k++) {
        const struct pm_engine *const engine = pm_engines[k];
        if (engine->more->gpu == NULL || speed_of(engine) != speed || !is_allowed(engine, c) ||
            find_search(&search, c, k) > PM_LOOK_FOUND)
            continue;
        struct pm_way way = pm_way_begin(engine, &c->planner->ask, exact, bits, false);
        if (engine->more->gpu->memory > 0)
            there.policy.limits.memory = (uint64_t)(engine->more->gpu->memory * (double)memory);
        const pm_status status = pm_way_try(&way, c->core, &there, search);
        if (status != PM_OK && status != PM_UNABLE)
            return status;
        if (status == PM_UNABLE || !pm_way_is_for_gpus(&way)) {
            pm_way_clear(&way);
            continue;
        }
        pm_way_to_gpus(&way, gpus);
        pm_way_note(c->refusals, &way, PM_OK);
        if (pm_gpus_are_eager() && best->engine != NULL && best->gpus == 0)
            best->seconds = HUGE_VAL;
        PM_TRY(keep(best, &way, c->core, c->planner));
    }
    return PM_OK;
}

/* True if `way`, the best way so far, takes long enough to ask a slow engine.  If `engine` is NULL:
 * any slow engine. */
static bool is_slower(const struct pm_way *way, const struct pm_engine *engine,
                      const struct choosing *c)
{
    const double entries = pm_matrix_nnz(c->core->a);
    const bool told = engine != NULL && engine->figures.look > 0;
    const double takes = told ? LOOK_TIMES * engine->figures.look
                              : LOOK_SECONDS + LOOK_PAIR_SECONDS * entries * entries;

    if (way->engine == NULL)
        return c->within >= takes;
    return fmin(told ? price(way, c->core, c->planner) : way->seconds, c->within) >= takes;
}

/* True if both ways, `best` and `rival`, take long enough to ask a slow engine, or if the user has
 * chosen the engine. */
static bool worth_looking(const struct pm_engine *engine, const struct pm_way *best,
                          const struct pm_way *rival, const struct choosing *c)
{
    return c->planner->policy.engine != NULL ||
           (!c->planner->policy.quick && is_slower(best, engine, c) && is_slower(rival, engine, c));
}

static double seconds_of(const struct pm_way *way)
{
    return way->engine != NULL ? pm_way_seconds(way, 1) : INFINITY;
}

/* Runs the searches of the engines for the kinds of ways kind[0 .. kinds - 1].  Does nothing if one
 * of the known ways, `best` and `rival`, takes less time than starting a search. */
static pm_status look(struct choosing *c, const struct pm_way *best, const struct pm_way *rival,
                      const struct pm_kind_of_ways *kind, int kinds)
{
    const double known = fmin(fmin(seconds_of(best), seconds_of(rival)), c->within);
    const double least = BEGIN_SECONDS + BEGIN_ENTRY_SECONDS * pm_matrix_nnz(c->core->a);

    return c->planner->policy.quick || (c->planner->policy.engine == NULL && known < least)
               ? PM_OK
               : pm_turns_new(&c->looks, c->core, c->planner, known, kind, kinds);
}

/* *way = the way of an engine.  It uses several primes at once.  It uses one prime at a time if
 * several at once are impossible, or if they need slices to fit the memory and are slower. */
static pm_status try_engine(struct pm_way *way, const struct choosing *c, int engine, bool exact,
                            double bits, const void *search)
{
    const struct pm_ask *const ask = &c->planner->ask;

    *way = pm_way_begin(pm_engines[engine], ask, exact, bits, true);
    const pm_status status = pm_way_try(way, c->core, c->planner, search);
    if (way->number != PM_MODS || (status == PM_OK && way->cost.units == 1) ||
        (status != PM_OK && status != PM_UNABLE))
        return status;
    struct pm_way single = pm_way_begin(pm_engines[engine], ask, exact, bits, false);
    const pm_status alone = pm_way_try(&single, c->core, c->planner, search);
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

/* Asks one engine, and keeps its way in *best if it is better. */
static pm_status ask_engine(struct pm_way *best, struct choosing *c, int engine, bool exact,
                            double bits)
{
    const struct pm_engine *const e = pm_engines[engine];
    struct pm_way way = {.engine = e};
    const void *search;
    const enum pm_turns_end end = find_search(&search, c, engine);

    if (end == PM_LOOK_BEATEN) {
        if (c->refusals != NULL)
            fprintf(c->refusals, "    %-12s %s\n", e->name, pm_message());
        pm_way_second(best, e->name, pm_turns_seconds(c->looks, engine));
        return PM_OK;
    }
    const pm_status status =
        end == PM_LOOK_REFUSED ? PM_UNABLE : try_engine(&way, c, engine, exact, bits, search);
    if (status != PM_OK && status != PM_UNABLE)
        return status;
    pm_way_note(c->refusals, &way, status);
    if (status == PM_OK)
        return keep(best, &way, c->core, c->planner);
    if (e->numbers & 1u << way.number)
        c->refused |= UINT64_C(1) << engine;
    pm_fail_at(status, "%s", e->name);
    return search != NULL ? pm_turns_refute(c->looks, engine) : PM_OK;
}

/* The index of the next engine of this speed that is not in the set `asked`, or -1 if there is
 * none.  Of the engines with a search, the one with the best result comes first. */
static int next_engine(const struct choosing *c, enum speed speed, uint64_t asked)
{
    if (speed == SEARCHING)
        return pm_turns_next(c->looks, asked);
    for (int k = 0; pm_engines[k] != NULL; k++)
        if (speed_of(pm_engines[k]) == speed && !(asked >> k & 1))
            return k;
    return -1;
}

/* Asks all allowed engines of one speed for one kind of numbers.  `rival` is the best way for the
 * other kind.  If no engine has a way, best->engine stays NULL and the message is that of the last
 * refusal. */
static pm_status best_of(struct pm_way *best, const struct pm_way *rival, struct choosing *c,
                         enum speed speed, bool exact, double bits)
{
    struct pm_failure refusal = {.status = PM_OK};
    uint64_t asked = 0;

    if (speed == SEARCHING && c->looks == NULL)
        return PM_OK;
    for (int k; (k = next_engine(c, speed, asked)) >= 0;) {
        const struct pm_engine *const engine = pm_engines[k];
        asked |= UINT64_C(1) << k;
        if (!is_allowed(engine, c) || c->refused >> k & 1 ||
            (speed == SLOW && !worth_looking(engine, best, rival, c)))
            continue;
        PM_TRY(pm_poll(c->planner->policy.limits.poll));
        PM_TRY(ask_engine(best, c, k, exact, bits));
    }
    pm_failure_keep(&refusal, PM_UNABLE); /* saves the present message */
    PM_TRY(best_with_gpus(best, c, speed, exact, bits));
    pm_failure_raise(&refusal);
    return PM_OK;
}

/* Makes `next` the fallback of `way`.  The previous fallback of `way` becomes that of `next`. */
static pm_status add_fallback(struct pm_way *way, struct pm_way *next)
{
    struct pm_way *const copy = pm_alloc(1, sizeof *copy);

    if (copy == NULL)
        return PM_NOMEM;
    *copy = *next;
    *next = (struct pm_way){.engine = NULL};
    copy->fallback = way->fallback;
    way->fallback = copy;
    return PM_OK;
}

/* Finds the fallbacks of a floating way, for the case that its answer is vague: the exact way, and
 * before it a way in double-double if that is faster.  Clears the ways that are not used. */
static pm_status find_fallbacks(struct pm_way *floating, struct pm_way *exact,
                                const struct pm_core *core, const struct pm_planner *planner)
{
    const struct pm_limits *const limits = &planner->policy.limits;
    struct pm_planner finer = *planner;
    struct pm_way fine = {.engine = NULL};
    struct choosing c = {.core = core, .planner = &finer, .within = HUGE_VAL};
    double left = limits->seconds > 0 ? limits->seconds * limits->threads : INFINITY;
    pm_status status = PM_OK;

    finer.ask.bits = 106;
    left = fmin(left - floating->seconds, FALLBACK_SECONDS);
    if (planner->ask.rounded && planner->ask.bits == 53)
        status = best_of(&fine, &fine, &c, QUICK, false, 0);
    const bool sooner = fine.engine != NULL && fine.seconds <= left &&
                        (exact->engine == NULL || fine.seconds < exact->seconds);
    if (status == PM_OK && exact->engine != NULL &&
        exact->seconds <= left - (sooner ? fine.seconds : 0))
        status = add_fallback(floating, exact);
    if (status == PM_OK && sooner)
        status = add_fallback(floating, &fine);
    pm_way_clear(exact);
    pm_way_clear(&fine);
    return status;
}

/* *way = the better one of an exact and a floating way, with its fallbacks. */
static pm_status pick(struct pm_way *way, struct pm_way *exact, struct pm_way *floating,
                      const struct pm_core *core, const struct pm_planner *planner)
{
    if (floating->engine == NULL ||
        (exact->engine != NULL && exact->seconds <= floating->seconds)) {
        pm_way_replace(floating, exact);
        *way = *floating;
        return PM_OK;
    }
    PM_TRY(find_fallbacks(floating, exact, core, planner));
    *way = *floating;
    return PM_OK;
}

/* *best = the best way of the engines that compute with any precision. */
static pm_status best_any(struct pm_way *best, struct choosing *c)
{
    for (int k = 0; pm_engines[k] != NULL; k++) {
        const struct pm_engine *const engine = pm_engines[k];
        if (engine->more->any == NULL || !is_allowed(engine, c))
            continue;
        PM_TRY(pm_poll(c->planner->policy.limits.poll));
        struct pm_way way = {.engine = engine,
                             .rings = 1,
                             .number = c->planner->ask.complex_values ? PM_COMPLEX : PM_REAL,
                             .any = c->planner->ask.bits};
        const pm_status status = pm_way_try(&way, c->core, c->planner, NULL);
        if (status != PM_OK && status != PM_UNABLE)
            return status;
        pm_way_note(c->refusals, &way, status);
        if (status == PM_OK)
            PM_TRY(keep(best, &way, c->core, c->planner));
        else
            c->refused |= UINT64_C(1) << k;
    }
    return PM_OK;
}

/* *whole = the best exact way for a core with rounded entries; *best = the best way of engines that
 * compute with any precision. */
static pm_status best_rounded(struct pm_way *whole, struct pm_way *best, struct choosing *rounded,
                              struct choosing *c, const struct pm_fixed *fixed)
{
    const struct pm_kind_of_ways kind = {true, fmax(fixed->bits, 0)};

    for (enum speed speed = QUICK; speed < SPEEDS; speed++) {
        if (speed == SLOW && worth_looking(NULL, best, whole, c))
            PM_TRY(best_any(best, c));
        rounded->refused |= c->refused;
        if (speed == SLOW && !worth_looking(NULL, best, whole, c))
            continue;
        if (speed == SEARCHING)
            PM_TRY(look(rounded, best, whole, &kind, 1));
        if (c->refusals != NULL && speed != SEARCHING)
            fprintf(c->refusals, "    with entries of %d bits:\n", fixed->entry_bits);
        PM_TRY(best_of(whole, whole, rounded, speed, true, kind.bits));
    }
    return PM_OK;
}

/* *best = the best way for a precision that no floating type has: with numbers of that precision,
 * or exact with rounded entries. */
static pm_status best_precise(struct pm_way *best, struct choosing *c)
{
    struct pm_way whole = {.engine = NULL};
    struct choosing rounded = *c;
    struct pm_core core = *c->core;
    struct pm_fixed *fixed;

    PM_TRY(pm_fixed_new(&fixed, core.a, core.kind, c->planner->ask.bits));
    core.a = fixed->a;
    rounded.core = &core;
    rounded.looks = NULL;
    const pm_status status = best_rounded(&whole, best, &rounded, c, fixed);
    pm_turns_free(rounded.looks);
    if (whole.engine == NULL) {
        pm_fixed_free(fixed);
        return status;
    }
    whole.fixed = fixed;
    return keep(best, &whole, c->core, c->planner);
}

/* *best = the best way in the floating type with the wanted number of bits, or, if there is no such
 * type, the best way for any precision. */
static pm_status best_floating(struct pm_way *best, const struct pm_way *rival, struct choosing *c,
                               enum speed speed)
{
    if (pm_number_floating(c->planner->ask.bits, c->planner->ask.complex_values) != PM_NUMBERS)
        return best_of(best, rival, c, speed, false, 0);
    /* for any precision, all speeds were asked at QUICK */
    return speed == QUICK ? best_precise(best, c) : PM_OK;
}

/* Finds an exact way, and a floating one unless the exact one is cheap.  All quick engines are
 * asked before the slow ones, and these before those with a search. */
static pm_status best_ways(struct pm_way *exact, struct pm_way *floating, struct choosing *c,
                           double bits)
{
    const struct pm_ask *const ask = &c->planner->ask;
    const bool floats = ask->want == PM_WANT_FLOATING, whole = !floats || ask->rounded;
    const struct pm_kind_of_ways kind[2] = {{true, bits}, {false, 0}};

    for (enum speed speed = QUICK; speed < SPEEDS; speed++) {
        const struct pm_way before = *exact;
        if (speed == SEARCHING)
            PM_TRY(look(c, exact, floating, whole ? kind : kind + 1, whole + floats));
        if (whole)
            PM_TRY(best_of(exact, floating, c, speed, true, bits));
        if (floats && (exact->engine == NULL || exact->seconds > CHEAP_SECONDS))
            PM_TRY(best_floating(floating, &before, c, speed));
    }
    return PM_OK;
}

static pm_status find_exact(struct pm_way *way, const struct pm_core *core,
                            const struct pm_planner *planner, double within, FILE *refusals)
{
    struct pm_way exact = {.engine = NULL}, floating = {.engine = NULL};
    struct choosing c = {.core = core, .planner = planner, .within = within, .refusals = refusals};
    double bits = 0;

    if (planner->ask.want != PM_WANT_RESIDUE)
        PM_TRY(pm_bound_bits(&bits, core->a, core->kind));
    pm_status status = best_ways(&exact, &floating, &c, fmax(bits, 0));
    pm_turns_free(c.looks);
    if (status == PM_OK && exact.engine == NULL && floating.engine == NULL)
        status = pm_fail_at(PM_UNABLE, "%s a core of %d x %d with %d entries within the limits",
                            planner->policy.engine != NULL ? "the engine cannot compute"
                                                           : "no engine can compute",
                            core->a->rows, core->a->cols, pm_matrix_nnz(core->a));
    if (status == PM_OK)
        status = pick(way, &exact, &floating, core, planner);
    if (status != PM_OK) {
        pm_way_clear(&exact);
        pm_way_clear(&floating);
    }
    return status;
}

/* *way = an estimate, if that takes less time than *way, which was found with this status. */
static pm_status find_estimate(struct pm_way *way, pm_status status, const struct pm_core *core,
                               const struct pm_planner *planner, FILE *refusals)
{
    struct pm_way draws = pm_way_begin(&pm_engine_estimate, &planner->ask, false, 0, false);
    const pm_status found = pm_way_try(&draws, core, planner, NULL);

    pm_way_note(refusals, &draws, found);
    if (found != PM_OK || (status == PM_OK && way->seconds <= draws.seconds)) {
        pm_way_clear(&draws);
        return found != PM_UNABLE ? found : status;
    }
    pm_way_clear(way);
    *way = draws;
    return PM_OK;
}

/* With estimates, exact ways that take long to find are looked for only if there is no estimate. */
pm_status pm_way_find(struct pm_way *way, const struct pm_core *core,
                      const struct pm_planner *planner, FILE *refusals)
{
    const struct pm_policy *const p = &planner->policy;

    if (planner->ask.accuracy.epsilon > 0 && !p->engine && !p->quick) {
        pm_status status = find_exact(way, core, planner, EXACT_SECONDS, refusals);
        if (status == PM_UNABLE)
            *way = (struct pm_way){.engine = NULL};
        if (status == PM_UNABLE || (status == PM_OK && way->seconds >= ESTIMATE_SECONDS))
            status = find_estimate(way, status, core, planner, refusals);
        if (status != PM_UNABLE)
            return status;
    }
    return find_exact(way, core, planner, HUGE_VAL, refusals);
}
