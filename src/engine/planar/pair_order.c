/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The order of elimination.
 *
 * The rows and columns of a matrix are eliminated in the pairs of a perfect matching, so that the
 * planned pivots are nonzero entries.  If the pairs of a planar graph are contracted to nodes, the
 * graph remains planar.  Its nodes are ordered by approximate minimum degree (Amestoy, Davis and
 * Duff, SIAM J. Matrix Analysis and Applications 17, 1996; CXSparse), and its elimination tree is
 * computed (Liu, The role of elimination trees in sparse factorization, the same journal 11, 1990).
 * Nodes that the caller wants to keep for the last front come last. */
#include "engine/planar/pair_order.h"

#include "base/alloc.h"
#include "base/budget.h"

#include <stdlib.h>
#include <string.h>

static pm_status number_pairs(struct pm_pairs *p, const int *mate, int n, bool skew)
{
    p->width = skew ? 2 : 1;
    PM_NEW(p->row_node, n);
    PM_NEW(p->col_node, n);
    PM_NEW(p->node_row, n);
    PM_NEW(p->node_col, n);
    for (int i = 0; i < n; i++) {
        if (skew && mate[i] < i)
            continue;
        const int node = p->nodes++;
        p->node_row[node * p->width] = i;
        p->node_col[node * p->width] = skew ? i : mate[i] - n;
        if (skew)
            p->node_row[2 * node + 1] = p->node_col[2 * node + 1] = mate[i];
    }
    for (int k = 0; k < n; k++) {
        p->row_node[p->node_row[k]] = k / p->width;
        p->col_node[p->node_col[k]] = k / p->width;
    }
    return PM_OK;
}

static pm_status out_of_memory(const struct pm_pairs *p)
{
    return pm_fail(PM_NOMEM, "out of memory while ordering %d pairs", p->nodes);
}

/* Makes p->graph, the pattern of the contracted graph: each entry of the matrix in both directions,
 * and the diagonal. */
static pm_status contract(struct pm_pairs *p, const struct pm_matrix *a)
{
    cs_di *const entries = cs_di_spalloc(p->nodes, p->nodes, pm_matrix_nnz(a), 0, 1);
    cs_di *half = NULL, *other = NULL;

    for (int i = 0; entries != NULL && i < a->rows; i++)
        for (int k = a->start[i]; k < a->start[i + 1]; k++)
            cs_di_entry(entries, p->row_node[i], p->col_node[a->col[k]], 1);
    half = cs_di_compress(entries);
    other = cs_di_transpose(half, 0);
    p->graph = cs_di_add(half, other, 1, 1); /* NULL if one of them is */
    cs_di_spfree(entries);
    cs_di_spfree(half);
    cs_di_spfree(other);
    return p->graph != NULL ? PM_OK : out_of_memory(p);
}

/* Computes the elimination tree of the current order. up[i] is an ancestor of i, as a shortcut. */
static pm_status find_tree(struct pm_pairs *p)
{
    int *up;

    PM_NEW(up, p->nodes);
    for (int j = 0; j < p->nodes; j++) {
        const int node = p->order[j];
        p->parent[j] = up[j] = -1;
        for (int k = p->graph->p[node]; k < p->graph->p[node + 1]; k++) {
            int i = p->position[p->graph->i[k]];
            while (i >= 0 && i < j) {
                const int above = up[i];
                up[i] = j;
                if (above < 0)
                    p->parent[i] = j;
                i = above;
            }
        }
    }
    free(up);
    return PM_OK;
}

static void set_order(struct pm_pairs *p, const int *order)
{
    for (int k = 0; k < p->nodes; k++)
        p->order[k] = order[k];
    for (int k = 0; k < p->nodes; k++)
        p->position[p->order[k]] = k;
}

/* Makes the nodes of the last front, which are at the end of the order, a path in the tree. */
static void chain_last(struct pm_pairs *p)
{
    for (int j = p->free_nodes; j + 1 < p->nodes; j++)
        p->parent[j] = j + 1;
}

/* p->last[u] = true for the nodes with a vertex that is marked in `last`. */
static pm_status mark_last(struct pm_pairs *p, int n, const bool *last)
{
    PM_NEW(p->last, p->nodes);
    for (int i = 0; i < n; i++) {
        p->last[p->row_node[i]] |= last != NULL && last[i];
        p->last[p->col_node[i]] |= last != NULL && last[p->width == 2 ? i : n + i];
    }
    p->free_nodes = 0;
    for (int u = 0; u < p->nodes; u++)
        p->free_nodes += !p->last[u];
    return PM_OK;
}

/* Whether two nodes are both eliminated before the last front. */
static int are_free(int u, int v, double value, void *pairs)
{
    const struct pm_pairs *const p = pairs;

    (void)value;
    return !p->last[u] && !p->last[v];
}

/* order[] = the nodes that are not in p->last, by minimum degree among themselves, then the others.
 */
static pm_status order_by_degree(int *order, struct pm_pairs *p)
{
    cs_di *const graph = p->free_nodes < p->nodes ? cs_di_add(p->graph, p->graph, 1, 0) : NULL;
    if (graph != NULL)
        cs_di_fkeep(graph, are_free, p);
    int *const found = cs_di_amd(1, graph != NULL ? graph : p->graph);
    cs_di_spfree(graph);
    int at = 0;

    if (found == NULL)
        return out_of_memory(p);
    for (int last = 0; last < 2; last++)
        for (int k = 0; k < p->nodes; k++)
            if (p->last[found[k]] == last)
                order[at++] = found[k];
    cs_di_free(found);
    return PM_OK;
}

/* order[] = the nodes by postorder of the tree; those in p->last come last. */
static pm_status postorder(int *order, const struct pm_pairs *p)
{
    int *const post = cs_di_post(p->parent, p->nodes);
    int at = 0;

    if (post == NULL)
        return out_of_memory(p);
    for (int last = 0; last < 2; last++)
        for (int k = 0; k < p->nodes; k++)
            if (p->last[p->order[post[k]]] == last)
                order[at++] = p->order[post[k]];
    cs_di_free(post);
    return PM_OK;
}

static pm_status order_pairs(struct pm_pairs *p)
{
    int *order = NULL;
    pm_status status = PM_OK;

    PM_NEW(p->order, p->nodes);
    PM_NEW(p->position, p->nodes);
    PM_NEW(p->parent, p->nodes);
    if (p->nodes == 0)
        return PM_OK;
    PM_NEW(order, p->nodes);
    PM_TRY_GOTO(status, order_by_degree(order, p), done);
    set_order(p, order);
    PM_TRY_GOTO(status, find_tree(p), done);
    chain_last(p);
    PM_TRY_GOTO(status, postorder(order, p), done);
    set_order(p, order);
    PM_TRY_GOTO(status, find_tree(p), done);
    chain_last(p);
done:
    free(order);
    return status;
}

/* What the library takes, at most, for a node and for an entry. */
enum { NODE_BYTES = 96, ENTRY_BYTES = 48 };

pm_status pm_pairs_order(struct pm_pairs *p, const struct pm_matrix *a, enum pm_kind kind,
                         const int *mate, const bool *last)
{
    *p = (struct pm_pairs){.nodes = 0};
    PM_TRY(number_pairs(p, mate, a->rows, kind == PM_HAFNIAN));
    PM_TRY(
        pm_budget_take(NODE_BYTES * (uint64_t)p->nodes + ENTRY_BYTES * (uint64_t)pm_matrix_nnz(a)));
    PM_TRY(contract(p, a));
    PM_TRY(mark_last(p, a->rows, last));
    return order_pairs(p);
}

void pm_pairs_clear(struct pm_pairs *p)
{
    PM_FREE(p->row_node, p->col_node, p->node_row, p->node_col);
    cs_di_spfree(p->graph);
    PM_FREE(p->order, p->position, p->parent, p->last);
}
