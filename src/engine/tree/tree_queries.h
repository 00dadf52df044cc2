/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Queries that the tables of the tree engine can answer: shares of single entries, random
 * matchings, and the sums over the matchings of every size.  Each vertex of a general graph must
 * have an edge. */
#ifndef PM_ENGINE_TREE_TREE_QUERIES_H
#define PM_ENGINE_TREE_TREE_QUERIES_H

#include "engine/engine.h"
#include "engine/tree/layout.h"

extern const struct pm_engine_query pm_tree_shares_query, pm_tree_draws_query, pm_tree_sizes_query;

/* True if the value is 0 for simple reasons: a vertex without edges, a general graph of odd
 * order. */
bool pm_tree_is_zero(const struct pm_core *core);

/* Makes a layout without slices for `core` (every row has an entry), to be run with all tables kept
 * (keep) or for all matchings (loose).  PM_UNABLE with the predicted size: it does not fit. */
pm_status pm_tree_plan(struct pm_layout **layout, const struct pm_core *core, enum pm_number number,
                       const struct pm_limits *limits, bool keep, bool loose);

#endif
