/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Positions that igraph computes for the vertices of a graph without any. */
#include "model/graph.h"

#include "base/budget.h"
#include "model/igraph.h"

#include <math.h>

/* The springs of all vertices relax so often; the budget is asked between PARTS of this. */
enum { LAY_OUT_ROUNDS = 50, PARTS = 10 };

/* Stops early if the budget says so; then the caller asks it again. */
static igraph_error_t lay_out(double *at, const struct pm_graph *g)
{
    const igraph_integer_t n = g->edge.rows;
    igraph_matrix_t place;
    igraph_t graph;
    igraph_error_t code = pm_igraph.igraph_matrix_init(&place, n, 2);

    if (code != IGRAPH_SUCCESS)
        return code;
    code = pm_igraph_create(&graph, (int)n, false, g->edge.count, g->edge.row, g->edge.col);
    if (code != IGRAPH_SUCCESS)
        goto done;
    for (igraph_integer_t v = 0; v < n; v++) { /* starts from a circle, so nothing is random */
        MATRIX(place, v, 0) = cos(2 * 3.141592653589793 * (double)v / (double)n);
        MATRIX(place, v, 1) = sin(2 * 3.141592653589793 * (double)v / (double)n);
    }
    for (int k = 0; k < PARTS && code == IGRAPH_SUCCESS && pm_budget_ask() == PM_OK; k++)
        code =
            pm_igraph.igraph_layout_kamada_kawai(&graph, &place, true, LAY_OUT_ROUNDS / PARTS * n,
                                                 0, (double)n, NULL, NULL, NULL, NULL, NULL);
    for (igraph_integer_t v = 0; v < n && code == IGRAPH_SUCCESS; v++) {
        at[2 * v] = MATRIX(place, v, 0);
        at[2 * v + 1] = MATRIX(place, v, 1);
    }
    pm_igraph.igraph_destroy(&graph);
done:
    pm_igraph.igraph_matrix_destroy(&place);
    return code;
}

pm_status pm_graph_springs(double *at, const struct pm_graph *graph)
{
    struct pm_igraph_before before;

    PM_TRY(pm_igraph_enter(&before));
    const igraph_error_t code = lay_out(at, graph);
    pm_status status = code == IGRAPH_SUCCESS ? pm_budget_ask() : pm_igraph_failure(code);
    pm_igraph_leave(&before);
    if (status == PM_INPUT)
        pm_fail_at(status = PM_UNABLE, "igraph finds no positions");
    return status;
}
