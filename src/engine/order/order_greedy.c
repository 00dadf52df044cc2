/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Greedy growth of the frontier.  The next vertex to be closed is one with a slot, or a neighbour
 * of one; of these, the one that makes the frontier grow least.  (For band-like structure this is
 * similar to Cuthill and McKee, Reducing the bandwidth of sparse symmetric matrices, 1969, but it
 * measures the frontier itself.)  Of equal vertices, the one that has waited longest is chosen.
 *
 * growth[v] is kept up to date: plus one if v needs a slot, plus one for every neighbour that needs
 * one and stays, minus one for every neighbour with a slot that closes with v, minus one for v. */
#include "engine/order/order_ways.h"

#include "base/alloc.h"

struct greedy {
    const struct pm_order_graph *g;
    enum pm_order_side side;
    int *left;  /* number of neighbours that are not closed; -1: the vertex is closed */
    int *since; /* turn at which the vertex, or a neighbour, got a slot; 0: neither */
    bool *slot;
    int *growth;
    int slots;           /* number of slots of the frontier */
    int *waiting, count; /* vertices with a slot, and their neighbours; some may be closed */
    double steps;
};

/* The contribution of v to the growth of a neighbour that is closed. */
static int share(const struct greedy *s, int v)
{
    return s->slot[v] ? -(s->left[v] == 1) : s->left[v] > 1;
}

/* Adds `change` to the growth of v's neighbours. */
static void spread(struct greedy *s, int v, int change)
{
    const struct pm_order_graph *const g = s->g;
    if (change == 0)
        return;
    for (int i = g->start[v]; i < g->start[v + 1]; i++)
        s->growth[g->near[i]] += change;
    s->steps += g->start[v + 1] - g->start[v];
}

static bool wished(const struct greedy *s, int v)
{
    return s->side == PM_ORDER_BOTH || (s->side == PM_ORDER_ROWS) == (v < s->g->rows);
}

static void enlist(struct greedy *s, int v, int turn)
{
    if (s->since[v] || s->left[v] < 0 || !wished(s, v))
        return;
    s->since[v] = turn;
    s->waiting[s->count++] = v;
}

/* Gives v a slot. */
static void open_slot(struct greedy *s, int v, int turn)
{
    const struct pm_order_graph *const g = s->g;
    const int before = share(s, v);
    s->slot[v] = true;
    s->slots++;
    s->growth[v]--;
    spread(s, v, share(s, v) - before);
    enlist(s, v, turn);
    for (int i = g->start[v]; i < g->start[v + 1]; i++)
        enlist(s, g->near[i], turn);
}

static void close_vertex(struct greedy *s, int u, int turn)
{
    const struct pm_order_graph *const g = s->g;
    spread(s, u, -share(s, u));
    s->left[u] = -1;
    s->slots -= s->slot[u];
    for (int i = g->start[u]; i < g->start[u + 1]; i++) {
        const int v = g->near[i];
        if (s->left[v] < 0)
            continue;
        const int before = share(s, v);
        if (--s->left[v] == 0) {
            s->left[v] = -1;
            s->slots -= s->slot[v];
            continue;
        }
        spread(s, v, share(s, v) - before);
        if (!s->slot[v])
            open_slot(s, v, turn);
    }
}

/* Chooses the next vertex; closed ones are removed from the list, which keeps its order. */
static int vertex_choose(struct greedy *s)
{
    int best = -1, kept = 0;
    for (int i = 0; i < s->count; i++) {
        const int v = s->waiting[i];
        if (s->left[v] < 0)
            continue;
        s->waiting[kept++] = v;
        if (best < 0 || s->growth[v] < s->growth[best] ||
            (s->growth[v] == s->growth[best] && s->since[v] < s->since[best]))
            best = v;
    }
    s->steps += 2.0 * s->count;
    s->count = kept;
    return best;
}

static pm_status init(struct greedy *s, const struct pm_order_graph *g)
{
    s->g = g;
    PM_NEW(s->left, g->vertices);
    PM_NEW(s->since, g->vertices);
    PM_NEW(s->slot, g->vertices);
    PM_NEW(s->growth, g->vertices);
    PM_NEW(s->waiting, g->vertices);
    for (int v = 0; v < g->vertices; v++)
        s->left[v] = g->start[v + 1] - g->start[v];
    for (int v = 0; v < g->vertices; v++) {
        for (int i = g->start[v]; i < g->start[v + 1]; i++)
            s->growth[v] += share(s, g->near[i]);
    }
    return PM_OK;
}

/* False if the frontier becomes too wide. */
static bool grow(struct greedy *s, int *sequence, int first)
{
    const int vertices = s->g->vertices;
    int count = 0, next = 0;
    for (int u = first; u >= 0;) {
        close_vertex(s, u, ++count);
        sequence[count - 1] = u;
        if (s->slots > PM_ORDER_WIDTH)
            return false;
        u = vertex_choose(s);
        if (u >= 0)
            continue;
        while (next < vertices && (s->left[next] < 0 || !wished(s, next)))
            next++;
        u = next < vertices ? next : -1; /* another component of the graph */
    }
    for (int i = 0; i < count; i++)
        s->since[sequence[i]] = -1;
    for (int v = 0; v < vertices; v++) {
        if (s->since[v] >= 0)
            sequence[count++] = v; /* closed with its last neighbour */
    }
    return true;
}

pm_status pm_order_greedy(bool *narrow, int *sequence, double *steps,
                          const struct pm_order_graph *graph, int first, enum pm_order_side side)
{
    struct greedy s = {.side = side, .steps = 20.0 * graph->vertices + 12.0 * graph->edges};
    const pm_status status = init(&s, graph);
    if (status == PM_OK)
        *narrow = grow(&s, sequence, first);
    PM_FREE(s.left, s.since, s.slot, s.growth, s.waiting);
    *steps += s.steps;
    return status;
}
