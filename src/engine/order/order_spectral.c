/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Spectral orders: vertices are sorted by a vector that the graph's Laplacian hardly changes
 * (Barnard, Pothen, Simon, A spectral algorithm for envelope reduction of sparse matrices, 1995).
 * The vector starts as the places in a sequence and is smoothed: every entry moves half way to the
 * mean of its neighbours' entries.  It need not be exact, but it must be the same on every
 * machine. */
#include "engine/order/order_ways.h"

#include "base/alloc.h"

#include <stdlib.h>

enum { ROUNDS = 200 }; /* rounds of smoothing */

struct entry {
    double value;
    int vertex;
};

static int by_value(const void *x, const void *y)
{
    const struct entry *const a = x, *const b = y;

    return a->value != b->value ? (a->value < b->value ? -1 : 1) : a->vertex - b->vertex;
}

/* Smooths x once; y is for the new entries.  Subtracts the mean, weighted by degrees; otherwise the
 * vector would converge to a constant. */
static void smooth(const struct pm_order_graph *g, double *x, double *y)
{
    double total = 0;

    for (int v = 0; v < g->vertices; v++) {
        const int degree = g->start[v + 1] - g->start[v];
        double sum = 0;
        for (int i = g->start[v]; i < g->start[v + 1]; i++)
            sum += x[g->near[i]];
        y[v] = degree > 0 ? 0.5 * (x[v] + sum / degree) : 0;
        total += y[v] * degree;
    }
    for (int v = 0; v < g->vertices; v++)
        x[v] = y[v] - total / (2.0 * g->edges);
}

pm_status pm_order_spectral(int *sequence, double *steps, const struct pm_order_graph *graph)
{
    double *x = NULL;
    struct entry *entry = NULL;
    pm_status status;

    PM_NEW_GOTO(status, x, 2 * (size_t)graph->vertices, done);
    PM_NEW_GOTO(status, entry, graph->vertices, done);
    for (int i = 0; i < graph->vertices; i++)
        x[sequence[i]] = i;
    for (int round = 0; round < ROUNDS; round++)
        smooth(graph, x, x + graph->vertices);
    for (int v = 0; v < graph->vertices; v++)
        entry[v] = (struct entry){x[v], v};
    pm_alloc_sort(entry, (size_t)graph->vertices, sizeof *entry, by_value);
    for (int i = 0; i < graph->vertices; i++)
        sequence[i] = entry[i].vertex;
    *steps += ROUNDS * (4.0 * graph->edges + 4.0 * graph->vertices);
    status = PM_OK;
done:
    PM_FREE(x, entry);
    return status;
}
