/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One way of an engine for a core: its numbers and rings, and what it costs. */
#ifndef PM_PLAN_TRIAL_H
#define PM_PLAN_TRIAL_H

#include "plan/policy.h"
#include "plan/way.h"

/* The way of an engine that gives a floating answer, or an `exact` one that is below 2^bits: modulo
 * 2^128 where that suffices, else by primes, several at once (packed) where the engine can and
 * `together` allows it.  Not tried yet. */
struct pm_way pm_way_begin(const struct pm_engine *engine, const struct pm_ask *ask, bool exact,
                           double bits, bool together);

/* PM_UNABLE with the reason where the engine has not such numbers, or is not for such a core. */
pm_status pm_way_check(const struct pm_way *way, const struct pm_core *core);

/* Completes a way that has engine, number, rings and `any`, for a core, by what the engine's search
 * found (NULL: it searches by itself); PM_UNABLE with the reason, and then nothing is to be
 * released. */
pm_status pm_way_try(struct pm_way *way, const struct pm_core *core,
                     const struct pm_planner *planner, const void *search);

#endif
