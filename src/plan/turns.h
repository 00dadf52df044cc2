/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The searches of the engines (engine/search_steps.h) for one core take turns.  A search continues
 * as long as it can still win, and as the time of the best known way allows more steps. */
#pragma once

#include "plan/turns_state.h"

/* Runs the searches for a core, for one or two kinds of ways, kind[0 .. kinds - 1].  The best way
 * known before takes `seconds` on one thread, and searches save at most `worth` (pm_way_worth());
 * INFINITY: there is none.  Core and planner must exist until *turns is freed. */
pm_status pm_turns_new(struct pm_turns **turns, const struct pm_core *core,
                       const struct pm_planner *planner, double seconds, double worth,
                       const struct pm_kind_of_ways *kind, int kinds);
void pm_turns_free(struct pm_turns *turns); /* NULL is fine */

/* The seconds of a way beside which no search begins. */
double pm_turns_least(const struct pm_core *core);

/* How the search of pm_engines[engine] has ended.  *search = its result, for pm_limits; it belongs
 * to `turns`.  If the end is PM_TURNS_BEATEN, the message says what is known about the engine's
 * time. */
enum pm_turns_end pm_turns_of(const void **search, const struct pm_turns *turns, int engine);

/* The index in pm_engines of the engine with the fastest result, among those that have a search and
 * are not in the set `asked` (bit k stands for pm_engines[k]); -1: there is none. */
int pm_turns_next(const struct pm_turns *turns, uint64_t asked);

/* The seconds of what the engine's search has found; INFINITY: nothing. */
double pm_turns_seconds(const struct pm_turns *turns, int engine);

/* Tells that the result of the engine's search is not possible.  Then this result no longer counts
 * as a known way, and the other searches continue if they have steps left. */
pm_status pm_turns_refute(struct pm_turns *turns, int engine);

/* The number of steps of all searches together. */
double pm_turns_used(const struct pm_turns *turns);
