/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Merge trees, and the expected numbers of keys and products.
 *
 * A matching of the edges below a node covers every closed vertex and some set S of open ones, the
 * key.  Every edge covers one row and one column.  So S has d more columns than rows, with the
 * constant d = closed rows - closed columns.  Of the 2^(a+b) subsets of a open columns and b open
 * rows, C(a+b, b+d) remain (Vandermonde).  If the matrix has more columns than rows, closed columns
 * may stay uncovered, so only a range of d is known.  In a general graph the number of covered
 * vertices is even, which halves the number of subsets.
 *
 * merge_pairs.c predicts the number of products.  All these numbers are roughly upper bounds,
 * because they also count keys that no matching has. */
#include "engine/tree/merge_tree.h"

#include "base/alloc.h"
#include "base/status.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Search steps to predict a merge: for the merge itself, and for every open vertex of both
 * sides. */
static const double LOOK = 300, LOOK_ITEM = 5;

/* Numbers from t->vertices on are second halves (pm_tree_split()). */
static int is_col(const struct pm_tree *t, int v)
{
    return (v < t->vertices ? v : v - t->vertices) >= t->rows;
}

static int imbalance(const struct pm_tree_node *x)
{
    return x->closed_rows - x->closed_cols;
}

/* ------------------------------------------------------------------- counting */

static double log_binomial(const struct pm_tree *t, int n, int k)
{
    return k < 0 || k > n ? 0 : t->log_factorial[n] - t->log_factorial[k] - t->log_factorial[n - k];
}

static double count_keys(const struct pm_tree *t, int open_rows, int open_cols,
                         const struct pm_tree_node *x)
{
    const int n = open_rows + open_cols, d = imbalance(x);

    if (t->loose || t->general)
        return exp(fmin(PM_MERGE_LOG_MOST, (t->loose || n == 0 ? n : n - 1) * log(2)));
    if (t->square) {
        /* split vertices allow k +- splits; the one nearest to n / 2 gives the largest number of
         * keys */
        int k = open_rows + d;
        k = k < n / 2 ? (k + t->splits < n / 2 ? k + t->splits : n / 2)
                      : (k - t->splits > n / 2 ? k - t->splits : n / 2);
        return exp(fmin(PM_MERGE_LOG_MOST, log_binomial(t, n, t->splits ? k : open_rows + d)));
    }
    double sum = 0;
    for (int k = d < -open_rows ? -open_rows : d; k <= x->closed_rows && k <= open_cols; k++)
        sum += exp(fmin(PM_MERGE_LOG_MOST, log_binomial(t, n, open_rows + k)));
    return fmax(sum, 1);
}

/* True if a merge of tables of `left` and `right` keys with `shared` shared vertices uses
 * streams. */
static bool streams(const struct pm_tree *t, double left, double right, int shared)
{
    const double large = fmax(left, right), small = fmin(left, right);

    return t->square && !t->loose && small <= PM_TREE_FEW && pm_tree_streams(large, small, shared);
}

/* The steps of a merge with `pairs` products.  Two groups (patterns of shared bits) meet for each
 * product, unless several states have the same shared bits; and at most as often as the shared bits
 * allow. */
static double weigh_pairs(const struct pm_tree *t, const struct pm_merge_tally *m, double pairs,
                          double left, double right)
{
    const int open = m->open[0] + m->open[1], closing = m->closing[0] + m->closing[1];
    const double large = fmax(left, right), small = fmin(left, right);
    const double groups = ldexp(1, open + closing);

    if (streams(t, left, right, open + closing))
        return pairs * log2(fmax(2, small)) + PM_TREE_SCAN * large * small;
    const double alike = fmax(1, left / groups) * fmax(1, right / groups);
    const double most = exp(fmin(PM_MERGE_LOG_MOST, open * log(3) + closing * log(2)));
    return pairs + PM_TREE_MEET * fmin(pairs / alike, most);
}

/* --------------------------------------------------------------------- scopes */

/* Merges the scopes of a and b: fills the tally m, and writes the vertices that stay open to `out`
 * (may be NULL).  Returns the number of vertices that stay open. */
static int merge_scopes(const struct pm_tree *t, const struct pm_tree_node *a,
                        const struct pm_tree_node *b, struct pm_tree_item *out,
                        struct pm_merge_tally *m)
{
    int i = 0, j = 0, width = 0;
    *m = (struct pm_merge_tally){.d_left = imbalance(a),
                                 .d_right = imbalance(b),
                                 .square = t->square,
                                 .general = t->general,
                                 .loose = t->loose};
    pm_tree_look(t, LOOK + LOOK_ITEM * (a->width + b->width));

    while (i < a->width || j < b->width) {
        struct pm_tree_item item;
        if (j == b->width || (i < a->width && a->scope[i].vertex < b->scope[j].vertex)) {
            item = a->scope[i++];
            m->left[is_col(t, item.vertex)]++;
        } else if (i == a->width || b->scope[j].vertex < a->scope[i].vertex) {
            item = b->scope[j++];
            m->right[is_col(t, item.vertex)]++;
        } else {
            item = a->scope[i++];
            item.edges += b->scope[j++].edges;
            if (item.edges == t->degree[item.vertex]) {
                m->closing[is_col(t, item.vertex)]++;
                continue;
            }
            m->open[is_col(t, item.vertex)]++;
        }
        if (out)
            out[width] = item;
        width++;
    }
    return width;
}

static pm_status reserve(struct pm_tree_node *x, int room)
{
    if ((size_t)room <= x->room)
        return PM_OK;
    PM_TRY(pm_alloc_extend((void **)&x->scope, x->room, (size_t)room, sizeof *x->scope));
    x->room = (size_t)room;
    return PM_OK;
}

pm_status pm_tree_join(struct pm_tree *tree, int x, int left, int right)
{
    struct pm_tree_node *const n = &tree->node[x];
    const struct pm_tree_node *a = &tree->node[left], *b = &tree->node[right];
    struct pm_merge_tally m;

    PM_TRY(reserve(n, a->width + b->width));
    n->width = merge_scopes(tree, a, b, n->scope, &m);
    n->left = left;
    n->right = right;
    n->closed_rows = a->closed_rows + b->closed_rows + m.closing[0];
    n->closed_cols = a->closed_cols + b->closed_cols + m.closing[1];
    n->keys =
        count_keys(tree, m.left[0] + m.right[0] + m.open[0], m.left[1] + m.right[1] + m.open[1], n);
    const double pairs = pm_merge_pairs(&m, a->keys, b->keys);
    n->pairs = weigh_pairs(tree, &m, pairs, a->keys, b->keys);
    n->keys = tree->splits ? n->keys : fmin(n->keys, pairs);
    tree->node[left].parent = tree->node[right].parent = x;
    return PM_OK;
}

double pm_tree_pairs(const struct pm_tree *tree, int left, int right)
{
    const struct pm_tree_node *a = &tree->node[left], *b = &tree->node[right];
    struct pm_merge_tally m;

    merge_scopes(tree, a, b, NULL, &m);
    return weigh_pairs(tree, &m, pm_merge_pairs(&m, a->keys, b->keys), a->keys, b->keys);
}

bool pm_tree_is_streamed(const struct pm_tree *tree, int x)
{
    const struct pm_tree_node *const n = &tree->node[x];
    const struct pm_tree_node *a = &tree->node[n->left], *b = &tree->node[n->right];
    struct pm_merge_tally m;

    merge_scopes(tree, a, b, NULL, &m);
    return streams(tree, a->keys, b->keys, m.open[0] + m.open[1] + m.closing[0] + m.closing[1]);
}

/* A table that is k times too large must be made in about k slices, so its steps count k times. */
double pm_tree_merge_cost(const struct pm_tree *tree, double pairs, double keys, double left,
                          double right)
{
    const double steps = pairs + PM_TREE_HANDLE * (keys + left + right);

    return keys > tree->key_limit ? steps * (keys / tree->key_limit) : steps;
}

double pm_tree_node_cost(const struct pm_tree *tree, int x)
{
    const struct pm_tree_node *const n = &tree->node[x];

    return x < tree->edges ? 0
                           : pm_tree_merge_cost(tree, n->pairs, n->keys, tree->node[n->left].keys,
                                                tree->node[n->right].keys);
}

double pm_tree_cost(const struct pm_tree *tree)
{
    double sum = 0;

    for (int x = tree->edges; x < tree->nodes; x++)
        sum += pm_tree_node_cost(tree, x);
    return sum;
}

double pm_tree_steps(const struct pm_tree *tree)
{
    double sum = 0;

    for (int x = tree->edges; x < tree->nodes; x++) {
        const struct pm_tree_node *const n = &tree->node[x];
        sum += n->pairs +
               PM_TREE_HANDLE * (n->keys + tree->node[n->left].keys + tree->node[n->right].keys);
    }
    return sum;
}

int pm_tree_width(const struct pm_tree *tree)
{
    int width = 0;

    for (int x = tree->edges; x < tree->nodes; x++) {
        struct pm_merge_tally m;
        const struct pm_tree_node *n = &tree->node[x];
        merge_scopes(tree, &tree->node[n->left], &tree->node[n->right], NULL, &m);
        const int w = n->width + m.closing[0] + m.closing[1];
        width = w > width ? w : width;
    }
    return width;
}

/* ----------------------------------------------------------------- life cycle */

static pm_status make_leaf(struct pm_tree *t, int e)
{
    struct pm_tree_node *const n = &t->node[e];
    /* the row is a second half (pm_tree_split()); scopes must ascend */
    const bool swap = t->row[e] > t->col[e];
    const int end[2] = {swap ? t->col[e] : t->row[e], swap ? t->row[e] : t->col[e]};

    PM_TRY(reserve(n, 2));
    n->width = n->closed_rows = n->closed_cols = 0;
    for (int k = 0; k < 2; k++) {
        if (t->degree[end[k]] > 1)
            n->scope[n->width++] = (struct pm_tree_item){end[k], 1};
        else if (!is_col(t, end[k]))
            n->closed_rows = 1;
        else
            n->closed_cols = 1;
    }
    n->left = n->right = n->parent = -1;
    n->keys = n->width == 2 ? 2 : 1;
    return PM_OK;
}

pm_status pm_tree_refresh(struct pm_tree *tree)
{
    int *stack, top = 0, count = 0;
    pm_status status = PM_OK;

    PM_NEW(stack, 2 * tree->nodes);
    int *const order = stack + tree->nodes;
    stack[top++] = tree->root;
    while (top) {
        const int x = stack[--top];
        order[count++] = x;
        if (x >= tree->edges) {
            stack[top++] = tree->node[x].left;
            stack[top++] = tree->node[x].right;
        }
    }
    while (count && status == PM_OK) {
        const int x = order[--count];
        status = x < tree->edges ? make_leaf(tree, x)
                                 : pm_tree_join(tree, x, tree->node[x].left, tree->node[x].right);
    }
    free(stack);
    return status;
}

void pm_tree_split(struct pm_tree *tree, int v, const bool *below)
{
    const int half = v + tree->vertices;

    tree->splits++;
    for (int i = tree->start[v]; i < tree->start[v + 1]; i++) {
        const int e = tree->incident[i];
        if (below[e])
            continue;
        *(tree->row[e] == v ? &tree->row[e] : &tree->col[e]) = half;
        tree->degree[v]--;
        tree->degree[half]++;
    }
}

static size_t integers(const struct pm_tree *t)
{
    return 5 * (size_t)t->edges + 3 * (size_t)t->vertices + 1;
}

/* All arrays of integers are in the memory of the first. */
static pm_status arrays_new(struct pm_tree *t)
{
    t->node = NULL;
    t->log_factorial = NULL;
    PM_NEW(t->row, integers(t));
    t->col = t->row + t->edges;
    t->entry = t->col + t->edges;
    t->incident = t->entry + t->edges;
    t->degree = t->incident + 2 * t->edges;
    t->start = t->degree + 2 * t->vertices;
    PM_NEW(t->node, t->nodes + 1);
    PM_NEW(t->log_factorial, t->vertices + 1);
    return PM_OK;
}

/* Numbers the edges by rows; each has its smaller end first. */
static pm_status tree_fill(struct pm_tree *t, const struct pm_order_graph *g)
{
    const int vertices = t->vertices;

    PM_TRY(arrays_new(t));
    for (int v = 0, e = 0; v < vertices; v++) {
        t->degree[v] = g->start[v + 1] - g->start[v];
        t->log_factorial[v + 1] = t->log_factorial[v] + log(v + 1);
        for (int i = g->start[v]; i < g->start[v + 1]; i++) {
            if (g->near[i] < v)
                continue;
            t->row[e] = v;
            t->col[e] = g->near[i];
            t->entry[e++] = g->entry[i];
        }
    }
    for (int v = 0; v < vertices; v++)
        t->start[v + 1] = t->start[v] + t->degree[v];
    for (int e = 0; e < t->edges; e++) {
        t->incident[t->start[t->row[e]]++] = e;
        t->incident[t->start[t->col[e]]++] = e;
    }
    for (int v = vertices; v > 0; v--)
        t->start[v] = t->start[v - 1];
    t->start[0] = 0;
    for (int e = 0; e < t->edges; e++)
        PM_TRY(make_leaf(t, e));
    return PM_OK;
}

pm_status pm_tree_new(struct pm_tree **tree, const struct pm_order_graph *graph)
{
    const bool general = graph->rows == graph->vertices;
    struct pm_tree *t;

    if (graph->edges == 0)
        return pm_fail(PM_UNABLE, "there is no entry to merge");
    PM_NEW(t, 1);
    *t = (struct pm_tree){.rows = graph->rows,
                          .vertices = graph->vertices,
                          .edges = graph->edges,
                          .square = general || graph->vertices == 2 * graph->rows,
                          .general = general,
                          .nodes = 2 * graph->edges - 1,
                          .root = 2 * graph->edges - 2,
                          .key_limit = INFINITY};
    PM_GIVE(tree, t, tree_fill(t, graph), pm_tree_free);
}

static pm_status copy_into(struct pm_tree *t, const struct pm_tree *from)
{
    t->loose = from->loose;
    t->root = from->root;
    t->splits = from->splits;
    t->key_limit = from->key_limit;
    t->looked = from->looked;
    memcpy(t->row, from->row, integers(t) * sizeof *t->row);
    memcpy(t->log_factorial, from->log_factorial, (size_t)(t->vertices + 1) * sizeof(double));
    for (int x = 0; x < t->nodes; x++) {
        struct pm_tree_node *const n = &t->node[x], own = *n;
        PM_TRY(reserve(&own, from->node[x].width));
        *n = from->node[x];
        n->scope = own.scope;
        n->room = own.room;
        for (int k = 0; k < n->width; k++)
            n->scope[k] = from->node[x].scope[k];
    }
    return PM_OK;
}

pm_status pm_tree_copy(struct pm_tree **out, const struct pm_tree *tree)
{
    if (*out == NULL) {
        PM_NEW(*out, 1);
        **out = *tree;
        PM_TRY(arrays_new(*out));
    }
    return copy_into(*out, tree);
}

void pm_tree_free(struct pm_tree *tree)
{
    if (!tree)
        return;
    for (int x = 0; tree->node && x <= tree->nodes; x++)
        free(tree->node[x].scope);
    PM_FREE(tree->node, tree->row, tree->log_factorial, tree);
}
