/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Looks for an embedding in a torus, a Klein bottle or a similar surface by the short cycles of a
 * graph.
 *
 * In a lattice, two edges that are neighbours around a vertex lie on a shorter cycle than two that
 * are not.  So the order around each vertex is the cyclic order of its neighbours for which the sum
 * of 1 / length is largest, over the shortest cycles through two successive ones: if these cycles
 * are the faces, the sum of all that is the number of faces.  This leaves two directions of
 * rotation.  Let v and w be the ends of an edge.  Of the four paths x v w y with x beside w around
 * v, and y beside v around w, two belong to faces: those for which this sum is larger.  They tell
 * the direction at w from that at v.  An edge may have vertices of degree 2 on it.  A spanning tree
 * of the graph gives all vertices their directions; if the surface has no orientation, they do not
 * fit at some other edges, which are twisted.
 *
 * The order is only a guess, but any order is that of some surface; Euler's formula tells which,
 * and it is taken if it has at most two handles, or four crosscaps.  Lattices with a period of at
 * most 4 edges, for example, have other short cycles, and are not found.  Cost: one bounded search
 * for each pair of adjacent vertices. */
#include "base/alloc.h"
#include "base/budget.h"
#include "base/status.h"
#include "engine/planar/planar.h"

#include <stdlib.h>

/* DEGREE: the largest degree.  BALL: how many vertices a search visits.  ORDERS: how many partial
 * orders are tried at a vertex; lattices take up to 30. */
enum { DEGREE = 16, BALL = 1000, FAR = 1 << 30, ORDERS = 1000, UNITS = 720720 };

/* The largest rank of a surface that is looked for. */
enum { RANK = 4 };

struct search {
    const struct pm_adjacent *graph;
    int *order;    /* as in a rotation: order[start[v]] .. are the neighbours of v in their order */
    bool *twisted; /* the same for its twisted edges */
    bool *turned;  /* the vertices that have their direction */
    int *seen, *far,
        stamp; /* far[v] is the distance of v if seen[v] == stamp; FAR: a vertex left out */
    int *queue, *turn;
};

/* ------------------------------------------------------------------ distances */

/* Computes the distances from x without the vertices v and w, until all `count` vertices of to[]
 * are reached. */
static void measure(struct search *s, int x, int v, int w, int count, const int *to)
{
    const struct pm_adjacent *const graph = s->graph;
    int tail = 0;

    s->stamp++;
    s->seen[v] = s->seen[w] = s->stamp;
    s->far[v] = s->far[w] = FAR;
    if (x == v || x == w)
        return;
    s->seen[x] = s->stamp;
    s->far[x] = 0;
    s->queue[tail++] = x;
    for (int head = 0, left = count; head < tail && left > 0; head++) {
        const int u = s->queue[head];
        for (int k = 0; k < count; k++)
            left -= to[k] == u;
        for (int k = graph->start[u]; k < graph->start[u + 1] && tail < BALL; k++) {
            const int y = graph->to[k];
            if (s->seen[y] != s->stamp) {
                s->seen[y] = s->stamp;
                s->far[y] = s->far[u] + 1;
                s->queue[tail++] = y;
            }
        }
    }
}

/* 1 / length of the cycle that consists of a shortest path to the vertex `to` and `more` edges, in
 * units that make most of them integers. */
static int shortness(const struct search *s, int to, int more)
{
    return s->seen[to] == s->stamp ? UNITS / (s->far[to] + more) : 0;
}

/* ------------------------------------------------------------------ the order at a vertex */

struct orders {
    int degree, tried, most, best_sum;
    int value[DEGREE][DEGREE]; /* the shortness of the cycle through two neighbours */
    int now[DEGREE], best[DEGREE];
    bool used[DEGREE];
};

/* Extends the order now[0 .. length - 1] in all ways that can be better than the best one. */
static void extend(struct orders *o, int length, int sum)
{
    const int last = o->now[length - 1];

    if (sum + (o->degree - length + 1) * o->most <= o->best_sum || o->tried++ > ORDERS)
        return;
    if (length == o->degree) {
        if (sum + o->value[last][0] > o->best_sum) {
            o->best_sum = sum + o->value[last][0];
            for (int k = 0; k < length; k++)
                o->best[k] = o->now[k];
        }
        return;
    }
    for (int k = 1; k < o->degree; k++) {
        if (o->used[k])
            continue;
        o->used[k] = true;
        o->now[length] = k;
        extend(o, length + 1, sum + o->value[last][k]);
        o->used[k] = false;
    }
}

/* Finds the order around v, but not its direction.  False: it has too many neighbours, or too many
 * orders are possible. */
static bool order_around(struct search *s, int v)
{
    const int *const to = s->graph->to + s->graph->start[v];
    const int degree = s->graph->start[v + 1] - s->graph->start[v];
    struct orders o = {.degree = degree, .best_sum = -1};

    if (degree <= 3) /* there is only one */
        return true;
    if (degree > DEGREE)
        return false;
    for (int i = 0; i < degree; i++) {
        measure(s, to[i], v, v, degree, to);
        for (int j = 0; j < degree; j++) {
            o.value[i][j] = i == j ? 0 : shortness(s, to[j], 2);
            if (o.value[i][j] > o.most)
                o.most = o.value[i][j];
        }
    }
    extend(&o, 1, 0);
    for (int k = 0; k < degree; k++)
        s->order[s->graph->start[v] + k] = to[o.best[k]];
    return o.tried <= ORDERS;
}

/* ------------------------------------------------------------------ the directions */

static int degree_of(const struct search *s, int v)
{
    return s->graph->start[v + 1] - s->graph->start[v];
}

/* The neighbour of v that comes `step` places after the neighbour w. */
static int beside(const struct search *s, int v, int w, int step)
{
    const int *const order = s->order + s->graph->start[v];
    const int degree = degree_of(s, v);
    int k = 0;

    while (order[k] != w)
        k++;
    return order[(k + step + degree) % degree];
}

/* Whether the directions at v and w agree (1), or not (-1); the edge between them leaves v to `out`
 * and enters w from `in`.  0: the cycles do not tell. */
static int agreement(struct search *s, int v, int out, int w, int in)
{
    const int to[2] = {beside(s, w, in, 1), beside(s, w, in, -1)};
    int same = 0, other = 0;

    for (int side = 0; side < 2; side++) {
        measure(s, beside(s, v, out, side == 0 ? -1 : 1), v, w, 2, to);
        same += shortness(s, to[side], 3);
        other += shortness(s, to[!side], 3);
    }
    return (same > other) - (same < other);
}

static void reverse(struct search *s, int v)
{
    int *const order = s->order + s->graph->start[v];

    for (int i = 0, j = degree_of(s, v) - 1; i < j; i++, j--)
        PM_SWAP(order[i], order[j]);
}

/* The end of the path that begins at v with the edge to w, and has only vertices of degree 2
 * inside; *in = the vertex before the end. */
static int path_end(const struct search *s, int v, int w, int *in)
{
    for (*in = v; degree_of(s, w) == 2;) {
        const int next = beside(s, w, *in, 1);
        *in = w;
        w = next;
    }
    return w;
}

/* Turns all vertices of degree 3 or more in one direction, in breadth-first order from v.  Returns
 * their number, or less if the budget is used up. */
static int turn_all(struct search *s, int v)
{
    int tail = 0;

    s->turn[tail++] = v;
    s->turned[v] = true;
    for (int head = 0; head < tail && pm_budget_ask() == PM_OK; head++) {
        v = s->turn[head];
        for (int k = s->graph->start[v]; k < s->graph->start[v + 1]; k++) {
            int in;
            const int w = path_end(s, v, s->graph->to[k], &in);
            const int same =
                degree_of(s, w) > 2 && !s->turned[w] ? agreement(s, v, s->graph->to[k], w, in) : 0;
            if (same == 0)
                continue;
            if (same < 0)
                reverse(s, w);
            s->turned[w] = true;
            s->turn[tail++] = w;
        }
    }
    return tail;
}

/* Marks both places of the edge of v and w as twisted. */
static void twist(struct search *s, int v, int w)
{
    for (int side = 0; side < 2; side++) {
        int k = s->graph->start[side == 0 ? v : w];
        while (s->order[k] != (side == 0 ? w : v))
            k++;
        s->twisted[k] = true;
    }
}

/* Finds the edges where the directions do not fit. */
static void twist_all(struct search *s)
{
    for (int v = 0; v < s->graph->vertices; v++)
        for (int k = s->graph->start[v]; k < s->graph->start[v + 1]; k++) {
            int in;
            const int out = s->graph->to[k];
            const int w = degree_of(s, v) > 2 ? path_end(s, v, out, &in) : v;
            if (v < w && agreement(s, v, out, w, in) < 0)
                twist(s, v, out);
        }
}

/* Finds the order and the direction of each vertex.  *found is false if the cycles do not tell. */
static pm_status find_orders(bool *found, struct search *s)
{
    const int n = s->graph->vertices;
    int first = -1, branches = 0;

    *found = true;
    for (int v = 0; v < n && *found; v++) {
        PM_TRY(pm_budget_ask());
        *found = order_around(s, v);
        if (degree_of(s, v) > 2) {
            branches++;
            first = v;
        }
    }
    if (*found && first >= 0)
        *found = turn_all(s, first) == branches;
    return pm_budget_ask();
}

/* ------------------------------------------------------------------ all of it */

/* *found = the order describes a surface of small rank; *plane is then its embedding. */
static pm_status check(bool *found, struct pm_plane **plane, const struct search *s, bool *twisted)
{
    const struct pm_rotation around = {.vertices = s->graph->vertices,
                                       .start = s->graph->start,
                                       .to = s->order,
                                       .twisted = twisted};
    struct pm_plane *made;
    bool orientable;
    int rank;

    PM_TRY(pm_plane_given(&made, s->graph, &around));
    const pm_status status = pm_surface_rank(&rank, &orientable, made);
    *found = status == PM_OK && rank <= RANK;
    if (*found)
        *plane = made;
    else
        pm_plane_free(made);
    return status;
}

static pm_status look(bool *found, struct pm_plane **plane, struct search *s)
{
    PM_TRY(find_orders(found, s));
    if (!*found)
        return PM_OK;
    PM_TRY(check(found, plane, s, NULL));
    if (*found)
        return PM_OK;
    twist_all(s);
    return check(found, plane, s, s->twisted);
}

pm_status pm_plane_search(struct pm_plane **plane, const struct pm_adjacent *graph)
{
    const int n = graph->vertices, halves = graph->start[n];
    struct search s = {.graph = graph};
    pm_status status = PM_OK;
    /* Euler: more edges do not fit; faces of bipartite graphs have four edges at least */
    bool found = halves / 2 <= (graph->rows < n ? 2 : 3) * ((double)n + RANK - 2);

    if (!found)
        return pm_fail(PM_UNABLE, "the graph is not planar");
    PM_NEW_GOTO(status, s.order, halves, done);
    PM_NEW_GOTO(status, s.twisted, halves, done);
    PM_NEW_GOTO(status, s.turned, n, done);
    PM_NEW_GOTO(status, s.seen, n, done);
    PM_NEW_GOTO(status, s.far, n, done);
    PM_NEW_GOTO(status, s.turn, n, done);
    PM_NEW_GOTO(status, s.queue, BALL, done);
    for (int h = 0; h < halves; h++)
        s.order[h] = graph->to[h];
    PM_TRY_GOTO(status, look(&found, plane, &s), done);
    if (!found)
        status = pm_fail(
            PM_UNABLE, "the graph is not planar, and no embedding in a torus or a similar surface "
                       "was found; lines %%place and %%period, or %%rotation, can give one");
done:
    PM_FREE(s.order, s.twisted, s.turned, s.seen, s.far, s.turn, s.queue);
    return status;
}
