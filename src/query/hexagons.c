/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Follows all paths without chords from the least vertex of a hexagon towards the smaller one of
 * its two neighbours there, so that each hexagon is found once.  Cost: that of the paths, of which
 * a graph with degrees up to d has n d^4 at most. */
#include "query/hexagons.h"

#include "base/alloc.h"
#include "base/budget.h"

struct walk {
    const struct pm_adjacent *graph;
    struct pm_hexagons *found;
    int path[6];
    uint64_t steps;
};

static bool are_adjacent(const struct pm_adjacent *g, int u, int v)
{
    for (int k = g->start[u]; k < g->start[u + 1]; k++)
        if (g->to[k] == v)
            return true;
    return false;
}

/* True if vertex v can be number `length` of the path: its neighbours there are the last vertex
 * and, if it is the sixth, the first one. */
static bool continues(const struct walk *w, int length, int v)
{
    if (v <= w->path[0] || (length == 5 && v < w->path[1]))
        return false;
    for (int k = 0; k < length - 1; k++)
        if (are_adjacent(w->graph, v, w->path[k]) != (length == 5 && k == 0))
            return false;
    return true;
}

static pm_status keep(struct walk *w)
{
    struct pm_hexagons *const h = w->found;

    PM_TRY(pm_alloc_grow((void **)&h->at, &h->room, h->count + 1, sizeof *h->at));
    for (int k = 0; k < 6; k++)
        h->at[h->count][k] = w->path[k];
    h->count++;
    return PM_OK;
}

/* Continues a path of so many vertices. */
static pm_status go_on(struct walk *w, int length)
{
    const struct pm_adjacent *const g = w->graph;
    const int last = w->path[length - 1];

    if (length == 6)
        return keep(w);
    for (int k = g->start[last]; k < g->start[last + 1]; k++) {
        if (++w->steps % PM_BUDGET_STEPS == 0)
            PM_TRY(pm_budget_ask());
        if (!continues(w, length, g->to[k]))
            continue;
        w->path[length] = g->to[k];
        PM_TRY(go_on(w, length + 1));
    }
    return PM_OK;
}

pm_status pm_hexagons_find(struct pm_hexagons *hexagons, const struct pm_adjacent *graph)
{
    struct walk w = {.graph = graph, .found = hexagons};

    for (int v = 0; v < graph->vertices; v++) {
        w.path[0] = v;
        PM_TRY(go_on(&w, 1));
    }
    return PM_OK;
}

void pm_hexagons_clear(struct pm_hexagons *hexagons)
{
    free(hexagons->at);
    *hexagons = (struct pm_hexagons){.at = NULL};
}
