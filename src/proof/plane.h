/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Proofs for planar graphs: a drawing, a direction for each edge, and an order of elimination, from
 * which a verifier computes the Pfaffian itself (permatch_proof(5)). */
#pragma once

#include "proof/oracle.h"
#include "proof/proved_problem.h"

struct pm_proof_plane;

/* PM_UNABLE: the graph is not planar, it has no perfect matching, or this is another question than
 * the value for positive weights. */
pm_status pm_proof_plane_new(struct pm_proof_plane **plane,
                             const struct pm_proved_problem *statement,
                             const struct pm_oracle *oracle);
void pm_proof_plane_free(struct pm_proof_plane *plane); /* NULL is fine */

/* Writes the lines of a proof. */
void pm_proof_plane_write(FILE *file, const struct pm_proof_plane *plane);

/* *square = that of the Pfaffian, modulo the prime. */
pm_status pm_proof_plane_square(pm_residue *square, struct pm_proof_plane *plane,
                                const struct pm_oracle *oracle);
