/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The weights of a graph become powers of one variable, with coefficients (variable.h).  No
 * coefficient of the sum exceeds the product of 1 + |c|, squared, over all edges or arcs, and, but
 * for subgraphs with given degrees, that of 1 + the sum of |c| over the vertices. */
#include "base/alloc.h"
#include "base/budget.h"
#include "model/graph.h"
#include "model/variable.h"

#include <math.h>
#include <stdlib.h>

/* At least log2(1 + x) */
static double bits_above(double x)
{
    return log2(1 + x) * (1 + 0x1p-40);
}

/* The base-2 logarithm of what no coefficient exceeds. */
static pm_status find_bits(ulong *bits, const struct pm_triplets *edge, const fmpq *coefficient,
                           bool any_degrees)
{
    double all = 0, choices = 0, *sum;

    PM_NEW(sum, edge->rows + 1);
    for (size_t k = 0; k < edge->count; k++) {
        const double c = fabs(fmpz_get_d(fmpq_numref(coefficient + k)));
        all += 2 * bits_above(c);
        sum[edge->row[k]] += c;
        sum[edge->col[k]] += c;
    }
    for (int v = 0; v < edge->rows; v++)
        choices += bits_above(sum[v]);
    free(sum);
    *bits = (ulong)(any_degrees ? all : fmin(all, choices)) + 1;
    return PM_OK;
}

static pm_status to_powers(struct pm_graph *graph, struct pm_variable *p, fmpq *coefficient,
                           bool any_degrees)
{
    struct pm_triplets *const edge = &graph->edge;
    ulong bits;

    if (graph->weights == PM_WEIGHTS_TERMS)
        pm_variable_unpack(edge->re, coefficient, edge->count);
    PM_TRY(pm_variable_find(p, edge->re, edge->count));
    PM_TRY(find_bits(&bits, edge, coefficient, any_degrees));
    p->below *= 2; /* a cover may use an edge in both directions */
    PM_TRY(pm_variable_bits(p, bits + 1));
    for (size_t k = 0; k < edge->count; k++) {
        p->negative |= fmpq_sgn(coefficient + k) < 0;
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
