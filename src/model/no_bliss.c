/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Replaces bliss.c and positions.c where permatch is built without igraph. */
#include "model/graph.h"
#include "model/symmetry.h"

pm_status pm_symmetry_find(struct pm_symmetry **symmetry, const struct pm_coloured *graph)
{
    (void)symmetry, (void)graph;
    return pm_fail(PM_UNABLE, "permatch was built without igraph, which finds automorphisms");
}

pm_status pm_graph_springs(double *at, const struct pm_graph *graph)
{
    (void)at, (void)graph;
    return pm_fail(PM_UNABLE,
                   "permatch was built without igraph, which makes up positions, and the "
                   "input gives none");
}
