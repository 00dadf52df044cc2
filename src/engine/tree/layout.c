/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The order of execution of a merge tree, and the ranks of its vertices.  Of the two children of a
 * node, the order is chosen that needs less memory (Sethi and Ullman, The generation of optimal
 * code for arithmetic expressions, 1970): usually the child that needs more memory while it is
 * computed goes first. */
#include "engine/tree/layout.h"

#include "base/alloc.h"
#include "base/compare.h"
#include "base/status.h"

#include <math.h>
#include <stdlib.h>

/* The memory of a merge, in table entries.  A join (tree_join_template.h) needs OPERANDS times both
 * operands, for their grouped copies, and RESULT times the result.  A merge by streams
 * (tree_few_template.h) needs the operands and the result, and afterwards twice its result, both
 * times SPARE. */
static const double OPERANDS = 2.0;
static const double RESULT = 2.25;
static const double SPARE = 1.125;

struct walk {
    const struct pm_tree *t;
    double *peak;       /* for each node: largest number of entries in memory while it is made */
    int *stack, *after; /* a stack; the nodes, at last in order of execution */
    int count;
};

static void walk_clear(struct walk *w)
{
    PM_FREE(w->peak, w->stack, w->after);
}

/* w->after = the nodes, parents before children. */
static void preorder(struct walk *w)
{
    int top = 0, n = 0;

    w->stack[top++] = w->t->root;
    while (top) {
        const int x = w->stack[--top];
        w->after[n++] = x;
        if (w->t->node[x].left >= 0) {
            w->stack[top++] = w->t->node[x].left;
            w->stack[top++] = w->t->node[x].right;
        }
    }
    w->count = n;
}

static bool left_first(const struct walk *w, const struct pm_tree_node *n)
{
    const double l = w->peak[n->left], r = w->peak[n->right];

    return fmax(l, w->t->node[n->left].keys + r) <= fmax(r, w->t->node[n->right].keys + l);
}

static double merge_peak(const struct pm_tree *t, int x)
{
    const struct pm_tree_node *const n = &t->node[x];
    const double operands = t->node[n->left].keys + t->node[n->right].keys;

    return pm_tree_is_streamed(t, x) ? SPARE * fmax(operands + n->keys, 2 * n->keys)
                                     : OPERANDS * operands + RESULT * n->keys;
}

static void find_peaks(struct walk *w)
{
    const struct pm_tree_node *const node = w->t->node;

    for (int i = w->count - 1; i >= 0; i--) {
        const struct pm_tree_node *const n = &node[w->after[i]];
        if (n->left < 0) {
            w->peak[w->after[i]] = n->keys;
            continue;
        }
        const bool first = left_first(w, n);
        const int a = first ? n->left : n->right, b = first ? n->right : n->left;
        w->peak[w->after[i]] =
            fmax(fmax(w->peak[a], node[a].keys + w->peak[b]), merge_peak(w->t, w->after[i]));
    }
}

/* Finds the memory of all nodes.  Clear *w also after a failure. */
static pm_status walk_init(struct walk *w, const struct pm_tree *t)
{
    *w = (struct walk){.t = t};
    PM_NEW(w->peak, t->nodes);
    PM_NEW(w->stack, t->nodes + 1);
    PM_NEW(w->after, t->nodes);
    preorder(w);
    find_peaks(w);
    return PM_OK;
}

/* w->after = the nodes in order of execution, children before parents.  This is the reverse of a
 * preorder that visits the later child first. */
static void execution_order(struct walk *w)
{
    int top = 0, n = w->count;

    w->stack[top++] = w->t->root;
    while (top) {
        const int x = w->stack[--top];
        const struct pm_tree_node *const node = &w->t->node[x];
        w->after[--n] = x;
        if (node->left >= 0) {
            const bool first = left_first(w, node);
            w->stack[top++] = first ? node->left : node->right;
            w->stack[top++] = first ? node->right : node->left;
        }
    }
}

/* rank[v] = the number of vertices that close before v. */
static pm_status rank_vertices(struct pm_layout *l, const struct walk *w, int *rank)
{
    const struct pm_tree *const t = w->t;
    int *seen;
    int next = 0;

    PM_NEW(seen, l->vertices);
    for (int v = 0; v < l->vertices; v++)
        rank[v] = -1;
    /* A vertex closes at the lowest node that has all its edges.  It is in the scope of a child of
     * this node, but not in the scope of the node itself.  Visit the nodes in order of execution
     * and look for such vertices. */
    for (int i = 0; i < w->count; i++) {
        const struct pm_tree_node *const n = &t->node[w->after[i]];
        for (int k = 0; k < n->width; k++)
            seen[n->scope[k].vertex] = i + 1;
        for (int side = 0; side < 2 && n->left >= 0; side++) {
            const struct pm_tree_node *const c = &t->node[side ? n->right : n->left];
            for (int k = 0; k < c->width; k++) {
                const int v = c->scope[k].vertex;
                if (seen[v] != i + 1 && rank[v] < 0)
                    rank[v] = next++;
            }
        }
    }
    for (int v = 0; v < l->vertices; v++) {
        if (rank[v] < 0) /* the vertex has degree 1 or 0 and is never open */
            rank[v] = next++;
        l->is_col[rank[v]] = v >= t->rows;
    }
    free(seen);
    return PM_OK;
}

static void emit_steps(struct pm_layout *l, const struct walk *w, const int *rank, int *index)
{
    const struct pm_tree *const t = w->t;
    int *next = l->ranks;

    for (int i = 0; i < w->count; i++) {
        const int x = w->after[i];
        const struct pm_tree_node *const n = &t->node[x];
        struct pm_layout_step *const s = &l->step[i];
        index[x] = i;
        *s = (struct pm_layout_step){
            .left = -1, .right = -1, .edge = x, .width = n->width, .rank = next};
        for (int k = 0; k < n->width; k++)
            next[k] = rank[n->scope[k].vertex];
        qsort(next, (size_t)n->width, sizeof *next, pm_compare_ints);
        next += n->width;
        if (n->left >= 0) {
            const bool larger = t->node[n->left].keys >= t->node[n->right].keys;
            s->left = index[larger ? n->left : n->right];
            s->right = index[larger ? n->right : n->left];
        }
    }
}

static pm_status layout_fill(struct pm_layout *l, struct walk *w)
{
    const struct pm_tree *const t = w->t;
    size_t room = 1;

    PM_TRY(walk_init(w, t));
    PM_NEW(l->step, l->steps);
    PM_NEW(l->is_col, l->vertices);
    for (int x = 0; x < t->nodes; x++)
        room += (size_t)t->node[x].width;
    PM_NEW(l->ranks, room);
    PM_NEW(l->rank_of, l->vertices);
    l->keys = w->peak[t->root];
    execution_order(w);
    PM_TRY(rank_vertices(l, w, l->rank_of));
    emit_steps(l, w, l->rank_of, w->stack);
    return PM_OK;
}

pm_status pm_layout_peak(double *keys, const struct pm_tree *tree)
{
    struct walk w;

    const pm_status status = walk_init(&w, tree);
    if (status == PM_OK)
        *keys = w.peak[tree->root];
    walk_clear(&w);
    return status;
}

pm_status pm_layout_new(struct pm_layout **layout, const struct pm_tree *tree)
{
    struct pm_layout *l;
    struct walk w = {.t = tree};

    PM_NEW(l, 1);
    *l = (struct pm_layout){.rows = tree->rows,
                            .edges = tree->edges,
                            .square = tree->square,
                            .general = tree->general,
                            .loose = tree->loose,
                            .steps = tree->nodes,
                            .vertices = tree->vertices,
                            .width = pm_tree_width(tree),
                            .cost = pm_tree_steps(tree)};
    pm_status status = pm_tree_copy(&l->tree, tree);
    if (status == PM_OK) {
        l->tree->looked = NULL; /* the counter may be freed before the layout */
        status = layout_fill(l, &w);
    }
    walk_clear(&w);
    PM_GIVE(layout, l, status, pm_layout_free);
}

pm_status pm_layout_try(struct pm_layout **layout, const struct pm_tree *tree)
{
    const int width = pm_tree_width(tree);
    const double steps = pm_tree_steps(tree);

    if (width > PM_TREE_BITS || steps > PM_TREE_TOO_MANY)
        return pm_fail(PM_UNABLE, "width %d, %.3g steps", width, steps);
    return pm_layout_new(layout, tree);
}

void pm_layout_free(void *layout)
{
    struct pm_layout *const l = layout;

    if (!l)
        return;
    pm_tree_free(l->tree);
    PM_FREE(l->step, l->ranks, l->is_col, l->slice_edge, l->rank_of, l);
}
