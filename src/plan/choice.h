/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Chooses the cheapest way for a core, or for a query about it. */
#pragma once

#include "plan/policy.h"
#include "plan/way.h"

#include <stdio.h>

/* *way = the cheapest way for a core (rows <= cols, no empty row); the caller must clear it.  A
 * line is written to `refusals` (may be NULL) for each engine that was asked, with its predicted
 * time or the reason why it cannot compute the core.  PM_UNABLE: no engine can compute it. */
pm_status pm_choice_find(struct pm_way *way, const struct pm_core *core,
                         const struct pm_planner *planner, FILE *refusals);

/* *way = the best way for a query about a core with integer entries.  Its fallbacks are the other
 * ways: if one is not able after all, the next one is taken.  Draws and sizes are exact, and shares
 * as planner->ask says.  PM_DOMAIN: there is no matching.  PM_UNABLE: no engine can; *way need not
 * be cleared.  Of several cores, planner->lacked keeps what the slowest one lacks. */
pm_status pm_choice_query(struct pm_way *way, enum pm_query query, const struct pm_core *core,
                          const struct pm_planner *planner);
