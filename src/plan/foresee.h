/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Predicts the error of a floating answer, before it is computed. */
#pragma once

#include "plan/policy.h"
#include "plan/way.h"

/* Sets way->error, the expected relative error of the answer, and way->foreseen.  Does nothing if
 * this would take too much of the way's time, or if it cannot be predicted. */
pm_status pm_foresee_way(struct pm_way *way, const struct pm_core *core,
                         const struct pm_planner *planner);
