/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs the searches in turns: of the searches that can still win, the one with the fewest steps so
 * far continues.  Each gets one turn at least; a search whose best result is far behind gets fewer
 * than others.  Steps are counted, so the result does not depend on a clock. */
#include "plan/turns.h"

#include "base/alloc.h"
#include "base/status.h"
#include "engine/abilities.h"

#include <math.h>

/* A search is far behind if its best result takes FAR times as long as the best of all results.  It
 * gets 1/SELDOM of the steps of another search.  In the end cost() is not called for it. */
static const double FAR = 10, SELDOM = 4;

/* A result that takes so many seconds and does not fit the memory is useless. */
static const double USELESS = 1e5;

/* A search may take PAYING times the allowed steps as long as it pays. */
static const double PAYING = 2;

/* Searches do not begin if another way takes less: a fixed time and a time for each entry, about
 * twice what the beginning takes. */
static const double BEGIN_SECONDS = 1e-3, BEGIN_ENTRY_SECONDS = 4e-6;

static double vertices_of(const struct pm_core *core)
{
    return core->a->rows + (core->kind == PM_HAFNIAN ? 0 : core->a->cols);
}

/* Finds the seconds of an engine's step in the fastest kind of numbers.  They stay INFINITY if the
 * engine has none of the kinds. */
static void find_step(struct pm_turns_search *l, const struct pm_turns *turns)
{
    const struct pm_planner *const planner = turns->planner;

    l->step = l->least = l->wall = l->priced = INFINITY;
    for (int k = 0; k < turns->kinds; k++) {
        struct pm_way way = pm_turns_way(l, turns, k, true);
        way.cost.steps = way.cost.units = 1;
        if (pm_trial_check(&way, turns->core) != PM_OK)
            continue;
        const double step = way.rings / l->engine->figures.rate[way.number];
        if (step < l->step) {
            l->step = step;
            l->fixed = way.rings * l->engine->figures.vertex * vertices_of(turns->core);
        }
        if (planner->policy.gpus == 0 || !pm_way_is_for_gpus(&way))
            continue;
        l->least = fmin(l->least, pm_way_gpu_seconds(&way, 1));
        l->wall = fmin(l->wall, pm_way_gpu_wall_seconds(&way, 1));
    }
    l->least = fmin(l->least, l->step);
}

static double seconds_of(const struct pm_turns_search *l)
{
    return l->fixed + l->step * l->found.steps;
}

/* True if the engine takes longer than the best way, whatever it finds. */
static bool cannot_win(const struct pm_turns_search *l, const struct pm_turns *turns)
{
    return l->least * l->floor >= turns->seconds;
}

static pm_status begin(struct pm_turns *turns, struct pm_turns_search *l)
{
    const struct pm_planner *const planner = turns->planner;
    const struct pm_core *const core = turns->core;

    l->found.steps = INFINITY;
    if (l->engine->floor != NULL)
        l->floor = l->engine->floor(core);
    if (isinf(l->floor) || (cannot_win(l, turns) && planner->policy.engine == NULL)) {
        l->end = PM_TURNS_BEATEN;
        return PM_OK;
    }
    const pm_status status =
        l->engine->more->search->begin(&l->state, core, &planner->policy.limits);
    l->end = status == PM_OK ? PM_TURNS_FOUND : PM_TURNS_REFUSED;
    if (status != PM_UNABLE)
        return status;
    pm_failure_keep(&l->refusal, status);
    return PM_OK;
}

/* The number of steps that the searches may take together, since one was told to fit, if this one
 * may go on until they have taken `times` what the best way allows.  A time limit allows half of
 * this for a way that takes so long, and all of it to a search that finds nothing before its end.
 */
static double allowed_of(struct pm_turns *turns, const struct pm_turns_search *l, double times)
{
    const bool whole = l->engine->more->search->whole;
    double (*const of)(double) = whole ? pm_search_share : pm_search_allowed;
    const struct pm_planner *const planner = turns->planner;
    const struct pm_limits *const limits = &planner->policy.limits;
    double allowed = times * of(pm_turns_soonest(turns));

    if (limits->seconds > 0)
        allowed = fmin(allowed, (whole ? 1 : 0.5) * of(limits->seconds));
    return allowed;
}

/* The number of these steps that are left.  Those of a search that finds nothing before its end are
 * counted apart. */
static double left(struct pm_turns *turns, const struct pm_turns_search *l, double times)
{
    return allowed_of(turns, l, times) -
           (l->engine->more->search->whole ? l->found.used : turns->used - turns->before);
}

static pm_status one_turn(struct pm_turns *turns, struct pm_turns_search *l, double turn)
{
    const double before = l->found.used, until = pm_turns_soonest(turns);

    PM_TRY(l->engine->more->search->go_on(&l->found, l->state, turn));
    const double took = l->found.used - before;
    turns->used += took;
    turns->before += l->engine->more->search->whole ? took : 0;
    turns->seconds = fmin(turns->seconds, seconds_of(l));
    PM_TRY(pm_turns_price_device(turns, l));
    l->pays =
        until - pm_turns_soonest(turns) > pm_search_seconds(took) && left(turns, l, PAYING) > 0;
    return PM_OK;
}

static bool is_far(const struct pm_turns_search *l, const struct pm_turns *turns)
{
    return seconds_of(l) > FAR * turns->seconds;
}

/* The seconds of the best result of a search, or of what it is expected to find at its end. */
static double hope_of(const struct pm_turns_search *l)
{
    return l->engine->more->search->whole && !l->found.done ? l->fixed + l->step * l->found.hope
                                                            : seconds_of(l);
}

static double best_hope(const struct pm_turns *turns)
{
    double best = turns->seconds;

    for (int k = 0; k < turns->engines; k++)
        if (turns->search[k].state != NULL && !turns->search[k].refuted)
            best = fmin(best, hope_of(&turns->search[k]));
    return best;
}

/* Whether this search may go on: if it has steps left or pays.  Each may begin, unless the known
 * way takes less than a turn. */
static bool may_go_on(struct pm_turns *turns, const struct pm_turns_search *l)
{
    return l->pays || left(turns, l, 1) > 0 ||
           (l->found.used == 0 && pm_search_allowed(turns->worth) >= pm_search_turn(0, 0));
}

/* The search that gets the next turn: of those that can still win, the one with the fewest steps so
 * far; NULL: there is none. */
static struct pm_turns_search *next_search(struct pm_turns *turns)
{
    const double hope = best_hope(turns);
    struct pm_turns_search *next = NULL;
    double least = INFINITY;

    for (int k = 0; k < turns->engines; k++) {
        struct pm_turns_search *const l = &turns->search[k];
        if (l->state == NULL)
            continue;
        const double had = hope_of(l) > FAR * hope ? SELDOM * l->found.used : l->found.used;
        const double allowed = allowed_of(turns, l, 1) + turns->before;
        if (l->refuted || cannot_win(l, turns) ||
            pm_search_is_over(&l->found, turns->core, allowed, seconds_of(l), turns->known) ||
            !may_go_on(turns, l) || had >= least)
            continue;
        next = l;
        least = had;
    }
    return next;
}

int pm_turns_next(const struct pm_turns *turns, uint64_t asked)
{
    double least = INFINITY;
    int next = -1;

    for (int k = 0; k < turns->engines; k++) {
        const struct pm_turns_search *const l = &turns->search[k];
        const double seconds = l->state != NULL && !l->refuted ? seconds_of(l) : INFINITY;
        if (l->engine->more->search == NULL || asked >> k & 1 || (next >= 0 && seconds >= least))
            continue;
        next = k;
        least = seconds;
    }
    return next;
}

/* Finds the seconds of the best way again, when a result has become slower. */
static void find_best(struct pm_turns *turns)
{
    turns->seconds = turns->known;
    for (int k = 0; k < turns->engines; k++)
        if (turns->search[k].state != NULL && !turns->search[k].refuted)
            turns->seconds = fmin(turns->seconds, seconds_of(&turns->search[k]));
}

static void refute(struct pm_turns *turns, struct pm_turns_search *l)
{
    l->refuted = true;
    find_best(turns);
}

/* Asks cost() whether the search's result is possible in any kind of numbers.  If not, refutes
 * it. */
static pm_status confirm(struct pm_turns *turns, struct pm_turns_search *l)
{
    pm_status status = PM_UNABLE;

    for (int k = 0; k < turns->kinds && status == PM_UNABLE; k++) {
        struct pm_way way = pm_turns_way(l, turns, k, false);
        status = pm_trial_way(&way, turns->core, turns->planner, l->state);
        if (status == PM_OK)
            pm_way_clear(&way);
    }
    if (status == PM_UNABLE) {
        refute(turns, l);
        /* if there are devices, their memory may be enough */
        if (turns->planner->policy.gpus == 0) {
            l->end = PM_TURNS_REFUSED;
            pm_failure_keep(&l->refusal, status);
        }
    }
    l->confirmed = status == PM_OK;
    return status == PM_UNABLE ? PM_OK : status;
}

/* The search with the best result, if this is better than the known way; otherwise NULL. */
static struct pm_turns_search *winner(const struct pm_turns *turns)
{
    const int k = pm_turns_next(turns, 0);
    struct pm_turns_search *const l = k >= 0 ? &turns->search[k] : NULL;

    return l != NULL && l->state != NULL && !l->refuted && seconds_of(l) < turns->known ? l : NULL;
}

/* Whether the result does not fit the memory, and the search does not know. */
static bool is_too_large(const struct pm_turns_search *l)
{
    return l->found.large && !l->fits;
}

/* Tells a search to make its result fit.  The searches get as many steps again, unless the result
 * was useless or takes longer than is allowed. */
static pm_status fit(struct pm_turns *turns, struct pm_turns_search *l)
{
    const double limit = turns->planner->policy.limits.seconds;
    const bool useless = seconds_of(l) > USELESS || (limit > 0 && pm_turns_soonest(turns) > limit);

    for (int k = 0; k < turns->kinds && !useless; k++)
        PM_TRY(pm_trial_lacked(pm_turns_way(l, turns, k, true), turns->core, turns->planner,
                               l->state));
    l->fits = true;
    l->pays = false;
    PM_TRY(l->engine->more->search->fit(&l->found, l->state));
    if (!useless)
        turns->before = turns->used;
    find_best(turns);
    return PM_OK;
}

/* If only the winner's result allows more steps: has it fit or checks it.  *done: one of both. */
static pm_status doubt(bool *done, struct pm_turns *turns)
{
    struct pm_turns_search *const l = winner(turns);

    *done = l != NULL && turns->used - turns->before >= pm_search_allowed(INFINITY);
    if (*done && is_too_large(l) && seconds_of(l) > USELESS)
        return fit(turns, l);
    *done = *done && !l->confirmed && !is_too_large(l);
    return *done ? confirm(turns, l) : PM_OK;
}

static pm_status go_on(struct pm_turns *turns)
{
    for (struct pm_turns_search *l; (l = next_search(turns)) != NULL;) {
        bool done;
        PM_TRY(doubt(&done, turns));
        if (!done)
            PM_TRY(one_turn(turns, l,
                            pm_search_turn(l->found.used, left(turns, l, l->pays ? PAYING : 1))));
    }
    return PM_OK;
}

double pm_turns_least(const struct pm_core *core)
{
    return BEGIN_SECONDS + BEGIN_ENTRY_SECONDS * pm_matrix_nnz(core->a);
}

/* Begins the searches that find nothing before their end, each of which has a turn, or the others,
 * if they are worth their time and have not begun. */
static pm_status begin_all(struct pm_turns *turns, bool whole)
{
    const struct pm_engine *const forced = turns->planner->policy.engine;

    for (int k = 0; k < turns->engines; k++) {
        struct pm_turns_search *const l = &turns->search[k];
        if (l->engine->more->search == NULL || l->engine->more->search->whole != whole ||
            l->state != NULL || l->end == PM_TURNS_REFUSED ||
            (forced != NULL && forced != l->engine))
            continue;
        find_step(l, turns);
        l->found.steps = INFINITY;
        l->end = isinf(l->step) ? PM_TURNS_NONE : PM_TURNS_BEATEN;
        if (!isinf(l->step) &&
            (forced != NULL ||
             pm_turns_soonest(turns) >= fmin(turns->worth, pm_turns_least(turns->core))))
            PM_TRY(begin(turns, l));
        const double most = left(turns, l, 1);
        if (whole && l->state != NULL)
            PM_TRY(one_turn(turns, l, fmin(most, pm_search_turn(0, most))));
    }
    return PM_OK;
}

/* The memory counts only if the best result does not fit, so it does not change a result that
 * fits. */
static pm_status take_turns(struct pm_turns *turns)
{
    struct pm_turns_search *best;

    PM_TRY(begin_all(turns, false));
    PM_TRY(go_on(turns));
    while ((best = winner(turns)) != NULL && is_too_large(best)) {
        PM_TRY(fit(turns, best));
        PM_TRY(go_on(turns));
    }
    return PM_OK;
}

pm_status pm_turns_new(struct pm_turns **out, const struct pm_core *core,
                       const struct pm_planner *planner, double seconds, double worth,
                       const struct pm_kind_of_ways *kind, int kinds)
{
    struct pm_turns *turns;
    pm_status status;

    PM_NEW(turns, 1);
    turns->core = core;
    turns->gpus = -1;
    turns->planner = planner;
    for (; turns->kinds < kinds; turns->kinds++)
        turns->kind[turns->kinds] = kind[turns->kinds];
    turns->known = turns->seconds = planner->policy.engine != NULL ? INFINITY : seconds;
    turns->worth = planner->policy.engine != NULL ? INFINITY : worth;
    while (pm_engines[turns->engines] != NULL)
        turns->engines++;
    PM_NEW_GOTO(status, turns->search, turns->engines, done);
    for (int k = 0; k < turns->engines; k++)
        turns->search[k].engine = pm_engines[k];
    PM_TRY_GOTO(status, begin_all(turns, true), done);
    PM_TRY_GOTO(status, take_turns(turns), done);
done:
    PM_GIVE(out, turns, status, pm_turns_free);
}

void pm_turns_free(struct pm_turns *turns)
{
    if (turns == NULL)
        return;
    for (int k = 0; turns->search != NULL && k < turns->engines; k++)
        if (turns->search[k].state != NULL)
            turns->search[k].engine->more->search->end(turns->search[k].state);
    PM_FREE(turns->search, turns);
}

/* Sets the message to what is known about the engine's time, and returns PM_TURNS_BEATEN. */
static enum pm_turns_end beaten(const struct pm_turns_search *l)
{
    if (isinf(l->floor))
        pm_fail(PM_UNABLE, "impossible, or far too slow");
    else if (l->state == NULL && l->floor > 0)
        pm_fail(PM_UNABLE, "takes at least %.3g s", l->step * l->floor);
    else if (l->state == NULL)
        pm_fail(PM_UNABLE, "another way takes less than the search");
    else if (isinf(seconds_of(l)))
        pm_fail(PM_UNABLE, "the search found nothing in the time that it may take");
    else
        pm_fail(PM_UNABLE, "would take about %.3g s", seconds_of(l));
    return PM_TURNS_BEATEN;
}

enum pm_turns_end pm_turns_of(const void **search, const struct pm_turns *turns, int engine)
{
    const struct pm_turns_search *const l = &turns->search[engine];
    *search = l->state;
    if (l->end == PM_TURNS_REFUSED)
        pm_failure_raise(&l->refusal);
    return l->end == PM_TURNS_BEATEN || (l->end == PM_TURNS_FOUND && is_far(l, turns)) ? beaten(l)
                                                                                       : l->end;
}

double pm_turns_seconds(const struct pm_turns *turns, int engine)
{
    const struct pm_turns_search *const l = &turns->search[engine];

    return l->state != NULL ? seconds_of(l) : INFINITY;
}

pm_status pm_turns_refute(struct pm_turns *turns, int engine)
{
    refute(turns, &turns->search[engine]);
    return take_turns(turns);
}

double pm_turns_used(const struct pm_turns *turns)
{
    return turns->used;
}
