/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Balanced separators of a part of a graph. */
#pragma once

#include "engine/order/order.h"

/* A search for paths from one of two sets of vertices.  Node 2 v is where it enters vertex v, node
 * 2 v + 1 where it leaves v. */
struct pm_order_cut_side {
    int *node, count, done; /* the nodes that it has reached, and how many of them it has left */
    int owned;              /* so many of them are reached whatever the paths are */
    int left;               /* number of vertices that it can leave: the size of its part */
    bool *seen;             /* by node: it has been reached */
    int *from;              /* by node: the node before it */
    int *link;              /* by vertex: the one before it on its path from the set; -1: none */
    int *far;               /* by vertex: its distance from the first vertex of the set */
};

struct pm_order_cut {
    const struct pm_order_graph *graph;
    int *part;  /* the part of each vertex, a number; the caller sets it */
    int *owner; /* the set that a vertex is in, 0 or 1; -1: none */
    struct pm_order_cut_side side[2];
    int paths;          /* number of disjoint paths between the sets */
    int *vertex, count; /* the best separator so far; 0: there is none */
    double score;       /* its size for each vertex of the smaller side */
    double looks;       /* number of vertices and edges looked at so far */
};

/* The caller must clear it, also after a failure. */
pm_status pm_order_cut_init(struct pm_order_cut *cut, const struct pm_order_graph *graph);
void pm_order_cut_clear(struct pm_order_cut *cut);

/* Looks for separators between the vertices first[0] and first[1], which must not be adjacent, of
 * the connected part with the vertices v[0 .. n-1].  Keeps the best one if it is better than
 * cut->vertex.  Ends early when cut->looks exceeds `most`.  PM_STOPPED: the budget is used up. */
pm_status pm_order_cut_between(struct pm_order_cut *cut, const int *v, int n, const int *first,
                               double most);
