/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Random perfect matchings of a planar graph by floating numbers of several precisions. */
#pragma once

#include "engine/planar/dissection.h"

struct pm_levels;

/* Makes what all draws have in common.  k: the signed matrix of the core.  All exist as long as
 * *levels.  PM_UNABLE: this needs too much memory, or the sum over all matchings is not found.  The
 * caller must free *levels. */
pm_status pm_levels_new(struct pm_levels **levels, const struct pm_core *core,
                        const struct pm_kasteleyn *kasteleyn, const struct pm_matrix *k,
                        const struct pm_adjacent *graph, const struct pm_limits *limits);
void pm_levels_free(struct pm_levels *levels);

/* mate[v] = the partner of vertex v in a random perfect matching; before, -1.  Threads may call
 * this side by side. */
pm_status pm_levels_draw(int *mate, struct pm_levels *levels, uint64_t *state);
