/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Matrix Market files as graphs: rows and columns are the two sides (biadjacency), or both are the
 * vertices (adjacency). */
#include "read/formats.h"
#include "read/mtx.h"

static const fmpq *im_of(const struct pm_matrix *a, int k)
{
    return a->im != NULL ? a->im + k : NULL;
}

static pm_status add_biadjacency(struct pm_graph *g, const struct pm_matrix *a)
{
    PM_TRY(pm_graph_add_vertices(g, a->rows));
    PM_TRY(pm_graph_add_vertices(g, a->cols));
    g->left = a->rows;
    for (int i = 0; i < a->rows; i++)
        for (int k = a->start[i]; k < a->start[i + 1]; k++)
            PM_TRY(pm_graph_add_edge(g, i, a->rows + a->col[k], a->re + k, im_of(a, k)));
    return PM_OK;
}

/* A graph needs a(i, j) = a(j, i). */
static pm_status check_symmetric(const struct pm_matrix *a)
{
    struct pm_matrix *turned;
    pm_status status = PM_OK;

    PM_TRY(pm_matrix_transpose(&turned, a));
    for (int i = 0; i < a->rows && status == PM_OK; i++) {
        bool same = a->start[i + 1] == turned->start[i + 1];
        for (int k = a->start[i]; same && k < a->start[i + 1]; k++)
            same = a->col[k] == turned->col[k] && fmpq_equal(a->re + k, turned->re + k) &&
                   (a->im == NULL || fmpq_equal(a->im + k, turned->im + k));
        if (!same)
            status = pm_fail(PM_INPUT,
                             "row %d is not the same as column %d: the adjacency matrix of a graph "
                             "is symmetric",
                             i + 1, i + 1);
    }
    pm_matrix_free(turned);
    return status;
}

static pm_status add_adjacency(struct pm_graph *g, const struct pm_matrix *a)
{
    if (a->rows != a->cols)
        return pm_fail(PM_INPUT, "an adjacency matrix is square, not %d x %d", a->rows, a->cols);
    if (!g->directed)
        PM_TRY(check_symmetric(a));
    PM_TRY(pm_graph_add_vertices(g, a->rows));
    for (int i = 0; i < a->rows; i++)
        for (int k = a->start[i]; k < a->start[i + 1]; k++)
            if (g->directed || a->col[k] <= i)
                PM_TRY(pm_graph_add_edge(g, i, a->col[k], a->re + k, im_of(a, k)));
    return PM_OK;
}

pm_status pm_mtx_graph_next(struct pm_graph **graph, struct pm_graph_reader *reader)
{
    struct pm_problem *problem = NULL;
    struct pm_graph *g = NULL;
    pm_status status;

    PM_TRY_GOTO(status, pm_mtx_read_source(&problem, reader->source), done);
    PM_TRY_GOTO(status, pm_graph_new(&g, reader->directed), done);
    g->field = problem->field;
    const bool adjacency = reader->as == PM_AS_ADJACENCY || reader->directed ||
                           (reader->as == PM_AS_EITHER && problem->mirrored);
    status = adjacency ? add_adjacency(g, problem->a) : add_biadjacency(g, problem->a);
    if (status != PM_OK) {
        pm_source_fail_at(reader->source, status);
        goto done;
    }
    *graph = g;
    g = NULL;
done:
    pm_graph_free(g);
    pm_problem_free(problem);
    return status;
}
