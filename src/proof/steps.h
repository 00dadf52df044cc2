/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The steps of a proof: how tables of partial sums are made from each other.  A table belongs to a
 * set of edges and has one number for every subset of its open vertices: the sum over the sets of
 * these edges that cover the vertices that it has closed once each, and of its open vertices those
 * of the subset.
 *
 * To close a vertex is to use all its edges to vertices that are not closed.  These edges are used
 * in groups, of which each has one message. */
#pragma once

#include "base/stop.h"
#include "engine/order/order.h"
#include "proof/proved_problem.h"

enum pm_proof_code {
    PM_STEP_NEW,   /* a new table without vertices: the number 1 */
    PM_STEP_CLOSE, /* u */
    PM_STEP_JOIN,  /* the two last tables become one */
};

struct pm_proof_step {
    enum pm_proof_code code;
    int u; /* -1: none */
};

struct pm_proof_steps {
    struct pm_proof_step *step;
    size_t count, room;
    double seconds; /* predicted, of one thread */
};

/* Some edges of a vertex u.  All vertices of a group are open after it, but u if it closes u. */
struct pm_proof_group {
    int u, edges;
    int v[PM_PROOF_GROUP], edge[PM_PROOF_GROUP];
    bool v_open[PM_PROOF_GROUP], u_open; /* before the group */
    bool closes;
};

/* The open vertices of a table, of which some may be columns. */
struct pm_proof_open {
    int *vertex, count;
    int rows, cols; /* closed ones */
};

/* Appends a step. */
pm_status pm_proof_steps_add(struct pm_proof_steps *steps, enum pm_proof_code code, int u);

/* Finds the group of closing u in a table that begins with edge number `first`.  Vertices are
 * closed by ascending turns.  Opens its vertices, and closes u after the last group.  Returns true
 * for the last group. */
bool pm_proof_group_next(struct pm_proof_group *group, const struct pm_proved_problem *statement,
                         struct pm_proof_open *table, const int *turn, int u, int first);

/* Copies open vertices; `to` has room for them. */
void pm_proof_open_copy(struct pm_proof_open *to, const struct pm_proof_open *from);

/* left = the open vertices of both. */
void pm_proof_open_join(struct pm_proof_open *left, const struct pm_proof_open *right);
bool pm_proof_is_open(const struct pm_proof_open *table, int v);

/* The class of the states of all tables, and the ones of those of a table (engine/order/order.h).
 */
enum pm_order_class pm_proof_states(const struct pm_proved_problem *statement);
int pm_proof_open_ones(const struct pm_proof_open *table, enum pm_order_class states,
                       const struct pm_proved_problem *statement);

/* Searches for steps with small tables: a sweep, or a tree of tables.  The best other proof takes
 * `known` seconds; 0: there is none.  PM_STOPPED: the budget asks to stop. */
pm_status pm_proof_steps_new(struct pm_proof_steps **steps,
                             const struct pm_proved_problem *statement, double known);
void pm_proof_steps_free(struct pm_proof_steps *steps); /* NULL is fine */
