/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The steps of a proof: how tables of partial sums are made from each other.  A table belongs to a
 * set of edges and has one number for every subset of its open vertices: the sum over the sets of
 * these edges that cover the vertices that it has closed once each, and of its open vertices those
 * of the subset. */
#ifndef PM_PROOF_STEPS_H
#define PM_PROOF_STEPS_H

#include "proof/proved_problem.h"

enum pm_proof_code {
    PM_STEP_NEW,   /* a new table without vertices: the number 1 */
    PM_STEP_OPEN,  /* u */
    PM_STEP_EDGE,  /* u v, which both are open */
    PM_STEP_CLOSE, /* u, which was covered, or stays uncovered by its factor */
    PM_STEP_JOIN,  /* the two last tables become one */
    PM_STEP_CODES
};

struct pm_proof_step {
    enum pm_proof_code code;
    int u, v, edge; /* edge: the number of the edge u v in the statement, u < v */
};

struct pm_proof_steps {
    struct pm_proof_step *step;
    size_t count, room;
};

/* Searches for steps with small tables: a sweep, or a tree of tables. */
pm_status pm_proof_steps_new(struct pm_proof_steps **steps, const struct pm_statement *statement);
void pm_proof_steps_free(struct pm_proof_steps *steps); /* NULL is fine */

#endif
