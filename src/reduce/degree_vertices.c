/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rule `degree` for hafnians: eliminates vertices with one or two edges.
 *
 * One edge of weight x to the vertex u: every perfect matching uses it, so haf A is x times the
 * hafnian without both vertices.  Two edges, of weight x to u and y to w: the vertex is matched
 * with one of them, and the rest of the graph with the other.  So haf A is the hafnian without the
 * vertex, where one vertex with the edges x A_w + y A_u replaces u and w; an edge between u and w
 * is dropped (Karp & Sipser, Maximum matchings in sparse random graphs, 1981, for the pattern).
 * Every step reduces vertices and edges, so the rule terminates.  Sums may cancel; then more
 * vertices become light, or an isolated one proves haf A = 0.
 *
 * An edge has two halves, 2 e and 2 e + 1, each in the list of its own vertex.  Cost: a merge is
 * linear in the lists of the two vertices; or in the shorter list, if the longer one is that of the
 * previous merge. */
#include "reduce/rule.h"

#include "base/alloc.h"

#include <stdio.h>
#include <stdlib.h>

enum { LIGHT = 2, SHORT = 8 };

struct half {
    int to, next, prev; /* -1 ends a list */
};

struct graph {
    int size, alive;
    int *head, *degree; /* of each vertex; degree is -1 after its removal */
    int *place;         /* position in the output */
    struct half *half;
    struct pm_gauss *value; /* of each edge */
    int edges;
    int *mark; /* 1 + the half of the marked vertex that leads to this one */
    int marked;
    int *light[LIGHT + 1]; /* stacks of vertices by degree; may contain outdated vertices */
    size_t lights[LIGHT + 1];
};

/* ----------------------------------------------------------------------- lists */

/* Notes that v has become light.  graph_init() explains how large the stacks can get. */
static void note_light(struct graph *g, int v)
{
    const int d = g->degree[v];

    if (d >= 0 && d <= LIGHT)
        g->light[d][g->lights[d]++] = v;
}

static void link_half(struct graph *g, int v, int h)
{
    g->half[h].prev = -1;
    g->half[h].next = g->head[v];
    if (g->head[v] >= 0)
        g->half[g->head[v]].prev = h;
    g->head[v] = h;
    g->degree[v]++;
    if (v == g->marked)
        g->mark[g->half[h].to] = h + 1;
}

static void unlink_half(struct graph *g, int v, int h)
{
    const struct half *const x = g->half + h;

    if (x->prev >= 0)
        g->half[x->prev].next = x->next;
    else
        g->head[v] = x->next;
    if (x->next >= 0)
        g->half[x->next].prev = x->prev;
    g->degree[v]--;
    if (v == g->marked)
        g->mark[x->to] = 0;
}

/* Removes the edge of half h, which is in the list of v. */
static void drop_edge(struct graph *g, int v, int h)
{
    const int w = g->half[h].to;

    unlink_half(g, v, h);
    unlink_half(g, w, h ^ 1);
    note_light(g, w);
}

static void remove_vertex(struct graph *g, int v)
{
    while (g->head[v] >= 0)
        drop_edge(g, v, g->head[v]);
    g->degree[v] = -1;
    g->alive--;
}

static void mark_vertex(struct graph *g, int v)
{
    if (v == g->marked)
        return;
    if (g->marked >= 0)
        for (int h = g->head[g->marked]; h >= 0; h = g->half[h].next)
            g->mark[g->half[h].to] = 0;
    for (int h = g->head[v]; h >= 0; h = g->half[h].next)
        g->mark[g->half[h].to] = h + 1;
    g->marked = v;
}

/* ---------------------------------------------------------------- life, death */

static void graph_clear(struct graph *g)
{
    for (int e = 0; e < g->edges; e++)
        pm_gauss_clear(g->value + e);
    for (int d = 0; d <= LIGHT; d++)
        free(g->light[d]);
    free(g->head);
    free(g->degree);
    free(g->place);
    free(g->half);
    free(g->value);
    free(g->mark);
}

static void graph_fill(struct graph *g, const struct pm_matrix *a)
{
    for (int v = 0; v < a->rows; v++) {
        g->head[v] = -1;
        g->place[v] = v;
    }
    for (int v = 0; v < a->rows; v++)
        for (int k = a->start[v]; k < a->start[v + 1]; k++) {
            const int w = a->col[k], e = g->edges;
            if (w >= v)
                continue;
            pm_gauss_init(g->value + e);
            pm_gauss_set_parts(g->value + e, a->re + k, pm_matrix_im(a, k));
            g->half[2 * e].to = w;
            g->half[2 * e + 1].to = v;
            g->edges++;
            link_half(g, v, 2 * e);
            link_half(g, w, 2 * e + 1);
        }
    for (int v = a->rows; v-- > 0;)
        note_light(g, v);
}

static pm_status graph_init(struct graph *g, const struct pm_matrix *a)
{
    const size_t n = (size_t)a->rows, halves = (size_t)pm_matrix_nnz(a);
    pm_status status = PM_OK;

    *g = (struct graph){.size = a->rows, .alive = a->rows, .marked = -1};
    PM_NEW_GOTO(status, g->head, n, done);
    PM_NEW_GOTO(status, g->degree, n, done);
    PM_NEW_GOTO(status, g->place, n, done);
    PM_NEW_GOTO(status, g->mark, n, done);
    PM_NEW_GOTO(status, g->half, halves, done);
    PM_NEW_GOTO(status, g->value, halves / 2, done);
    for (int d = 0; d <= LIGHT; d++) /* pushes: one for each vertex, each end of a removed edge,
                                      * each merge */
        PM_NEW_GOTO(status, g->light[d], 2 * n + halves, done);
    graph_fill(g, a);
done:
    if (status != PM_OK)
        graph_clear(g);
    return status;
}

/* ----------------------------------------------------------------- elimination */

static void scale_vertex(struct graph *g, int v, const struct pm_gauss *x)
{
    if (pm_gauss_is_one(x))
        return;
    for (int h = g->head[v]; h >= 0; h = g->half[h].next)
        pm_gauss_mul(g->value + h / 2, g->value + h / 2, x);
}

/* Adds ratio times the edges of `from` to those of `to`.  Removes `from`, and an edge between the
 * two. */
static void merge(struct graph *g, int to, int from, const struct pm_gauss *ratio)
{
    mark_vertex(g, to);
    while (g->head[from] >= 0) {
        const int h = g->head[from], w = g->half[h].to, there = g->mark[w] - 1;
        struct pm_gauss *const value = g->value + h / 2;
        if (w == to) {
            drop_edge(g, from, h);
            continue;
        }
        pm_gauss_mul(value, value, ratio);
        if (there < 0) {
            unlink_half(g, from, h);
            g->half[h ^ 1].to = to;
            link_half(g, to, h);
            continue;
        }
        struct pm_gauss *const sum = g->value + there / 2;
        pm_gauss_add(sum, sum, value);
        drop_edge(g, from, h);
        if (pm_gauss_is_zero(sum))
            drop_edge(g, to, there);
    }
    if (g->place[from] < g->place[to])
        g->place[to] = g->place[from];
    remove_vertex(g, from);
    note_light(g, to);
}

/* Eliminates v, which has two edges.  Short lists are multiplied out, which keeps integers.  A long
 * one stays unchanged, and its coefficient goes into *factor. */
static void take_two(struct pm_gauss *factor, struct graph *g, int v)
{
    const int h = g->head[v], i = g->half[h].next;
    const int u = g->half[h].to, w = g->half[i].to;
    const bool u_stays = g->degree[u] >= g->degree[w];
    const int longer = u_stays ? u : w, shorter = u_stays ? w : u;
    struct pm_gauss ratio;

    pm_gauss_init(&ratio);
    pm_gauss_set(&ratio, g->value + (u_stays ? h : i) / 2);
    pm_gauss_set(factor, g->value + (u_stays ? i : h) / 2);
    remove_vertex(g, v);
    if (g->degree[longer] <= SHORT) {
        scale_vertex(g, longer, factor);
        pm_gauss_set_si(factor, 1);
    } else {
        pm_gauss_div(&ratio, &ratio, factor);
    }
    merge(g, longer, shorter, &ratio);
    pm_gauss_clear(&ratio);
}

static void take_one(struct pm_gauss *factor, struct graph *g, int v)
{
    const int h = g->head[v], u = g->half[h].to;

    pm_gauss_set(factor, g->value + h / 2);
    remove_vertex(g, v);
    remove_vertex(g, u);
}

/* A vertex of smallest degree, if that is at most LIGHT. */
static int lightest(struct graph *g)
{
    for (int d = 0; d <= LIGHT; d++)
        while (g->lights[d] > 0) {
            const int v = g->light[d][--g->lights[d]];
            if (g->degree[v] == d)
                return v;
        }
    return -1;
}

static pm_status eliminate(struct graph *g, struct pm_gauss *factor, int *steps, bool *zero)
{
    pm_status status = PM_OK;
    struct pm_product product;
    struct pm_gauss x;

    pm_product_init(&product);
    pm_gauss_init(&x);
    for (int v; status == PM_OK && !*zero && (v = lightest(g)) >= 0;) {
        *zero = g->degree[v] == 0;
        if (*zero)
            break;
        if (g->degree[v] == 1)
            take_one(&x, g, v);
        else
            take_two(&x, g, v);
        ++*steps;
        if (!pm_gauss_is_one(&x))
            status = pm_product_add(&product, x.re, x.im);
    }
    pm_product_take(factor, &product);
    pm_gauss_clear(&x);
    pm_product_clear(&product);
    return status;
}

/* --------------------------------------------------------------------- output */

static pm_status graph_matrix(struct pm_matrix **out, const struct graph *g)
{
    pm_status status = PM_OK;
    struct pm_triplets t;
    int *number = NULL; /* the output's number of each position */

    pm_triplets_init(&t, g->alive, g->alive, true);
    PM_NEW_GOTO(status, number, g->size, done);
    for (int v = 0; v < g->size; v++)
        if (g->degree[v] >= 0)
            number[g->place[v]] = 1;
    for (int place = 0, count = 0; place < g->size; place++)
        if (number[place])
            number[place] = count++;
    for (int v = 0; v < g->size; v++)
        for (int h = g->degree[v] >= 0 ? g->head[v] : -1; h >= 0; h = g->half[h].next)
            PM_TRY_GOTO(status,
                        pm_triplets_add(&t, number[g->place[v]], number[g->place[g->half[h].to]],
                                        g->value[h / 2].re, g->value[h / 2].im),
                        done);
    status = pm_matrix_from_triplets(out, &t);
done:
    free(number);
    pm_triplets_clear(&t);
    return status;
}

static bool has_light(const struct pm_matrix *a)
{
    for (int v = 0; v < a->rows; v++)
        if (a->start[v + 1] - a->start[v] <= LIGHT)
            return true;
    return false;
}

pm_status pm_vertices_apply(struct pm_rewrite *rewrite, const struct pm_matrix *a)
{
    pm_status status;
    struct graph g;
    struct pm_matrix *rest = NULL;
    int steps = 0;

    if (!has_light(a))
        return PM_OK;
    PM_TRY(graph_init(&g, a));
    PM_TRY_GOTO(status, eliminate(&g, &rewrite->factor, &steps, &rewrite->zero), done);
    rewrite->changed = true;
    if (rewrite->zero) {
        snprintf(rewrite->note, sizeof rewrite->note,
                 "%d vertices: one without edges is left after %d eliminations", a->rows, steps);
        goto done;
    }
    PM_TRY_GOTO(status, graph_matrix(&rest, &g), done);
    snprintf(rewrite->note, sizeof rewrite->note,
             "%d vertices, %d edges -> %d vertices, %d edges, %d eliminations", a->rows,
             pm_matrix_nnz(a) / 2, rest->rows, pm_matrix_nnz(rest) / 2, steps);
    PM_TRY_GOTO(status, pm_rewrite_push(rewrite, rest), done);
    rest = NULL;
done:
    pm_matrix_free(rest);
    graph_clear(&g);
    return status;
}
