/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Merge trees: the order in which the edges of a graph are combined.
 *
 * The vertices of a bipartite graph are the rows 0..rows-1 and the columns rows..rows+cols-1 of a
 * matrix; its edges are the nonzeros.  The vertices of a general graph are the rows of a symmetric
 * matrix, and its edges the nonzeros above the diagonal; there are no columns.  A leaf of the tree
 * is one edge; an inner node is the union of the edges below it.  A vertex is *open* at a node that
 * has some but not all of its edges.  The open vertices are the node's scope (the middle set of a
 * branch decomposition: Robertson and Seymour, Graph minors X, 1991).  At every node, the engine
 * computes a table from subsets of the scope to numbers.  This file only predicts the sizes of
 * these tables. */
#ifndef PM_ENGINE_TREE_MERGE_TREE_H
#define PM_ENGINE_TREE_MERGE_TREE_H

#include "engine/engine.h"

#include <math.h>
#include <stdbool.h>

enum { PM_TREE_BITS = 128 }; /* widest keys */

/* An open vertex, and how many of its edges are at the node. */
struct pm_tree_item {
    int vertex, edges;
};

struct pm_tree_node {
    int left, right, parent;      /* -1: none (a leaf, the root) */
    int width, room;              /* items used, and allocated */
    struct pm_tree_item *scope;   /* by ascending vertex */
    int closed_rows, closed_cols; /* vertices whose edges are all below, including closed ones */
    double keys;                  /* predicted number of entries of the table */
    double pairs;                 /* predicted steps of forming the products for it */
};

struct pm_tree {
    int rows, vertices, edges; /* vertices from `rows` on are columns */
    bool square;               /* every column must be matched, too */
    bool general;              /* edges join rows: only the parity of a key's imbalance is known */
    bool loose;                /* no vertex must be matched: all keys and pairs are possible */
    int *row, *col;            /* endpoints of the edges; columns count from `rows` */
    int *entry;                /* index of an edge in the matrix */
    int *degree;               /* of the vertices, and of their second halves */
    int *start, *incident;     /* edges at each vertex v: incident[start[v]] .. */
    int nodes, root;           /* nodes 0..edges-1 are the leaves; 2 edges - 1 in all */
    struct pm_tree_node *node; /* one more than that: working memory for trials */
    double *log_factorial;     /* natural logarithms of 0! .. vertices! */
    int splits;                /* number of split vertices: imbalances are known up to this */
    double key_limit;          /* larger tables need slicing, which makes them more expensive */
    double *looked;            /* counter of search steps; NULL: they are not counted.  A step takes
                                * about a nanosecond on the reference machine */
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

/* Makes the leaves: the edges of the core's graph (at least one).  There are no inner nodes yet. */
pm_status pm_tree_new(struct pm_tree **tree, const struct pm_core *core);
void pm_tree_free(struct pm_tree *tree); /* NULL is fine */

/* Copies a tree; both use the same counter. */
pm_status pm_tree_copy(struct pm_tree **out, const struct pm_tree *tree);

/* Makes node `x` the union of `left` and `right`: scope, prediction, links to the children. */
pm_status pm_tree_join(struct pm_tree *tree, int x, int left, int right);

/* Predicted steps of forming products when two nodes are merged, without merging them. */
double pm_tree_pairs(const struct pm_tree *tree, int left, int right);

/* A step is one product in an outer product of groups.  Other work is measured in steps, too.
 * Reading or making a table entry takes PM_TREE_HANDLE.  Each pair of groups that meets in a join
 * takes PM_TREE_MEET.  A merge by streams takes log2(streams) for each product, and PM_TREE_SCAN
 * for every state that a stream looks at. */
enum {
    PM_TREE_HANDLE = 6,
    PM_TREE_MEET = 10,
    PM_TREE_FEW = 64, /* largest number of keys of a table that is merged by streams */
};
static const double PM_TREE_SCAN = 0.25;

/* True if a merge with a table of `right` <= PM_TREE_FEW keys should use streams.  False if groups
 * of many states have the same shared bits. */
static inline bool pm_tree_streams(double left, double right, int shared)
{
    return right <= 12 || left < ldexp(4, shared);
}

/* True if the merge at inner node x is predicted to use streams. */
bool pm_tree_is_streamed(const struct pm_tree *tree, int x);

/* Predicted steps of making a table of `keys` keys from two others; of node x; of the tree. */
double pm_tree_merge_cost(const struct pm_tree *tree, double pairs, double keys, double left,
                          double right);
double pm_tree_node_cost(const struct pm_tree *tree, int x);
double pm_tree_cost(const struct pm_tree *tree);

/* The same without the cost of exceeding key_limit; a run counts these steps. */
double pm_tree_steps(const struct pm_tree *tree);

/* Recomputes scopes and predictions, from the leaves up. */
pm_status pm_tree_refresh(struct pm_tree *tree);

/* Splits vertex v into two for a slice: the edges that are not in `below` (by edge) become those of
 * vertex v + vertices, which has the same kind.  A vertex is split at most once. */
void pm_tree_split(struct pm_tree *tree, int v, const bool *below);

/* The largest number of vertices that meet in one merge: the number of bits of a key. */
int pm_tree_width(const struct pm_tree *tree);

#endif
