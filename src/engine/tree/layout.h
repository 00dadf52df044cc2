/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A layout is a merge tree that is ready to be computed: it has the order of execution, and the
 * rank of every vertex.
 *
 * Vertices are ranked by the time at which they close.  A step lists its open vertices by rank.
 * Each table has its own mapping from bits to ranks (tree_table_template.h). */
#pragma once

#include "engine/tree/merge_tree.h"

enum { PM_TREE_SLICES = 16 }; /* largest number of slice vertices: 2^16 units */

/* A layout with more steps is refused. */
static const double PM_TREE_TOO_MANY = 1e17;

struct pm_layout_step {
    /* the steps whose tables are merged, the one predicted to be larger on the left; -1: a leaf */
    int left, right;
    int edge;        /* the edge of a leaf; for other steps, the node of the tree */
    int width;       /* number of open vertices */
    const int *rank; /* their ranks, ascending; points into `ranks` of the layout */
};

struct pm_layout {
    int rows, edges;
    bool square;
    bool general; /* the graph is general: there are no columns */
    /* no vertex must be covered: the answer is the sum over all matchings, not only perfect ones */
    bool loose;
    int steps; /* number of steps; steps are in order of execution, the last one is the root */
    struct pm_layout_step *step;
    int *ranks;   /* memory of all arrays step[].rank */
    bool *is_col; /* true if the vertex of this rank is a column */
    int vertices;
    int width;            /* largest number of vertices in a merge, as pm_tree_width() */
    double cost, keys;    /* predicted steps; predicted number of table entries in memory at once */
    struct pm_tree *tree; /* a copy of the merge tree; belongs to the layout */
    /* Slices (tree_slices.c): bit k of the unit's number forbids edges on one side of slice vertex
     * k. slice_edge[k * edges + e] is 1 if edge e is forbidden when the bit is 0, 2 if it is
     * forbidden when the bit is 1, and 0 if it is always allowed. */
    int slices;
    uint8_t *slice_edge;
    int slice_step[PM_TREE_SLICES];   /* if bit k is 0, all keys of this step ... */
    int slice_rank[PM_TREE_SLICES];   /* ... must cover the vertex of this rank */
    int slice_vertex[PM_TREE_SLICES]; /* the number of that vertex in the tree */
    int *rank_of;                     /* rank_of[v] = the rank of vertex v */
};

pm_status pm_layout_new(struct pm_layout **layout, const struct pm_tree *tree);

/* The same; PM_UNABLE: the tree is too wide, or needs more than PM_TREE_TOO_MANY steps. */
pm_status pm_layout_try(struct pm_layout **layout, const struct pm_tree *tree);

/* *keys = the predicted largest number of table entries in memory at any time, with the copies that
 * merges make. */
pm_status pm_layout_peak(double *keys, const struct pm_tree *tree);
void pm_layout_free(void *layout); /* NULL is fine */

/* True if edge e is allowed in this unit. */
static inline bool pm_layout_allows(const struct pm_layout *l, int e, uint64_t unit)
{
    for (int k = 0; k < l->slices; k++) {
        if (l->slice_edge[(size_t)k * (size_t)l->edges + (size_t)e] == (unit >> k & 1) + 1)
            return false;
    }
    return true;
}

/* ------------------------------------------------------- slices (tree_slices.c) */

/* Slices a layout until the predicted number of table entries in memory is at most `keys`.  The
 * cost and keys of the layout become those of one slice.  PM_UNABLE: slicing does not help.
 * PM_STOPPED: the budget is used up. */
pm_status pm_layout_slice(struct pm_layout *layout, double keys);

/* Slices by the vertices vertex[0 .. count - 1], numbered as in pm_layout.slice_vertex, one after
 * another.  PM_INPUT: this is impossible. */
pm_status pm_layout_slice_by(struct pm_layout *layout, const int *vertex, int count);

/* *finer = a new layout in which every slice of `layout` is divided into four.  Unit u is divided
 * into the four units that have u in their low bits.  PM_UNABLE: there would be too many slices. */
pm_status pm_layout_refine(struct pm_layout **finer, const struct pm_layout *layout);
