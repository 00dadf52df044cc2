/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Chooses the cheapest way for a core. */
#ifndef PM_PLAN_CHOICE_H
#define PM_PLAN_CHOICE_H

#include "plan/policy.h"
#include "plan/way.h"

#include <stdio.h>

/* Finds the cheapest way for a core (rows <= cols, no empty row).  `refusals` (may be NULL) gets a
 * line for each engine that was asked, with its predicted time or the reason why it cannot.
 * PM_UNABLE: no engine can. */
pm_status pm_way_find(struct pm_way *way, const struct pm_core *core,
                      const struct pm_planner *planner, FILE *refusals);

#endif
