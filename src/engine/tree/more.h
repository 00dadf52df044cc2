/* SPDX-License-Identifier: GPL-3.0-or-later */
/* More than a number, from the same tables: shares of single entries, random matchings (the
 * kernels are in run.h), numbers of matchings of every size. */
#ifndef PM_ENGINE_TREE_MORE_H
#define PM_ENGINE_TREE_MORE_H

#include "engine/engine.h"
#include "engine/tree/run.h"

#include <flint/fmpz.h>

/* A layout without slices for `core` (every row has an entry), to be run with all tables kept
 * (keep) or for all matchings (loose).  PM_UNABLE with the prediction where it would not fit. */
pm_status pm_tree_plan(struct pm_layout **layout, const struct pm_core *core, enum pm_number number,
                       const struct pm_limits *limits, bool keep, bool loose);

/* count[k] = the sum over all matchings of k edges of the products of their entries, k = 0 ..
 * pm_tree_sizes() - 1: for patterns the number of matchings (of a matrix, the rook numbers).
 * Entries must be integers, and each vertex of a general graph must have an edge.  count is the
 * caller's, initialised. */
pm_status pm_tree_matchings(fmpz *count, const struct pm_core *core,
                            const struct pm_limits *limits);
int pm_tree_sizes(const struct pm_core *core);

#endif
