/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The pairs of a perfect matching as the nodes of a graph, and the order of their elimination. */
#ifndef PM_ENGINE_PLANAR_PAIR_ORDER_H
#define PM_ENGINE_PLANAR_PAIR_ORDER_H

#include "engine/planar/planar.h"

/* The contracted graph and its elimination. */
struct pm_pairs {
    int nodes, width;         /* width: number of rows of a node, 1 or 2 */
    int *row_node, *col_node; /* n each */
    int *node_row, *node_col; /* width for each node */
    int *start, *to;          /* neighbours, possibly repeated */
    int *order, *position;    /* the node at each position, and back */
    bool *last;               /* nodes that are left for the last front; NULL: none */
    int free_nodes;           /* number of the other nodes */
    int *parent;              /* in the elimination tree, by position; -1: a root */
};

/* Finds the pairs of a matrix and their order; see pm_fronts_new().  Clear them also after a
 * failure. */
pm_status pm_pairs_order(struct pm_pairs *pairs, const struct pm_matrix *a, enum pm_kind kind,
                         const int *mate, const bool *last);
void pm_pairs_clear(struct pm_pairs *pairs);

#endif
