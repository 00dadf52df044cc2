/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Slicing: a sum over matchings is divided into several runs with smaller tables.  If a table is
 * too large, choose an open vertex of its node and fix the side from which the vertex is covered.
 * Every perfect matching covers the vertex by an edge below the node or by an edge above it.  So
 * the answer is the sum of two runs of the same tree: one without the vertex's edges above the
 * node, one without its edges below the node. (The idea is older than its name: conditioning in
 * probabilistic networks, Pearl 1988; cutting edges of tensor networks, Markov and Shi 2008.) A
 * forbidden edge only makes the table of its leaf shorter.  In the run without the edges above, the
 * keys of the lowest node that has all remaining edges of the vertex must cover the vertex.  All
 * other tables become smaller as a consequence. */
#include "engine/tree/layout.h"

#include "base/budget.h"
#include "base/alloc.h"
#include "base/status.h"

#include <math.h>
#include <stdlib.h>

/* Tables whose predicted sizes differ by rounding alone are equal, so that all machines take the
 * same one. */
static int largest(const struct pm_tree *t)
{
    int best = t->root;

    for (int x = t->edges; x < t->nodes; x++)
        best = t->node[x].keys > t->node[best].keys * (1 + 1e-9) ? x : best;
    return best;
}

/* Sets below[e] for the edges e below node x. */
static pm_status mark_below(const struct pm_tree *t, int x, bool *below)
{
    int *stack, top = 0;

    PM_NEW(stack, t->nodes + 1);
    stack[top++] = x;
    while (top) {
        const int y = stack[--top];
        if (y < t->edges) {
            below[y] = true;
            continue;
        }
        stack[top++] = t->node[y].left;
        stack[top++] = t->node[y].right;
    }
    free(stack);
    return PM_OK;
}

/* True if an open vertex can be split: it has not been split before, and it must be covered. */
static bool may_split(const struct pm_tree *t, int v)
{
    return v < t->vertices && !t->degree[v + t->vertices] && !t->loose &&
           (v < t->rows || t->square);
}

/* *vertex = the open vertex of node x whose split makes the tree cheapest, or -1 if none can be
 * split. */
static pm_status slice_choose(const struct pm_tree *t, int x, const bool *below, int *vertex)
{
    double best = INFINITY;
    pm_status status = PM_OK;
    const struct pm_tree_node *const n = &t->node[x];
    struct pm_tree *trial = NULL;
    *vertex = -1;

    for (int k = 0; k < n->width && status == PM_OK; k++) {
        const int v = n->scope[k].vertex;
        if (!may_split(t, v))
            continue;
        PM_TRY_GOTO(status, pm_tree_copy(&trial, t), done);
        pm_tree_split(trial, v, below);
        PM_TRY_GOTO(status, pm_tree_refresh(trial), done);
        const double cost = pm_tree_cost(trial);
        if (cost < best) {
            best = cost;
            *vertex = v;
        }
    }
done:
    pm_tree_free(trial);
    return status;
}

static int edges_at(const struct pm_tree *t, int x, int vertex)
{
    for (int k = 0; k < t->node[x].width; k++) {
        if (t->node[x].scope[k].vertex == vertex)
            return t->node[x].scope[k].edges;
    }
    return 0;
}

/* The lowest node that has as many edges of the vertex as node x, which is x or a node below it. */
static int lowest(const struct pm_tree *t, int x, int vertex)
{
    const int edges = edges_at(t, x, vertex);

    for (int child = x; child >= 0;) {
        x = child;
        const struct pm_tree_node *const n = &t->node[x];
        child = n->left >= 0 && edges_at(t, n->left, vertex) == edges     ? n->left
                : n->right >= 0 && edges_at(t, n->right, vertex) == edges ? n->right
                                                                          : -1;
    }
    return x;
}

static pm_status add_slice(struct pm_layout *l, const struct pm_tree *t, int x, const bool *below,
                           int vertex)
{
    x = lowest(t, x, vertex);
    for (int i = 0; i < l->steps; i++) {
        if (l->step[i].edge == x)
            l->slice_step[l->slices] = i;
    }
    l->slice_rank[l->slices] = l->rank_of[vertex];
    l->slice_vertex[l->slices] = vertex;
    const size_t width = (size_t)l->edges, before = (size_t)l->slices * width;
    PM_TRY(pm_alloc_extend((void **)&l->slice_edge, before, before + width, sizeof *l->slice_edge));
    uint8_t *const row = l->slice_edge + before;
    for (int e = 0; e < t->edges; e++)
        row[e] = t->row[e] != vertex && t->col[e] != vertex ? 0 : below[e] ? 2 : 1;
    l->slices++;
    return PM_OK;
}

/* Adds one slice vertex at the largest table: the vertex `given`, or the best one if `given` is
 * -1. */
static pm_status slice_once(struct pm_layout *layout, struct pm_tree *t, bool *below, int given)
{
    const int x = largest(t);
    int vertex = given;

    for (int e = 0; e < t->edges; e++)
        below[e] = false;
    PM_TRY(mark_below(t, x, below));
    if (given < 0)
        PM_TRY(slice_choose(t, x, below, &vertex));
    else if (edges_at(t, x, given) == 0 || !may_split(t, given))
        return pm_fail(PM_INPUT, "vertex %d cannot be split", given);
    if (vertex < 0)
        return pm_fail(PM_UNABLE, "a table of %.3g states cannot be sliced", t->node[x].keys);
    PM_TRY(add_slice(layout, t, x, below, vertex));
    pm_tree_split(t, vertex, below);
    PM_TRY(pm_tree_refresh(t));
    layout->cost = pm_tree_steps(t);
    return pm_layout_peak(&layout->keys, t);
}

/* True if the remaining slice vertices may be enough: each one halves a table at best. */
static bool may_suffice(const struct pm_layout *layout, double keys, int slices)
{
    return ldexp(layout->keys, layout->slices - slices) <= keys;
}

/* Adds slice vertices until the layout needs at most `keys` entries, or has `slices` slice
 * vertices, or cannot reach `keys` any more.  If `keys` is 0, adds `slices` of them.  Uses the
 * vertices given[]; if it is NULL, chooses the best ones. */
static pm_status slice_until(struct pm_layout *layout, double keys, int slices, const int *given)
{
    struct pm_tree *t = NULL;
    bool *below;
    pm_status status;

    PM_NEW(below, layout->edges);
    PM_TRY_GOTO(status, pm_tree_copy(&t, layout->tree), done);
    t->key_limit = INFINITY; /* the limit has done its work: now slices are counted explicitly */
    while (status == PM_OK && layout->keys > keys && layout->slices < slices &&
           (keys == 0 || may_suffice(layout, keys, slices)))
        if ((status = pm_budget_ask()) == PM_OK)
            status = slice_once(layout, t, below, given != NULL ? given[layout->slices] : -1);
done:
    free(below);
    pm_tree_free(t);
    return status;
}

pm_status pm_layout_slice(struct pm_layout *layout, double keys)
{
    if (layout->keys <= keys)
        return PM_OK;
    PM_TRY(slice_until(layout, keys, PM_TREE_SLICES, NULL));
    if (layout->keys > keys)
        return pm_fail_memory("needs tables of %.3g states in 2^%d slices, of which %.3g fit",
                              layout->keys, layout->slices, keys);
    return PM_OK;
}

pm_status pm_layout_slice_by(struct pm_layout *layout, const int *vertex, int count)
{
    PM_TRY(slice_until(layout, 0, count, vertex));
    return layout->slices == count ? PM_OK : pm_fail(PM_INPUT, "there are too many slices");
}

/* The choice of a slice vertex depends only on the earlier ones.  So the finer layout begins with
 * the slice vertices of the coarser one. */
pm_status pm_layout_refine(struct pm_layout **finer, const struct pm_layout *layout)
{
    const int slices = layout->slices + 2;
    struct pm_layout *l;

    if (slices > PM_TREE_SLICES)
        return pm_fail_memory("tables outgrow the memory in every one of 2^%d slices",
                              layout->slices);
    PM_TRY(pm_layout_new(&l, layout->tree));
    PM_GIVE(finer, l, slice_until(l, 0, slices, NULL), pm_layout_free);
}
