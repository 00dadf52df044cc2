/* SPDX-License-Identifier: GPL-3.0-or-later */
/* swap.c finds the automorphism.  Then the operations (order.h) are written: those of the edges
 * within the left half, then those of the edges across.  This takes time linear in the edges. */
#include "engine/sweep/middle.h"

#include "base/alloc.h"
#include "engine/sweep/swap.h"

#include <stdlib.h>

/* *image = the image of every vertex under an automorphism that exchanges the first half of
 * `sequence` and the second half; NULL: none was found. */
static pm_status find_swap(int **image, bool *open, const struct pm_order_graph *graph,
                           const int *sequence)
{
    const int n = graph->vertices;
    bool *right;

    PM_NEW(right, n);
    for (int k = n / 2; k < n; k++)
        right[sequence[k]] = true;
    const pm_status status = pm_sweep_swap_find(image, open, graph, right);
    free(right);
    return status;
}

/* ------------------------------------------------------------------ operations */

struct writer {
    const struct pm_order_graph *graph;
    const int *sequence;
    struct pm_sweep_mirror *out;
    int *place; /* of every vertex in the sequence */
    bool *slot; /* the vertex has one */
    int width, ones;
};

static void put(struct writer *w, enum pm_order_code code, int u, int v)
{
    const bool row = pm_order_is_row(w->graph, u);

    w->width += (code == PM_ORDER_OPEN) - (code == PM_ORDER_DROP);
    if (w->graph->states == PM_ORDER_SQUARE)
        w->ones += (code == PM_ORDER_OPEN && row) - (code == PM_ORDER_DROP && !row);
    else
        w->ones ^= code == PM_ORDER_DROP || code == PM_ORDER_PASS;
    w->slot[code == PM_ORDER_PASS ? v : u] = true;
    w->out->program->operation[w->out->program->count++] =
        (struct pm_order_operation){code, u, v, -1, w->width, w->ones};
}

static bool is_across(const struct writer *w, int u)
{
    const struct pm_order_graph *const g = w->graph;
    bool across = false;

    for (int i = g->start[u]; i < g->start[u + 1]; i++)
        across |= w->place[g->near[i]] >= w->out->left;
    return across;
}

/* Uses the edges of u to the places first .. end - 1, those to vertices with slots first.  Then u
 * is closed, unless it stays. */
static void use_edges(struct writer *w, int u, int first, int end, bool stays)
{
    const struct pm_order_graph *const g = w->graph;
    int heir = -1;

    if (!w->slot[u])
        put(w, PM_ORDER_OPEN, u, -1);
    for (int fresh = 0; fresh < 2; fresh++)
        for (int i = g->start[u]; i < g->start[u + 1]; i++) {
            const int v = g->near[i], place = w->place[v];
            if (place < first || place >= end || w->slot[v] == (fresh == 1))
                continue;
            if (fresh == 1 && heir < 0 && !stays) {
                heir = v;
                continue;
            }
            if (fresh == 1)
                put(w, PM_ORDER_OPEN, v, -1);
            put(w, PM_ORDER_ADD, u, v);
        }
    if (heir >= 0)
        put(w, PM_ORDER_PASS, u, heir);
    else if (!stays)
        put(w, PM_ORDER_DROP, u, -1);
}

static pm_status write_program(struct writer *w)
{
    const struct pm_order_graph *const g = w->graph;
    struct pm_sweep_mirror *const m = w->out;

    PM_NEW(w->place, g->vertices);
    PM_NEW(w->slot, g->vertices);
    PM_NEW(m->program, 1);
    m->program->room = 3 * (size_t)g->vertices + (size_t)g->edges;
    PM_NEW(m->program->operation, m->program->room);
    for (int k = 0; k < g->vertices; k++)
        w->place[w->sequence[k]] = k;
    for (int k = 0; k < m->left; k++)
        use_edges(w, w->sequence[k], k + 1, m->left, is_across(w, w->sequence[k]));
    m->half = m->program->count;
    for (int k = 0; k < m->left; k++)
        if (is_across(w, w->sequence[k])) {
            use_edges(w, w->sequence[k], m->left, g->vertices, false);
            m->pairs++;
        }
    m->end = m->program->count;
    return PM_OK;
}

/* True if the automorphism maps all rows to rows, or all rows to columns. */
static bool keeps_sides(const struct pm_order_graph *g, const int *image)
{
    int same = 0;

    for (int v = 0; v < g->vertices; v++)
        same += pm_order_is_row(g, v) == pm_order_is_row(g, image[v]);
    return g->states != PM_ORDER_SQUARE || same == 0 || same == g->vertices;
}

pm_status pm_sweep_mirror_new(struct pm_sweep_mirror **mirror, bool *open,
                              const struct pm_order_graph *graph, const int *sequence)
{
    struct writer w = {.graph = graph, .sequence = sequence};
    struct pm_sweep_mirror *m;
    int *image;

    *mirror = NULL;
    *open = false;
    if (graph->states == PM_ORDER_FREE || graph->vertices % 2 != 0)
        return PM_OK;
    PM_TRY(find_swap(&image, open, graph, sequence));
    if (image == NULL)
        return PM_OK;
    pm_status status;
    PM_NEW_GOTO(status, m, 1, fail);
    *m = (struct pm_sweep_mirror){.graph = graph, .image = image, .left = graph->vertices / 2};
    w.out = m;
    status = write_program(&w);
    PM_FREE(w.place, w.slot);
    if (status != PM_OK || m->pairs == 0 || !keeps_sides(graph, image))
        pm_sweep_mirror_free(m);
    else
        *mirror = m;
    return status;
fail:
    free(image);
    return status;
}

void pm_sweep_mirror_free(struct pm_sweep_mirror *mirror)
{
    if (mirror == NULL)
        return;
    pm_order_program_free(mirror->program);
    PM_FREE(mirror->image, mirror);
}
