/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes the table of launches (launches.h) for the passes of a sweep. */
#ifndef PM_ENGINE_SWEEP_LAUNCH_TABLE_H
#define PM_ENGINE_SWEEP_LAUNCH_TABLE_H

#include "engine/sweep/launches.h"
#include "engine/sweep/pass.h"

/* *table is one block of memory, which the caller must free(). */
pm_status pm_launch_table_new(struct pm_launch_table **table, const struct pm_sweep_passes *passes);

#endif
