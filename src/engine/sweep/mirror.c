/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Builds the graph with paths, writes its program (order.h) with the left half in its order, and
 * finds the operations after which each of the two vectors is complete.  This takes time linear in
 * the edges. */
#include "engine/sweep/mirror.h"

#include "base/alloc.h"
#include "engine/sweep/swap.h"

#include <stdlib.h>
#include <string.h>

/* The vertices of the new graph: all a, the left half, all b, the vertices c of the right half that
 * have edges across, and for each c one more neighbour, so that it is not closed too early. */
enum { A, LEFT, B, C, OPEN, KINDS };

struct builder {
    const struct pm_sweep_graph *old;
    struct pm_sweep_mirror *out;
    int *
        pair; /* for each vertex of the left half: its index among those with edges across, or -1 */
    int from[KINDS + 1];
    int *x, *y; /* ends of the edges */
    int edges;
};

static bool is_symmetric(const struct pm_sweep_graph *g)
{
    const int last = g->vertices - 1;

    for (int v = 0; v <= last; v++) {
        const int *const near = g->near + g->start[v], *const end =
                                                           g->near + g->start[last - v + 1];
        const int degree = g->start[v + 1] - g->start[v];
        if (degree != g->start[last - v + 1] - g->start[last - v])
            return false;
        for (int k = 0; k < degree; k++)
            if (end[-1 - k] != last - near[k])
                return false;
    }
    return true;
}

static void connect(struct builder *b, int x, int y)
{
    b->x[b->edges] = x;
    b->y[b->edges++] = y;
}

/* Finds the left half, and its vertices with edges to the right half. */
static pm_status find_pairs(struct builder *b)
{
    const struct pm_sweep_graph *const g = b->old;
    const int left = g->vertices / 2;
    int pairs = 0;

    PM_NEW(b->pair, left);
    for (int u = 0; u < left; u++) {
        const int end = g->start[u + 1];
        const bool across = end > g->start[u] && g->near[end - 1] >= left;
        b->pair[u] = across ? pairs++ : -1;
    }
    const int count[KINDS] = {[A] = pairs, [LEFT] = left, [B] = pairs, [C] = pairs, [OPEN] = pairs};
    for (int k = 0; k < KINDS; k++)
        b->from[k + 1] = b->from[k] + count[k];
    b->out->left = left;
    b->out->pairs = pairs;
    b->out->first = b->from[A];
    b->out->last = b->from[C];
    return PM_OK;
}

static pm_status list_edges(struct builder *b)
{
    const struct pm_sweep_graph *const g = b->old;
    const int left = b->out->left, last = g->vertices - 1;

    PM_NEW(b->x, g->edges + 3 * b->out->pairs);
    PM_NEW(b->y, g->edges + 3 * b->out->pairs);
    for (int u = 0; u < left; u++) {
        const int k = b->pair[u];
        for (int i = g->start[u]; i < g->start[u + 1]; i++) {
            const int v = g->near[i];
            if (v >= left)
                connect(b, b->from[B] + k, b->from[C] + b->pair[last - v]);
            else if (v > u)
                connect(b, b->from[LEFT] + u, b->from[LEFT] + v);
        }
        if (k < 0)
            continue;
        connect(b, b->from[A] + k, b->from[LEFT] + u);
        connect(b, b->from[A] + k, b->from[B] + k);
        connect(b, b->from[C] + k, b->from[OPEN] + k);
    }
    return PM_OK;
}

/* True if the automorphism maps all rows to rows, or all rows to columns. */
static bool keeps_sides(const struct builder *b)
{
    const struct pm_sweep_graph *const g = b->old;
    int same = 0;

    for (int u = 0; u < b->out->left; u++)
        same += pm_sweep_is_row(g, u) == pm_sweep_is_row(g, g->vertices - 1 - u);
    return same == 0 || same == b->out->left;
}

/* Says which vertices are columns: the ends of an edge are a row and a column. */
static void set_columns(struct pm_sweep_graph *g, const struct builder *b)
{
    for (int u = 0; u < b->out->left; u++) {
        const bool row = pm_sweep_is_row(b->old, u);
        const bool across = pm_sweep_is_row(b->old, b->old->vertices - 1 - u);
        const int k = b->pair[u];
        g->column[b->from[LEFT] + u] = !row;
        if (k < 0)
            continue;
        g->column[b->from[A] + k] = row;
        g->column[b->from[B] + k] = !row;
        g->column[b->from[C] + k] = !across;
        g->column[b->from[OPEN] + k] = across;
    }
}

/* Lists the neighbours of every vertex, in the order of the edges. */
static pm_status list_neighbours(int **near, const struct pm_sweep_graph *g,
                                 const struct builder *b)
{
    int *room;

    PM_NEW(*near, 2 * (size_t)g->edges);
    PM_NEW(room, g->vertices);
    memcpy(room, g->start, (size_t)g->vertices * sizeof *room);
    for (int e = 0; e < b->edges; e++) {
        (*near)[room[b->x[e]]++] = b->y[e];
        (*near)[room[b->y[e]]++] = b->x[e];
    }
    free(room);
    return PM_OK;
}

/* Sorts the lists of neighbours: each vertex in turn is appended to the lists of its neighbours. */
static pm_status sort_neighbours(struct pm_sweep_graph *g, const int *near)
{
    int *room;

    PM_NEW(room, g->vertices);
    memcpy(room, g->start, (size_t)g->vertices * sizeof *room);
    for (int v = 0; v < g->vertices; v++)
        for (int i = g->start[v]; i < g->start[v + 1]; i++)
            g->near[room[near[i]]++] = v;
    free(room);
    return PM_OK;
}

static pm_status fill(struct pm_sweep_graph *g, const struct builder *b)
{
    int *near = NULL;
    pm_status status;

    g->rows = g->vertices = b->from[KINDS];
    g->edges = b->edges;
    g->states = b->old->states;
    PM_NEW(g->start, g->vertices + 1);
    PM_NEW(g->near, 2 * (size_t)g->edges);
    PM_NEW(g->entry, 2 * (size_t)g->edges);
    PM_NEW(g->alone, g->vertices);
    PM_NEW(g->column, g->vertices);
    set_columns(g, b);
    for (int e = 0; e < b->edges; e++) {
        g->start[b->x[e] + 1]++;
        g->start[b->y[e] + 1]++;
    }
    for (int v = 0; v < g->vertices; v++)
        g->start[v + 1] += g->start[v];
    for (int i = 0; i < 2 * g->edges; i++)
        g->entry[i] = -1;
    status = list_neighbours(&near, g, b);
    if (status == PM_OK)
        status = sort_neighbours(g, near);
    free(near);
    return status;
}

/* The index of the first operation that closes a vertex of that kind, or that opens a neighbour in
 * order to close it. */
static size_t first_closing(const struct builder *b, int kind)
{
    const struct pm_sweep_program *const p = b->out->program;
    size_t i = 0;

    while (i < p->count &&
           (p->operation[i].code == PM_SWEEP_OPEN || p->operation[i].u < b->from[kind] ||
            p->operation[i].u >= b->from[kind + 1]))
        i++;
    while (i > 0 && p->operation[i - 1].code == PM_SWEEP_OPEN)
        i--;
    return i;
}

static pm_status write_program(struct builder *b)
{
    static const int kinds[KINDS] = {LEFT, A, B, C, OPEN};
    int *sequence, count = 0;

    PM_NEW(sequence, b->from[KINDS]);
    for (int k = 0; k < KINDS; k++)
        for (int v = b->from[kinds[k]]; v < b->from[kinds[k] + 1]; v++)
            sequence[count++] = v;
    const pm_status status = pm_sweep_program_new(&b->out->program, b->out->graph, sequence);
    free(sequence);
    if (status != PM_OK)
        return status;
    b->out->half = first_closing(b, A);
    b->out->end = first_closing(b, C);
    return PM_OK;
}

static pm_status build(struct builder *b)
{
    PM_TRY(find_pairs(b));
    if (b->out->pairs == 0 || (b->old->states == PM_SWEEP_SQUARE && !keeps_sides(b)))
        return pm_fail(PM_UNABLE, "no middle");
    PM_TRY(list_edges(b));
    PM_NEW(b->out->graph, 1);
    PM_TRY(fill(b->out->graph, b));
    return write_program(b);
}

/* The automorphism of `graph` is the reversal of the vertices. */
static pm_status mirror_of(struct pm_sweep_mirror **mirror, const struct pm_sweep_graph *graph)
{
    struct builder b = {.old = graph};

    PM_NEW(b.out, 1);
    const pm_status status = build(&b);
    free(b.pair);
    free(b.x);
    free(b.y);
    if (status != PM_OK) {
        pm_sweep_mirror_free(b.out);
        return status == PM_UNABLE ? PM_OK : status;
    }
    *mirror = b.out;
    return PM_OK;
}

pm_status pm_sweep_mirror_new(struct pm_sweep_mirror **mirror, const struct pm_sweep_graph *graph,
                              const int *sequence)
{
    struct pm_sweep_graph *turned;

    *mirror = NULL;
    if (graph->states == PM_SWEEP_FREE || graph->vertices % 2 != 0)
        return PM_OK;
    if (sequence == NULL)
        return is_symmetric(graph) ? mirror_of(mirror, graph) : PM_OK;
    PM_TRY(pm_sweep_swap(&turned, graph, sequence));
    const pm_status status = turned != NULL ? mirror_of(mirror, turned) : PM_OK;
    pm_sweep_graph_free(turned);
    return status;
}

void pm_sweep_mirror_free(struct pm_sweep_mirror *mirror)
{
    if (mirror == NULL)
        return;
    pm_sweep_graph_free(mirror->graph);
    pm_sweep_program_free(mirror->program);
    free(mirror);
}
