/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes a way of one engine for a core: chooses its numbers and rings, and predicts its cost. */
#pragma once

#include "plan/policy.h"
#include "plan/way.h"

#include <stdio.h>

/* Begins a way of an engine: for an exact answer below 2^bits if `exact` is true, otherwise for a
 * floating answer.  Exact answers use arithmetic modulo 2^128 if that is enough, otherwise primes.
 * Several primes are used at once (packed) if the engine can and `together` is true. pm_trial_way()
 * completes the way. */
struct pm_way pm_trial_begin(const struct pm_engine *engine, const struct pm_ask *ask, bool exact,
                             double bits, bool together);

/* Checks a way.  PM_UNABLE with the reason: the engine does not have such numbers, or cannot solve
 * such a core. */
pm_status pm_trial_check(const struct pm_way *way, const struct pm_core *core);

/* The limits for cost() of a way that has its numbers, rings, `any`, epsilon and accuracy. */
struct pm_limits pm_trial_limits(const struct pm_way *way, const struct pm_limits *given);

/* Completes a way that has its engine, number, rings and `any`.  `search` is the result of the
 * engine's search for this core; if it is NULL, cost() searches itself.  PM_UNABLE with the reason:
 * the way is not possible; then the caller need not clear it. */
pm_status pm_trial_way(struct pm_way *way, const struct pm_core *core,
                       const struct pm_planner *planner, const void *search);

/* The same for devices with so many bytes of memory, which the way's engine has kernels for. */
pm_status pm_trial_device(struct pm_way *way, const struct pm_core *core,
                          const struct pm_planner *planner, const void *search, uint64_t memory);

/* Predicts way->seconds from the cost of its engine, and increases the memory of the cost by what
 * the numbers take. */
void pm_trial_predict(struct pm_way *way);

/* Notes in planner->lacked, which may be NULL, what a way would take if memory had no limit. */
pm_status pm_trial_lacked(struct pm_way way, const struct pm_core *core,
                          const struct pm_planner *planner, const void *search);

/* Writes a line about a way that was tried, or why it is not possible; refusals may be NULL. */
void pm_trial_note(FILE *refusals, const struct pm_way *way, pm_status status);
