/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Stores vertices and edges in the order of input, and all names in one text.  The adjacency matrix
 * of an undirected graph must be symmetric. */
#include "model/graph.h"

#include "base/budget.h"
#include "base/alloc.h"
#include "base/argument.h"
#include "base/printable.h"
#include "base/text.h"
#include "model/atoms.h"
#include "model/variable.h"

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
    *g = (struct pm_graph){.directed = directed,
                           .direction = directed ? PM_DIRECTED : PM_UNDIRECTED,
                           .left = -1,
                           .index = PM_INDEX_NONE,
                           .field = PM_FIELD_PATTERN};
    pm_triplets_init(&g->edge, 0, 0, false);
    *graph = g;
    return PM_OK;
}

int64_t pm_graph_index(const pm_graph *graph)
{
    return graph->index;
}

void pm_graph_free(pm_graph *graph)
{
    if (graph == NULL)
        return;
    pm_triplets_clear(&graph->edge);
    PM_FREE(graph->names, graph->name, graph->of_edge);
    if (graph->powers != NULL)
        pm_variable_clear(graph->powers);
    if (graph->molecule != NULL)
        pm_molecule_clear(graph->molecule);
    pm_place_free(graph->place);
    pm_rotation_free(graph->around);
    PM_FREE(graph->note, graph->title, graph->layout, graph->powers, graph->molecule, graph);
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
    const size_t room = pm_printable(NULL, 0, name, length, PM_PRINTABLE_NAME) + 1;

    PM_TRY(
        pm_alloc_grow((void **)&graph->names, &graph->names_room, graph->names_length + room, 1));
    PM_TRY(pm_alloc_grow((void **)&graph->name, &graph->name_room, v + 1, sizeof *graph->name));
    PM_TRY(pm_graph_add_vertices(graph, 1));
    graph->name[v] = graph->names_length;
    pm_printable(graph->names + graph->names_length, room, name, length, PM_PRINTABLE_NAME);
    graph->names_length += room;
    return PM_OK;
}

pm_status pm_graph_add_edge(struct pm_graph *graph, int from, int to, const fmpq_t re,
                            const fmpq *im)
{
    enum { PROBLEM_BYTES = 128 }; /* an edge needs them in the problem that is made of the graph */

    if (graph->edge.count >= INT_MAX / 2)
        return pm_fail(PM_INPUT, "more than %d edges", INT_MAX / 2);
    PM_TRY(pm_budget_take(PROBLEM_BYTES));
    if (im != NULL && !graph->edge.complex_values) {
        if (graph->edge.count > 0)
            return pm_fail(PM_WRONG, "a graph with real edges got a complex one");
        graph->edge.complex_values = true;
    }
    PM_TRY(pm_alloc_grow((void **)&graph->of_edge, &graph->of_edge_room, graph->edge.count + 1, 1));
    graph->of_edge[graph->edge.count] = (unsigned char)graph->direction;
    return pm_triplets_add(&graph->edge, from, to, re, im);
}

pm_status pm_graph_add_adjacency(struct pm_graph *graph, const struct pm_matrix *a)
{
    if (a->rows != a->cols)
        return pm_fail(PM_INPUT, "an adjacency matrix is square, not %d x %d", a->rows, a->cols);
    if (!graph->directed)
        PM_TRY(pm_matrix_check_symmetric("the adjacency matrix", false, a, 1));
    if (graph->edge.rows == 0)
        PM_TRY(pm_graph_add_vertices(graph, a->rows));
    PM_EACH_ENTRY(a, i, k)
        if (graph->directed || a->col[k] <= i)
            PM_TRY(pm_graph_add_edge(graph, i, a->col[k], a->re + k, pm_matrix_im(a, k)));
    return PM_OK;
}

void pm_graph_settle(struct pm_graph *graph, bool arcs)
{
    const size_t count = graph->of_edge != NULL ? graph->edge.count : 0;
    const enum pm_direction unsaid = arcs ? PM_DIRECTED : PM_UNDIRECTED;
    size_t directed = 0;

    for (size_t k = 0; k < count; k++) {
        if (graph->of_edge[k] == PM_UNSAID)
            graph->of_edge[k] = (unsigned char)unsaid;
        directed += graph->of_edge[k] == PM_DIRECTED;
    }
    graph->said = graph->direction;
    if (graph->direction == PM_UNSAID)
        graph->direction = unsaid;
    graph->directed = count > 0 ? directed > 0 : graph->direction == PM_DIRECTED;
    if (directed > 0 && directed < count)
        return;
    free(graph->of_edge);
    graph->of_edge = NULL;
    graph->of_edge_room = 0;
}

bool pm_graph_is_arc(const struct pm_graph *graph, size_t k)
{
    return graph->of_edge != NULL ? graph->of_edge[k] == PM_DIRECTED : graph->directed;
}

void pm_graph_remove(struct pm_graph *graph, const bool *removed)
{
    struct pm_triplets *const edge = &graph->edge;
    size_t kept = 0;

    for (size_t k = 0; k < edge->count; k++) {
        if (removed[k])
            continue;
        edge->row[kept] = edge->row[k];
        edge->col[kept] = edge->col[k];
        if (graph->of_edge != NULL)
            graph->of_edge[kept] = graph->of_edge[k];
        if (edge->complex_values)
            fmpq_swap(edge->im + kept, edge->im + k);
        fmpq_swap(edge->re + kept++, edge->re + k);
    }
    for (size_t k = kept; k < edge->count; k++) {
        fmpq_clear(edge->re + k);
        if (edge->complex_values)
            fmpq_clear(edge->im + k);
    }
    edge->count = kept;
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
    va_list args;

    va_start(args, format);
    const pm_status status = pm_text_add_line(&graph->note, format, args);
    va_end(args);
    return status;
}

/* --------------------------------------------------------------------- asking */

const char *pm_graph_title(const pm_graph *graph)
{
    return graph->title;
}

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

bool pm_graph_is_directed(const pm_graph *graph)
{
    return graph->directed;
}

bool pm_graph_has_variable(const pm_graph *graph)
{
    return graph->powers != NULL;
}

bool pm_graph_is_listed(const pm_graph *graph)
{
    return graph->listed;
}

size_t pm_graph_loops(const pm_graph *graph)
{
    size_t loops = 0;

    for (size_t k = 0; k < graph->edge.count; k++)
        loops += graph->edge.row[k] == graph->edge.col[k];
    return loops;
}

/* Groups edges by their smaller end.  For each group it remembers the direction of the last edge to
 * each larger end. */
pm_status pm_graph_parallel(size_t *parallel, bool *opposite, const pm_graph *graph)
{
    PM_ARGUMENTS(parallel, opposite, graph);
    const struct pm_triplets *const edge = &graph->edge;
    const size_t n = (size_t)edge->rows;
    size_t *start = NULL, count = 0;
    struct end {
        int vertex; /* the larger end; in last[] 1 + the smaller one */
        bool back;  /* the edge begins at the larger end */
    } *end = NULL, *last = NULL;
    pm_status status = PM_OK;

    PM_NEW_GOTO(status, start, n + 2, done);
    PM_NEW_GOTO(status, end, edge->count, done);
    PM_NEW_GOTO(status, last, n, done);
    for (size_t k = 0; k < edge->count; k++)
        start[(edge->row[k] < edge->col[k] ? edge->row[k] : edge->col[k]) + 2]++;
    for (size_t v = 2; v < n + 2; v++)
        start[v] += start[v - 1];
    for (size_t k = 0; k < edge->count; k++) {
        const int v = edge->row[k], w = edge->col[k];
        end[start[(v < w ? v : w) + 1]++] = (struct end){v < w ? w : v, v > w};
    }
    *opposite = false;
    for (size_t v = 0; v < n; v++)
        for (size_t k = start[v]; k < start[v + 1]; k++) {
            struct end *const before = last + end[k].vertex;
            const bool again = before->vertex == (int)v + 1 && end[k].vertex != (int)v;
            count += again;
            *opposite |= again && before->back != end[k].back;
            *before = (struct end){(int)v + 1, end[k].back};
        }
    *parallel = count;
done:
    PM_FREE(start, end, last);
    return status;
}

void pm_graph_edge(const pm_graph *graph, size_t k, int *from, int *to)
{
    *from = graph->edge.row[k];
    *to = graph->edge.col[k];
}

/* The atom of a vertex; NULL: it is none.  Vertices are in the order of the atoms, of which some
 * take no part. */
static const struct pm_atom *atom_of(const struct pm_graph *graph, int vertex)
{
    const struct pm_molecule *const m = graph->molecule;
    int first = 0, end = m != NULL ? m->atoms : 0;

    while (end - first > 1) { /* the last atom whose vertex is not above this one */
        const int middle = first + (end - first) / 2;
        *(m->atom[middle].vertex <= vertex ? &first : &end) = middle;
    }
    return end > first && m->atom[first].in && m->atom[first].vertex == vertex ? m->atom + first
                                                                               : NULL;
}

const char *pm_graph_atom(const pm_graph *graph, int vertex)
{
    const struct pm_atom *const atom = atom_of(graph, vertex);

    return atom != NULL ? atom->symbol : NULL;
}

int pm_graph_charge(const pm_graph *graph, int vertex)
{
    const struct pm_atom *const atom = atom_of(graph, vertex);

    return atom != NULL ? atom->charge : 0;
}

const char *pm_graph_vertex_name(const pm_graph *graph, int vertex)
{
    return graph->name != NULL ? graph->names + graph->name[vertex] : NULL;
}

bool pm_graph_position(const pm_graph *graph, int vertex, double *x, double *y)
{
    *x = *y = 0;
    if (graph->place != NULL) {
        pm_place_at(graph->place, vertex, x, y);
    } else if (graph->layout != NULL) {
        *x = graph->layout[2 * (size_t)vertex];
        *y = graph->layout[2 * (size_t)vertex + 1];
    }
    return graph->place != NULL || graph->layout != NULL;
}

bool pm_graph_step(const pm_graph *graph, int from, int to, double *x, double *y)
{
    double a, b;

    if (graph->place != NULL) {
        pm_place_way(graph->place, from, to, x, y);
        return true;
    }
    const bool placed = pm_graph_position(graph, from, &a, &b);
    pm_graph_position(graph, to, x, y);
    *x -= a;
    *y -= b;
    return placed;
}
