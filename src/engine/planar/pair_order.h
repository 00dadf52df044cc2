/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The graph that remains if each pair of a perfect matching is contracted to a node, and the order
 * in which these nodes are eliminated. */
#pragma once

#include "engine/planar/planar.h"

#include <cs.h>

/* The contracted graph, and the order of its elimination. */
struct pm_pairs {
    int nodes, width; /* number of nodes; number of rows of each node: 1, or 2 for a hafnian */
    int *row_node, *col_node; /* n elements each: the node of each row and of each column */
    int *node_row, *node_col; /* the rows and columns of each node, `width` for each */
    cs_di *graph;             /* its pattern, symmetric */
    int *order, *position; /* the node at each position of the order; the position of each node */
    bool *last;            /* last[u]: node u is left for the last front */
    int free_nodes;        /* number of nodes that are not left for the last front */
    /* for each position: the position of its parent in the elimination tree; -1: a root */
    int *parent;
};

/* Finds the nodes and their order for a matrix, a perfect matching `mate`, and vertices `last` that
 * are left for the last front (as in pm_fronts_new()).  Clear *pairs also after a failure. */
pm_status pm_pairs_order(struct pm_pairs *pairs, const struct pm_matrix *a, enum pm_kind kind,
                         const int *mate, const bool *last);
void pm_pairs_clear(struct pm_pairs *pairs);
