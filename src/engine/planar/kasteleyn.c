/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds the data by which the matchings of a matrix are counted: the embedding, the signs, and the
 * order of elimination. */
#include "base/alloc.h"
#include "engine/planar/planar.h"

#include <stdlib.h>

/* A drawing of more Pfaffians than this may be worse than far edges. */
enum { RANK_SURE = 2 };

/* The leaves for these far edges, unless the sheets of the surface are as few. */
static pm_status set_far(struct pm_kasteleyn *k, const struct pm_matrix *a, enum pm_kind kind,
                         const int *mate, const bool *marks)
{
    struct pm_far *far = NULL;

    PM_TRY(pm_far_new(&far, a, kind, mate, marks));
    if (k->sheets.signs != NULL && far->leaves >= pm_sheets_count(&k->sheets)) {
        pm_far_free(far);
        return PM_OK;
    }
    pm_sheets_clear(&k->sheets);
    k->far = far;
    k->leaves = far->leaves;
    return PM_OK;
}

static pm_status find_far(struct pm_kasteleyn *k, const struct pm_matrix *a, enum pm_kind kind,
                          const struct pm_adjacent *graph, const int *mate, double steps)
{
    bool *marks;

    PM_NEW(marks, graph->start[graph->vertices]);
    pm_status status = pm_far_find(marks, graph, steps);
    PM_THEN(status, set_far(k, a, kind, mate, marks));
    free(marks);
    return status;
}

/* The signs for a graph on a surface; or else the far edges of a graph that is nearly planar. */
static pm_status find_beyond(struct pm_kasteleyn *k, const struct pm_matrix *a, enum pm_kind kind,
                             const struct pm_rotation *around, const struct pm_adjacent *graph,
                             const int *mate, double steps)
{
    struct pm_plane *plane = NULL;
    struct pm_failure failure = {.status = PM_OK}, far = failure;
    pm_status status = pm_plane_surface(&plane, graph, around);

    PM_THEN(status, pm_sheets_find(&k->sheets, a, kind, plane, mate));
    pm_plane_free(plane);
    if (around != NULL) /* an embedding that is given and wrong is refused */
        return status;
    if (status == PM_OK ? k->sheets.rank <= RANK_SURE : status != PM_UNABLE)
        return status;
    pm_failure_keep(&failure, status);
    if (status == PM_UNABLE)
        pm_sheets_clear(&k->sheets);
    status = find_far(k, a, kind, graph, mate, steps);
    if (status != PM_UNABLE)
        return status;
    pm_failure_keep(&far, status);
    return steps > 0 ? pm_fail(status, "%s; %s", failure.message, far.message)
                     : pm_failure_raise(&failure);
}

/* Finds the signs for a planar graph, or for one that is not. */
static pm_status find_signs(struct pm_kasteleyn *k, const struct pm_matrix *a, enum pm_kind kind,
                            const struct pm_rotation *around, const struct pm_adjacent *graph,
                            const int *mate, double steps)
{
    struct pm_plane *plane = NULL;
    pm_status status = pm_plane_new(&plane, graph);

    k->leaves = 1;
    if (status == PM_OK)
        status = pm_sheets_find(&k->sheets, a, kind, plane, mate);
    else if (status == PM_UNABLE)
        status = find_beyond(k, a, kind, around, graph, mate, steps);
    pm_plane_free(plane);
    return status;
}

pm_status pm_kasteleyn_find(struct pm_kasteleyn *k, const struct pm_matrix *a, enum pm_kind kind,
                            const struct pm_rotation *around, double steps)
{
    struct pm_adjacent graph = {0};
    int *mate = NULL;
    bool perfect;
    pm_status status;

    *k = (struct pm_kasteleyn){.fronts = NULL};
    if (a->rows != a->cols)
        return pm_fail(PM_UNABLE, "%d x %d is not square", a->rows, a->cols);
    if (a->rows > INT32_MAX / 4 || pm_matrix_nnz(a) > INT32_MAX / 4)
        return pm_fail(PM_UNABLE, "the graph is too large");
    PM_TRY_GOTO(status, pm_adjacent_new(&graph, a, kind), done);
    PM_NEW_GOTO(status, mate, graph.vertices, done);
    PM_TRY_GOTO(status, pm_match_perfect(mate, &perfect, &graph), done);
    if (!perfect)
        goto done;
    PM_TRY_GOTO(status, find_signs(k, a, kind, around, &graph, mate, steps), done);
    PM_TRY_GOTO(status, pm_fronts_new(&k->fronts, a, kind, mate, NULL), done);
    PM_TRY_GOTO(status, pm_balls_spread(&k->spread, a), done);
    if (k->far != NULL)
        k->steps = k->fronts->steps;
    else
        status = pm_switching_find(&k->alike, k->fronts, &k->sheets, a);
    for (int s = 0; s < k->fronts->count && k->far == NULL && status == PM_OK; s++)
        for (int x = 0; x < k->alike.sets; x++)
            k->steps += k->alike.of[x][s] == x ? pm_fronts_steps(k->fronts, s) : 0;
done:
    free(mate);
    pm_adjacent_clear(&graph);
    return status;
}

pm_status pm_kasteleyn_far(struct pm_kasteleyn *k, const struct pm_matrix *a, enum pm_kind kind,
                           const int *mate, const bool *marks)
{
    *k = (struct pm_kasteleyn){.fronts = NULL};
    PM_TRY(set_far(k, a, kind, mate, marks));
    PM_TRY(pm_fronts_new(&k->fronts, a, kind, mate, NULL));
    k->steps = k->fronts->steps;
    return PM_OK;
}

/* Marks the edge u v, in one direction. */
static pm_status mark(bool *marks, const struct pm_adjacent *graph, int u, int v)
{
    const int first = u < graph->vertices ? u : 0;

    for (int k = graph->start[first]; first == u && k < graph->start[u + 1]; k++)
        if (graph->to[k] == v) {
            marks[k] = true;
            return PM_OK;
        }
    return pm_fail(PM_INPUT, "no edge joins the ends of a far edge, %d and %d", u, v);
}

pm_status pm_kasteleyn_given(struct pm_kasteleyn *k, const struct pm_core *core, const int *u,
                             const int *v, int edges)
{
    struct pm_adjacent graph = {0};
    int *mate = NULL;
    bool *marks = NULL, perfect = false;
    pm_status status;

    PM_TRY_GOTO(status, pm_adjacent_new(&graph, core->a, core->kind), done);
    PM_NEW_GOTO(status, mate, graph.vertices, done);
    PM_NEW_GOTO(status, marks, graph.start[graph.vertices], done);
    for (int e = 0; e < edges; e++) {
        PM_TRY_GOTO(status, mark(marks, &graph, u[e], v[e]), done);
        PM_TRY_GOTO(status, mark(marks, &graph, v[e], u[e]), done);
    }
    PM_TRY_GOTO(status, pm_match_perfect(mate, &perfect, &graph), done);
    status = perfect ? pm_kasteleyn_far(k, core->a, core->kind, mate, marks)
                     : pm_fail(PM_INPUT, "far edges of a graph without a perfect matching");
    PM_THEN(status, pm_balls_spread(&k->spread, core->a));
done:
    PM_FREE(mate, marks);
    pm_adjacent_clear(&graph);
    return status;
}

void pm_kasteleyn_clear(struct pm_kasteleyn *k)
{
    pm_fronts_free(k->fronts);
    pm_sheets_clear(&k->sheets);
    pm_switching_clear(&k->alike);
    pm_far_free(k->far);
    *k = (struct pm_kasteleyn){.fronts = NULL};
}

pm_status pm_kasteleyn_leaf(struct pm_kasteleyn *leaf, int *mate, bool *some,
                            const struct pm_kasteleyn *k, uint64_t number)
{
    int *own = NULL;

    *leaf = *k;
    leaf->far = NULL;
    if (mate == NULL) {
        PM_NEW(own, k->far->graph.vertices);
        mate = own;
    }
    const pm_status status = pm_far_sheets(&leaf->sheets, mate, some, k->far, number);
    free(own);
    return status;
}

void pm_kasteleyn_leaf_clear(struct pm_kasteleyn *leaf)
{
    pm_sheets_clear(&leaf->sheets);
}
