/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The weights of a graph become powers of one variable, with coefficients (variable.h). */
#include "base/alloc.h"
#include "model/graph.h"
#include "model/variable.h"

#include <stdlib.h>

static pm_status to_powers(struct pm_graph *graph, struct pm_variable *p, fmpq *coefficient,
                           bool any_degrees)
{
    struct pm_triplets *const edge = &graph->edge;

    if (graph->weights == PM_WEIGHTS_TERMS)
        pm_variable_unpack(edge->re, coefficient, edge->count);
    PM_TRY(pm_variable_find(p, edge->re, edge->count));
    p->below *= 2; /* a cover may use an edge in both directions */
    PM_TRY(pm_variable_fit(p, coefficient, edge->count, any_degrees ? 0 : edge->rows, edge->row,
                           edge->col));
    for (size_t k = 0; k < edge->count; k++) {
        pm_variable_set(edge->re + k, p, p->multiple[k]);
        fmpq_mul(edge->re + k, edge->re + k, coefficient + k);
    }
    graph->field = p->below > 0 ? PM_FIELD_REAL : PM_FIELD_INTEGER;
    return PM_OK;
}

pm_status pm_graph_to_powers(struct pm_graph *graph, bool any_degrees)
{
    const size_t count = graph->edge.count;
    fmpq *coefficient;

    if (graph->field == PM_FIELD_COMPLEX || graph->field == PM_FIELD_LOGS)
        return pm_fail(PM_INPUT, "exponents are real numbers");
    PM_NEW(graph->powers, 1);
    fmpq_init(graph->powers->unit);
    PM_NEW(coefficient, count);
    for (size_t k = 0; k < count; k++) {
        fmpq_init(coefficient + k);
        fmpq_one(coefficient + k);
    }
    const pm_status status = to_powers(graph, graph->powers, coefficient, any_degrees);
    for (size_t k = 0; k < count; k++)
        fmpq_clear(coefficient + k);
    free(coefficient);
    return status;
}
