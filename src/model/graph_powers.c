/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The weights of a graph become powers of one variable (variable.h).  No coefficient exceeds the
 * number of all sets of edges or arcs, and, but for subgraphs with given degrees, that of the
 * choices of one edge, or none, at each vertex. */
#include "base/alloc.h"
#include "base/argument.h"
#include "base/budget.h"
#include "model/graph.h"
#include "model/variable.h"

#include <math.h>
#include <stdlib.h>

/* The base-2 logarithm of what no coefficient exceeds. */
static pm_status find_bits(ulong *bits, const struct pm_graph *graph, bool any_degrees)
{
    const struct pm_triplets *const edge = &graph->edge;
    double choices = 0;
    int *degree;

    PM_NEW(degree, edge->rows + 1);
    for (size_t k = 0; k < edge->count; k++) {
        degree[edge->row[k]]++;
        degree[edge->col[k]]++;
    }
    for (int v = 0; v < edge->rows; v++)
        choices += log2(1 + degree[v]) * (1 + 0x1p-40);
    free(degree);
    *bits = 2 * edge->count;
    if (!any_degrees && choices < (double)*bits)
        *bits = (ulong)choices + 1;
    return PM_OK;
}

static pm_status to_powers(struct pm_graph *graph, struct pm_variable *p, bool any_degrees)
{
    struct pm_triplets *const edge = &graph->edge;

    PM_TRY(pm_variable_find(p, edge->re, edge->count));
    ulong bits;
    PM_TRY(find_bits(&bits, graph, any_degrees));
    p->below *= 2; /* a cover may use an edge in both directions */
    PM_TRY(pm_variable_bits(p, bits + 1));
    for (size_t k = 0; k < edge->count; k++)
        pm_variable_set(edge->re + k, p, p->multiple[k]);
    graph->field = p->below > 0 ? PM_FIELD_REAL : PM_FIELD_INTEGER;
    return PM_OK;
}

static pm_status replace(struct pm_graph *graph, bool any_degrees)
{
    struct pm_variable *p;

    if (graph->field == PM_FIELD_COMPLEX || graph->field == PM_FIELD_LOGS)
        return pm_fail(PM_INPUT, "exponents are real numbers");
    if (graph->powers != NULL)
        return pm_fail(PM_INPUT, "the weights of the graph are powers already");
    PM_NEW(p, 1);
    const pm_status status = to_powers(graph, p, any_degrees);
    if (status == PM_OK) {
        graph->powers = p;
        return status;
    }
    pm_variable_clear(p);
    free(p);
    return status;
}

pm_status pm_graph_to_powers(pm_graph *graph, bool any_degrees)
{
    PM_ARGUMENTS(graph);
    PM_RETURN_WITHIN(graph->memory, true, replace(graph, any_degrees));
}
