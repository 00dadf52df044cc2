/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Predicts whether a floating answer will be vague, before it is computed. */
#pragma once

#include "plan/policy.h"
#include "plan/way.h"

/* Sets way->vague if the answer is expected to be vague (PM_VAGUE), and sets way->foreseen.  Does
 * nothing if this would take too much of the way's time, or if it cannot be predicted. */
pm_status pm_foresee_way(struct pm_way *way, const struct pm_core *core,
                         const struct pm_planner *planner);
