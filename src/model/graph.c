/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/graph.h"

#include "base/alloc.h"
#include "base/text.h"
#include "model/opposite.h"
#include "model/place.h"
#include "model/rotation.h"
#include "model/sides.h"

#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------- life, death */

pm_status pm_graph_new(struct pm_graph **graph, bool directed)
{
    struct pm_graph *g;

    PM_NEW(g, 1);
    *g = (struct pm_graph){.directed = directed, .left = -1, .field = PM_FIELD_PATTERN};
    pm_triplets_init(&g->edge, 0, 0, false);
    *graph = g;
    return PM_OK;
}

void pm_graph_free(pm_graph *graph)
{
    if (graph == NULL)
        return;
    pm_triplets_clear(&graph->edge);
    free(graph->names);
    free(graph->name);
    pm_place_free(graph->place);
    free(graph->note);
    free(graph->layout);
    free(graph);
}

/* -------------------------------------------------------------------- filling */

pm_status pm_graph_add_vertices(struct pm_graph *graph, int count)
{
    if (count > INT_MAX - graph->edge.rows)
        return pm_fail(PM_INPUT, "more than %d vertices", INT_MAX);
    graph->edge.rows = graph->edge.cols += count;
    return PM_OK;
}

pm_status pm_graph_add_named(struct pm_graph *graph, const char *name, size_t length)
{
    const size_t v = (size_t)graph->edge.rows;

    PM_TRY(
        pm_grow((void **)&graph->names, &graph->names_room, graph->names_length + length + 1, 1));
    PM_TRY(pm_grow((void **)&graph->name, &graph->name_room, v + 1, sizeof *graph->name));
    PM_TRY(pm_graph_add_vertices(graph, 1));
    graph->name[v] = graph->names_length;
    memcpy(graph->names + graph->names_length, name, length);
    graph->names[graph->names_length + length] = '\0';
    graph->names_length += length + 1;
    return PM_OK;
}

pm_status pm_graph_add_edge(struct pm_graph *graph, int from, int to, const fmpq_t re,
                            const fmpq *im)
{
    if (graph->edge.count >= INT_MAX / 2)
        return pm_fail(PM_INPUT, "more than %d edges", INT_MAX / 2);
    if (im != NULL && !graph->edge.complex_values) {
        if (graph->edge.count > 0)
            return pm_fail(PM_WRONG, "a graph with real edges got a complex one");
        graph->edge.complex_values = true;
    }
    return pm_triplets_add(&graph->edge, from, to, re, im);
}

void pm_graph_note_weight(struct pm_graph *graph, const fmpq_t weight, bool decimal)
{
    const pm_field field = decimal               ? PM_FIELD_REAL
                           : fmpq_is_one(weight) ? PM_FIELD_PATTERN
                                                 : PM_FIELD_INTEGER;

    if (field > graph->field)
        graph->field = field;
}

pm_status pm_graph_note(struct pm_graph *graph, const char *format, ...)
{
    const size_t before = graph->note != NULL ? strlen(graph->note) : 0;
    char text[512];
    va_list args;
    char *note;

    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    PM_NEW(note, before + strlen(text) + 2);
    sprintf(note, "%s%s%s", before > 0 ? graph->note : "", before > 0 ? "\n" : "", text);
    free(graph->note);
    graph->note = note;
    return PM_OK;
}

/* --------------------------------------------------------------------- asking */

const char *pm_graph_notes(const pm_graph *graph)
{
    return graph->note;
}

int pm_graph_vertices(const pm_graph *graph)
{
    return graph->edge.rows;
}

size_t pm_graph_edges(const pm_graph *graph)
{
    return graph->edge.count;
}

size_t pm_graph_loops(const pm_graph *graph)
{
    size_t loops = 0;

    for (size_t k = 0; k < graph->edge.count; k++)
        loops += graph->edge.row[k] == graph->edge.col[k];
    return loops;
}

/* By buckets of the smaller end, in which the last edge to every larger one is remembered. */
pm_status pm_graph_parallel(size_t *parallel, const pm_graph *graph)
{
    const struct pm_triplets *const edge = &graph->edge;
    const size_t n = (size_t)edge->rows;
    size_t *start = NULL, count = 0;
    int *larger = NULL, *last = NULL;
    pm_status status = PM_OK;

    PM_NEW_GOTO(status, start, n + 2, done);
    PM_NEW_GOTO(status, larger, edge->count, done);
    PM_NEW_GOTO(status, last, n, done);
    for (size_t k = 0; k < edge->count; k++)
        start[(edge->row[k] < edge->col[k] ? edge->row[k] : edge->col[k]) + 2]++;
    for (size_t v = 2; v < n + 2; v++)
        start[v] += start[v - 1];
    for (size_t k = 0; k < edge->count; k++) {
        const int v = edge->row[k], w = edge->col[k];
        larger[start[(v < w ? v : w) + 1]++] = v < w ? w : v;
    }
    for (size_t v = 0; v < n; v++)
        for (size_t k = start[v]; k < start[v + 1]; k++) {
            count += last[larger[k]] == (int)v + 1 && larger[k] != (int)v;
            last[larger[k]] = (int)v + 1;
        }
    *parallel = count;
done:
    free(start);
    free(larger);
    free(last);
    return status;
}

void pm_graph_edge(const pm_graph *graph, size_t k, int *from, int *to)
{
    *from = graph->edge.row[k];
    *to = graph->edge.col[k];
}

const char *pm_graph_vertex_name(const pm_graph *graph, int vertex)
{
    return graph->name != NULL ? graph->names + graph->name[vertex] : NULL;
}

/* ------------------------------------------------------------------- matrices */

enum loops { WITHOUT_LOOPS, WITH_LOOPS };

/* The adjacency matrix: parallel edges added up; undirected edges at both places. */
static pm_status adjacency(struct pm_matrix **out, const struct pm_graph *g, bool mirrored,
                           enum loops loops)
{
    const struct pm_triplets *const edge = &g->edge;
    struct pm_triplets t;
    pm_status status = PM_OK;

    pm_triplets_init(&t, edge->rows, edge->cols, edge->complex_values);
    PM_TRY_GOTO(status, pm_triplets_reserve(&t, edge->count * (mirrored ? 2 : 1)), done);
    for (size_t k = 0; k < edge->count; k++) {
        const int v = edge->row[k], w = edge->col[k];
        const fmpq *const im = edge->complex_values ? edge->im + k : NULL;
        if (v == w && loops == WITHOUT_LOOPS)
            continue;
        PM_TRY_GOTO(status, pm_triplets_add(&t, v, w, edge->re + k, im), done);
        if (mirrored && v != w)
            PM_TRY_GOTO(status, pm_triplets_add(&t, w, v, edge->re + k, im), done);
    }
    status = pm_matrix_from_triplets(out, &t);
done:
    pm_triplets_clear(&t);
    return status;
}

/* The rows and columns of a biadjacency matrix, as vertices. */
struct biadjacency {
    int *row, *col;
    int rows, cols;
};

/* Room for all vertices on either side; -1 in places that no vertex takes. */
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

/* In every component the smaller side gives rows, the one of the first vertex if they are equal: so
 * there are as many rows as columns exactly if all components have equal sides. */
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

/* a with empty rows or columns added until it is square. */
static pm_status make_square(struct pm_matrix **a)
{
    const struct pm_matrix *const old = *a;
    const int order = old->rows > old->cols ? old->rows : old->cols;
    struct pm_matrix *square;

    PM_TRY(pm_matrix_new(&square, order, order, pm_matrix_nnz(old), old->im != NULL));
    for (int i = 0; i <= order; i++)
        square->start[i] = old->start[i < old->rows ? i : old->rows];
    for (int k = 0; k < pm_matrix_nnz(old); k++) {
        square->col[k] = old->col[k];
        fmpq_set(square->re + k, old->re + k);
        if (old->im != NULL)
            fmpq_set(square->im + k, old->im + k);
    }
    pm_matrix_free(*a);
    *a = square;
    return PM_OK;
}

/* ------------------------------------------------------------------- problems */

/* "graph: 12 vertices, 17 edges", and more of the same; so many entries became of them. */
static pm_status note_start(struct pm_text *note, const struct pm_graph *g, int entries,
                            bool mirrored)
{
    const size_t loops = pm_graph_loops(g);
    size_t places = (size_t)entries;

    PM_TRY(pm_text_open(note));
    fprintf(note->file, "%s: %d vertices, %zu %s", g->directed ? "digraph" : "graph", g->edge.rows,
            g->edge.count, g->directed ? "arcs" : "edges");
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
    if (status == PM_OK)
        *out = sub;
    else
        pm_matrix_free(sub);
    return status;
}

pm_status pm_problem_matchings(pm_problem **problem, const pm_graph *graph, bool saturating)
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
    p->row_vertex = b.row;
    p->col_vertex = b.col;
    b.row = b.col = NULL;
    if (graph->place != NULL && graph->place->periods > 0 && b.rows == b.cols)
        PM_TRY_GOTO(status, pm_rotation_new(&p->around, p, graph), done);
    *problem = p;
    p = NULL;
done:
    pm_matrix_free(a);
    pm_matrix_free(asked);
    pm_problem_free(p);
    pm_sides_clear(&sides);
    free(b.row);
    free(b.col);
    return status;
}

pm_status pm_problem_cycle_covers(pm_problem **problem, const pm_graph *graph, int least)
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
    PM_TRY(adjacency(&a, graph, !graph->directed, least > 1 ? WITHOUT_LOOPS : WITH_LOOPS));
    const int order = a->rows, entries = pm_matrix_nnz(a);
    if (least == 3)
        PM_TRY_GOTO(status, pm_opposite_forbid(&a, &pairs), done);
    PM_TRY_GOTO(status, pm_problem_wrap(&p, graph->field, a), done);
    a = NULL;
    p->gadgets = pairs > 0 ? order : 0;
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
