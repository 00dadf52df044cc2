/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Elimination orders: the vertices of the graph are removed one by one, and the neighbours of each
 * removed vertex become a clique.  Minimum degree and minimum fill (Markowitz, The elimination form
 * of the inverse, 1957; Rose, A graph-theoretic study of the numerical solution of sparse positive
 * definite systems of linear equations, 1972) choose the vertex with the smallest score, which is
 * its present degree or fill.
 *
 * Scores are kept in a binary heap.  If the score of a vertex changes, the vertex is pushed again;
 * its old entries are recognised by their outdated scores.  The effort is limited: if the number of
 * steps becomes too large, the remaining vertices are appended by number. */
#include "engine/order/order_ways.h"

#include "base/budget.h"
#include "base/heap.h"

#include <stdlib.h>

enum {
    HOPELESS = 160,  /* elimination stops at a vertex with more neighbours; */
    WORST = 1 << 24, /* its score is above all others */
};
/* elimination stops after this many elementary steps */
static const long long EFFORT = 150000000LL;

/* The number of search steps that an elementary step counts as, and the same for a vertex. */
static const double EFFORT_LOOK = 1.5, VERTEX_LOOK = 300;

struct list {
    int *v;
    int count;
    size_t room;
};

struct elimination {
    int vertices;
    struct list *adjacent;
    int64_t *score; /* the current score of each vertex; -1: eliminated, -2: none yet */
    int *mark, stamp;
    int *touched; /* vertices whose score may change with an elimination */
    struct pm_heap heap;
    int64_t effort;
    enum pm_order_rule rule;
};

static pm_status list_add(struct list *l, int v)
{
    if ((size_t)l->count == l->room)
        PM_TRY(pm_alloc_grow((void **)&l->v, &l->room, l->room + 1, sizeof *l->v));
    l->v[l->count++] = v;
    return PM_OK;
}

static void list_remove(struct list *l, int v)
{
    for (int i = 0; i < l->count; i++) {
        if (l->v[i] == v) {
            l->v[i] = l->v[--l->count];
            return;
        }
    }
}

/* ---------------------------------------------------------------- elimination */

/* The number of pairs of neighbours of v that are not adjacent. */
static int64_t fill_of(struct elimination *g, int v)
{
    const struct list *const n = &g->adjacent[v];
    int64_t edges = 0;

    g->stamp++;
    for (int i = 0; i < n->count; i++)
        g->mark[n->v[i]] = g->stamp;
    for (int i = 0; i < n->count; i++) {
        const struct list *const m = &g->adjacent[n->v[i]];
        for (int j = 0; j < m->count; j++)
            edges += g->mark[m->v[j]] == g->stamp;
        g->effort += m->count;
    }
    return (int64_t)n->count * (n->count - 1) / 2 - edges / 2;
}

static pm_status rescore(struct elimination *g, int v)
{
    const int64_t degree = g->adjacent[v].count;
    const int64_t score = g->rule != PM_ORDER_FILL ? degree
                          : degree <= HOPELESS     ? fill_of(g, v) * 1024 + degree
                                                   : WORST + degree;

    if (score == g->score[v])
        return PM_OK;
    g->score[v] = score;
    return pm_heap_push(&g->heap, (uint64_t)score << 32 | (uint64_t)v, v);
}

/* Makes the neighbours of v a clique and removes v. */
static pm_status eliminate(struct elimination *g, int v)
{
    struct list *const n = &g->adjacent[v];

    g->score[v] = -1;
    for (int i = 0; i < n->count; i++) {
        const int u = n->v[i];
        list_remove(&g->adjacent[u], v);
        g->stamp++;
        g->mark[u] = g->stamp;
        for (int j = 0; j < g->adjacent[u].count; j++)
            g->mark[g->adjacent[u].v[j]] = g->stamp;
        for (int j = 0; j < n->count; j++) {
            if (g->mark[n->v[j]] != g->stamp)
                PM_TRY(list_add(&g->adjacent[u], n->v[j]));
        }
        g->effort += g->adjacent[u].count + n->count;
    }
    /* the fill of vertices at distance 1 and 2 may have changed */
    int count = 0;
    const int seen = ++g->stamp;
    for (int i = 0; i < n->count; i++) {
        const int u = n->v[i];
        if (g->mark[u] != seen)
            g->touched[count++] = u;
        g->mark[u] = seen;
        for (int j = 0; g->rule == PM_ORDER_FILL && j < g->adjacent[u].count; j++) {
            const int w = g->adjacent[u].v[j];
            if (g->mark[w] != seen)
                g->touched[count++] = w;
            g->mark[w] = seen;
        }
    }
    pm_status status = PM_OK;
    for (int i = 0; i < count && status == PM_OK; i++)
        status = rescore(g, g->touched[i]);
    return status;
}

/* False in *narrow: a vertex had too many neighbours. */
static pm_status run(bool *narrow, struct elimination *g, int *order)
{
    int count = 0;

    for (int v = 0; v < g->vertices; v++)
        PM_TRY(rescore(g, v));
    *narrow = true;
    while (g->heap.count > 0 && g->effort < EFFORT && *narrow) {
        const struct pm_heap_item top = pm_heap_take(&g->heap);
        const int v = top.number;
        if (g->score[v] != (int64_t)(top.key >> 32))
            continue;
        *narrow = g->adjacent[v].count <= HOPELESS;
        PM_TRY(pm_budget_ask());
        order[count++] = v;
        PM_TRY(eliminate(g, v));
    }
    for (int v = 0; v < g->vertices && count < g->vertices; v++)
        if (g->score[v] != -1)
            order[count++] = v;
    return PM_OK;
}

static pm_status init(struct elimination *g, const struct pm_order_graph *graph,
                      enum pm_order_rule rule)
{
    g->vertices = graph->vertices;
    g->rule = rule;
    PM_NEW(g->adjacent, g->vertices);
    PM_NEW(g->score, g->vertices);
    PM_NEW(g->mark, g->vertices);
    PM_NEW(g->touched, g->vertices);
    for (int v = 0; v < g->vertices; v++) {
        g->score[v] = -2;
        for (int i = graph->start[v]; i < graph->start[v + 1]; i++)
            PM_TRY(list_add(&g->adjacent[v], graph->near[i]));
    }
    return PM_OK;
}

static void clear(struct elimination *g)
{
    for (int v = 0; g->adjacent && v < g->vertices; v++)
        free(g->adjacent[v].v);
    PM_FREE(g->adjacent, g->score, g->mark, g->touched, g->heap.item);
}

pm_status pm_order_eliminate(bool *narrow, int *sequence, double *steps,
                             const struct pm_order_graph *graph, enum pm_order_rule rule)
{
    struct elimination g = {0};
    pm_status status;

    PM_TRY_GOTO(status, init(&g, graph, rule), done);
    status = run(narrow, &g, sequence);
    *steps += EFFORT_LOOK * (double)g.effort + VERTEX_LOOK * g.vertices;
done:
    clear(&g);
    return status;
}
