/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The graph of a core in the form for sweeps: each edge is in the lists of both ends. */
#include "engine/order/order.h"

#include "base/alloc.h"
#include "base/status.h"

#include <stdlib.h>

/* Appends the next neighbour of v. */
static void append(struct pm_order_graph *g, int *room, int v, int neighbour, int entry)
{
    g->near[room[v]] = neighbour;
    g->entry[room[v]++] = entry;
}

/* Rows and entries ascend, so the neighbours of every vertex ascend, too.  In a general graph,
 * smaller neighbours are appended when they are the row, before the vertex itself is. */
static void connect(struct pm_order_graph *g, const struct pm_matrix *a, bool general, int *room)
{
    for (int i = 0; i < a->rows; i++) {
        for (int k = a->start[i]; k < a->start[i + 1]; k++) {
            if (general && a->col[k] <= i)
                continue;
            const int j = general ? a->col[k] : a->rows + a->col[k];
            append(g, room, i, j, k);
            append(g, room, j, i, k);
        }
    }
}

static void count_edges(struct pm_order_graph *g, const struct pm_matrix *a, bool general)
{
    for (int i = 0; i < a->rows; i++) {
        for (int k = a->start[i]; k < a->start[i + 1]; k++) {
            if (general && a->col[k] <= i)
                continue;
            g->edges++;
            g->start[i + 1]++;
            g->start[1 + (general ? a->col[k] : a->rows + a->col[k])]++;
        }
    }
    for (int v = 0; v < g->vertices; v++)
        g->start[v + 1] += g->start[v];
}

static pm_status graph_fill(struct pm_order_graph *g, const struct pm_matrix *a, bool general,
                            bool loose)
{
    int *room;
    PM_NEW(g->start, g->vertices + 1);
    PM_NEW(g->alone, g->vertices);
    count_edges(g, a, general);
    PM_NEW(g->near, 2 * (size_t)g->edges);
    PM_NEW(g->entry, 2 * (size_t)g->edges);
    PM_NEW(room, g->vertices);
    for (int v = 0; v < g->vertices; v++) {
        room[v] = g->start[v];
        g->alone[v] = loose || (v >= a->rows && a->rows < a->cols);
    }
    connect(g, a, general, room);
    free(room);
    return PM_OK;
}

pm_status pm_order_graph_new(struct pm_order_graph **graph, const struct pm_core *core, bool loose)
{
    const struct pm_matrix *const a = core->a;
    const bool general = core->kind == PM_HAFNIAN;
    const bool all = !loose && (general || a->rows == a->cols);
    struct pm_order_graph *g;
    PM_NEW(g, 1);
    g->rows = a->rows;
    g->vertices = general ? a->rows : a->rows + a->cols;
    g->states = !all ? PM_ORDER_FREE : general ? PM_ORDER_EVEN : PM_ORDER_SQUARE;
    PM_GIVE(graph, g, graph_fill(g, a, general, loose), pm_order_graph_free);
}

void pm_order_graph_free(struct pm_order_graph *graph)
{
    if (!graph)
        return;
    PM_FREE(graph->start, graph->near, graph->entry, graph->alone, graph);
}
