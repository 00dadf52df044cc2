/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Couplings, and the drawing of their graph: in the plane, on a surface, or in the plane without a
 * few edges.  The ports of the even sets (even_sets.h) are in the order of the drawing, so that the
 * matchings have a drawing of the same kind. */
#include "base/alloc.h"
#include "engine/planar/planar.h"
#include "ising/couplings.h"
#include "model/graph.h"

/* ------------------------------------------------------------------ couplings */

static pm_status check_field(const struct pm_graph *graph)
{
    const pm_field field = graph->field;

    return field == PM_FIELD_COMPLEX ? pm_fail(PM_INPUT, "couplings are real numbers")
           : field == PM_FIELD_LOGS
               ? pm_fail(PM_INPUT, "couplings are not given by their logarithms")
               : PM_OK;
}

/* *out = the couplings as a symmetric matrix, with one more line for the field. */
static pm_status with_field(struct pm_matrix **out, const struct pm_matrix *a, const fmpq *field)
{
    struct pm_triplets t;
    pm_status status;

    pm_triplets_init(&t, a->rows + 1, a->rows + 1, false);
    PM_TRY_GOTO(status, pm_triplets_reserve(&t, pm_matrix_nnz(a) + 2 * (size_t)a->rows), done);
    for (int v = 0; v < a->rows; v++) {
        for (int k = a->start[v]; k < a->start[v + 1]; k++)
            PM_TRY_GOTO(status, pm_triplets_copy(&t, v, a->col[k], a, k), done);
        PM_TRY_GOTO(status, pm_triplets_add(&t, v, a->rows, field, NULL), done);
        PM_TRY_GOTO(status, pm_triplets_add(&t, a->rows, v, field, NULL), done);
    }
    status = pm_matrix_from_triplets(out, &t);
done:
    pm_triplets_clear(&t);
    return status;
}

/* Numbers the edges: of[k] is that of entry k. */
static pm_status number_edges(struct pm_couplings *c, int *of, const struct pm_matrix *a)
{
    const int edges = pm_matrix_nnz(a) / 2;

    PM_NEW(c->u, edges);
    PM_NEW(c->v, edges);
    PM_NEW(c->coupling, edges);
    PM_EACH_ENTRY(a, v, k) {
        const int w = a->col[k];
        of[k] = w < v ? of[pm_matrix_entry(a, w, v)] : c->edges;
        if (w < v)
            continue;
        c->u[c->edges] = v;
        c->v[c->edges] = w;
        fmpq_init(c->coupling + c->edges);
        fmpq_set(c->coupling + c->edges++, a->re + k);
    }
    return PM_OK;
}

/* ------------------------------------------------------------------ drawings */

struct drawing {
    struct pm_adjacent graph;
    const int *edge;        /* of each place of graph.to[] */
    struct pm_plane *plane; /* NULL: the graph is not drawn */
    bool *far;              /* places that are not drawn; NULL: all are */
};

/* Draws the graph without its far edges. */
static pm_status draw_near(struct drawing *d)
{
    struct pm_adjacent near = {.vertices = d->graph.vertices, .rows = d->graph.rows};
    int at = 0;
    pm_status status;

    PM_NEW_GOTO(status, near.start, near.vertices + 1, done);
    PM_NEW_GOTO(status, near.to, d->graph.start[near.vertices], done);
    for (int v = 0; v < near.vertices; v++) {
        for (int k = d->graph.start[v]; k < d->graph.start[v + 1]; k++)
            if (!d->far[k])
                near.to[at++] = d->graph.to[k];
        near.start[v + 1] = at;
    }
    status = pm_plane_new(&d->plane, &near);
done:
    pm_adjacent_clear(&near);
    return status;
}

/* Draws the graph in the plane, or on a surface, or without far edges, or not at all. */
static pm_status draw(struct drawing *d, struct pm_couplings *c, const struct pm_rotation *around)
{
    pm_status status = pm_plane_new(&d->plane, &d->graph);

    c->walls = status == PM_OK;
    if (status == PM_UNABLE) {
        status = pm_plane_surface(&d->plane, &d->graph, around);
        c->even.is_surface = status == PM_OK;
    }
    if (status == PM_UNABLE) {
        PM_NEW(d->far, d->graph.start[d->graph.vertices]);
        status =
            pm_far_find(d->far, &d->graph,
                        pm_far_alone(d->graph.vertices + d->graph.start[d->graph.vertices] / 2));
        PM_THEN(status, draw_near(d));
    }
    return status == PM_UNABLE ? PM_OK : status;
}

static int edge_of(const struct drawing *d, int h)
{
    const int v = d->plane->head[h ^ 1];
    int k = d->graph.start[v];

    while (d->graph.to[k] != d->plane->head[h])
        k++;
    return d->edge[k];
}

/* The ports at the vertices: those of the drawing, then all others. */
static pm_status vertex_ports(struct pm_even_graph *even, const struct drawing *d)
{
    const struct pm_adjacent *const graph = &d->graph;
    const struct pm_plane *const plane = d->plane;
    int at = 0;

    PM_NEW(even->start, graph->vertices + 1);
    PM_NEW(even->port, graph->start[graph->vertices]);
    even->vertices = graph->vertices;
    if (plane != NULL && plane->twisted != NULL) {
        PM_NEW(even->twisted, even->edges);
        for (int h = 0; h < plane->halves; h += 2)
            even->twisted[edge_of(d, h)] = plane->twisted[h / 2];
    }
    for (int v = 0; v < graph->vertices; v++) {
        const int first = plane != NULL ? plane->first[v] : -1;
        for (int h = first; h >= 0; h = plane->next[h] == first ? -1 : plane->next[h])
            even->port[at++] = edge_of(d, h);
        for (int k = graph->start[v]; k < graph->start[v + 1]; k++)
            if (plane == NULL || (d->far != NULL && d->far[k]))
                even->port[at++] = d->edge[k];
        even->start[v + 1] = at;
    }
    return PM_OK;
}

/* The same of the dual graph: the vertices are the faces of each component. */
static pm_status face_ports(struct pm_even_graph *even, const struct drawing *d)
{
    struct pm_faces faces;
    pm_status status;
    int at = 0;

    PM_TRY_GOTO(status, pm_faces_find(&faces, d->plane, NULL), done);
    PM_NEW_GOTO(status, even->start, faces.count + 1, done);
    PM_NEW_GOTO(status, even->port, d->plane->halves, done);
    even->vertices = faces.count;
    for (int f = 0; f < faces.count; f++) {
        int step = faces.walk[f];
        do {
            even->port[at++] = edge_of(d, step / 2);
            step = pm_step_next(d->plane, step);
        } while (step != faces.walk[f]);
        even->start[f + 1] = at;
    }
done:
    pm_faces_clear(&faces);
    return status;
}

static pm_status count_components(int *count, const struct pm_adjacent *graph)
{
    int *of;

    PM_NEW(of, graph->vertices);
    const pm_status status = pm_adjacent_parts(of, count, graph, NULL);
    free(of);
    return status;
}

static pm_status draw_couplings(struct pm_couplings *c, const struct pm_matrix *a,
                                const struct pm_rotation *around)
{
    struct drawing d = {.plane = NULL};
    int *edge = NULL;
    pm_status status;

    PM_NEW_GOTO(status, edge, pm_matrix_nnz(a), done);
    PM_TRY_GOTO(status, number_edges(c, edge, a), done);
    d.edge = edge;
    PM_TRY_GOTO(status, pm_adjacent_new(&d.graph, a, PM_HAFNIAN), done);
    PM_TRY_GOTO(status, count_components(&c->components, &d.graph), done);
    PM_TRY_GOTO(status, draw(&d, c, around), done);
    c->even.edges = c->edges;
    status = c->walls ? face_ports(&c->even, &d) : vertex_ports(&c->even, &d);
done:
    pm_plane_free(d.plane);
    pm_adjacent_clear(&d.graph);
    PM_FREE(edge, d.far);
    return status;
}

pm_status pm_couplings_take(struct pm_couplings *c, const struct pm_graph *graph, const fmpq *field)
{
    struct pm_problem *alone = NULL;
    struct pm_matrix *all = NULL;
    pm_status status;

    *c = (struct pm_couplings){.field = field != NULL};
    fmpq_init(c->loops);
    PM_TRY_GOTO(status, check_field(graph), done);
    PM_TRY_GOTO(status, pm_problem_adjacency(&alone, graph), done);
    for (size_t k = 0; k < graph->edge.count; k++)
        if (graph->edge.row[k] == graph->edge.col[k])
            fmpq_add(c->loops, c->loops, graph->edge.re + k);
    if (c->field)
        PM_TRY_GOTO(status, with_field(&all, alone->a, field), done);
    c->spins = graph->edge.rows + c->field;
    status = draw_couplings(c, c->field ? all : alone->a, c->field ? NULL : alone->around);
done:
    pm_problem_free(alone);
    pm_matrix_free(all);
    return status;
}

void pm_couplings_clear(struct pm_couplings *c)
{
    for (int e = 0; e < c->edges; e++)
        fmpq_clear(c->coupling + e);
    fmpq_clear(c->loops);
    PM_FREE(c->u, c->v, c->coupling);
    pm_even_graph_clear(&c->even);
}
