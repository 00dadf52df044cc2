/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The drawing that a rotation system describes. */
#include "base/alloc.h"
#include "base/status.h"
#include "engine/planar/planar.h"

#include <stdlib.h>

/* The half-edge from u to v, or -1 if there is none. half[] is as in number_halves(). */
static int half_of(const struct pm_adjacent *graph, const int *half, int u, int v)
{
    for (int k = graph->start[u]; k < graph->start[u + 1]; k++)
        if (graph->to[k] == v)
            return half[k];
    return -1;
}

/* Numbers the half-edges: half[k] is the one to the neighbour graph->to[k].  The two half-edges of
 * an edge are h and h ^ 1. */
static void number_halves(struct pm_plane *plane, int *half, const struct pm_adjacent *graph)
{
    int next = 0;

    for (int u = 0; u < graph->vertices; u++)
        for (int k = graph->start[u]; k < graph->start[u + 1]; k++) {
            const int v = graph->to[k];
            half[k] = u < v ? next : half_of(graph, half, v, u) ^ 1;
            next += u < v ? 2 : 0;
            plane->head[half[k]] = v;
        }
}

/* Reads the order around each vertex.  Returns false if a vertex does not have the same neighbours
 * in both. */
static bool take_order(struct pm_plane *plane, const int *half, const struct pm_adjacent *graph,
                       const struct pm_rotation *around)
{
    for (int h = 0; h < plane->halves; h++)
        plane->next[h] = -1;
    for (int v = 0; v < graph->vertices; v++) {
        const int first = around->start[v], degree = around->start[v + 1] - first;
        plane->first[v] = -1;
        if (degree != graph->start[v + 1] - graph->start[v])
            return false;
        for (int k = 0; k < degree; k++) {
            const int h = half_of(graph, half, v, around->to[first + k]);
            const int after = half_of(graph, half, v, around->to[first + (k + 1) % degree]);
            if (h < 0 || after < 0 || plane->next[h] >= 0)
                return false;
            plane->next[h] = after;
            plane->first[v] = h;
            if (around->twisted != NULL)
                plane->twisted[h / 2] = around->twisted[first + k];
        }
    }
    return true;
}

pm_status pm_plane_given(struct pm_plane **out, const struct pm_adjacent *graph,
                         const struct pm_rotation *around)
{
    const int n = graph->vertices, halves = graph->start[n];
    struct pm_plane *plane = NULL;
    int *half = NULL;
    pm_status status;

    PM_TRY_GOTO(status, pm_plane_room(&plane, n, halves), done);
    if (around->twisted != NULL)
        PM_NEW_GOTO(status, plane->twisted, halves / 2, done);
    PM_NEW_GOTO(status, half, halves, done);
    number_halves(plane, half, graph);
    if (around->vertices != n || !take_order(plane, half, graph, around))
        status = pm_fail(PM_UNABLE, "the graph is not planar, and the embedding given is not of "
                                    "this graph");
done:
    free(half);
    PM_GIVE(out, plane, status, pm_plane_free);
}
