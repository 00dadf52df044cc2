/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Builds the adjacency lists in two passes over the entries: one counts, one stores. */
#include "model/adjacent.h"

#include "base/alloc.h"

#include <stdlib.h>
#include <string.h>

void pm_adjacent_clear(struct pm_adjacent *g)
{
    PM_FREE(g->start, g->to);
    *g = (struct pm_adjacent){0};
}

/* One pass over the entries: counts neighbours in start[v + 1], or, if `next` is given, stores
 * them. A symmetric matrix has each edge twice, a biadjacency matrix once. */
static void visit(struct pm_adjacent *g, int *next, const struct pm_matrix *a, enum pm_kind kind)
{
    PM_EACH_ENTRY(a, i, k) {
        const bool twice = kind == PM_HAFNIAN;
        const int j = twice ? a->col[k] : a->rows + a->col[k];
        if (i == j)
            continue;
        if (next == NULL) {
            g->start[i + 1]++;
            g->start[j + 1] += !twice;
            continue;
        }
        g->to[next[i]++] = j;
        if (!twice)
            g->to[next[j]++] = i;
    }
}

pm_status pm_adjacent_new(struct pm_adjacent *g, const struct pm_matrix *a, enum pm_kind kind)
{
    int *next = NULL;
    pm_status status = PM_OK;

    *g = (struct pm_adjacent){.vertices = a->rows + (kind == PM_HAFNIAN ? 0 : a->cols),
                              .rows = a->rows};
    PM_NEW_GOTO(status, g->start, (size_t)g->vertices + 1, done);
    PM_NEW_GOTO(status, next, g->vertices, done);
    visit(g, NULL, a, kind);
    for (int v = 0; v < g->vertices; v++)
        g->start[v + 1] += g->start[v];
    PM_NEW_GOTO(status, g->to, g->start[g->vertices], done);
    memcpy(next, g->start, (size_t)g->vertices * sizeof *next);
    visit(g, next, a, kind);
done:
    free(next);
    if (status != PM_OK)
        pm_adjacent_clear(g);
    return status;
}

pm_status pm_adjacent_parts(int *of, int *parts, const struct pm_adjacent *graph, const int *mate)
{
    int *queue;

    PM_NEW(queue, graph->vertices);
    *parts = 0;
    for (int v = 0; v < graph->vertices; v++)
        of[v] = -1;
    for (int v = 0; v < graph->vertices; v++) {
        if (of[v] >= 0 || (mate != NULL && mate[v] >= 0))
            continue;
        of[v] = *parts;
        queue[0] = v;
        for (int head = 0, tail = 1; head < tail; head++)
            for (int k = graph->start[queue[head]]; k < graph->start[queue[head] + 1]; k++) {
                const int w = graph->to[k];
                if (of[w] < 0 && (mate == NULL || mate[w] < 0)) {
                    of[w] = *parts;
                    queue[tail++] = w;
                }
            }
        ++*parts;
    }
    free(queue);
    return PM_OK;
}
