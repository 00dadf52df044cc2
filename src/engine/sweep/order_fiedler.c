/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Spectral orders: vertices are sorted by a vector that the graph's Laplacian hardly changes
 * (Barnard, Pothen, Simon, A spectral algorithm for envelope reduction of sparse matrices, 1995).
 * The vector starts as distances and is smoothed: every entry moves half way to the mean of its
 * neighbours' entries.  It need not be exact, but it must be the same on every machine. */
#include "engine/sweep/order_try.h"

#include "base/alloc.h"

#include <stdlib.h>

enum { ROUNDS = 100 }; /* rounds of smoothing */

struct entry {
    double value;
    int vertex;
};

static int by_value(const void *x, const void *y)
{
    const struct entry *const a = x, *const b = y;
    if (a->value != b->value)
        return a->value < b->value ? -1 : 1;
    return a->vertex - b->vertex;
}

/* Subtracts the mean, weighted by degrees; otherwise the vector would converge to a constant. */
static void centre(const struct pm_sweep_graph *g, double *x)
{
    double sum = 0;
    for (int v = 0; v < g->vertices; v++)
        sum += x[v] * (g->start[v + 1] - g->start[v]);
    for (int v = 0; v < g->vertices; v++)
        x[v] -= sum / (2.0 * g->edges);
}

static void smooth(const struct pm_sweep_graph *g, double *to, const double *from)
{
    for (int v = 0; v < g->vertices; v++) {
        const int degree = g->start[v + 1] - g->start[v];
        double sum = 0;
        for (int i = g->start[v]; i < g->start[v + 1]; i++)
            sum += from[g->near[i]];
        to[v] = degree ? 0.5 * (from[v] + sum / degree) : 0;
    }
    centre(g, to);
}

static void sort(int *sequence, struct entry *entry, const double *x, int vertices)
{
    for (int v = 0; v < vertices; v++)
        entry[v] = (struct entry){x[v], v};
    qsort(entry, (size_t)vertices, sizeof *entry, by_value);
    for (int v = 0; v < vertices; v++)
        sequence[v] = entry[v].vertex;
}

pm_status pm_sweep_try_fiedler(int *sequence, double *steps, const struct pm_sweep_graph *graph,
                               const int *level)
{
    double *x = NULL, *y = NULL;
    struct entry *entry = NULL;
    pm_status status;
    PM_NEW_GOTO(status, x, graph->vertices, done);
    PM_NEW_GOTO(status, y, graph->vertices, done);
    PM_NEW_GOTO(status, entry, graph->vertices, done);
    for (int v = 0; v < graph->vertices; v++)
        x[v] = level[v];
    for (int round = 0; round < ROUNDS; round++) {
        smooth(graph, y, x);
        smooth(graph, x, y);
    }
    sort(sequence, entry, x, graph->vertices);
    *steps += ROUNDS * (8.0 * graph->edges + 8.0 * graph->vertices);
    status = PM_OK;
done:
    free(x);
    free(y);
    free(entry);
    return status;
}
