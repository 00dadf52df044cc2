/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Merge trees: in which order the edges of a graph are put together.
 *
 * The vertices of a bipartite graph are the rows 0..rows-1 and the columns rows..rows+cols-1 of a
 * matrix, its edges the nonzeros; those of a general graph are the rows of a symmetric matrix, its
 * edges the nonzeros above the diagonal, and there are no columns.  A leaf of the tree is one edge,
 * an inner node the union of the edges below it.  A vertex is *open* at a node that has some of its
 * edges but not all: the open vertices are the node's scope (the middle set of a branch
 * decomposition: Robertson and Seymour, Graph minors X, 1991).  The engine computes, at every node,
 * a table from subsets of the scope to numbers; this file only knows how large such tables must be
 * expected to be. */
#ifndef PM_ENGINE_TREE_MERGE_TREE_H
#define PM_ENGINE_TREE_MERGE_TREE_H

#include "engine/engine.h"

#include <math.h>
#include <stdbool.h>

enum { PM_TREE_BITS = 128 }; /* widest keys */

/* An open vertex, and how many of its edges the node has. */
struct pm_tree_item {
    int vertex, edges;
};

struct pm_tree_node {
    int left, right, parent;      /* -1: none (a leaf, the root) */
    int width, room;              /* items used and allocated */
    struct pm_tree_item *scope;   /* by ascending vertex */
    int closed_rows, closed_cols; /* vertices all of whose edges are below, closed ones counted */
    double keys;                  /* predicted size of the table */
    double pairs;                 /* predicted steps of forming the products that make it */
};

struct pm_tree {
    int rows, vertices, edges; /* vertices from `rows` on are columns */
    bool square;               /* every column must be matched, too */
    bool general;              /* edges join rows: of a key's imbalance only the parity is known */
    bool loose;                /* nothing need be matched: all keys and pairs are possible */
    int *row, *col;            /* endpoints of the edges; columns count from `rows` */
    int *entry;                /* where in the matrix an edge stands */
    int *degree;               /* of the vertices, and of their second halves */
    int *start, *incident;     /* edges at each vertex: incident[start[v]] .. */
    int nodes, root;           /* nodes 0..edges-1 are the leaves; 2 edges - 1 in all */
    struct pm_tree_node *node; /* one more than that: scratch for trials */
    double *log_factorial;     /* natural logarithms of 0! .. vertices! */
    int splits;                /* of vertices: imbalances are known up to so many */
    double key_limit;          /* tables beyond this size need slicing: they cost more */
    double *looked;            /* steps of looking for trees are counted here; NULL: nobody counts.
                                * A step is about a nanosecond of the reference machine */
};

static inline double pm_tree_looked(const struct pm_tree *tree)
{
    return tree->looked ? *tree->looked : 0;
}

static inline void pm_tree_look(const struct pm_tree *tree, double steps)
{
    if (tree->looked)
        *tree->looked += steps;
}

/* The edges of the core's graph (at least one) as leaves, without inner nodes. */
pm_status pm_tree_new(struct pm_tree **tree, const struct pm_core *core);
void pm_tree_free(struct pm_tree *tree); /* NULL is fine */

/* The same tree once more, counted at the same place. */
pm_status pm_tree_copy(struct pm_tree **out, const struct pm_tree *tree);

/* Makes node `x` the union of `left` and `right`: scope, prediction, links to the children. */
pm_status pm_tree_join(struct pm_tree *tree, int x, int left, int right);

/* Predicted steps of forming products when two nodes are merged, without merging them. */
double pm_tree_pairs(const struct pm_tree *tree, int left, int right);

/* A step is one product in an outer product of groups; other work is counted in steps, too, as it
 * was measured.  Every table entry that is read or made takes PM_TREE_HANDLE, every pair of groups
 * that meets in a join PM_TREE_MEET; a merge by streams takes log2(streams) for each product, and
 * PM_TREE_SCAN for every state that a stream looks at. */
enum {
    PM_TREE_HANDLE = 6,
    PM_TREE_MEET = 10,
    PM_TREE_FEW = 64, /* keys of a table up to which a merge may go by streams */
};
static const double PM_TREE_SCAN = 0.25;

/* True where a merge with a table of `right` <= PM_TREE_FEW keys should go by streams: not where
 * groups of many states share their bits. */
static inline bool pm_tree_streams(double left, double right, int shared)
{
    return right <= 12 || left < ldexp(4, shared);
}

/* True where the merge at inner node x is predicted to go by streams. */
bool pm_tree_is_streamed(const struct pm_tree *tree, int x);

/* Predicted steps of making a table of `keys` keys from two others; of node x; of the tree. */
double pm_tree_merge_cost(const struct pm_tree *tree, double pairs, double keys, double left,
                          double right);
double pm_tree_node_cost(const struct pm_tree *tree, int x);
double pm_tree_cost(const struct pm_tree *tree);

/* The same without what key_limit adds: what a run counts. */
double pm_tree_steps(const struct pm_tree *tree);

/* Computes scopes and predictions afresh, from the leaves up. */
pm_status pm_tree_refresh(struct pm_tree *tree);

/* Splits vertex v into two, as slicing does: the edges outside `below` (by edge) become those of
 * vertex v + vertices, which is of the same kind.  A vertex is split once at most. */
void pm_tree_split(struct pm_tree *tree, int v, const bool *below);

/* Largest number of vertices that meet in one merge: the bits of a key. */
int pm_tree_width(const struct pm_tree *tree);

#endif
