/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A vertex with three ports becomes a triangle, whose corners are the ports.  An edge is in the
 * matching if it is not in the even set.  So either all corners have their partner outside, and the
 * set has no edge at the vertex, or one has, and the other two are partners.  A vertex with more
 * ports becomes a chain of such triangles, in the order of the ports; one with two ports becomes
 * two vertices and an edge; one with one port stays a vertex.  (Fisher, On the dimer solution of
 * planar Ising models, Journal of Mathematical Physics 7, 1966.)  If a drawing of the graph has the
 * order of the ports, the new graph has a drawing on the same surface.
 *
 * A loop gets two vertices in its middle, so that it is parallel to no other edge. */
#include "ising/even_sets.h"

#include "base/alloc.h"
#include "model/rotation.h"

struct gadgets {
    const struct pm_even_graph *g;
    int vertices;
    int (*next)[3]; /* the neighbours of each vertex in their order: first the one outside the
                     * triangle, then the other corners; -1: there is none */
    int *of;        /* the vertex of g that each vertex replaces, or helps to */
    int *edge;      /* the edge of g that leaves the triangle there; -1: its weight is 1 */
    int *tip;       /* for each edge of g: the vertices of its two ports; -1: not yet known */
};

static void add_vertex(struct gadgets *s, int one, int other)
{
    int *const next = s->next[s->vertices];

    next[0] = -1;
    next[1] = one;
    next[2] = other;
    s->edge[s->vertices++] = -1;
}

static void join(struct gadgets *s, int x, int y)
{
    s->next[x][0] = y;
    s->next[y][0] = x;
}

/* The new vertex x is a port of edge e. */
static void set_tip(struct gadgets *s, int e, int x)
{
    s->tip[2 * e + (s->tip[2 * e] >= 0)] = x;
    s->edge[x] = e;
}

static void replace_vertex(struct gadgets *s, const int *port, int ports)
{
    const int first = s->vertices;

    if (ports == 1)
        add_vertex(s, -1, -1);
    for (int k = 0; ports == 2 && k < 2; k++)
        add_vertex(s, first + 1 - k, -1);
    for (int k = 0; k < 2 && k < ports && ports < 3; k++)
        set_tip(s, port[k], first + k);
    for (int k = 0; k + 2 < ports; k++) {
        const int a = first + 3 * k;
        add_vertex(s, a + 1, a + 2);
        add_vertex(s, a + 2, a);
        add_vertex(s, a, a + 1);
        if (k == 0)
            set_tip(s, port[0], a);
        else
            join(s, a - 1, a);
        set_tip(s, port[k + 1], a + 1);
        if (k + 3 == ports)
            set_tip(s, port[k + 2], a + 2);
    }
}

/* Joins the two ports of an edge. */
static void join_ports(struct gadgets *s, int e, bool is_loop)
{
    const int x = s->tip[2 * e], y = s->tip[2 * e + 1], middle = s->vertices;

    if (!is_loop) {
        join(s, x, y);
        return;
    }
    add_vertex(s, middle + 1, -1);
    add_vertex(s, middle, -1);
    s->of[middle] = s->of[x];
    s->of[middle + 1] = s->of[y];
    join(s, x, middle);
    join(s, middle + 1, y);
    s->edge[middle] = e;
    s->edge[y] = -1;
}

static pm_status make_gadgets(struct gadgets *s)
{
    const struct pm_even_graph *const g = s->g;
    bool *is_loop;
    size_t room = 0;

    PM_NEW(is_loop, g->edges);
    for (int v = 0; v < g->vertices; v++)
        room += 4 * (size_t)(g->start[v + 1] - g->start[v]);
    pm_status status = PM_OK;
    PM_NEW_GOTO(status, s->next, room, done);
    PM_NEW_GOTO(status, s->edge, room, done);
    PM_NEW_GOTO(status, s->of, room, done);
    PM_NEW_GOTO(status, s->tip, 2 * (size_t)g->edges, done);
    for (int k = 0; k < 2 * g->edges; k++)
        s->tip[k] = -1;
    for (int v = 0; v < g->vertices; v++) {
        const int begin = s->vertices, *const port = g->port + g->start[v];
        const int ports = g->start[v + 1] - g->start[v];
        replace_vertex(s, port, ports);
        for (int x = begin; x < s->vertices; x++)
            s->of[x] = v;
        for (int k = 0; k < ports; k++)
            is_loop[port[k]] = s->tip[2 * port[k]] >= begin && s->tip[2 * port[k] + 1] >= begin;
    }
    for (int e = 0; e < g->edges; e++)
        join_ports(s, e, is_loop[e]);
done:
    free(is_loop);
    return status;
}

/* Adds entry (x, y); next[x][0] is the vertex at the other end of the edge out of x's triangle. */
static void put_entry(struct pm_matrix *a, int *at, const struct gadgets *s, const fmpq *weight,
                      int x, int y)
{
    a->col[*at] = y;
    if (s->next[x][0] == y && s->edge[x] >= 0 && s->edge[x] == s->edge[y])
        fmpq_set(a->re + *at, weight + s->edge[x]);
    else
        fmpq_one(a->re + *at);
    ++*at;
}

static pm_status make_matrix(struct pm_matrix **out, const struct gadgets *s, const fmpq *weight)
{
    struct pm_matrix *a;
    int entries = 0, at = 0;

    for (int x = 0; x < s->vertices; x++)
        for (int k = 0; k < 3; k++)
            entries += s->next[x][k] >= 0;
    PM_TRY(pm_matrix_new(&a, s->vertices, s->vertices, entries, false));
    for (int x = 0; x < s->vertices; x++) {
        for (int y = -1, last = -1;; last = y) { /* in ascending order */
            y = -1;
            for (int k = 0; k < 3; k++)
                if (s->next[x][k] > last && (y < 0 || s->next[x][k] < y))
                    y = s->next[x][k];
            if (y < 0)
                break;
            put_entry(a, &at, s, weight, x, y);
        }
        a->start[x + 1] = at;
    }
    *out = a;
    return PM_OK;
}

static pm_status make_rotation(struct pm_problem *problem, const struct gadgets *s)
{
    const struct pm_even_graph *const g = s->g;
    struct pm_rotation *r;

    PM_TRY(pm_rotation_new(&r, problem->a, true));
    problem->around = r;
    if (g->twisted != NULL)
        PM_NEW(r->twisted, r->start[r->vertices]);
    for (int x = 0; x < s->vertices; x++)
        for (int k = 0, at = r->start[x]; k < 3; k++) {
            if (s->next[x][k] < 0)
                continue;
            if (g->twisted != NULL && k == 0 && s->edge[x] >= 0)
                r->twisted[at] = g->twisted[s->edge[x]];
            r->to[at++] = s->next[x][k];
        }
    return PM_OK;
}

pm_status pm_even_problem(struct pm_problem **out, int *entry, const struct pm_even_graph *g,
                          const fmpq *weight)
{
    struct gadgets s = {.g = g};
    struct pm_matrix *a = NULL;
    struct pm_problem *problem = NULL;
    pm_status status;

    PM_TRY_GOTO(status, make_gadgets(&s), done);
    PM_TRY_GOTO(status, make_matrix(&a, &s, weight), done);
    for (int e = 0; e < g->edges; e++)
        entry[e] = pm_matrix_entry(a, s.tip[2 * e], s.next[s.tip[2 * e]][0]);
    PM_TRY_GOTO(status, pm_problem_wrap(&problem, PM_FIELD_REAL, a), done);
    a = NULL;
    problem->kind = PM_HAFNIAN;
    problem->row_vertex = s.of;
    s.of = NULL;
    if (g->is_surface)
        PM_TRY_GOTO(status, make_rotation(problem, &s), done);
    *out = problem;
    problem = NULL;
done:
    pm_matrix_free(a);
    pm_problem_free(problem);
    PM_FREE(s.next, s.of, s.edge, s.tip);
    return status;
}

void pm_even_graph_clear(struct pm_even_graph *g)
{
    PM_FREE(g->start, g->port, g->twisted);
}
