/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Orders for dense frontier sweeps: in which sequence the vertices of a graph are closed.
 *
 * A sweep keeps one number for every way in which the vertices of the *frontier* can be covered.
 * It takes the vertices in turn and *closes* each: the edges to its neighbours that are not closed
 * yet (its star) are used, and after that the vertex is covered, or may stay alone.  What a sweep
 * does with its vector of numbers is a list of operations; pm_sweep_program() writes it, and the
 * counts of an order are counts of this list.
 *
 * A vertex of the frontier has a *slot*, one bit of a state.  T(u, v, ..) below is the number of a
 * state; "0" means that the vertex is not covered, "1" that it is.  The operations:
 *
 *   open u      u gets a slot; it is not covered: T'(u=0, ..) = T(..), T'(u=1, ..) = 0
 *   add u v     the edge u v is used: T'(u=1, v=1, ..) += weight T(u=0, v=0, ..)
 *   alone u     u may stay uncovered: T'(u=1, ..) += T(u=0, ..)
 *   drop u      u must be covered, and its slot goes: T'(..) = T(u=1, ..)
 *   pass u v    v is new and gets the slot of u, which is closed: v is covered where u was not,
 *               T'(v=1, ..) = weight T(u=0, ..), T'(v=0, ..) = T(u=1, ..).  Nothing moves
 *
 * To close u:
 *   1. Open u, if it has no slot.
 *   2. For each neighbour v for which u is the last one that is not closed: open v, if it has no
 *      slot; add u v; alone v, if v may stay alone; drop v: v is closed, too.  Those that have a
 *      slot come first.
 *   3. For each other neighbour v that has a slot: add u v.
 *   4. Alone u, if u may stay alone.
 *   5. For each new neighbour v but the first: open v, add u v.
 *   6. Pass u to the first new neighbour; drop u, if there is none.
 * Neighbours come by ascending number within each of these.
 *
 * States that exist, for a frontier of w vertices (the class of the graph):
 *   square   the matrix has as many rows as columns and nobody stays alone: the bit of a slot is 1
 *            for a column that is covered, and for a row that is not.  The number k of ones is
 *            constant, since an edge covers a row and a column: C(w, k) states.  (A row opens with
 *            a one, a column with a zero; dropping a column takes a one away.)
 *   even     a general graph where nobody stays alone: the number of covered vertices, closed ones
 *            included, is even: 2^(w - 1) states, or 1 where w = 0
 *   free     all others: 2^w states
 * Operations count as many additions as there are states that they read and write: for add, the
 * states of the class with u=0, v=0, namely C(w - 2, k - 1), 2^(w - 3) or 2^(w - 2); for alone,
 * 2^(w - 1).  w and k count all slots at that moment, those of u and v with them.  Open, drop and
 * pass make no additions. */
#ifndef PM_ENGINE_SWEEP_ORDER_H
#define PM_ENGINE_SWEEP_ORDER_H

#include "engine/engine.h"

#include <stdbool.h>

#define PM_SWEEP_WIDTH 128 /* widest frontier that is counted; beyond, counts are infinite */

enum pm_sweep_class {
    PM_SWEEP_SQUARE,
    PM_SWEEP_EVEN,
    PM_SWEEP_FREE,
};

/* The graph of a core.  Permanents: vertices 0..rows-1 are the rows, the others the columns;
 * hafnians: all vertices are rows. */
struct pm_sweep_graph {
    int rows, vertices, edges;
    enum pm_sweep_class states;
    int *start,
        *near;   /* the neighbours of v: near[start[v]] .. near[start[v + 1] - 1], ascending */
    int *entry;  /* beside each neighbour: where in the matrix that edge's entry stands */
    bool *alone; /* the vertex may stay uncovered */
};

/* The graph of a core.  loose: every vertex may stay alone (matchings of all sizes).  Of a core
 * with more columns than rows every column may. */
pm_status pm_sweep_graph_new(struct pm_sweep_graph **graph, const struct pm_core *core, bool loose);
void pm_sweep_graph_free(struct pm_sweep_graph *graph); /* NULL is fine */

/* What an order costs.  Infinite beyond PM_SWEEP_WIDTH. */
struct pm_sweep_counts {
    double additions;
    double states; /* of the longest vector */
    double moved;  /* sum of the vectors' lengths after each open and after each drop */
    int width;     /* slots of the longest vector */
};

/* An order: a permutation of all vertices.  Vertices that close in a neighbour's star, or with no
 * neighbours left, follow that neighbour. */
struct pm_sweep_order {
    int vertices;
    int *vertex;
    struct pm_sweep_counts counts;
};

void pm_sweep_order_free(struct pm_sweep_order *order); /* NULL is fine */

/* Counts what closing the vertices in this sequence costs (a permutation of all vertices; those
 * that are closed already when their turn comes are passed over). */
pm_status pm_sweep_count(struct pm_sweep_counts *counts, const struct pm_sweep_graph *graph,
                         const int *sequence);

/* ----------------------------------------------------------------- operations */

enum pm_sweep_code {
    PM_SWEEP_OPEN,  /* u */
    PM_SWEEP_ADD,   /* u, v, entry */
    PM_SWEEP_ALONE, /* u */
    PM_SWEEP_DROP,  /* u */
    PM_SWEEP_PASS,  /* u, v, entry */
};

struct pm_sweep_operation {
    enum pm_sweep_code code;
    int u, v;  /* v: -1 where there is none */
    int entry; /* of the edge u v in the matrix; -1 where there is none */
    int width; /* slots after the operation */
    int ones;  /* square: of every state after it; even: 1 where an odd number of the vertices with
                * a slot is covered; free: 0 */
};

struct pm_sweep_program {
    size_t count, room;
    struct pm_sweep_operation *operation;
};

/* The operations of an order.  The last leaves no slot: the vector's one number is the answer. */
pm_status pm_sweep_program_new(struct pm_sweep_program **program,
                               const struct pm_sweep_graph *graph, const int *sequence);
void pm_sweep_program_free(struct pm_sweep_program *program); /* NULL is fine */

/* States of the class with so many slots (infinite beyond PM_SWEEP_WIDTH). */
double pm_sweep_states(enum pm_sweep_class states, int width, int ones);

/* --------------------------------------------------------------------- search */

/* Additions that every order makes at least.  Square: O(edges + vertices + min(rows, 256)^2); other
 * classes: O(vertices^2) for up to 2048 vertices, and nothing is known beyond. */
double pm_sweep_floor(const struct pm_sweep_graph *graph);

/* A search for a cheap order.  It is resumable and counted in steps: the same graph, limit and
 * numbers of steps give the same order on every machine.  What is sought: few additions; a vector
 * of k times `most_states` counts as k times the work, since it has to be made in about k slices.
 */
struct pm_sweep_search;

/* `graph` is borrowed.  most_states: INFINITY where there is no limit. */
pm_status pm_sweep_search_new(struct pm_sweep_search **search, const struct pm_sweep_graph *graph,
                              double most_states);
void pm_sweep_search_free(struct pm_sweep_search *search); /* NULL is fine */

/* Goes on for about so many steps (one is about a nanosecond of the reference machine), or until
 * there is no more to try: *done.  Many at once anneal better than as many in pieces.  PM_STOPPED
 * where that is the answer of `poll`. */
pm_status pm_sweep_search_go_on(struct pm_sweep_search *search, double steps, bool *done,
                                const struct pm_poll *poll);

/* The cheapest order so far, the caller's; PM_UNABLE where there is none yet, or none whose
 * counts are finite. */
pm_status pm_sweep_search_best(struct pm_sweep_order **order, const struct pm_sweep_search *search);

/* Steps so far; and what the cheapest order costs: its additions and numbers moved, times the
 * slices that it needs.  INFINITY: there is none yet. */
double pm_sweep_search_used(const struct pm_sweep_search *search);
double pm_sweep_search_cost(const struct pm_sweep_search *search);

#endif
