/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds a small set of vertices that splits a graph into parts of at most about three quarters of
 * its vertices.  The set is the smallest of the middle levels of a breadth-first search, which
 * starts at a vertex far from another one. (This is the first step of Lipton and Tarjan, A
 * separator theorem for planar graphs, SIAM J. Applied Mathematics 36, 1979; lattices have short
 * levels.) */
#include "base/alloc.h"
#include "engine/planar/planar.h"

#include <stdlib.h>
#include <string.h>

/* level[v] = the distance of v from `root` in a connected graph; queue[] = the vertices by level.
 * Returns a vertex of the last level. */
static int search(int *level, int *queue, const struct pm_adjacent *graph, int root)
{
    int tail = 0;

    for (int v = 0; v < graph->vertices; v++)
        level[v] = -1;
    level[root] = 0;
    queue[tail++] = root;
    for (int head = 0; head < tail; head++) {
        const int v = queue[head];
        for (int k = graph->start[v]; k < graph->start[v + 1]; k++)
            if (level[graph->to[k]] < 0) {
                level[graph->to[k]] = level[v] + 1;
                queue[tail++] = graph->to[k];
            }
    }
    return queue[tail - 1];
}

pm_status pm_graph_separate(int *own, int *owns, const struct pm_adjacent *graph)
{
    const int n = graph->vertices;
    int *level, *queue = NULL, first = 0, best = -1;
    pm_status status = PM_OK;

    PM_NEW(level, n);
    PM_NEW_GOTO(status, queue, n, done);
    search(level, queue, graph, search(level, queue, graph, 0));
    *owns = n;
    for (int k = 0; k < n; k = first) {
        while (first < n && level[queue[first]] == level[queue[k]])
            first++;
        if (k >= n / 4 && first <= n - n / 4 && first - k < *owns) {
            *owns = first - k;
            best = k;
        }
    }
    if (best < 0) /* one level contains the middle half */
        best = 0;
    memcpy(own, queue + best, (size_t)*owns * sizeof *own);
done:
    free(level);
    free(queue);
    return status;
}
