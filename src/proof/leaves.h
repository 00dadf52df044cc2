/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Proofs for graphs that are planar but for a few edges: a branch on each of these edges, and a
 * drawing (plane.h) for each leaf, with its value (permatch_proof(5)).  A planar graph has one
 * leaf. */
#pragma once

#include "proof/claims.h"
#include "proof/oracle.h"

struct pm_proof_leaves;

/* Finds the edges.  PM_UNABLE: there are too many, or this is another question than the value for
 * positive weights. */
pm_status pm_proof_leaves_new(struct pm_proof_leaves **leaves,
                              const struct pm_proved_problem *statement);
void pm_proof_leaves_free(struct pm_proof_leaves *leaves); /* NULL is fine */

/* How many there are at most, and the predicted seconds of one thread. */
double pm_proof_leaves_count(const struct pm_proof_leaves *leaves);
double pm_proof_leaves_seconds(const struct pm_proof_leaves *leaves);

/* Writes the lines of a proof.  `oracle` has a random prime.  *right is false, and the lines are
 * not complete, if the claim is not the value. */
pm_status pm_proof_leaves_write(FILE *file, bool *right, const struct pm_proof_leaves *leaves,
                                const struct pm_claims *claims, const struct pm_oracle *oracle,
                                int threads);
