/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the tables of the tree engine tell besides the permanent: shares of single entries, random
 * matchings, the sums over the matchings of every size, where each vertex of a general graph must
 * have an edge. */
#ifndef PM_ENGINE_TREE_TREE_QUERIES_H
#define PM_ENGINE_TREE_TREE_QUERIES_H

#include "engine/engine.h"
#include "engine/tree/layout.h"

extern const struct pm_engine_query pm_tree_shares_query, pm_tree_draws_query, pm_tree_sizes_query;

/* Zero without any table: a vertex without edges, a general graph of odd order. */
bool pm_tree_is_zero(const struct pm_core *core);

/* A layout without slices for `core` (every row has an entry), to be run with all tables kept
 * (keep) or for all matchings (loose).  PM_UNABLE with the prediction where it would not fit. */
pm_status pm_tree_plan(struct pm_layout **layout, const struct pm_core *core, enum pm_number number,
                       const struct pm_limits *limits, bool keep, bool loose);

#endif
