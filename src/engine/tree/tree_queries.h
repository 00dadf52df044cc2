/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Queries that the tables of the tree engine can answer: shares of single entries, random
 * matchings, and the sums over the matchings of every size. */
#pragma once

#include "engine/engine_query.h"

extern const struct pm_engine_query pm_tree_shares_query, pm_tree_draws_query, pm_tree_sizes_query;

/* True if the value is obviously 0: a row or vertex has no edge, or a general graph has an odd
 * number of vertices. */
bool pm_tree_is_zero(const struct pm_core *core);
