/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Chooses the cheapest way for a core. */
#pragma once

#include "plan/policy.h"
#include "plan/way.h"

#include <stdio.h>

/* *way = the cheapest way for a core (rows <= cols, no empty row); the caller must clear it.  A
 * line is written to `refusals` (may be NULL) for each engine that was asked, with its predicted
 * time or the reason why it cannot compute the core.  PM_UNABLE: no engine can compute it. */
pm_status pm_way_find(struct pm_way *way, const struct pm_core *core,
                      const struct pm_planner *planner, FILE *refusals);
