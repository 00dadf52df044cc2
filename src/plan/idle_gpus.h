/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Why the devices that the user asked for compute nothing. */
#pragma once

#include "plan/plan.h"

/* An engine's way on devices that have `memory` bytes ended with this status.  If it needs more
 * memory, this is noted in *idle, which may be NULL. */
void pm_idle_note(struct pm_idle *idle, const struct pm_way *way, pm_status status,
                  uint64_t memory);

/* Prints a line if devices were asked for by their number and the plan uses none. */
void pm_idle_print(FILE *text, const struct pm_plan *plan);
