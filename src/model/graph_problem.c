/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Turns questions about a graph into problems: its perfect matchings, with an embedding where the
 * graph has positions on a torus, and its cycle covers; and matrices into graphs. */
#include "base/alloc.h"
#include "base/budget.h"
#include "base/status.h"
#include "base/argument.h"
#include "base/text.h"
#include "model/graph.h"
#include "model/opposite.h"
#include "model/problem.h"
#include "model/sides.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------- matrices */

enum loops { WITHOUT_LOOPS, WITH_LOOPS };

/* The adjacency matrix: parallel edges are summed; an edge is at both places, and so is an arc if
 * `mirrored`. */
static pm_status adjacency(struct pm_matrix **out, const struct pm_graph *g, bool mirrored,
                           enum loops loops)
{
    const struct pm_triplets *const edge = &g->edge;
    struct pm_triplets t;
    pm_status status = PM_OK;

    pm_triplets_init(&t, edge->rows, edge->cols, edge->complex_values);
    PM_TRY_GOTO(status, pm_triplets_reserve(&t, edge->count), done);
    for (size_t k = 0; k < edge->count; k++) {
        const int v = edge->row[k], w = edge->col[k];
        const fmpq *const im = edge->complex_values ? edge->im + k : NULL;
        if (v == w && loops == WITHOUT_LOOPS)
            continue;
        PM_TRY_GOTO(status, pm_triplets_add(&t, v, w, edge->re + k, im), done);
        if (v != w && (mirrored || !pm_graph_is_arc(g, k)))
            PM_TRY_GOTO(status, pm_triplets_add(&t, w, v, edge->re + k, im), done);
    }
    status = pm_matrix_from_triplets(out, &t);
done:
    pm_triplets_clear(&t);
    return status;
}

/* The vertices that are the rows and the columns of a biadjacency matrix. */
struct biadjacency {
    int *row, *col;
    int rows, cols;
};

/* Allocates room for all vertices on either side.  Unused places are -1. */
static pm_status biadjacency_new(struct biadjacency *b, int n)
{
    PM_NEW(b->row, n);
    PM_NEW(b->col, n);
    for (int v = 0; v < n; v++)
        b->row[v] = b->col[v] = -1;
    return PM_OK;
}

static pm_status biadjacency_given(struct biadjacency *b, const struct pm_graph *g)
{
    const int n = g->edge.rows;

    PM_TRY(biadjacency_new(b, n));
    for (int v = 0; v < n; v++) {
        if (v < g->left)
            b->row[b->rows++] = v;
        else
            b->col[b->cols++] = v;
    }
    return PM_OK;
}

/* In every component the smaller side gives the rows; if both are equal, the side of the
 * component's first vertex.  So the matrix is square exactly if all components have equal sides. */
static pm_status biadjacency_found(struct biadjacency *b, const struct pm_sides *s, int n)
{
    PM_TRY(biadjacency_new(b, n));
    for (int v = 0; v < n; v++) {
        const int *const size = s->component[s->of[v]].size;
        const bool turned = size[1] < size[0];
        if (s->side[v] == turned)
            b->row[b->rows++] = v;
        else
            b->col[b->cols++] = v;
    }
    return PM_OK;
}

static bool is_bipartite(const struct pm_sides *s)
{
    for (int k = 0; k < s->components; k++)
        if (!s->component[k].bipartite)
            return false;
    return true;
}

/* Adds empty rows or columns to `a` until it is square. */
static pm_status make_square(struct pm_matrix **a)
{
    const struct pm_matrix *const old = *a;
    const int order = old->rows > old->cols ? old->rows : old->cols;
    struct pm_matrix *square;

    PM_TRY(pm_matrix_new(&square, order, order, pm_matrix_nnz(old), old->im != NULL));
    for (int i = 0; i <= order; i++)
        square->start[i] = old->start[i < old->rows ? i : old->rows];
    for (int k = 0; k < pm_matrix_nnz(old); k++)
        pm_matrix_put(square, k, old->col[k], old, k);
    pm_matrix_free(*a);
    *a = square;
    return PM_OK;
}

/* ---------------------------------------------------------------------- notes */

/* Writes "graph: 12 vertices, 17 edges" and more such facts; the matrix has `entries` entries. */
static pm_status note_start(struct pm_text *note, const struct pm_graph *g, int entries,
                            bool mirrored)
{
    const size_t loops = pm_graph_loops(g);
    size_t places = (size_t)entries;

    PM_TRY(pm_text_open(note));
    fprintf(note->file, "%s: %d vertices, %zu %s", g->directed ? "digraph" : "graph", g->edge.rows,
            g->edge.count,
            g->of_edge != NULL ? "edges and arcs"
            : g->directed      ? "arcs"
                               : "edges");
    if (mirrored)
        places /= 2;
    if (loops > 0 && mirrored)
        fprintf(note->file, ", %zu loops ignored", loops);
    if (g->edge.count - (mirrored ? loops : 0) > places)
        fprintf(note->file, ", %zu added up or dropped as 0",
                g->edge.count - (mirrored ? loops : 0) - places);
    return PM_OK;
}

static pm_status note_matchings(struct pm_problem *problem, const struct pm_graph *g,
                                const struct pm_matrix *a, const struct biadjacency *b,
                                bool saturating)
{
    struct pm_text note;

    PM_TRY(note_start(&note, g, pm_matrix_nnz(a), true));
    if (problem->kind == PM_HAFNIAN)
        fprintf(note.file, "; not bipartite");
    else
        fprintf(note.file, "; bipartite, sides of %d and %d", b->rows, b->cols);
    if (b->rows != b->cols)
        fprintf(note.file, "%s",
                saturating ? "; the smaller side is to be saturated"
                           : ": unequal, so that there is no perfect matching");
    return pm_text_close(&problem->note, &note, PM_OK);
}

/* The biadjacency matrix of a symmetric adjacency matrix whose graph is bipartite. */
static pm_status take_biadjacency(struct pm_matrix **out, const struct pm_matrix *a,
                                  const struct biadjacency *b, bool saturating)
{
    struct pm_matrix *sub;
    pm_status status = PM_OK;

    PM_TRY(pm_matrix_sub(&sub, a, b->rows, b->row, b->cols, b->col));
    if (!saturating && b->rows != b->cols)
        status = make_square(&sub);
    PM_GIVE(out, sub, status, pm_matrix_free);
}

/* ------------------------------------------------------------------ embedding */

struct ray {
    double x, y;
    int to;
    bool twisted;
};

/* Order by angle: first by half-plane, then by the sign of the cross product. */
static int compare_rays(const void *a, const void *b)
{
    const struct ray *const p = a, *const q = b;
    const int half_p = p->y < 0 || (p->y == 0 && p->x < 0);
    const int half_q = q->y < 0 || (q->y == 0 && q->x < 0);

    if (half_p != half_q)
        return half_p - half_q;
    const double turn = p->x * q->y - p->y * q->x;
    return turn > 0 ? -1 : turn < 0 ? 1 : p->to - q->to;
}

/* Orders the neighbours of each vertex by their directions in the plane. */
static void sort_neighbours(struct pm_rotation *r, struct ray *ray,
                            const struct pm_problem *problem, const struct pm_place *place)
{
    for (int v = 0; v < r->vertices; v++) {
        const int first = r->start[v], degree = r->start[v + 1] - first;
        for (int k = 0; k < degree; k++) {
            ray[k].to = r->to[first + k];
            ray[k].twisted =
                pm_place_way(place, pm_problem_line_vertex(problem, v),
                             pm_problem_line_vertex(problem, ray[k].to), &ray[k].x, &ray[k].y);
        }
        pm_alloc_sort(ray, (size_t)degree, sizeof *ray, compare_rays);
        for (int k = 0; k < degree; k++) {
            r->to[first + k] = ray[k].to;
            r->twisted[first + k] = ray[k].twisted;
        }
    }
}

/* Takes those neighbours of each vertex that the problem has, in the order of the graph. */
static pm_status take_order(struct pm_rotation *r, const struct pm_problem *problem,
                            const struct pm_rotation *given)
{
    int *line, *seen = NULL; /* the line of a vertex; v + 1 for neighbours of v */
    pm_status status = PM_OK;

    PM_NEW(line, given->vertices);
    PM_NEW_GOTO(status, seen, r->vertices, done);
    PM_NEW_GOTO(status, r->twisted, r->start[r->vertices], done);
    for (int v = 0; v < r->vertices; v++)
        line[pm_problem_line_vertex(problem, v)] = v;
    for (int v = 0; v < r->vertices; v++) {
        const int vertex = pm_problem_line_vertex(problem, v);
        int at = r->start[v];
        for (int k = r->start[v]; k < r->start[v + 1]; k++)
            seen[r->to[k]] = v + 1;
        for (int k = given->start[vertex]; k < given->start[vertex + 1]; k++)
            if (seen[line[given->to[k]]] == v + 1) {
                r->twisted[at] = given->twisted[k];
                r->to[at++] = line[given->to[k]];
            }
    }
done:
    PM_FREE(line, seen);
    return status;
}

/* The embedding that the graph has, or NULL. */
static pm_status embed(struct pm_rotation **out, const struct pm_problem *problem,
                       const struct pm_graph *graph)
{
    const bool drawn = graph->place != NULL && pm_place_closes(graph->place);
    struct ray *ray = NULL;
    pm_status status;

    if (!drawn && (graph->around == NULL || graph->around->vertices != graph->edge.rows))
        return PM_OK;
    PM_TRY_GOTO(status, pm_rotation_new(out, problem->a, problem->kind == PM_HAFNIAN), done);
    if (!drawn) {
        status = take_order(*out, problem, graph->around);
        goto done;
    }
    PM_NEW_GOTO(status, ray, problem->a->rows, done);
    PM_NEW_GOTO(status, (*out)->twisted, (*out)->start[(*out)->vertices], done);
    sort_neighbours(*out, ray, problem, graph->place);
done:
    free(ray);
    return status;
}

/* ------------------------------------------------------------------ questions */

pm_status pm_problem_take_names(struct pm_problem *problem, const struct pm_graph *graph)
{
    const struct pm_labels names = {.count = graph->name != NULL ? graph->edge.rows : 0,
                                    .start = graph->name,
                                    .text = graph->names,
                                    .length = graph->names_length};

    return pm_labels_copy(&problem->vertex_name, &names);
}

/* Records that the problem is asked about this graph, and keeps the names of its vertices. */
static pm_status take_names(struct pm_problem *p, const struct pm_graph *g, enum pm_asked asked)
{
    p->asked = asked;
    return pm_problem_take_names(p, g);
}

/* Bytes for the problem of a graph; to count them for a small one is not worth the time. */
static uint64_t bytes_for(const struct pm_graph *graph)
{
    enum { SMALL = 4096 };

    return graph->edge.count + (size_t)graph->edge.rows > SMALL ? graph->memory : 0;
}

static pm_status matchings(pm_problem **problem, const struct pm_graph *graph, bool saturating)
{
    pm_status status;
    struct pm_matrix *a = NULL, *asked = NULL;
    struct pm_problem *p = NULL;
    struct pm_sides sides = {0};
    struct biadjacency b = {0};

    PM_TRY_GOTO(status, adjacency(&a, graph, true, WITHOUT_LOOPS), done);
    PM_TRY_GOTO(status, pm_sides_find(&sides, a), done);
    const bool bipartite = graph->left >= 0 || is_bipartite(&sides);
    if (!bipartite && saturating) {
        status = pm_fail(PM_DOMAIN, "the graph is not bipartite: there is no side to saturate");
        goto done;
    }
    if (graph->left >= 0)
        PM_TRY_GOTO(status, biadjacency_given(&b, graph), done);
    else if (bipartite)
        PM_TRY_GOTO(status, biadjacency_found(&b, &sides, a->rows), done);
    if (bipartite)
        PM_TRY_GOTO(status, take_biadjacency(&asked, a, &b, saturating), done);
    PM_TRY_GOTO(status, pm_problem_wrap(&p, graph->field, bipartite ? asked : a), done);
    p->kind = bipartite ? PM_PERMANENT : PM_HAFNIAN;
    status = note_matchings(p, graph, a, &b, saturating);
    *(bipartite ? &asked : &a) = NULL;
    if (status != PM_OK)
        goto done;
    PM_TRY_GOTO(status, take_names(p, graph, PM_ASKED_MATCHINGS), done);
    p->memory = graph->memory;
    p->looped = graph->looped;
    p->row_vertex = b.row;
    p->col_vertex = b.col;
    b.row = b.col = NULL;
    if (b.rows == b.cols)
        PM_TRY_GOTO(status, embed(&p->around, p, graph), done);
    *problem = p;
    p = NULL;
done:
    PM_EACH(pm_matrix_free, a, asked);
    pm_problem_free(p);
    pm_sides_clear(&sides);
    PM_FREE(b.row, b.col);
    return status;
}

pm_status pm_problem_adjacency(pm_problem **problem, const pm_graph *graph)
{
    struct pm_matrix *a;
    struct pm_problem *p;

    PM_TRY(adjacency(&a, graph, true, WITHOUT_LOOPS));
    pm_status status = pm_problem_wrap(&p, graph->field, a);
    if (status != PM_OK) {
        pm_matrix_free(a);
        return status;
    }
    p->kind = PM_HAFNIAN;
    status = embed(&p->around, p, graph);
    PM_GIVE(problem, p, status, pm_problem_free);
}

static pm_status cycle_covers(pm_problem **problem, const struct pm_graph *graph, int least)
{
    pm_status status;
    struct pm_matrix *a = NULL;
    struct pm_problem *p = NULL;
    struct pm_text note;
    int pairs = 0;

    if (least > 3)
        return pm_fail(PM_UNABLE,
                       "cycles of at least %d vertices: there is a method for at least "
                       "1, 2 or 3 only",
                       least);
    PM_TRY(adjacency(&a, graph, false, least > 1 ? WITHOUT_LOOPS : WITH_LOOPS));
    const int order = a->rows, entries = pm_matrix_nnz(a);
    if (least == 3)
        PM_TRY_GOTO(status, pm_opposite_forbid(&a, &pairs), done);
    PM_TRY_GOTO(status, pm_problem_wrap(&p, graph->field, a), done);
    a = NULL;
    p->memory = graph->memory;
    p->gadgets = pairs > 0 ? order : 0;
    PM_TRY_GOTO(status, take_names(p, graph, PM_ASKED_COVERS), done);
    PM_TRY_GOTO(status, note_start(&note, graph, entries, false), done);
    fprintf(note.file, "; covers by cycles of %d or more vertices", least);
    if (pairs > 0)
        fprintf(note.file, "; %d pair%s of opposite arcs", pairs, pairs == 1 ? "" : "s");
    PM_TRY_GOTO(status, pm_text_close(&p->note, &note, PM_OK), done);
    *problem = p;
    p = NULL;
done:
    pm_matrix_free(a);
    pm_problem_free(p);
    return status;
}

pm_status pm_problem_matchings(pm_problem **problem, const pm_graph *graph, bool saturating)
{
    PM_ARGUMENTS(problem, graph);
    PM_RETURN_WITHIN(bytes_for(graph), true, matchings(problem, graph, saturating));
}

pm_status pm_problem_cycle_covers(pm_problem **problem, const pm_graph *graph, int least)
{
    PM_ARGUMENTS(problem, graph);
    PM_AT_LEAST(1, least);
    PM_RETURN_WITHIN(bytes_for(graph), true, cycle_covers(problem, graph, least));
}

/* ------------------------------------------------------------ matrices as graphs */

/* Adds a vertex for each of `count` names. */
static pm_status add_named(struct pm_graph *g, const struct pm_labels *names, int count)
{
    for (int k = 0; k < count; k++) {
        const char *const name = pm_labels_name(names, k);
        PM_TRY(pm_graph_add_named(g, name, strlen(name)));
    }
    return PM_OK;
}

/* *adjacent: the diagonal is empty and the pattern is symmetric, which is how many programs write
 * an undirected graph. */
static pm_status looks_adjacent(bool *adjacent, const struct pm_matrix *a)
{
    struct pm_matrix *turned;

    *adjacent = false;
    if (a->rows != a->cols || a->start[a->rows] == 0)
        return PM_OK;
    PM_EACH_ENTRY(a, i, k)
        if (a->col[k] == i)
            return PM_OK;
    PM_TRY(pm_matrix_transpose(&turned, a));
    bool same = true;
    for (int i = 0; i <= a->rows && same; i++)
        same = a->start[i] == turned->start[i];
    for (int k = 0; same && k < a->start[a->rows]; k++)
        same = a->col[k] == turned->col[k];
    *adjacent = same;
    pm_matrix_free(turned);
    return PM_OK;
}

static pm_status note_biadjacency(struct pm_graph *g, const struct pm_matrix *a)
{
    bool adjacent;

    PM_TRY(looks_adjacent(&adjacent, a));
    return adjacent
               ? pm_graph_note(g,
                               "the matrix, which is symmetric without a diagonal, is read as the "
                               "biadjacency matrix of a graph of %d + %d vertices; --as=adjacency "
                               "reads it as the adjacency matrix of a graph of %d vertices",
                               a->rows, a->cols, a->rows)
               : PM_OK;
}

pm_status pm_graph_biadjacency(struct pm_graph *g, const struct pm_problem *p, bool sure)
{
    const struct pm_matrix *const a = p->a;
    bool named = p->row_name.count == a->rows && p->col_name.count == a->cols;

    if (named)
        PM_TRY(pm_labels_distinct(&named, &p->row_name, &p->col_name));
    PM_TRY(named ? add_named(g, &p->row_name, a->rows) : pm_graph_add_vertices(g, a->rows));
    PM_TRY(named ? add_named(g, &p->col_name, a->cols) : pm_graph_add_vertices(g, a->cols));
    g->left = a->rows;
    g->field = p->field;
    PM_EACH_ENTRY(a, i, k)
        PM_TRY(pm_graph_add_edge(g, i, a->rows + a->col[k], a->re + k, pm_matrix_im(a, k)));
    return sure ? PM_OK : note_biadjacency(g, a);
}

pm_status pm_graph_adjacency(struct pm_graph *g, const struct pm_problem *p)
{
    const struct pm_labels none = {.count = 0}, *const names = p->row_name.count > 0 ? &p->row_name
                                                                                     : &p->col_name;
    bool named = names->count > 0 && names->count == p->a->rows;

    for (int k = 0; k < p->row_name.count && k < p->col_name.count; k++)
        if (strcmp(pm_labels_name(&p->row_name, k), pm_labels_name(&p->col_name, k)) != 0)
            return pm_fail(
                PM_INPUT,
                "row %d is called '%s' and column %d '%s'; in an adjacency matrix, both are "
                "the same vertex",
                k + 1, pm_labels_name(&p->row_name, k), k + 1, pm_labels_name(&p->col_name, k));
    g->field = p->field;
    if (named)
        PM_TRY(pm_labels_distinct(&named, names, &none));
    if (named)
        PM_TRY(add_named(g, names, p->a->rows));
    return pm_graph_add_adjacency(g, p->a);
}
