/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Replaces loops by edges, where a loop matches its vertex alone.
 *
 * Order the vertices that have loops.  Each gets four new vertices a, b, c, d with the edges ab,
 * ad, bd, cd.  Its loop becomes an edge to c.  Each b is joined to the next vertex's a.  A vertex
 * that is matched alone is matched with its c.  This decides which of the edges between the groups
 * of four are used: an edge is used exactly where the number of loops used before it is odd.  For
 * each possible set of used edges from a, b, c to the outside, there is exactly one way to match
 * the rest of a group:
 *
 *     none: ab and cd;   at a and b: cd;   at a and c: bd;   at b and c: ad
 *
 * An odd number of such edges leaves no way.  If the number of vertices is odd, one more vertex is
 * joined to the last b. */
#include "base/alloc.h"
#include "base/argument.h"
#include "model/graph.h"

#include <stdlib.h>

static pm_status join(struct pm_graph *g, int from, int to)
{
    fmpq_t one;

    fmpq_init(one);
    fmpq_one(one);
    const pm_status status = pm_graph_add_edge(g, from, to, one, NULL);
    fmpq_clear(one);
    return status;
}

/* Adds the edges of the four vertices from `a` on. */
static pm_status join_four(struct pm_graph *g, int a, bool first)
{
    const int b = a + 1, c = a + 2, d = a + 3;

    PM_TRY(join(g, a, b));
    PM_TRY(join(g, a, d));
    PM_TRY(join(g, b, d));
    PM_TRY(join(g, c, d));
    return first ? PM_OK : join(g, a - 3, a);
}

/* Adds all edges.  place[v]: where the four vertices of v begin; 0 where there are none yet. */
static pm_status add_edges(struct pm_graph *g, int *place, const struct pm_graph *from)
{
    const struct pm_triplets *const edge = &from->edge;
    const int n = from->edge.rows;

    for (size_t k = 0; k < edge->count; k++) {
        const int v = edge->row[k], w = edge->col[k];
        const fmpq *const im = edge->complex_values ? edge->im + k : NULL;
        if (v == w && place[v] == 0) {
            place[v] = g->edge.rows;
            PM_TRY(pm_graph_add_vertices(g, 4));
        }
        PM_TRY(pm_graph_add_edge(g, v, v == w ? place[v] + 2 : w, edge->re + k, im));
    }
    const int end = g->edge.rows;
    g->looped = end > n ? n : 0;
    for (int a = n; a < end; a += 4)
        PM_TRY(join_four(g, a, a == n));
    if (n % 2 == 0 || end == n)
        return PM_OK;
    PM_TRY(pm_graph_add_vertices(g, 1));
    return join(g, end - 3, end);
}

pm_status pm_graph_match_loops(pm_graph **out, const pm_graph *graph)
{
    PM_ARGUMENTS(out, graph);
    struct pm_graph *g = NULL;
    int *place = NULL;
    pm_status status;

    PM_NEW_GOTO(status, place, graph->edge.rows, done);
    PM_TRY_GOTO(status, pm_graph_new(&g, false), done);
    g->field = graph->field;
    PM_TRY_GOTO(status, pm_graph_add_vertices(g, graph->edge.rows), done);
    PM_TRY_GOTO(status, add_edges(g, place, graph), done);
    *out = g;
    g = NULL;
done:
    pm_graph_free(g);
    free(place);
    return status;
}
