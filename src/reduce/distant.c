/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Vertices that join distant places.  A graph may be planar without a few edges, of which some
 * lead through a vertex with two edges.  If such a vertex were eliminated, two distant vertices
 * would become one, and no few edges would be left without which the graph is planar
 * (engine/planar/far.c).  So a few vertices stay whose neighbours have no other common neighbour.
 * Where there are many, the graph is not of this kind.
 *
 * Cost: a few dozen steps for each vertex with two edges. */
#include "reduce/edit.h"

#include "base/alloc.h"

#include <stdlib.h>

/* SHARE: at most one of so many vertices stays.  FAR: a graph that is planar without so many edges
 * at most is meant.  HUB: the most edges of a neighbour. */
enum { SHARE = 50, FAR = 28, HUB = 64 };

/* Whether vertex v has two edges, to vertices with more, which have no other way of at most two
 * edges between them.  stamp[] is working memory. */
static bool is_distant(int *stamp, const struct pm_edit *e, int v)
{
    if (e->degree[v] != 2)
        return false;
    const int u = e->half[e->head[v]].to, w = e->half[e->half[e->head[v]].next].to;
    bool near = e->degree[u] <= 2 || e->degree[w] <= 2 || e->degree[u] > HUB || e->degree[w] > HUB;

    for (int h = e->head[u]; h >= 0 && !near; h = e->half[h].next)
        stamp[e->half[h].to] = v + 1;
    near = near || stamp[w] == v + 1;
    for (int h = e->head[w]; h >= 0 && !near; h = e->half[h].next)
        near = e->half[h].to != v && stamp[e->half[h].to] == v + 1;
    return !near;
}

pm_status pm_edit_keep_distant(struct pm_edit *e)
{
    int left = e->size / SHARE, *stamp;

    if (!e->square || left == 0 || e->edges > 3 * e->size + FAR)
        return PM_OK;
    PM_NEW(e->kept, e->size); /* belongs to *e, also after a failure */
    PM_NEW(stamp, e->size);
    for (int v = 0; v < e->size && left >= 0; v++) {
        e->kept[v] = is_distant(stamp, e, v);
        left -= e->kept[v];
    }
    free(stamp);
    if (left < 0) {
        free(e->kept);
        e->kept = NULL;
    }
    return PM_OK;
}
