/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Planarity test and embedding by Boyer's library, in linear time.  Only this file uses the
 * library. The algorithm: Boyer and Myrvold, On the cutting edge: simplified O(n) planarity by edge
 * addition, Journal of Graph Algorithms and Applications 8, 2004. */
#include "base/alloc.h"
#include "base/budget.h"
#include "engine/planar/planar.h"

#include <planarity/graph.h>
#include <stdlib.h>

static pm_status give_edges(graphP theirs, const struct pm_adjacent *graph)
{
    const int base = gp_GetFirstVertex(theirs);

    for (int u = 0; u < graph->vertices; u++)
        for (int k = graph->start[u]; k < graph->start[u + 1]; k++)
            if (u < graph->to[k] && gp_AddEdge(theirs, base + u, 0, base + graph->to[k], 0) != OK)
                return pm_fail(PM_NOMEM, "the planarity library cannot hold the graph");
    return PM_OK;
}

static void take_rotation(struct pm_plane *plane, graphP theirs)
{
    const int base = gp_GetFirstVertex(theirs), zero = gp_GetFirstEdge(theirs);

    for (int u = 0; u < plane->vertices; u++) {
        const int first = gp_GetFirstArc(theirs, base + u);
        plane->first[u] = gp_IsArc(first) ? first - zero : -1;
        for (int arc = first; gp_IsArc(arc); arc = gp_GetNextArc(theirs, arc)) {
            const int after = gp_GetNextArc(theirs, arc);
            plane->head[arc - zero] = gp_GetNeighbor(theirs, arc) - base;
            plane->next[arc - zero] = (gp_IsArc(after) ? after : first) - zero;
        }
    }
}

/* What the library takes for a vertex, with room for three edges of each. */
enum { VERTEX_BYTES = 256 };

/* Sorts what was found, if the result is `wanted`, OK or NONEMBEDDABLE. */
static pm_status embed(graphP theirs, const struct pm_adjacent *graph, int wanted)
{
    const int halves = graph->start[graph->vertices];

    PM_TRY(pm_budget_ask());
    PM_TRY(pm_budget_take(VERTEX_BYTES * (uint64_t)graph->vertices));
    if (gp_EnsureArcCapacity(theirs, halves > 0 ? halves : 2) != OK ||
        gp_InitGraph(theirs, graph->vertices) != OK)
        return pm_fail(PM_NOMEM, "the planarity library is out of memory");
    PM_TRY(give_edges(theirs, graph));
    const int result = gp_Embed(theirs, EMBEDFLAGS_PLANAR);
    if ((result != OK && result != NONEMBEDDABLE) ||
        (result == wanted && gp_SortVertices(theirs) != OK))
        return pm_fail(PM_NOMEM, "the planarity library is out of memory");
    return result == OK ? PM_OK : pm_fail(PM_UNABLE, "the graph is not planar");
}

/* After it ran out of memory, the library would free parts of the graph twice: they are lost. */
static void forget(graphP theirs, pm_status status)
{
    if (theirs != NULL && status != PM_NOMEM)
        gp_Free(&theirs);
}

pm_status pm_plane_obstacle(int *edge, int *edges, const struct pm_adjacent *graph)
{
    const graphP theirs = gp_New();

    *edges = 0;
    if (theirs == NULL)
        return pm_fail(PM_NOMEM, "the planarity library is out of memory");
    const pm_status status = embed(theirs, graph, NONEMBEDDABLE);
    for (int u = 0; u < graph->vertices && status == PM_UNABLE; u++) {
        const int base = gp_GetFirstVertex(theirs);
        for (int arc = gp_GetFirstArc(theirs, base + u); gp_IsArc(arc);
             arc = gp_GetNextArc(theirs, arc)) {
            const int v = gp_GetNeighbor(theirs, arc) - base;
            if (u < v) {
                edge[2 * *edges] = u;
                edge[2 * (*edges)++ + 1] = v;
            }
        }
    }
    forget(theirs, status);
    return status == PM_UNABLE ? PM_OK : status;
}

pm_status pm_plane_new(struct pm_plane **out, const struct pm_adjacent *graph)
{
    const int vertices = graph->vertices, halves = graph->start[vertices];
    graphP theirs = NULL;
    struct pm_plane *plane;
    pm_status status = PM_OK;

    /* Euler: a planar graph has at most 3V - 6 edges */
    if (vertices > 2 && halves / 2 > 3 * vertices - 6)
        return pm_fail(PM_UNABLE, "the graph is not planar");
    PM_TRY(pm_plane_room(&plane, vertices, halves));
    if (vertices == 0)
        goto done;
    if ((theirs = gp_New()) == NULL) {
        status = pm_fail(PM_NOMEM, "the planarity library is out of memory");
        goto done;
    }
    PM_TRY_GOTO(status, embed(theirs, graph, OK), done);
    take_rotation(plane, theirs);
done:
    forget(theirs, status);
    if (status != PM_OK) {
        pm_plane_free(plane);
        plane = NULL;
    }
    *out = plane;
    return status;
}
