/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes the graph of a matrix. */
#include "base/alloc.h"
#include "engine/planar/planar.h"

#include <stdlib.h>
#include <string.h>

/* graph->start = where the neighbours of each vertex begin.  A symmetric matrix contains each edge
 * twice, a biadjacency matrix once. */
static void count_degrees(struct pm_adjacency *graph, const struct pm_matrix *a, bool bipartite)
{
    int *const degree = graph->start + 1;

    for (int i = 0; i < a->rows; i++)
        for (int k = a->start[i]; k < a->start[i + 1]; k++) {
            degree[i] += bipartite || a->col[k] != i;
            if (bipartite)
                degree[a->rows + a->col[k]]++;
        }
    for (int v = 0; v < graph->vertices; v++)
        graph->start[v + 1] += graph->start[v];
}

static void fill_lists(struct pm_adjacency *graph, int *next, const struct pm_matrix *a,
                       bool bipartite)
{
    memcpy(next, graph->start, (size_t)graph->vertices * sizeof *next);
    for (int i = 0; i < a->rows; i++)
        for (int k = a->start[i]; k < a->start[i + 1]; k++) {
            const int j = bipartite ? a->rows + a->col[k] : a->col[k];
            if (j != i)
                graph->to[next[i]++] = j;
            if (bipartite)
                graph->to[next[j]++] = i;
        }
}

pm_status pm_adjacency_new(struct pm_adjacency **out, const struct pm_matrix *a, enum pm_kind kind)
{
    const bool bipartite = kind == PM_PERMANENT;
    struct pm_adjacency *graph;
    int *next = NULL;
    pm_status status = PM_OK;

    if (a->rows > INT32_MAX / 4 || pm_matrix_nnz(a) > INT32_MAX / 4)
        return pm_fail(PM_UNABLE, "the graph is too large");
    PM_NEW(graph, 1);
    graph->vertices = bipartite ? 2 * a->rows : a->rows;
    PM_NEW_GOTO(status, graph->start, graph->vertices + 1, done);
    PM_NEW_GOTO(status, graph->to, 2 * pm_matrix_nnz(a), done);
    PM_NEW_GOTO(status, next, graph->vertices, done);
    count_degrees(graph, a, bipartite);
    fill_lists(graph, next, a, bipartite);
done:
    free(next);
    if (status != PM_OK) {
        pm_adjacency_free(graph);
        graph = NULL;
    }
    *out = graph;
    return status;
}

void pm_adjacency_free(struct pm_adjacency *graph)
{
    if (graph == NULL)
        return;
    free(graph->start);
    free(graph->to);
    free(graph);
}
