/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Replaces igraph.c where permatch is built without igraph. */
#include "model/graph.h"
#include "base/given.h"
#include "read/formats.h"

pm_status pm_igraph_next(struct pm_graph **graph, struct pm_graph_reader *reader)
{
    (void)graph, (void)reader;
    return pm_fail(PM_UNABLE, "permatch was built without igraph, which reads GraphML and GML");
}

pm_status pm_graph_lay_out(pm_graph *graph)
{
    PM_GIVEN(graph);
    if (graph->place != NULL || graph->layout != NULL)
        return PM_OK;
    return pm_fail(PM_UNABLE,
                   "permatch was built without igraph, which makes up positions, and the "
                   "input gives none");
}
