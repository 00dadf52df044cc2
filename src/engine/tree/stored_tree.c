/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The children of the inner nodes, their predicted numbers of keys, and the vertices of the slices.
 * The keys decide which of two tables is computed first.  They depend on the path of the search,
 * which has known each table as a product of other tables, too: the least number of products is
 * kept.  A text that is read may come from anywhere: the nodes must be one tree. */
#include "engine/tree/stored_tree.h"

#include "base/alloc.h"
#include "base/stored.h"

/* Makes the inner nodes of a tree: node t->edges + k gets the children left[k] and right[k].
 * Checks that every node except the root is the child of exactly one node, and that all nodes are
 * connected. stack is working memory for nodes + 2 numbers. */
static pm_status join_nodes(struct pm_tree *t, const int *left, const int *right, int *stack)
{
    int count = 0, top = 0;

    for (int x = 0; x < t->nodes; x++)
        t->node[x].parent = -1;
    for (int x = t->edges; x < t->nodes; x++) {
        const int child[2] = {left[x - t->edges], right[x - t->edges]};
        for (int side = 0; side < 2; side++) {
            if (t->node[child[side]].parent >= 0)
                return pm_fail(PM_INPUT, "node %d of the tree has two parents", child[side]);
            t->node[child[side]].parent = x;
        }
        t->node[x].left = child[0];
        t->node[x].right = child[1];
    }
    for (t->root = 0; t->root < t->nodes && t->node[t->root].parent >= 0;)
        t->root++;
    if (t->root == t->nodes)
        return pm_fail(PM_INPUT, "the tree has no root");
    for (stack[top++] = t->root; top > 0; count++) {
        const int x = stack[--top];
        if (x >= t->edges) {
            stack[top++] = t->node[x].left;
            stack[top++] = t->node[x].right;
        }
    }
    if (count < t->nodes)
        return pm_fail(PM_INPUT, "the tree has nodes apart");
    return pm_tree_refresh(t);
}

/* Predicts the inner nodes again, with the keys of the text. */
static pm_status read_keys(struct pm_tree *t, char **rest)
{
    const int inner = t->nodes - t->edges;
    double *keys;

    PM_NEW(keys, inner + 1);
    const pm_status status =
        pm_stored_reals(keys, (size_t)inner, rest, "keys", 0, PM_TREE_TOO_MANY);
    for (int k = 0; k < inner && status == PM_OK; k++)
        t->node[t->edges + k].keys = keys[k];
    for (int x = t->edges; x < t->nodes && status == PM_OK; x++)
        t->node[x].pairs = pm_tree_pairs(t, t->node[x].left, t->node[x].right);
    free(keys);
    return status;
}

static pm_status read_tree(struct pm_tree *t, char **rest)
{
    const size_t inner = (size_t)(t->nodes - t->edges);
    int *left;
    pm_status status;

    PM_NEW(left, 2 * inner + (size_t)t->nodes + 2);
    int *const right = left + inner;
    PM_TRY_GOTO(status, pm_stored_ints(left, inner, rest, "left", 0, t->nodes - 1), done);
    PM_TRY_GOTO(status, pm_stored_ints(right, inner, rest, "right", 0, t->nodes - 1), done);
    PM_TRY_GOTO(status, join_nodes(t, left, right, right + inner), done);
    status = read_keys(t, rest);
done:
    free(left);
    return status;
}

static pm_status read_slices(struct pm_layout *l, char **rest)
{
    int count, vertex[PM_TREE_SLICES];

    PM_TRY(pm_stored_ints(&count, 1, rest, "slices", 0, PM_TREE_SLICES));
    PM_TRY(pm_stored_ints(vertex, (size_t)count, rest, "sliced", 0, l->vertices - 1));
    return pm_layout_slice_by(l, vertex, count);
}

pm_status pm_tree_read(struct pm_layout **layout, const struct pm_core *core, char **rest)
{
    struct pm_order_graph *graph;
    struct pm_tree *tree = NULL;
    pm_status status;

    PM_TRY(pm_order_graph_new(&graph, core, false));
    PM_TRY_GOTO(status, pm_tree_new(&tree, graph), done);
    PM_TRY_GOTO(status, read_tree(tree, rest), done);
    PM_TRY_GOTO(status, pm_layout_try(layout, tree), done);
    status = read_slices(*layout, rest);
done:
    pm_tree_free(tree);
    pm_order_graph_free(graph);
    return status;
}

void pm_tree_write(FILE *file, const struct pm_cost *cost)
{
    const struct pm_layout *const l = cost->choice;

    if (l == NULL)
        return;
    const struct pm_tree *const t = l->tree;
    fputs("left", file);
    for (int x = t->edges; x < t->nodes; x++)
        fprintf(file, " %d", t->node[x].left);
    fputs("\nright", file);
    for (int x = t->edges; x < t->nodes; x++)
        fprintf(file, " %d", t->node[x].right);
    fputs("\nkeys", file);
    for (int x = t->edges; x < t->nodes; x++)
        fprintf(file, " %a", t->node[x].keys);
    fputc('\n', file);
    pm_stored_put_ints(file, "slices", &l->slices, 1);
    pm_stored_put_ints(file, "sliced", l->slice_vertex, (size_t)l->slices);
}
