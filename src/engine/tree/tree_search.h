/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Search for good merge trees by elimination orders, sweeps (orders that grow from one vertex), and
 * local search.  The result depends only on the pattern of the matrix and on the number of search
 * steps. */
#pragma once

#include "engine/tree/merge_tree.h"

/* Steps per second of a thread. */
#define PM_TREE_RATES                                                                              \
    {                                                                                              \
        [PM_MOD] = 3.5e8, [PM_WRAP] = 3.5e8, [PM_REAL] = 3e8, [PM_COMPLEX] = 2e8, [PM_DD] = 6e7,   \
        [PM_COMPLEX_DD] = 2e7, [PM_MODS] = 2.5e8                                                   \
    }

/* Builds the inner nodes of a tree anew.  For every vertex in turn, all parts (sets of edges) that
 * touch it are merged (bucket elimination).  If `sweep` is true, all earlier vertices belong to a
 * single part, which is merged, too. */
pm_status pm_tree_build(struct pm_tree *tree, const int *order, bool sweep);

/* Replaces a tree by a cheaper one, if annealing with `moves` random rotations finds one.  *other
 * is working memory, NULL or a tree of the same graph. */
pm_status pm_tree_anneal(struct pm_tree **tree, struct pm_tree **other, uint64_t moves,
                         uint64_t seed);

/* A search for a good tree of the graph of a core, which must have an edge.  Several trees are
 * made, and the best one is annealed.  The result depends only on the graph and on the number of
 * steps. */
struct pm_tree_search;

/* Starts a search.  loose: the tree is for all matchings, not only for those that cover all rows.
 * PM_UNABLE: tables would need keys of more than PM_TREE_BITS bits. */
pm_status pm_tree_search_new(struct pm_tree_search **search, const struct pm_core *core,
                             bool loose);
void pm_tree_search_free(struct pm_tree_search *search); /* NULL is fine */

/* From now on, tables with more than `key_limit` keys cost more.  The search goes on from its best
 * tree. */
void pm_tree_search_limit(struct pm_tree_search *search, double key_limit);

/* Starts a search and continues it as long as the best tree found so far allows
 * with such numbers (pm_search_alone()).  The caller must free it. */
pm_status pm_tree_search_alone(struct pm_tree_search **search, const struct pm_core *core,
                               double key_limit, bool loose, enum pm_number number,
                               const struct pm_limits *limits);

/* Continues the search for about `steps` search steps (pm_tree.looked).  *done is true if there is
 * nothing more to try. */
pm_status pm_tree_search_go_on(bool *done, struct pm_tree_search *search, double steps);

/* The number of search steps so far; and the best tree so far, which belongs to the search. */
double pm_tree_search_used(const struct pm_tree_search *search);
const struct pm_tree *pm_tree_search_best(const struct pm_tree_search *search);
