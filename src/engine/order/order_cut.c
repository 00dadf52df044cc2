/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Balanced separators by flow (Hamann and Strasser, Graph bisection with Pareto optimization, ACM
 * Journal of Experimental Algorithmics 23, 2018).  The largest number of disjoint paths between two
 * sets of vertices is the least number of vertices that separate them (Menger).  At first each set
 * has one vertex.  When there is no further path, all that can be reached from the smaller set
 * joins it, and then one vertex of the separator, so that the next separator is larger or better
 * balanced.  Prefer a vertex that allows no further path, and then one that is far from the other
 * set.
 *
 * An edge can be used in both directions by any number of searches.  A vertex on a path can be left
 * only along this path, backwards, or if it was entered backwards; so a search reaches either both
 * of its nodes, or the entry alone.  The vertices of the latter kind are the separator.  What is
 * the entry for one set is the exit for the other. */
#include "engine/order/order_cut.h"

#include "base/alloc.h"
#include "base/budget.h"

#include <stdlib.h>

/* A separator whose smaller side has less than the part 1/BALANCE of all vertices is worse than any
 * other. */
enum { BALANCE = 5 };
static const double UNBALANCED = 1e6;

pm_status pm_order_cut_init(struct pm_order_cut *cut, const struct pm_order_graph *graph)
{
    const size_t n = (size_t)graph->vertices;
    *cut = (struct pm_order_cut){.graph = graph};
    PM_NEW(cut->part, n);
    PM_NEW(cut->owner, n);
    PM_NEW(cut->vertex, n);
    for (int k = 0; k < 2; k++) {
        struct pm_order_cut_side *const s = &cut->side[k];
        PM_NEW(s->node, 2 * n);
        PM_NEW(s->seen, 2 * n);
        PM_NEW(s->from, 2 * n);
        PM_NEW(s->link, n);
        PM_NEW(s->far, n);
    }
    return PM_OK;
}

void pm_order_cut_clear(struct pm_order_cut *cut)
{
    PM_FREE(cut->part, cut->owner, cut->vertex);
    for (int k = 0; k < 2; k++) {
        struct pm_order_cut_side *const s = &cut->side[k];
        PM_FREE(s->node, s->seen, s->from, s->link, s->far);
    }
}

/* ------------------------------------------------------------------------- paths */

static void reach(struct pm_order_cut_side *s, int node, int from)
{
    if (s->seen[node])
        return;
    s->seen[node] = true;
    s->from[node] = from;
    s->node[s->count++] = node;
    s->left += node & 1;
}

/* Puts a vertex into set k. */
static void own(struct pm_order_cut *c, int k, int v)
{
    c->owner[v] = k;
    reach(&c->side[k], 2 * v + 1, -1);
    reach(&c->side[k], 2 * v, -1);
    c->side[k].owned = c->side[k].count;
}

/* Continues the search from set k.  Returns the vertex of the other set that it has met, *last =
 * the node before it; -1: there is no path. */
static int meet(int *last, struct pm_order_cut *c, int k)
{
    const struct pm_order_graph *const g = c->graph;
    struct pm_order_cut_side *const s = &c->side[k];
    while (s->done < s->count) {
        const int x = s->node[s->done++], v = x / 2;
        const bool busy = s->link[v] >= 0 && c->owner[v] < 0;
        c->looks += 1 + (x & 1 ? g->start[v + 1] - g->start[v] : 0);
        if (!(x & 1)) {
            reach(s, 2 * (busy ? s->link[v] : v) + 1, x);
            continue;
        }
        for (int i = g->start[v]; i < g->start[v + 1]; i++) {
            const int w = g->near[i];
            if (c->part[w] != c->part[v])
                continue;
            *last = x;
            if (c->owner[w] == 1 - k)
                return w;
            reach(s, 2 * w, x);
        }
        if (busy)
            reach(s, 2 * v, x);
    }
    return -1;
}

/* Forgets what is reached only with the present paths. */
static void restart(struct pm_order_cut *c, struct pm_order_cut_side *s)
{
    c->looks += s->count - s->owned;
    while (s->count > s->owned) {
        const int x = s->node[--s->count];
        s->seen[x] = false;
        s->left -= x & 1;
    }
    s->done = 0;
}

static bool is_start(const struct pm_order_cut *c, int k, int node)
{
    return (node & 1) && c->owner[node / 2] == k;
}

/* Adds the path that a search from set k has found: to `last`, and then to the vertex `end`.  Where
 * it goes back along another path, both are exchanged. */
static void add_path(struct pm_order_cut *c, int k, int last, int end)
{
    struct pm_order_cut_side *const s = &c->side[k], *const other = &c->side[1 - k];
    for (int x = last; !is_start(c, k, x); x = s->from[x]) {
        const int v = x / 2, before = s->from[x] / 2;
        if ((x & 1) && v != before)
            s->link[before] = other->link[v] = -1;
    }
    s->link[end] = last / 2;
    other->link[last / 2] = end;
    for (int x = last; !is_start(c, k, x); x = s->from[x]) {
        const int v = x / 2, before = s->from[x] / 2;
        if (!(x & 1) && v != before) {
            s->link[v] = before;
            other->link[before] = v;
        }
    }
    c->paths++;
    restart(c, s);
    restart(c, other);
}

/* -------------------------------------------------------------------- separators */

/* Puts all that is reached into set k, and keeps the separator if it is the best one. */
static void keep(struct pm_order_cut *c, int k, int n)
{
    struct pm_order_cut_side *const s = &c->side[k];
    const bool balanced = (double)s->left * BALANCE >= n - c->paths;
    const double score = (double)c->paths / s->left + (balanced ? 0 : UNBALANCED);
    c->looks += s->count;
    for (int i = s->owned; i < s->count; i++)
        if (s->node[i] & 1)
            c->owner[s->node[i] / 2] = k;
    s->owned = s->count;
    if (c->count > 0 && score >= c->score)
        return;
    c->score = score;
    c->count = 0;
    for (int i = 0; i < s->count; i++)
        if (!s->seen[s->node[i] | 1])
            c->vertex[c->count++] = s->node[i] / 2;
}

/* True if v has a neighbour in set k. */
static bool touches(const struct pm_order_cut *c, int v, int k)
{
    const struct pm_order_graph *const g = c->graph;
    for (int i = g->start[v]; i < g->start[v + 1]; i++)
        if (c->part[g->near[i]] == c->part[v] && c->owner[g->near[i]] == k)
            return true;
    return false;
}

/* The vertex of the separator that shall join set k; -1: there is none. */
static int choose(struct pm_order_cut *c, int k)
{
    const struct pm_order_cut_side *const s = &c->side[k], *const other = &c->side[1 - k];
    int best = -1;
    int64_t most = 0;
    c->looks += s->count;
    for (int i = 0; i < s->count; i++) {
        const int v = s->node[i] / 2;
        if (s->seen[2 * v + 1] || c->owner[v] >= 0 || touches(c, v, 1 - k))
            continue;
        const int64_t worth =
            (other->seen[2 * v] ? 0 : INT64_C(1) << 33) + other->far[v] - s->far[v];
        if (best < 0 || worth > most || (worth == most && v < best)) {
            best = v;
            most = worth;
        }
    }
    return best;
}

/* Begins with one vertex in set k; `node` is the queue of a search for distances. */
static void begin(struct pm_order_cut *c, int k, const int *v, int n, int first)
{
    const struct pm_order_graph *const g = c->graph;
    struct pm_order_cut_side *const s = &c->side[k];
    int count = 0;
    for (int i = 0; i < n; i++) {
        s->far[v[i]] = s->link[v[i]] = -1;
        s->seen[2 * v[i]] = s->seen[2 * v[i] + 1] = false;
    }
    s->far[first] = 0;
    s->node[count++] = first;
    for (int i = 0; i < count; i++) {
        const int u = s->node[i];
        c->looks += 1 + g->start[u + 1] - g->start[u];
        for (int j = g->start[u]; j < g->start[u + 1]; j++) {
            const int w = g->near[j];
            if (c->part[w] == c->part[u] && s->far[w] < 0) {
                s->far[w] = s->far[u] + 1;
                s->node[count++] = w;
            }
        }
    }
    s->count = s->done = s->left = 0;
    own(c, k, first);
}

pm_status pm_order_cut_between(struct pm_order_cut *cut, const int *v, int n, const int *first,
                               double most)
{
    int last, end, k = 0;
    for (int i = 0; i < n; i++)
        cut->owner[v[i]] = -1;
    for (int i = 0; i < 2; i++)
        begin(cut, i, v, n, first[i]);
    cut->paths = 0;
    for (int x = 0; x >= 0;) {
        while ((end = meet(&last, cut, k)) >= 0) {
            PM_TRY(pm_budget_ask());
            add_path(cut, k, last, end);
        }
        meet(&last, cut, 1 - k);
        k = cut->side[1].left < cut->side[0].left;
        keep(cut, k, n);
        /* more paths cannot be better than as many as now and two sides of the same size */
        const double rest = (n - cut->paths) / 2.0;
        if (cut->side[k].left >= rest || cut->paths >= cut->score * rest || cut->looks > most)
            return PM_OK;
        x = choose(cut, k);
        if (x >= 0)
            own(cut, k, x);
    }
    return PM_OK;
}
