/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The value of a core by one engine; checks of exact values. */
#pragma once

#include "num/value.h"
#include "plan/ask.h"
#include "plan/way.h"

/* The value of a core, by the way that the planner finds for this engine. */
pm_status ways_value(struct pm_value *value, const struct pm_core *core,
                     const struct pm_engine *engine, struct pm_ask ask, int threads);

/* The residue modulo a prime below 2^63 of that value, by one thread.  PM_UNABLE: the engine
 * cannot. */
pm_status ways_residue(uint64_t *r, const struct pm_core *core, const struct pm_engine *engine,
                       uint64_t prime);

/* What the checks of exact answers say of a value; *made: which of them were made. */
pm_status ways_check(unsigned *made, const struct pm_value *value, struct pm_matrix *a,
                     enum pm_kind kind);
