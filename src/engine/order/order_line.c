/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sequences of vertices: their cost, and their operations. */
#include "engine/order/order_star.h"

#include "base/alloc.h"
#include "base/status.h"

#include <stdlib.h>

void pm_order_line_look(struct pm_order_line *line, int v)
{
    const struct pm_order_graph *const g = line->graph;
    const int *const place = line->place;
    int first = v, last = v;
    for (int i = g->start[v]; i < g->start[v + 1]; i++) {
        const int u = g->near[i];
        first = first == v || place[u] < place[first] ? u : first;
        last = last == v || place[u] > place[last] ? u : last;
    }
    line->first[v] = first;
    line->last[v] = last;
}

static pm_status line_fill(struct pm_order_line *line, const int *sequence)
{
    const int vertices = line->graph->vertices;
    PM_NEW(line->vertex, 4 * (size_t)vertices);
    line->place = line->vertex + vertices;
    line->first = line->place + vertices;
    line->last = line->first + vertices;
    for (int i = 0; i < vertices; i++) {
        line->vertex[i] = sequence[i];
        line->place[sequence[i]] = i;
    }
    for (int v = 0; v < vertices; v++)
        pm_order_line_look(line, v);
    return PM_OK;
}

pm_status pm_order_line_new(struct pm_order_line **line, const struct pm_order_graph *graph,
                            const int *sequence)
{
    struct pm_order_line *l;
    PM_NEW(l, 1);
    l->graph = graph;
    PM_GIVE(line, l, line_fill(l, sequence), pm_order_line_free);
}

void pm_order_line_free(struct pm_order_line *line)
{
    if (!line)
        return;
    free(line->vertex); /* and the other arrays */
    free(line);
}

/* ------------------------------------------------------------------- counting */

static void close_all(struct pm_order_meter *meter, const struct pm_order_line *line)
{
    const struct pm_order_graph *const g = line->graph;
    meter->counts.states = 1; /* before the first vertex */
    for (int i = 0; i < g->vertices; i++)
        pm_order_close(meter, line, line->vertex[i], true);
    if (meter->counts.width > PM_ORDER_WIDTH)
        meter->counts.additions = meter->counts.states = meter->counts.moved = INFINITY;
}

/* Counts, and writes the operations if `program` is not NULL. */
static struct pm_order_counts count(const struct pm_order_line *line,
                                    struct pm_order_program *program)
{
    struct pm_order_meter meter = {.states = line->graph->states, .program = program};
    close_all(&meter, line);
    return meter.counts;
}

pm_status pm_order_count(struct pm_order_counts *counts, const struct pm_order_graph *graph,
                         const int *sequence)
{
    struct pm_order_line *line;
    PM_TRY(pm_order_line_new(&line, graph, sequence));
    *counts = count(line, NULL);
    pm_order_line_free(line);
    return PM_OK;
}

/* ----------------------------------------------------------------- operations */

/* Every vertex is opened once, and is dropped or passed once; every edge is used at most once. */
static pm_status list_operations(struct pm_order_program *program, const struct pm_order_line *line)
{
    const struct pm_order_graph *const g = line->graph;
    program->room = 3 * (size_t)g->vertices + (size_t)g->edges;
    PM_NEW(program->operation, program->room);
    count(line, program);
    return PM_OK;
}

pm_status pm_order_program_new(struct pm_order_program **program,
                               const struct pm_order_graph *graph, const int *sequence)
{
    struct pm_order_line *line = NULL;
    struct pm_order_program *p;
    PM_NEW(p, 1);
    pm_status status = pm_order_line_new(&line, graph, sequence);
    PM_THEN(status, list_operations(p, line));
    pm_order_line_free(line);
    PM_GIVE(program, p, status, pm_order_program_free);
}

void pm_order_program_free(struct pm_order_program *program)
{
    if (!program)
        return;
    PM_FREE(program->operation, program);
}

/* --------------------------------------------------------------------- orders */

/* True if its last neighbour closes v before v's own turn. */
static bool closed_early(const struct pm_order_line *line, int v)
{
    return line->last[v] != v && line->place[line->last[v]] < line->place[v];
}

static pm_status arrange(struct pm_order *order, const struct pm_order_line *line)
{
    const struct pm_order_graph *const g = line->graph;
    PM_NEW(order->vertex, g->vertices);
    for (int i = 0; i < g->vertices; i++) {
        const int u = line->vertex[i];
        if (closed_early(line, u))
            continue;
        order->vertex[order->vertices++] = u;
        for (int k = g->start[u]; k < g->start[u + 1]; k++) {
            if (line->last[g->near[k]] == u && closed_early(line, g->near[k]))
                order->vertex[order->vertices++] = g->near[k];
        }
    }
    order->counts = count(line, NULL);
    return PM_OK;
}

pm_status pm_order_line_order(struct pm_order **order, const struct pm_order_line *line)
{
    struct pm_order *o;
    PM_NEW(o, 1);
    PM_GIVE(order, o, arrange(o, line), pm_order_free);
}

void pm_order_free(struct pm_order *order)
{
    if (!order)
        return;
    PM_FREE(order->vertex, order);
}
