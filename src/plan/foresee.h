/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whether a floating answer will be vague, before it is computed. */
#ifndef PM_PLAN_FORESEE_H
#define PM_PLAN_FORESEE_H

#include "plan/policy.h"
#include "plan/way.h"

/* Sets way->vague where the bound of the answer is expected to be vague (PM_VAGUE), and
 * way->foreseen.  It says nothing where to find out would take too much of the way's time. */
pm_status pm_way_foresee(struct pm_way *way, const struct pm_core *core,
                         const struct pm_planner *planner);

#endif
