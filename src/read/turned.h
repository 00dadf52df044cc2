/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Edges that an undirected list has in both directions, as u v and as v u. */
#pragma once

#include "model/graph.h"

/* *found = some edge that is no loop stands in both directions. */
pm_status pm_turned_find(bool *found, const struct pm_graph *graph);

/* If the edges between two vertices have the same weights in both directions, those in the
 * direction that comes later are removed.  Where weights differ, all stay, with a note. */
pm_status pm_turned_merge(struct pm_graph *graph);
