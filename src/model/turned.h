/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Edges between the same two vertices. */
#pragma once

#include "model/graph.h"

struct pm_turned {
    bool both;  /* an edge that is no loop stands in both directions, as u v and as v u */
    bool again; /* an edge stands twice, in whatever direction */
};

pm_status pm_turned_find(struct pm_turned *found, const struct pm_graph *graph);

/* If the edges between two vertices have the same weights in both directions, those in the
 * direction that comes later are removed.  Where weights differ, all stay, with a note. */
pm_status pm_turned_merge(struct pm_graph *graph);
