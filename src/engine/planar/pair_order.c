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

#include <cs.h>
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

/* Visits all edges of the contracted graph: counts them in p->start if `next` is NULL, otherwise
 * stores them. */
static void visit_edges(struct pm_pairs *p, const struct pm_matrix *a, int *next)
{
    for (int i = 0; i < a->rows; i++)
        for (int k = a->start[i]; k < a->start[i + 1]; k++) {
            const int u = p->row_node[i], v = p->col_node[a->col[k]];
            if (u == v)
                continue;
            if (next == NULL) {
                p->start[u + 1]++;
                p->start[v + 1]++;
            } else {
                p->to[next[u]++] = v;
                p->to[next[v]++] = u;
            }
        }
}

static pm_status contract(struct pm_pairs *p, const struct pm_matrix *a)
{
    int *next;

    PM_NEW(p->start, p->nodes + 1);
    visit_edges(p, a, NULL);
    for (int u = 0; u < p->nodes; u++)
        p->start[u + 1] += p->start[u];
    PM_NEW(p->to, p->start[p->nodes]);
    PM_NEW(next, p->nodes);
    memcpy(next, p->start, (size_t)p->nodes * sizeof *next);
    visit_edges(p, a, next);
    free(next);
    return PM_OK;
}

/* Computes the elimination tree of the current order. up[i] is an ancestor of i, as a shortcut. */
static pm_status find_tree(struct pm_pairs *p)
{
    int *up;

    PM_NEW(up, p->nodes);
    for (int j = 0; j < p->nodes; j++) {
        const int node = p->order[j];
        p->parent[j] = up[j] = -1;
        for (int k = p->start[node]; k < p->start[node + 1]; k++) {
            int i = p->position[p->to[k]];
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

/* order[] = the nodes that are not in p->last, by minimum degree, then the others. */
static pm_status order_by_degree(int *order, const struct pm_pairs *p)
{
    int *number = NULL, *node = NULL, *start = NULL, *to = NULL, *found = NULL;
    int at = 0, edges = 0;
    pm_status status = PM_OK;

    PM_NEW_GOTO(status, number, p->nodes, done);
    PM_NEW_GOTO(status, node, p->nodes, done);
    PM_NEW_GOTO(status, start, p->nodes + 1, done);
    PM_NEW_GOTO(status, to, p->start[p->nodes], done);
    for (int u = 0; u < p->nodes; u++)
        if (!p->last[u]) {
            number[u] = at;
            node[at++] = u;
        }
    for (int k = 0; k < at; k++) {
        for (int e = p->start[node[k]]; e < p->start[node[k] + 1]; e++)
            if (!p->last[p->to[e]])
                to[edges++] = number[p->to[e]];
        start[k + 1] = edges;
    }
    const cs_di pattern = {
        .nzmax = edges, .m = at, .n = at, .p = start, .i = to, .x = NULL, .nz = -1};
    if (at > 0 && (found = cs_di_amd(1, &pattern)) == NULL) {
        status = pm_fail(PM_NOMEM, "out of memory while ordering %d pairs", p->nodes);
        goto done;
    }
    for (int k = 0; k < at; k++)
        order[k] = node[found[k]];
    for (int u = 0; u < p->nodes; u++)
        if (p->last[u])
            order[at++] = u;
done:
    cs_di_free(found);
    free(number);
    free(node);
    free(start);
    free(to);
    return status;
}

/* order[] = the nodes by postorder of the tree; those in p->last come last. */
static pm_status postorder(int *order, const struct pm_pairs *p)
{
    int *const post = cs_di_post(p->parent, p->nodes);
    int at = 0;

    if (post == NULL)
        return pm_fail(PM_NOMEM, "out of memory while ordering %d pairs", p->nodes);
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

pm_status pm_pairs_order(struct pm_pairs *p, const struct pm_matrix *a, enum pm_kind kind,
                         const int *mate, const bool *last)
{
    *p = (struct pm_pairs){.nodes = 0};
    PM_TRY(number_pairs(p, mate, a->rows, kind == PM_HAFNIAN));
    PM_TRY(contract(p, a));
    PM_TRY(mark_last(p, a->rows, last));
    return order_pairs(p);
}

void pm_pairs_clear(struct pm_pairs *p)
{
    free(p->row_node);
    free(p->col_node);
    free(p->node_row);
    free(p->node_col);
    free(p->start);
    free(p->to);
    free(p->order);
    free(p->position);
    free(p->parent);
    free(p->last);
}
