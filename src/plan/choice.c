/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Chooses the cheapest way of all engines, and its fallbacks.  Engines with a quick cost() are
 * asked first, then those with a slow one, at last those with a search (asking.h). */
#include "plan/choice.h"

#include "base/budget.h"
#include "base/alloc.h"
#include "engine/abilities.h"
#include "model/bound.h"
#include "plan/asking.h"
#include "plan/foresee.h"
#include "plan/lacked.h"
#include "plan/trial.h"

#include <math.h>
#include <stdlib.h>

/* A floating answer is computed exactly and rounded once, if that takes no longer than this. */
static const double ROUNDED_SECONDS = 0.1;

/* A floating result with too few digits is computed again if that takes no longer than this. */
static const double FALLBACK_SECONDS = 60;

/* With estimates: an exact way is looked for as if another one took EXACT_SECONDS, and an estimate
 * if it takes longer than ESTIMATE_SECONDS; before this, one of both that takes SOON_SECONDS. */
static const double EXACT_SECONDS = 5, ESTIMATE_SECONDS = 2, SOON_SECONDS = 0.1;

/* How many times as long searches take as their steps: their tables are in no cache at first.
 * Measured on the host of an H200, from 4 (10 ms of steps) to 1.3 (seconds).  No way is chosen by
 * it. */
static const double SEARCH_TIMES = 3;

/* A floating way whose answer is predicted to have an error of SURELY times what is wanted is not
 * taken. */
static const double SURELY = 8;

/* What fallbacks may take: seconds of one thread, and of the run if its time is limited. */
struct room {
    double reference, run;
    int threads;
};

/* Takes the seconds of a way from the room, if there is enough. */
static bool has_room(struct room *room, const struct pm_way *way)
{
    const double run = pm_way_reference(way, room->threads);

    if (way->engine == NULL || way->seconds > room->reference || run > room->run)
        return false;
    room->reference -= way->seconds;
    room->run -= run;
    return true;
}

static bool is_surely_vague(const struct pm_way *floating)
{
    return pm_way_lacks_digits(floating, SURELY * pm_way_epsilon(floating));
}

/* *fine = the best way in double-double.  Slow engines are asked, too, if it is surely needed. */
static pm_status find_fine(struct pm_way *fine, struct pm_way *floating, struct pm_asking *c)
{
    PM_TRY(pm_asking_all(fine, fine, c, PM_QUICK, false, 0));
    PM_TRY(pm_foresee_way(floating, c->core, c->planner));
    return is_surely_vague(floating) ? pm_asking_all(fine, fine, c, PM_SLOW, false, 0) : PM_OK;
}

/* A way that is surely vague gives its place to its fallback. */
static void start_right(struct pm_way *floating)
{
    struct pm_way *const next = floating->fallback;

    if (next == NULL || !is_surely_vague(floating))
        return;
    floating->fallback = NULL;
    pm_way_second(next, floating->second, floating->second_seconds);
    pm_way_clear(floating);
    *floating = *next;
    free(next);
}

/* Finds the fallbacks of a floating way, for the case that its answer is vague: the exact way, and
 * before it a way in double-double if that is faster.  Clears the ways that are not used. */
static pm_status find_fallbacks(struct pm_way *floating, struct pm_way *exact,
                                const struct pm_core *core, const struct pm_planner *planner)
{
    const struct pm_limits *const limits = &planner->policy.limits;
    struct pm_planner finer = *planner;
    struct pm_way fine = {.engine = NULL};
    struct pm_asking c = {.core = core, .planner = &finer, .within = HUGE_VAL, .hasty = true};
    const double run = pm_way_reference(floating, limits->threads);
    struct room room = {FALLBACK_SECONDS, limits->seconds > 0 ? limits->seconds - run : INFINITY,
                        limits->threads};
    pm_status status = PM_OK;

    finer.ask.bits = 106;
    if (exact->engine != NULL && !pm_way_is_long(exact))
        finer.policy.gpus = 0; /* their start would take longer than the exact way */
    if (planner->ask.rounded && planner->ask.bits == 53)
        status = find_fine(&fine, floating, &c);
    const bool sooner = (exact->engine == NULL || pm_way_against(&fine, exact, planner) <
                                                      pm_way_against(exact, &fine, planner)) &&
                        has_room(&room, &fine);
    if (status == PM_OK && has_room(&room, exact))
        status = pm_way_add_fallback(floating, exact);
    if (status == PM_OK && sooner)
        status = pm_way_add_fallback(floating, &fine);
    pm_way_clear(exact);
    pm_way_clear(&fine);
    if (status == PM_OK)
        start_right(floating);
    return status;
}

/* Where terms may cancel, a floating answer is often vague, and then the exact one is computed,
 * too. So the exact way is better if it takes at most TWICE the time. */
static const double TWICE = 2;

/* True if the exact way is better than the floating one. */
static bool exact_wins(const struct pm_way *exact, const struct pm_way *floating,
                       const struct pm_core *core, const struct pm_planner *planner)
{
    const double times = pm_matrix_is_nonnegative(core->a) ? 1 : TWICE;

    return floating->engine == NULL ||
           (exact->engine != NULL && pm_way_against(exact, floating, planner) <=
                                         times * pm_way_against(floating, exact, planner));
}

/* *way = the better one of an exact and a floating way, with its fallbacks. */
static pm_status pick(struct pm_way *way, struct pm_way *exact, struct pm_way *floating,
                      const struct pm_core *core, const struct pm_planner *planner)
{
    if (exact_wins(exact, floating, core, planner)) {
        pm_way_replace(floating, exact);
        *way = *floating;
        return PM_OK;
    }
    PM_TRY(find_fallbacks(floating, exact, core, planner));
    *way = *floating;
    return PM_OK;
}

/* *best = the best way of the engines that compute with any precision. */
static pm_status best_any(struct pm_way *best, struct pm_asking *c, enum pm_speed speed)
{
    const void *search;

    for (int k = 0; pm_engines[k] != NULL; k++) {
        const struct pm_engine *const engine = pm_engines[k];
        struct pm_planner planner = *c->planner;
        if (engine->more->any == NULL || !pm_asking_allows(c, engine) ||
            !pm_asking_has_speed(c, k, speed) ||
            (pm_asking_found(&search, c, k) != PM_TURNS_FOUND && speed == PM_SEARCHING))
            continue;
        PM_TRY(pm_budget_ask());
        planner.policy.limits.look = pm_asking_looks(c, k, speed);
        struct pm_way way = {.engine = engine,
                             .rings = 1,
                             .number = c->planner->ask.complex_values ? PM_COMPLEX : PM_REAL,
                             .any = c->planner->ask.bits};
        const pm_status status = pm_trial_way(&way, c->core, &planner, search);
        if (status != PM_OK && status != PM_UNABLE)
            return status;
        pm_trial_note(c->refusals, &way, status);
        pm_lacked_on_threads(planner.lacked, &way, status, planner.policy.limits.threads);
        if (status == PM_OK)
            PM_TRY(pm_asking_keep(best, &way, c));
        else
            pm_asking_refuse(c, k, speed);
    }
    return PM_OK;
}

/* *whole = the best exact way for a core with rounded entries; *best = the best way of engines that
 * compute with any precision. */
static pm_status best_rounded(struct pm_way *whole, struct pm_way *best, struct pm_asking *rounded,
                              struct pm_asking *c, const struct pm_fixed *fixed)
{
    const struct pm_kind_of_ways kind = {true, fmax(fixed->bits, 0)};

    for (enum pm_speed speed = PM_QUICK; speed < PM_SPEEDS; speed++) {
        if (speed == PM_SEARCHING)
            PM_TRY(pm_asking_search(rounded, best, whole, &kind, 1));
        c->turns = rounded->turns;
        if (speed == PM_SEARCHING || (speed == PM_SLOW && pm_asking_pays(NULL, best, whole, c)))
            PM_TRY(best_any(best, c, speed));
        c->turns = NULL;
        rounded->refused |= c->refused;
        rounded->looked |= c->looked;
        if (c->refusals != NULL && speed < PM_SEARCHING &&
            (speed != PM_SLOW || pm_asking_pays(NULL, best, whole, c)))
            fprintf(c->refusals, "    with entries of %d bits:\n", fixed->entry_bits);
        PM_TRY(pm_asking_all(whole, best, rounded, speed, true, kind.bits));
    }
    return PM_OK;
}

/* *best = the best way for a precision that no floating type has: with numbers of that precision,
 * or exact with rounded entries. */
static pm_status best_precise(struct pm_way *best, struct pm_asking *c)
{
    struct pm_way whole = {.engine = NULL};
    struct pm_asking rounded = *c;
    struct pm_core core = *c->core;
    struct pm_fixed *fixed;

    PM_TRY(pm_fixed_new(&fixed, core.a, core.kind, c->planner->ask.bits));
    core.a = fixed->a;
    rounded.core = &core;
    rounded.turns = NULL;
    const pm_status status = best_rounded(&whole, best, &rounded, c, fixed);
    pm_turns_free(rounded.turns);
    if (whole.engine == NULL) {
        pm_fixed_free(fixed);
        return status;
    }
    whole.fixed = fixed;
    return pm_asking_keep(best, &whole, c);
}

/* *best = the best way in the floating type with the wanted number of bits, or, if there is no such
 * type, the best way for any precision. */
static pm_status best_floating(struct pm_way *best, const struct pm_way *rival, struct pm_asking *c,
                               enum pm_speed speed)
{
    if (c->planner->ask.query != PM_VALUE ||
        pm_number_floating(c->planner->ask.bits, c->planner->ask.complex_values) != PM_NUMBERS)
        return pm_asking_all(best, rival, c, speed, false, 0);
    /* for any precision, all speeds were asked at PM_QUICK */
    return speed == PM_QUICK ? best_precise(best, c) : PM_OK;
}

/* What exact ways are compared with: the floating way.  One of any precision is known before exact
 * ways are searched for; if it is cheap, they would not be looked for at all, but they are needed
 * if its answer is vague. */
static struct pm_way other_than_exact(const struct pm_way *floating)
{
    struct pm_way other = *floating;

    if (other.fixed != NULL || other.any > 0)
        other.seconds = fmax(other.seconds, ROUNDED_SECONDS);
    return other;
}

static bool is_cheap(const struct pm_way *exact)
{
    return exact->engine != NULL && exact->seconds <= ROUNDED_SECONDS;
}

/* Asks slow engines for the ways of shares, which are all in one list.  They search for an exact
 * way while they are asked; so the floating ones come first, whose time limits these searches. */
static pm_status slow_ways(struct pm_way *list, struct pm_asking *c, enum pm_speed speed,
                           double bits)
{
    const struct pm_way before = *list;
    struct pm_way rounded = {.engine = NULL};

    pm_status status = is_cheap(list) ? PM_OK : best_floating(&rounded, &before, c, speed);
    c->rounded = rounded.engine != NULL ? fmax(rounded.seconds, ROUNDED_SECONDS) : 0;
    PM_THEN(status, pm_asking_all(list, &before, c, speed, true, bits));
    const bool cheap = is_cheap(list);
    while (status == PM_OK && rounded.engine != NULL && !cheap) {
        struct pm_way *const next = rounded.fallback;
        rounded.fallback = NULL;
        status = pm_asking_keep(list, &rounded, c);
        if (next != NULL)
            rounded = *next;
        free(next);
    }
    pm_way_clear(&rounded);
    return status;
}

/* Finds an exact way, and a floating one unless the exact one is cheap.  All quick engines are
 * asked before the slow ones, and these before those with a search. */
static pm_status best_ways(struct pm_way *exact, struct pm_way *floating, struct pm_asking *c,
                           double bits)
{
    const struct pm_ask *const ask = &c->planner->ask;
    const bool floats = ask->want == PM_WANT_FLOATING, whole = !floats || ask->rounded;
    const struct pm_kind_of_ways kind[2] = {{true, bits}, {false, 0}};

    for (enum pm_speed speed = PM_QUICK; speed < PM_SPEEDS; speed++) {
        const struct pm_way before = *exact, other = other_than_exact(floating);
        if (speed == PM_SEARCHING)
            PM_TRY(pm_asking_search(c, exact, &other, whole ? kind : kind + 1, whole + floats));
        if (ask->query != PM_VALUE && whole && floats && speed != PM_QUICK) {
            PM_TRY(slow_ways(exact, c, speed, bits));
            continue;
        }
        if (whole)
            PM_TRY(pm_asking_all(exact, &other, c, speed, true, bits));
        if (floats && !is_cheap(exact))
            PM_TRY(best_floating(floating, &before, c, speed));
    }
    return PM_OK;
}

/* *bits: the exact answer is below 2^bits; it is 0 if nobody needs to know. */
static pm_status find_bits(double *bits, const struct pm_core *core, const struct pm_ask *ask)
{
    *bits = ask->below;
    if (ask->want == PM_WANT_RESIDUE || ask->query == PM_SIZES || ask->below > 0)
        return PM_OK;
    PM_TRY(pm_bound_bits(bits, core->a, core->kind));
    *bits = fmax(*bits, 0);
    return PM_OK;
}

static pm_status refuse(const struct pm_core *core, const struct pm_planner *planner)
{
    static const char *const words[PM_QUERIES] = {
        [PM_VALUE] = "compute",
        [PM_SHARES] = "find the shares of the entries of",
        [PM_DRAWS] = "draw matchings of",
        [PM_SIZES] = "add up the matchings of every size of",
    };

    return pm_fail_at(PM_UNABLE, "%s %s a core of %d x %d with %d entries within the limits",
                      planner->policy.engine != NULL ? "the engine cannot" : "no engine can",
                      words[planner->ask.query], core->a->rows, core->a->cols,
                      pm_matrix_nnz(core->a));
}

static pm_status find_exact(struct pm_way *way, const struct pm_core *core,
                            const struct pm_planner *planner, double within, FILE *refusals)
{
    struct pm_way exact = {.engine = NULL}, floating = {.engine = NULL};
    struct pm_asking c = {.core = core, .planner = planner, .within = within, .refusals = refusals};
    const enum pm_query query = planner->ask.query;
    double bits;

    PM_TRY(find_bits(&bits, core, &planner->ask));
    c.small = query == PM_SHARES && pm_crt_wrap(bits, false);
    /* the ways of a query are all in one list */
    pm_status status = best_ways(&exact, query == PM_VALUE ? &floating : &exact, &c, bits);
    if (c.turns != NULL)
        c.spent += SEARCH_TIMES * pm_search_seconds(pm_turns_used(c.turns));
    pm_turns_free(c.turns);
    if (status == PM_OK && exact.engine == NULL && floating.engine == NULL) {
        if (c.nearest.status != PM_OK)
            pm_failure_raise(&c.nearest);
        status = refuse(core, planner);
    }
    PM_THEN(status, pick(way, &exact, &floating, core, planner));
    if (status == PM_OK) {
        way->planning = c.spent + (c.opened && way->gpus == 0 ? PM_GPU_OPEN_SECONDS : 0);
    } else {
        pm_way_clear(&exact);
        pm_way_clear(&floating);
    }
    return status;
}

/* *way = an estimate, if that takes less time than *way, which was found with this status. */
static pm_status find_estimate(struct pm_way *way, pm_status status, const struct pm_core *core,
                               const struct pm_planner *planner, FILE *refusals)
{
    struct pm_way draws = pm_trial_begin(&pm_engine_estimate, &planner->ask, false, 0, false);
    const pm_status found = pm_trial_way(&draws, core, planner, NULL);

    pm_trial_note(refusals, &draws, found);
    if (found != PM_OK || (status == PM_OK && way->seconds <= draws.seconds)) {
        pm_way_clear(&draws);
        return found != PM_UNABLE ? found : status;
    }
    draws.planning = way->planning;
    pm_way_clear(way);
    *way = draws;
    return PM_OK;
}

/* *way = an exact way, or an estimate if that takes at least ESTIMATE_SECONDS; both are looked for
 * as if another way took `within` seconds, and the pilot of the estimate takes at most `most`
 * seconds; 0: no limit. */
static pm_status find_either(struct pm_way *way, const struct pm_core *core,
                             const struct pm_planner *planner, double within, double most,
                             FILE *refusals)
{
    struct pm_planner limited = *planner;
    double *const seconds = &limited.policy.limits.seconds;

    if (most > 0) { /* of one thread, so that the choice does not depend on their number */
        *seconds = *seconds > 0 ? fmin(*seconds, most) : most;
        limited.policy.limits.threads = 1;
    }
    const pm_status status = find_exact(way, core, planner, within, refusals);
    if (status == PM_UNABLE)
        *way = (struct pm_way){.engine = NULL};
    return status == PM_UNABLE || (status == PM_OK && way->seconds >= ESTIMATE_SECONDS)
               ? find_estimate(way, status, core, &limited, refusals)
               : status;
}

/* The same for a way that is soon found and takes at most SOON_SECONDS; PM_UNABLE: there is none.
 */
static pm_status find_soon(struct pm_way *way, const struct pm_core *core,
                           const struct pm_planner *planner, FILE *refusals)
{
    const pm_status status = find_either(way, core, planner, SOON_SECONDS, SOON_SECONDS, refusals);

    if (status != PM_OK || way->seconds <= SOON_SECONDS)
        return status;
    pm_way_clear(way);
    return PM_UNABLE;
}

/* With estimates, exact ways that take long to find are looked for only if no quick way is known,
 * and then as long as the best known way would justify. */
pm_status pm_choice_find(struct pm_way *way, const struct pm_core *core,
                         const struct pm_planner *planner, FILE *refusals)
{
    const struct pm_policy *const p = &planner->policy;
    struct pm_way exact;

    if (planner->ask.accuracy.epsilon <= 0 || p->engine || p->quick)
        return find_exact(way, core, planner, HUGE_VAL, refusals);
    pm_status status = find_soon(way, core, planner, refusals);
    if (status == PM_UNABLE)
        status = find_either(way, core, planner, EXACT_SECONDS, 0, refusals);
    if (status == PM_UNABLE)
        return find_exact(way, core, planner, HUGE_VAL, refusals);
    if (status != PM_OK || way->seconds <= EXACT_SECONDS)
        return status;
    status = find_exact(&exact, core, planner, way->seconds, refusals);
    if (status == PM_OK &&
        pm_way_against(&exact, way, planner) < pm_way_against(way, &exact, planner))
        pm_way_replace(way, &exact);
    else if (status == PM_OK)
        pm_way_clear(&exact);
    return status == PM_UNABLE ? PM_OK : status;
}

pm_status pm_choice_query(struct pm_way *way, enum pm_query query, const struct pm_core *core,
                          const struct pm_planner *planner)
{
    struct pm_planner asked = *planner;
    struct pm_lacked lacked = {.asked = false};

    asked.lacked = planner->lacked != NULL ? &lacked : NULL;
    asked.ask.query = query;
    asked.ask.complex_values = core->a->im != NULL;
    if (query != PM_SHARES)
        asked.ask.want = PM_WANT_EXACT;
    const pm_status status = find_exact(way, core, &asked, HUGE_VAL, NULL);
    if (planner->lacked != NULL)
        pm_lacked_keep(planner->lacked, &lacked, status == PM_OK ? way : NULL,
                       planner->policy.limits.threads);
    if (status != PM_OK)
        *way = (struct pm_way){.engine = NULL};
    return status;
}
