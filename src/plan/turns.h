/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The searches of the engines (engine/search_steps.h) for one core take turns, while they can still
 * win and the best known way allows more steps. */
#ifndef PM_PLAN_TURNS_H
#define PM_PLAN_TURNS_H

#include "engine/search_steps.h"
#include "plan/policy.h"

/* A kind of numbers for the answer. */
struct pm_kind_of_ways {
    bool exact;
    double bits; /* as in pm_way_begin() */
};

struct pm_turns;

/* How a search ended. */
enum pm_turns_end {
    PM_LOOK_NONE,    /* this engine has no search */
    PM_LOOK_FOUND,   /* ask cost() about the result */
    PM_LOOK_REFUSED, /* it did not begin; the message says why */
    PM_LOOK_BEATEN,  /* the engine takes longer than the best way */
};

/* Runs the searches for a core, for one or two kinds of ways.  The best known way takes `seconds`;
 * INFINITY: there is none.  Core and planner must exist until the turns are freed. */
pm_status pm_turns_new(struct pm_turns **turns, const struct pm_core *core,
                       const struct pm_planner *planner, double seconds,
                       const struct pm_kind_of_ways *kind, int kinds);
void pm_turns_free(struct pm_turns *turns); /* NULL is fine */

/* How the search of the engine with that index in the table ended.  *search: its result, not owned,
 * for pm_limits.  PM_LOOK_BEATEN: the message says what is known about its time. */
enum pm_turns_end pm_turns_of(const void **search, const struct pm_turns *turns, int engine);

/* The engine with the fastest result, among those that have a search and are not in the set `asked`
 * (bits by index in the table); -1: none. */
int pm_turns_next(const struct pm_turns *turns, uint64_t asked);

/* Tells that the result of the engine's search is not possible.  Then it no longer counts as a
 * known way, and the other searches continue if they have steps left. */
pm_status pm_turns_refute(struct pm_turns *turns, int engine);

/* The number of steps of all searches together. */
double pm_turns_used(const struct pm_turns *turns);

#endif
