/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Good merge trees: elimination orders, sweeps, and local search.  The pattern alone decides. */
#ifndef PM_ENGINE_TREE_TREE_SEARCH_H
#define PM_ENGINE_TREE_TREE_SEARCH_H

#include "engine/tree/merge_tree.h"

enum pm_order {
    PM_ORDER_FILL,   /* eliminate next: the vertex that adds the fewest fill edges */
    PM_ORDER_DEGREE, /* ... that has the fewest neighbours */
};

/* An elimination order of all vertices of the tree's graph.  *order is the caller's.  Here and
 * below, PM_STOPPED where that is the answer of `poll` (NULL: nobody is asked).  What looking took
 * is added to the tree's count. */
pm_status pm_order_eliminate(int **order, const struct pm_tree *tree, enum pm_order rule,
                             const struct pm_poll *poll);

/* A lower bound for the number of vertices that meet in some merge of any tree, found by
 * contracting vertices of least degree (Bodlaender, Koster, Wolle, Contraction and treewidth lower
 * bounds, 2006); no more than `enough` is looked for. */
pm_status pm_order_bound(int *width, const struct pm_tree *tree, int enough);

/* An order that starts at the vertex `first` and keeps the set of open vertices small at every
 * step (greedy frontier growth). */
pm_status pm_order_sweep(int **order, const struct pm_tree *tree, int first);

/* A vertex far from `from` (breadth-first search), of small degree among the farthest. */
pm_status pm_order_far(int *vertex, const struct pm_tree *tree, int from);

/* Builds the inner nodes: every vertex in turn joins all parts that touch it (bucket
 * elimination).  sweep: the parts so far stay one part. */
pm_status pm_tree_build(struct pm_tree *tree, const int *order, bool sweep);

/* Improves a tree by `moves` random rotations, annealed; never returns a costlier tree. */
pm_status pm_tree_anneal(struct pm_tree **tree, uint64_t moves, uint64_t seed,
                         const struct pm_poll *poll);

/* A search for a good tree of the graph of a core (at least one edge): several trees, the best of
 * them annealed.  What it finds depends on the graph and on the steps that it has taken. */
struct pm_tree_search;

/* key_limit: tables beyond so many keys count as dearer; loose: for all matchings instead of those
 * that cover all rows.  PM_UNABLE at once where no tree can have keys of PM_TREE_BITS bits. */
pm_status pm_tree_search_new(struct pm_tree_search **search, const struct pm_core *core,
                             double key_limit, bool loose);
void pm_tree_search_free(struct pm_tree_search *search); /* NULL is fine */

/* The same, and it goes on until it has taken what its best tree is worth. */
pm_status pm_tree_search_alone(struct pm_tree_search **search, const struct pm_core *core,
                               double key_limit, bool loose, const struct pm_poll *poll);

/* Goes on for about so many steps of looking (pm_tree.looked), or until there is no more to try:
 * *done. */
pm_status pm_tree_search_go_on(bool *done, struct pm_tree_search *search, double steps,
                               const struct pm_poll *poll);

/* Steps so far, and the best tree, which goes with the search; NULL: none yet. */
double pm_tree_search_used(const struct pm_tree_search *search);
const struct pm_tree *pm_tree_search_best(const struct pm_tree_search *search);

#endif
