/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Nested dissection (George, Nested dissection of a regular finite element mesh, 1973): the
 * vertices of a balanced separator come last, and the parts that it leaves are ordered in the same
 * way. */
#include "engine/order/order_ways.h"

#include "base/alloc.h"
#include "base/splitmix.h"
#include "engine/order/order_cut.h"

#include <stdlib.h>

enum {
    PAIRS = 4, /* pairs of vertices, between which separators of a part are looked for */
    LEAF = 4,  /* parts with at most so many vertices are not divided */
};

/* The number of search steps for each vertex and edge that is looked at. */
static const double LOOK = 6;

struct dissection {
    struct pm_order_cut cut;
    int *sequence, *queue;
    int *begin, *end, ranges; /* the ranges of the sequence that are not yet ordered */
    int parts;
    uint64_t random;
};

static bool are_adjacent(const struct pm_order_graph *g, int u, int v)
{
    for (int i = g->start[u]; i < g->start[u + 1]; i++)
        if (g->near[i] == v)
            return true;
    return false;
}

/* cut->vertex = the best separator of a connected part; there may be none. */
static pm_status find_cut(struct dissection *d, const int *v, int n, double most)
{
    d->cut.count = 0;
    for (int tries = 0, pairs = 0; pairs < PAIRS && tries < 4 * PAIRS; tries++) {
        int pair[2];
        for (int k = 0; k < 2; k++)
            pair[k] = v[pm_random_word(&d->random) % (uint64_t)n];
        if (pair[0] == pair[1] || are_adjacent(d->cut.graph, pair[0], pair[1]))
            continue;
        pairs++;
        PM_TRY(pm_order_cut_between(&d->cut, v, n, pair, most));
    }
    return PM_OK;
}

/* Moves the vertices v[0 .. n-1] that are in part `part` to the front; returns how many they are.
 */
static int gather(const struct dissection *d, int *v, int n, int part)
{
    int front = 0, rest = 0;
    for (int i = 0; i < n; i++) {
        if (d->cut.part[v[i]] == part)
            v[front++] = v[i];
        else
            d->queue[rest++] = v[i];
    }
    for (int i = 0; i < rest; i++)
        v[front + i] = d->queue[i];
    return front;
}

/* Makes the vertices that are connected with v a part of their own. */
static void separate(struct dissection *d, int v)
{
    const struct pm_order_graph *const g = d->cut.graph;
    int *const part = d->cut.part, old = part[v], own = ++d->parts, count = 0;
    part[v] = own;
    d->queue[count++] = v;
    for (int i = 0; i < count; i++) {
        const int u = d->queue[i];
        d->cut.looks += 1 + g->start[u + 1] - g->start[u];
        for (int j = g->start[u]; j < g->start[u + 1]; j++) {
            if (part[g->near[j]] == old) {
                part[g->near[j]] = own;
                d->queue[count++] = g->near[j];
            }
        }
    }
}

static void add_range(struct dissection *d, int begin, int end)
{
    if (begin == end)
        return;
    d->begin[d->ranges] = begin;
    d->end[d->ranges++] = end;
}

/* Orders the part of the first vertex of the last range: its separator becomes its end.  What it
 * leaves, and the rest of the range, are ranges again. */
static pm_status divide(struct dissection *d, double most)
{
    const int begin = d->begin[--d->ranges], end = d->end[d->ranges];
    int *const v = d->sequence + begin;
    separate(d, v[0]);
    const int n = gather(d, v, end - begin, d->parts);
    d->cut.looks += end - begin;
    add_range(d, begin + n, end);
    if (n <= LEAF)
        return PM_OK;
    PM_TRY(find_cut(d, v, n, most));
    if (d->cut.count == 0)
        return PM_OK;
    const int part = d->parts;
    for (int i = 0; i < d->cut.count; i++)
        d->cut.part[d->cut.vertex[i]] = -1;
    add_range(d, begin, begin + gather(d, v, n, part));
    return PM_OK;
}

static pm_status run(struct dissection *d, bool *complete, const struct pm_order_graph *graph,
                     double most)
{
    PM_TRY(pm_order_cut_init(&d->cut, graph));
    PM_NEW(d->queue, graph->vertices);
    PM_NEW(d->begin, graph->vertices);
    PM_NEW(d->end, graph->vertices);
    for (int v = 0; v < graph->vertices; v++)
        d->sequence[v] = v;
    add_range(d, 0, graph->vertices);
    while (d->ranges > 0 && d->cut.looks <= most)
        PM_TRY(divide(d, most));
    *complete = d->cut.looks <= most;
    return PM_OK;
}

pm_status pm_order_dissect(bool *complete, int *sequence, double *steps,
                           const struct pm_order_graph *graph, double most, uint64_t seed)
{
    struct dissection d = {.sequence = sequence, .random = seed};
    const pm_status status = run(&d, complete, graph, most / LOOK);
    *steps += LOOK * d.cut.looks;
    pm_order_cut_clear(&d.cut);
    PM_FREE(d.queue, d.begin, d.end);
    return status;
}
