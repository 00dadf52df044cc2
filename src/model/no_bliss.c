/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Replaces bliss.c and positions.c where permatch is built without igraph. */
#include "base/argument.h"
#include "model/graph.h"
#include "model/symmetry.h"

pm_status pm_symmetry_find(struct pm_symmetry **symmetry, const struct pm_coloured *graph)
{
    (void)symmetry, (void)graph;
    return pm_fail(PM_UNABLE, "permatch was built without igraph, which finds automorphisms");
}

pm_status pm_graph_lay_out(pm_graph *graph)
{
    PM_ARGUMENTS(graph);
    if (graph->place != NULL || graph->layout != NULL)
        return PM_OK;
    return pm_fail(PM_UNABLE,
                   "permatch was built without igraph, which makes up positions, and the "
                   "input gives none");
}
