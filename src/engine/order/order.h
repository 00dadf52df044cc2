/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Orders for dense frontier sweeps: the sequence in which the vertices of a graph are closed.
 *
 * A sweep *closes* the vertices one after another.  To close a vertex, the sweep uses the edges to
 * its neighbours that are not closed yet.  After that the vertex must be covered, or may stay
 * uncovered if the problem allows it.  The *frontier* contains the vertices that are not closed
 * but have a closed neighbour.  A sweep keeps one number for every set of frontier vertices that
 * can be covered.  These numbers are a vector.  What a sweep does with its vector is a list of
 * operations, which pm_order_program() writes.  The counts of an order are counts of this list.
 *
 * A vertex of the frontier has a *slot*, which is one bit of a state.  T(u, v, ..) below is the
 * number of a state; "0" means that the vertex is not covered, "1" that it is.  The operations:
 *
 *   open u      u gets a slot; it is not covered: T'(u=0, ..) = T(..), T'(u=1, ..) = 0
 *   add u v     the edge u v is used: T'(u=1, v=1, ..) += weight T(u=0, v=0, ..)
 *   alone u     u may stay uncovered: T'(u=1, ..) += T(u=0, ..)
 *   drop u      u must be covered, and its slot is removed: T'(..) = T(u=1, ..)
 *   pass u v    u is closed, and the new vertex v gets its slot: v is covered where u was not,
 *               T'(v=1, ..) = weight T(u=0, ..), T'(v=0, ..) = T(u=1, ..).  No number moves
 *
 * To close u:
 *   1. Open u, if it has no slot.
 *   2. For each neighbour v whose last unclosed neighbour is u: open v, if it has no slot; add u v;
 *      alone v, if v may stay uncovered; drop v.  So v is closed, too.  Neighbours that have a slot
 *      come first.
 *   3. For each other neighbour v that has a slot: add u v.
 *   4. Alone u, if u may stay uncovered.
 *   5. For each new neighbour v except the first: open v, add u v.
 *   6. Pass u to the first new neighbour; drop u, if there is none.
 * In each of these steps, neighbours come by ascending number.
 *
 * The states for a frontier of w vertices depend on the class of the graph:
 *
 * - square: the matrix is square, and every vertex must be covered.  The bit of a slot is 1 for a
 *   covered column and for an uncovered row.  An edge covers a row and a column, so all states have
 *   the same number k of ones.  There are C(w, k) states.  When a row is opened, k grows by 1; when
 *   a column is dropped, k shrinks by 1.
 *
 * - even: a general graph, and every vertex must be covered.  The number of covered vertices,
 *   including closed ones, is even.  There are 2^(w - 1) states, or 1 if w = 0.
 *
 * - free: all other problems.  There are 2^w states.
 *
 * An operation counts as many additions as there are states that it reads and writes.  For add,
 * these are the states of the class with u=0, v=0: C(w - 2, k - 1), 2^(w - 3) or 2^(w - 2).  For
 * alone, 2^(w - 1).  Here w and k count all slots at that moment, including those of u and v.
 * Open, drop and pass make no additions. */
#pragma once

#include "engine/engine.h"

#include <stdbool.h>

#define PM_ORDER_WIDTH 128 /* widest frontier that is counted; wider ones cost infinitely much */

enum pm_order_class {
    PM_ORDER_SQUARE,
    PM_ORDER_EVEN,
    PM_ORDER_FREE,
};

/* The graph of a core.  For permanents, vertices 0..rows-1 are the rows and the others the columns;
 * for hafnians, all vertices are rows. */
struct pm_order_graph {
    int rows, vertices, edges;
    enum pm_order_class states;
    int *start,
        *near;   /* the neighbours of v, ascending: near[start[v]] .. near[start[v + 1] - 1] */
    int *entry;  /* for each neighbour, the index of that edge's entry in the matrix */
    bool *alone; /* the vertex may stay uncovered */
};

/* Makes the graph of a core.  loose: every vertex may stay uncovered (matchings of all sizes).  In
 * a core with more columns than rows, every column may stay uncovered. */
pm_status pm_order_graph_new(struct pm_order_graph **graph, const struct pm_core *core, bool loose);
void pm_order_graph_free(struct pm_order_graph *graph); /* NULL is fine */

static inline bool pm_order_is_row(const struct pm_order_graph *graph, int v)
{
    return v < graph->rows;
}

/* The cost of an order.  Infinite if the frontier exceeds PM_ORDER_WIDTH. */
struct pm_order_counts {
    double additions;
    double states; /* of the longest vector */
    double moved;  /* sum of the lengths of the vectors after each open and each drop */
    int width;     /* number of slots of the longest vector */
};

/* An order: a permutation of all vertices.  If a vertex is closed together with its last unclosed
 * neighbour, it follows that neighbour. */
struct pm_order {
    int vertices;
    int *vertex;
    struct pm_order_counts counts;
};

void pm_order_free(struct pm_order *order); /* NULL is fine */

/* Counts the cost of closing the vertices in this sequence, which is a permutation of all vertices.
 * A vertex that is already closed at its turn is skipped. */
pm_status pm_order_count(struct pm_order_counts *counts, const struct pm_order_graph *graph,
                         const int *sequence);

/* ----------------------------------------------------------------- operations */

enum pm_order_code {
    PM_ORDER_OPEN,  /* u */
    PM_ORDER_ADD,   /* u, v, entry */
    PM_ORDER_ALONE, /* u */
    PM_ORDER_DROP,  /* u */
    PM_ORDER_PASS,  /* u, v, entry */
};

struct pm_order_operation {
    enum pm_order_code code;
    int u, v;  /* v: -1 if there is none */
    int entry; /* of the edge u v in the matrix; -1 if there is none */
    int width; /* number of slots after the operation */
    int ones;  /* square: number of ones in every state after the operation; even: 1 if an odd
                * number of vertices with a slot is covered; free: 0 */
};

struct pm_order_program {
    size_t count, room;
    struct pm_order_operation *operation;
};

/* The operations of an order.  After the last one there is no slot, and the vector's only number is
 * the answer. */
pm_status pm_order_program_new(struct pm_order_program **program,
                               const struct pm_order_graph *graph, const int *sequence);
void pm_order_program_free(struct pm_order_program *program); /* NULL is fine */

/* The number of states of the class with `width` slots; INFINITY if width > PM_ORDER_WIDTH. */
double pm_order_states(enum pm_order_class states, int width, int ones);

/* --------------------------------------------------------------------- search */

/* A search for an order with few additions.  It can be continued.  It counts steps instead of
 * measuring time: the same graph, limit and numbers of steps give the same order on every machine.
 * A vector that is k times longer than `most_states` counts as k times the work, because it must be
 * computed in about k slices. */
struct pm_order_search;

/* `graph` must exist as long as the search.  most_states: INFINITY means no limit. */
pm_status pm_order_search_new(struct pm_order_search **search, const struct pm_order_graph *graph,
                              double most_states);
void pm_order_search_free(struct pm_order_search *search); /* NULL is fine */

/* Changes the limit.  The search goes on from its best order. */
void pm_order_search_limit(struct pm_order_search *search, double most_states);

/* Continues for about `steps` search steps (search_steps.h).  Ends earlier, with *done = true, if
 * there is nothing more to try.  One long call finds better orders than several short ones.
 * PM_STOPPED: the budget is used up. */
pm_status pm_order_search_go_on(struct pm_order_search *search, double steps, bool *done);

/* The cheapest order so far, which the caller must free.  PM_UNABLE: there is none yet, or none
 * with finite counts. */
pm_status pm_order_search_best(struct pm_order **order, const struct pm_order_search *search);

/* used: the number of steps so far.  cost: the additions and the numbers moved of the cheapest
 * order so far, times its number of slices; INFINITY if there is no order yet. */
double pm_order_search_used(const struct pm_order_search *search);
double pm_order_search_cost(const struct pm_order_search *search);

/* The length of the longest vector of the cheapest order; its cost is not INFINITY. */
double pm_order_search_states(const struct pm_order_search *search);
