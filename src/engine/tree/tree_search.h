/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Search for good merge trees: elimination orders, sweeps, and local search.  The result depends
 * only on the pattern. */
#ifndef PM_ENGINE_TREE_TREE_SEARCH_H
#define PM_ENGINE_TREE_TREE_SEARCH_H

#include "engine/tree/merge_tree.h"

enum pm_order {
    PM_ORDER_FILL,   /* next is the vertex that adds the fewest fill edges */
    PM_ORDER_DEGREE, /* next is the vertex with the fewest neighbours */
};

/* *order = an elimination order of all vertices of the tree's graph, which the caller must free.
 * Here and below: PM_STOPPED if `poll` (may be NULL) asks to stop; search steps are added to the
 * tree's counter. */
pm_status pm_order_eliminate(int **order, const struct pm_tree *tree, enum pm_order rule,
                             const struct pm_poll *poll);

/* A lower bound for the number of vertices that meet in some merge of any tree, by contracting
 * vertices of least degree (Bodlaender, Koster, Wolle, Contraction and treewidth lower bounds,
 * 2006).  Stops at `enough`. */
pm_status pm_order_bound(int *width, const struct pm_tree *tree, int enough);

/* An order that starts at the vertex `first` and keeps the set of open vertices small at every step
 * (greedy growth of the frontier). */
pm_status pm_order_sweep(int **order, const struct pm_tree *tree, int first);

/* A vertex far from `from` (breadth-first search), of small degree among the farthest. */
pm_status pm_order_far(int *vertex, const struct pm_tree *tree, int from);

/* Builds the inner nodes: every vertex in turn merges all parts that touch it (bucket
 * elimination).  sweep: all previous parts stay one part. */
pm_status pm_tree_build(struct pm_tree *tree, const int *order, bool sweep);

/* Improves a tree by annealing with `moves` random rotations; the result never costs more. */
pm_status pm_tree_anneal(struct pm_tree **tree, uint64_t moves, uint64_t seed,
                         const struct pm_poll *poll);

/* A search for a good tree of the graph of a core, which must have an edge.  Several trees are
 * made, and the best ones annealed.  The result depends on the graph and on the number of steps. */
struct pm_tree_search;

/* key_limit: tables with more keys are more expensive.  loose: for all matchings, not only those
 * that cover all rows.  PM_UNABLE at once if no tree can have keys of PM_TREE_BITS bits. */
pm_status pm_tree_search_new(struct pm_tree_search **search, const struct pm_core *core,
                             double key_limit, bool loose);
void pm_tree_search_free(struct pm_tree_search *search); /* NULL is fine */

/* A whole search: continues as long as the best tree found so far allows. */
pm_status pm_tree_search_alone(struct pm_tree_search **search, const struct pm_core *core,
                               double key_limit, bool loose, const struct pm_poll *poll);

/* Continues for about `steps` search steps (pm_tree.looked), or until there is nothing more to try
 * (*done). */
pm_status pm_tree_search_go_on(bool *done, struct pm_tree_search *search, double steps,
                               const struct pm_poll *poll);

/* The number of steps so far; and the best tree, which belongs to the search; NULL: none yet. */
double pm_tree_search_used(const struct pm_tree_search *search);
const struct pm_tree *pm_tree_search_best(const struct pm_tree_search *search);

#endif
