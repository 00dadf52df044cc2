/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A merge tree ready to be computed: the order of execution, and the position of every open vertex
 * in the keys.
 *
 * Vertices are ranked by the time at which they close.  Keys have the vertex of lowest rank in
 * bit 0, so that the bits that go away in a merge are always the lowest ones, and tables that are
 * sorted by key before bits are added or removed are sorted afterwards. */
#ifndef PM_ENGINE_TREE_LAYOUT_H
#define PM_ENGINE_TREE_LAYOUT_H

#include "engine/tree/merge_tree.h"

enum { PM_TREE_SLICES = 16 }; /* at most: 2^16 units */

struct pm_layout_step {
    int left, right; /* steps whose tables are merged; left: the larger one.  -1: a leaf */
    int edge;        /* of a leaf; of others, the node of the tree */
    int width;       /* open vertices */
    const int *rank; /* their ranks, ascending */
};

struct pm_layout {
    int rows, edges;
    bool square;
    bool general;   /* of a graph that need not be bipartite: there are no columns */
    bool loose;     /* no vertex need be covered: all matchings, not only perfect ones */
    int *row, *col; /* endpoints of the edges (columns count from 0) */
    int *entry;     /* where their values stand in the matrix */
    int steps;      /* in order of execution; the last one is the root */
    struct pm_layout_step *step;
    int *ranks;   /* what the steps point into */
    bool *is_col; /* by rank */
    int vertices;
    int width;            /* largest number of vertices in a merge */
    double cost, keys;    /* predicted steps; table entries that there is to be room for */
    struct pm_tree *tree; /* a copy of what it was made of */
    /* Slices: slice bit k forbids edges on one side.  slice_edge[k * edges + e] is 1 where edge e
     * must not be used when bit k of the unit is 0, 2 when it is 1. */
    int slices;
    uint8_t *slice_edge;
    int slice_step[PM_TREE_SLICES];   /* bit 0: this step's keys must have ... */
    int slice_rank[PM_TREE_SLICES];   /* ... this vertex covered */
    int slice_vertex[PM_TREE_SLICES]; /* that vertex, of the tree */
    int *rank_of;                     /* rank of a vertex */
};

pm_status pm_layout_new(struct pm_layout **layout, const struct pm_tree *tree);

/* Predicted entries of all tables, and of what merges take besides, at the worst moment. */
pm_status pm_layout_peak(double *keys, const struct pm_tree *tree);
void pm_layout_free(struct pm_layout *layout); /* NULL is fine */

/* True where edge e takes part in that unit. */
static inline bool pm_layout_allows(const struct pm_layout *l, int e, uint64_t unit)
{
    for (int k = 0; k < l->slices; k++) {
        if (l->slice_edge[(size_t)k * (size_t)l->edges + (size_t)e] == (unit >> k & 1) + 1)
            return false;
    }
    return true;
}

#endif
