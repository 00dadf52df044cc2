/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Merge trees: the order in which the edges of a graph are combined.
 *
 * The vertices of a bipartite graph are the rows 0..rows-1 and the columns rows..rows+cols-1 of a
 * matrix; its edges are the nonzeros.  The vertices of a general graph are the rows of a symmetric
 * matrix, and its edges are the nonzeros above the diagonal; there are no columns.  A leaf of the
 * tree is one edge; an inner node is the union of the edges below it.  A vertex is *open* at a node
 * that has some but not all of its edges, and *closed* at a node that has all of them.  The open
 * vertices are the node's scope (the middle set of a branch decomposition: Robertson and Seymour,
 * Graph minors X, 1991).  At every node, the engine computes a table from subsets of the scope, the
 * keys, to numbers (tree.c).  This file only predicts the sizes of these tables. */
#pragma once

#include "engine/order/order.h"

#include <math.h>
#include <stdbool.h>

enum { PM_TREE_BITS = 128 }; /* largest number of bits of a key */

/* An open vertex, and the number of its edges that are below the node. */
struct pm_tree_item {
    int vertex, edges;
};

struct pm_tree_node {
    int left, right, parent;    /* left and right are -1 for a leaf, parent is -1 for the root */
    int width;                  /* number of items used */
    size_t room;                /* number of items allocated */
    struct pm_tree_item *scope; /* the open vertices, ascending */
    /* number of rows and columns that are closed, here or at a node below */
    int closed_rows, closed_cols;
    double keys;  /* predicted number of entries of the table */
    double pairs; /* predicted steps for the products of the merge that makes the table */
};

struct pm_tree {
    int rows, vertices, edges; /* vertices are numbered from 0; those from `rows` on are columns */
    bool square;               /* every column must be covered, too */
    /* edges join rows with rows; only the parity of the number of covered vertices is known */
    bool general;
    bool loose;     /* no vertex must be covered, so all keys and pairs are possible */
    int *row, *col; /* endpoints of the edges; columns count from `rows` */
    int *entry;     /* index in the matrix of the entry of each edge */
    /* 2 vertices elements: for each vertex, then for its second half (pm_tree_split()) */
    int *degree;
    /* the edges at vertex v are incident[start[v]] .. incident[start[v + 1] - 1] */
    int *start, *incident;
    int nodes, root; /* number of nodes, 2 edges - 1; nodes 0 .. edges - 1 are the leaves */
    struct pm_tree_node *node; /* `nodes` nodes, and one more as working memory for trials */
    double *log_factorial;     /* natural logarithms of 0! .. vertices! */
    /* number of split vertices: an imbalance (columns minus rows) may differ from the known one
     * by up to this number */
    int splits;
    double key_limit; /* larger tables need slicing, which makes them more expensive */
    /* counter of search steps (search_steps.h), which the caller owns; NULL: they are not counted
     */
    double *looked;
};

static inline void pm_tree_look(const struct pm_tree *tree, double steps)
{
    if (tree->looked)
        *tree->looked += steps;
}

/* Makes a tree that has only its leaves, the edges of a graph (at least one).  The caller must free
 * it. */
pm_status pm_tree_new(struct pm_tree **tree, const struct pm_order_graph *graph);
void pm_tree_free(struct pm_tree *tree); /* NULL is fine */

/* Copies a tree to *out, which is NULL or another tree of the same graph.  Both trees use the same
 * counter of search steps.  The caller must free *out, also after a failure. */
pm_status pm_tree_copy(struct pm_tree **out, const struct pm_tree *tree);

/* Makes node `x` the union of `left` and `right`: sets its scope, its predictions, and the links to
 * its children. */
pm_status pm_tree_join(struct pm_tree *tree, int x, int left, int right);

/* The predicted steps for the products of a merge of two nodes.  The tree does not change. */
double pm_tree_pairs(const struct pm_tree *tree, int left, int right);

/* A step is one product in an outer product of groups (tree_join_template.h).  Other work is
 * measured in steps, too.  Reading or making a table entry takes PM_TREE_HANDLE steps.  Each pair
 * of groups that meets in a join takes PM_TREE_MEET steps.  A merge by streams
 * (tree_few_template.h) takes log2(streams) steps for each product, and PM_TREE_SCAN steps for each
 * pair of a stream and a state of the large table. */
enum {
    PM_TREE_HANDLE = 6,
    PM_TREE_MEET = 10,
    PM_TREE_FEW = 64, /* largest number of keys of a table that is merged by streams */
};
static const double PM_TREE_SCAN = 0.25;

/* True if a merge of a table of `left` keys with one of `right` <= PM_TREE_FEW keys should use
 * streams.  False if it should join groups because many states of the large table have the same
 * `shared` bits. */
static inline bool pm_tree_streams(double left, double right, int shared)
{
    return right <= 12 || left < ldexp(4, shared);
}

/* True if the merge at inner node x is predicted to use streams. */
bool pm_tree_is_streamed(const struct pm_tree *tree, int x);

/* Predicted steps: of making a table of `keys` keys from two tables of `left` and `right` keys; of
 * making the table of node x; of the whole tree.  Tables above key_limit cost more. */
double pm_tree_merge_cost(const struct pm_tree *tree, double pairs, double keys, double left,
                          double right);
double pm_tree_node_cost(const struct pm_tree *tree, int x);
double pm_tree_cost(const struct pm_tree *tree);

/* Predicted steps of the tree, without the additional cost of tables above key_limit. */
double pm_tree_steps(const struct pm_tree *tree);

/* Recomputes all scopes and predictions, from the leaves up. */
pm_status pm_tree_refresh(struct pm_tree *tree);

/* Splits vertex v into two for a slice: its edges e with below[e] stay, the others become edges of
 * vertex v + vertices, which is a row or column like v.  A vertex is split at most once. */
void pm_tree_split(struct pm_tree *tree, int v, const bool *below);

/* The largest number of vertices in one merge, those that close included: the number of bits that a
 * key needs. */
int pm_tree_width(const struct pm_tree *tree);

/* ------------------------------------------------------ pairs of keys of a merge */

/* Predicted numbers are at most exp of this. */
static const double PM_MERGE_LOG_MOST = 600;

/* The number of vertices of a merge that are only in the left scope, only in the right scope, in
 * both and stay open, and in both and close. */
struct pm_merge_tally {
    int left[2], right[2], open[2], closing[2]; /* [0]: rows, [1]: columns */
    int d_left, d_right;
    bool square, general, loose; /* as in struct pm_tree */
};

/* The expected number of pairs for two tables of `left` and `right` keys. */
double pm_merge_pairs(const struct pm_merge_tally *tally, double left, double right);
