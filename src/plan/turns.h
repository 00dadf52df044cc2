/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Looking at a core: the searches of the engines (engine/search_steps.h) take turns while they can
 * still win, and for no longer than the best way that is known allows. */
#ifndef PM_PLAN_TURNS_H
#define PM_PLAN_TURNS_H

#include "engine/search_steps.h"
#include "plan/policy.h"

/* Numbers that the answer may be computed in. */
struct pm_kind_of_ways {
    bool exact;
    double bits; /* as pm_way_begin() takes them */
};

struct pm_turns;

/* How a search ended. */
enum pm_turns_end {
    PM_LOOK_NONE,    /* there was none for this engine */
    PM_LOOK_FOUND,   /* it is for cost() to say what was found */
    PM_LOOK_REFUSED, /* it did not begin; the message says why */
    PM_LOOK_BEATEN,  /* the engine takes longer than the best way */
};

/* Looks at a core for ways of one kind or two, where the best way known takes so many seconds
 * (INFINITY: there is none).  The core and the planner are borrowed until the turns are released.
 */
pm_status pm_turns_new(struct pm_turns **turns, const struct pm_core *core,
                       const struct pm_planner *planner, double seconds,
                       const struct pm_kind_of_ways *kind, int kinds);
void pm_turns_free(struct pm_turns *turns); /* NULL is fine */

/* How the search of the engine at that place of the table ended; *search: what it found, borrowed,
 * for pm_limits.  BEATEN: the message says what is known of its time. */
enum pm_turns_end pm_turns_of(const void **search, const struct pm_turns *turns, int engine);

/* Of the engines with a search that are not in the set `asked` (bits by their places in the table),
 * the one whose best takes least; -1: there is none. */
int pm_turns_next(const struct pm_turns *turns, uint64_t asked);

/* What the engine's search found cannot be done after all: it is no way that is known, and the
 * others go on where that leaves them steps. */
pm_status pm_turns_refute(struct pm_turns *turns, int engine);

/* Steps that all searches took. */
double pm_turns_used(const struct pm_turns *turns);

#endif
