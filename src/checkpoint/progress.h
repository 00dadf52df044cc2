/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How far a run is, from its checkpoint's stages and records: a stage weighs what the plan predicts
 * for it, and counts by its units, or by what these are expected to take where they differ. */
#ifndef PM_CHECKPOINT_PROGRESS_H
#define PM_CHECKPOINT_PROGRESS_H

#include "checkpoint/checkpoint.h"

/* The progress of a state, with `tally` for the stage `name` (NULL: none) in place of its records;
 * rates and what is left are those of the whole time spent. */
void pm_progress_of(struct pm_progress *progress, const struct pm_checkpoint *state,
                    const char *name, struct pm_tally tally);

/* The same after `spent` seconds more in which the share grew from that of `from`. */
void pm_progress_since(struct pm_progress *progress, const struct pm_progress *from, double spent);

#endif
