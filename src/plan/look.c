/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Of the searches that can still win, the one that has had the least goes on; one whose best is
 * far behind has its turns less often.  Steps are counted, so the end does not depend on a clock.
 */
#include "plan/look.h"

#include "base/alloc.h"
#include "plan/trial.h"

#include <math.h>
#include <stdlib.h>

/* A search whose best takes FAR times as long as the best of all has a share of 1/SELDOM beside
 * another one; in the end cost() is not asked about it. */
static const double FAR = 10, SELDOM = 4;

struct look {
    const struct pm_engine *engine;
    double step, least; /* seconds of one of its steps, all rings; the same on devices, too */
    double floor;       /* steps of the engine, at least */
    void *search;       /* NULL: none */
    struct pm_found found;
    struct pm_failure refusal;
    enum pm_look_end end;
};

struct pm_looks {
    struct look *look; /* by places in the table of engines */
    int engines;
    double seconds; /* of the best way */
    double used;
};

/* What a step of the engine takes, in the numbers in which it takes least; INFINITY: in none. */
static void find_step(struct look *l, const struct pm_core *core, const struct pm_planner *planner,
                      const struct pm_kind_of_ways *kind, int kinds)
{
    l->step = l->least = INFINITY;
    for (int k = 0; k < kinds; k++) {
        struct pm_way way =
            pm_way_begin(l->engine, &planner->ask, kind[k].exact, kind[k].bits, true);
        way.cost.steps = way.cost.units = 1;
        if (pm_way_check(&way, core) != PM_OK)
            continue;
        l->step = fmin(l->step, way.rings / pm_machine_rate(planner->policy.machine, l->engine,
                                                            way.number, 1));
        if (planner->policy.gpus > 0 && pm_way_is_for_gpus(&way))
            l->least = fmin(l->least, pm_way_gpu_seconds(&way, 1));
    }
    l->least = fmin(l->least, l->step);
}

static double seconds_of(const struct look *l)
{
    return l->step * l->found.steps;
}

/* Whether the engine takes longer than the best way, whatever is found. */
static bool cannot_win(const struct look *l, const struct pm_looks *looks)
{
    return l->least * l->floor >= looks->seconds;
}

static pm_status begin(struct pm_looks *looks, struct look *l, const struct pm_core *core,
                       const struct pm_planner *planner)
{
    l->found.steps = INFINITY;
    if (l->engine->floor != NULL)
        l->floor = l->engine->floor(core);
    if (isinf(l->floor) || (cannot_win(l, looks) && planner->policy.engine == NULL)) {
        l->end = PM_LOOK_BEATEN;
        return PM_OK;
    }
    const pm_status status = l->engine->search->begin(&l->search, core, &planner->policy.limits);
    l->end = status == PM_OK ? PM_LOOK_FOUND : PM_LOOK_REFUSED;
    if (status != PM_UNABLE)
        return status;
    pm_failure_keep(&l->refusal, status);
    return PM_OK;
}

static pm_status begin_all(struct pm_looks *looks, const struct pm_core *core,
                           const struct pm_planner *planner, const struct pm_kind_of_ways *kind,
                           int kinds)
{
    for (int k = 0; k < looks->engines; k++) {
        struct look *const l = &looks->look[k];
        l->engine = pm_engines[k];
        if (l->engine->search == NULL ||
            (planner->policy.engine != NULL && planner->policy.engine != l->engine))
            continue;
        find_step(l, core, planner, kind, kinds);
        if (!isinf(l->step))
            PM_TRY(begin(looks, l, core, planner));
    }
    return PM_OK;
}

/* Steps that are left.  What takes longer than is allowed is no way to go by. */
static double left(const struct pm_looks *looks, const struct pm_planner *planner)
{
    const struct pm_limits *const limits = &planner->policy.limits;
    const double most = limits->seconds > 0 ? limits->seconds * limits->threads : INFINITY;
    const double share = planner->policy.splits ? PM_LOOK_SHARE : 1;

    return share * pm_search_allowed(fmin(looks->seconds, most)) - looks->used;
}

static pm_status one_turn(struct pm_looks *looks, struct look *l, const struct pm_planner *planner)
{
    const double before = l->found.used, turn = pm_search_turn(before, left(looks, planner));

    PM_TRY(l->engine->search->go_on(&l->found, l->search, turn, planner->policy.limits.poll));
    looks->used += l->found.used - before;
    looks->seconds = fmin(looks->seconds, seconds_of(l));
    return PM_OK;
}

static bool is_far(const struct look *l, const struct pm_looks *looks)
{
    return seconds_of(l) > FAR * looks->seconds;
}

/* The search whose turn it is: of those that can still win, the one that has had the least.  NULL:
 * none. */
static struct look *next_look(const struct pm_looks *looks)
{
    struct look *next = NULL;
    double least = INFINITY;

    for (int k = 0; k < looks->engines; k++) {
        struct look *const l = &looks->look[k];
        const double had = is_far(l, looks) ? SELDOM * l->found.used : l->found.used;
        if (l->search == NULL || l->found.done || cannot_win(l, looks) || had >= least)
            continue;
        next = l;
        least = had;
    }
    return next;
}

static pm_status take_turns(struct pm_looks *looks, const struct pm_planner *planner)
{
    for (struct look *l; left(looks, planner) > 0 && (l = next_look(looks)) != NULL;)
        PM_TRY(one_turn(looks, l, planner));
    return PM_OK;
}

pm_status pm_looks_new(struct pm_looks **out, const struct pm_core *core,
                       const struct pm_planner *planner, double seconds,
                       const struct pm_kind_of_ways *kind, int kinds)
{
    struct pm_looks *looks;
    pm_status status;

    PM_NEW(looks, 1);
    looks->seconds = planner->policy.engine != NULL ? INFINITY : seconds;
    while (pm_engines[looks->engines] != NULL)
        looks->engines++;
    PM_NEW_GOTO(status, looks->look, looks->engines, fail);
    PM_TRY_GOTO(status, begin_all(looks, core, planner, kind, kinds), fail);
    PM_TRY_GOTO(status, take_turns(looks, planner), fail);
    *out = looks;
    return PM_OK;
fail:
    pm_looks_free(looks);
    return status;
}

void pm_looks_free(struct pm_looks *looks)
{
    if (looks == NULL)
        return;
    for (int k = 0; looks->look != NULL && k < looks->engines; k++)
        if (looks->look[k].search != NULL)
            looks->look[k].engine->search->end(looks->look[k].search);
    free(looks->look);
    free(looks);
}

/* BEATEN, with what is known. */
static enum pm_look_end beaten(const struct look *l)
{
    if (isinf(l->floor))
        pm_fail(PM_UNABLE, "beyond all bounds");
    else if (l->search == NULL)
        pm_fail(PM_UNABLE, "takes at least %.3g s", l->step * l->floor);
    else if (isinf(seconds_of(l)))
        pm_fail(PM_UNABLE, "nothing was found in the time for looking");
    else
        pm_fail(PM_UNABLE, "would take about %.3g s", seconds_of(l));
    return PM_LOOK_BEATEN;
}

enum pm_look_end pm_looks_of(const void **search, const struct pm_looks *looks, int engine)
{
    const struct look *const l = &looks->look[engine];
    *search = l->search;
    if (l->end == PM_LOOK_REFUSED)
        pm_failure_raise(&l->refusal);
    return l->end == PM_LOOK_BEATEN || (l->end == PM_LOOK_FOUND && is_far(l, looks)) ? beaten(l)
                                                                                     : l->end;
}

double pm_looks_used(const struct pm_looks *looks)
{
    return looks->used;
}
