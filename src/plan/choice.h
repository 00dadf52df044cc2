/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The choice of a way: the cheapest one for a core. */
#ifndef PM_PLAN_CHOICE_H
#define PM_PLAN_CHOICE_H

#include "plan/policy.h"
#include "plan/way.h"

#include <stdio.h>

/* The cheapest way for a core (rows <= cols, no row empty).  `refusals`, where not NULL, receives
 * a line per engine that was considered, with its prediction or the reason why not.  PM_UNABLE
 * where nothing can. */
pm_status pm_way_find(struct pm_way *way, const struct pm_core *core,
                      const struct pm_planner *planner, FILE *refusals);

#endif
