/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Queries that the tables of the tree engine can answer: shares of single entries, random
 * matchings, and the sums over the matchings of every size. */
#ifndef PM_ENGINE_TREE_TREE_QUERIES_H
#define PM_ENGINE_TREE_TREE_QUERIES_H

#include "engine/question.h"
#include "engine/tree/layout.h"

extern const struct pm_engine_query pm_tree_shares_query, pm_tree_draws_query, pm_tree_sizes_query;

/* True if the value is obviously 0: a row or vertex has no edge, or a general graph has an odd
 * number of vertices. */
bool pm_tree_is_zero(const struct pm_core *core);

/* Makes a layout without slices for `core`, which must have at least one edge.  If `keep` is true,
 * all tables must fit into memory at once.  If `loose` is true, the layout is for sums over all
 * matchings.  PM_UNABLE: it does not fit; the message has the predicted size. */
pm_status pm_tree_plan(struct pm_layout **layout, const struct pm_core *core, enum pm_number number,
                       const struct pm_limits *limits, bool keep, bool loose);

#endif
