/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The progress of a run, from the stages and records of its checkpoint.  A stage is weighted by its
 * predicted time.  Within a stage, units are counted, or their estimated work if they differ. */
#pragma once

#include "checkpoint/checkpoint.h"

/* The progress of a state; `tally` replaces the records of stage `name` (NULL: none).  Speeds and
 * the remaining time use all time spent so far. */
void pm_progress_of(struct pm_progress *progress, const struct pm_checkpoint *state,
                    const char *name, struct pm_tally tally);

/* The same, but speeds use only the last `spent` seconds, in which the fraction grew from that of
 * `from`. */
void pm_progress_since(struct pm_progress *progress, const struct pm_progress *from, double spent);
