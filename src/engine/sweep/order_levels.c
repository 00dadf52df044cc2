/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Breadth-first orders: Cuthill and McKee, Reducing the bandwidth of sparse symmetric matrices,
 * 1969.  Reversed, they are those of George, Computer implementation of the finite element method,
 * 1971.  The last vertex of one is a good first vertex of the next (Gibbs, Poole, Stockmeyer, An
 * algorithm for reducing the bandwidth and profile of a sparse matrix, 1976). */
#include "engine/sweep/order_try.h"

#include "base/alloc.h"

static int degree(const struct pm_sweep_graph *g, int v)
{
    return g->start[v + 1] - g->start[v];
}

/* Inserts v among the vertices from..count-1, which ascend by degree. */
static void insert(const struct pm_sweep_graph *g, int *sequence, int from, int count, int v)
{
    int at = count;
    for (; at > from && degree(g, sequence[at - 1]) > degree(g, v); at--)
        sequence[at] = sequence[at - 1];
    sequence[at] = v;
}

/* Searches one component, from `first`; returns the new number of vertices in the sequence. */
static int search(const struct pm_sweep_graph *g, int *sequence, int *level, int count, int first)
{
    int at = count;
    sequence[count++] = first;
    level[first] = 0;
    for (; at < count; at++) {
        const int v = sequence[at], from = count;
        for (int i = g->start[v]; i < g->start[v + 1]; i++) {
            const int u = g->near[i];
            if (level[u] >= 0)
                continue;
            level[u] = level[v] + 1;
            insert(g, sequence, from, count++, u);
        }
    }
    return count;
}

pm_status pm_sweep_try_levels(int *sequence, int *level, double *steps,
                              const struct pm_sweep_graph *graph, int first)
{
    const int vertices = graph->vertices;
    for (int v = 0; v < vertices; v++)
        level[v] = -1;
    int count = search(graph, sequence, level, 0, first);
    for (int v = 0; v < vertices; v++) {
        if (level[v] < 0)
            count = search(graph, sequence, level, count, v);
    }
    *steps += 4.0 * vertices + 8.0 * graph->edges;
    return PM_OK;
}
