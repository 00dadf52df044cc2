/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A merge tree that is ready to be computed: the order of execution, and the position of every open
 * vertex in the keys.
 *
 * Vertices are ranked by the time at which they close.  The vertex of lowest rank is in bit 0 of
 * the keys.  So the bits that a merge removes are always the lowest ones, and tables stay sorted by
 * key when bits are added or removed. */
#ifndef PM_ENGINE_TREE_LAYOUT_H
#define PM_ENGINE_TREE_LAYOUT_H

#include "engine/tree/merge_tree.h"

enum { PM_TREE_SLICES = 16 }; /* at most: 2^16 units */

struct pm_layout_step {
    int left, right; /* steps whose tables are merged, the larger one left; -1: a leaf */
    int edge;        /* of a leaf; for others, the node of the tree */
    int width;       /* number of open vertices */
    const int *rank; /* their ranks, ascending */
};

struct pm_layout {
    int rows, edges;
    bool square;
    bool general;   /* a general graph: there are no columns */
    bool loose;     /* no vertex must be covered: sums over all matchings, not only perfect ones */
    int *row, *col; /* endpoints of the edges (columns count from 0) */
    int *entry;     /* index of their values in the matrix */
    int steps;      /* in order of execution; the last one is the root */
    struct pm_layout_step *step;
    int *ranks;   /* the arrays step[].rank */
    bool *is_col; /* by rank */
    int vertices;
    int width;            /* largest number of vertices in a merge */
    double cost, keys;    /* predicted steps; number of table entries to allocate */
    struct pm_tree *tree; /* a copy of the tree */
    /* Slices: slice bit k forbids edges on one side.  slice_edge[k * edges + e] is 1 if edge e is
     * forbidden when bit k of the unit is 0; 2 if it is forbidden when the bit is 1. */
    int slices;
    uint8_t *slice_edge;
    int slice_step[PM_TREE_SLICES];   /* if the bit is 0: the keys of this step must have ... */
    int slice_rank[PM_TREE_SLICES];   /* ... this vertex covered */
    int slice_vertex[PM_TREE_SLICES]; /* that vertex in the tree */
    int *rank_of;                     /* the rank of a vertex */
};

pm_status pm_layout_new(struct pm_layout **layout, const struct pm_tree *tree);

/* The predicted largest number of entries in memory at any time: all tables, and copies in
 * merges. */
pm_status pm_layout_peak(double *keys, const struct pm_tree *tree);
void pm_layout_free(struct pm_layout *layout); /* NULL is fine */

/* True if edge e is allowed in that unit. */
static inline bool pm_layout_allows(const struct pm_layout *l, int e, uint64_t unit)
{
    for (int k = 0; k < l->slices; k++) {
        if (l->slice_edge[(size_t)k * (size_t)l->edges + (size_t)e] == (unit >> k & 1) + 1)
            return false;
    }
    return true;
}

#endif
