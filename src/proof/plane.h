/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Proofs for planar graphs: a drawing, a direction for each edge, and an order of elimination, from
 * which a verifier computes the Pfaffian itself; or, for a graph without perfect matchings, a
 * barrier: vertices without which the graph has more odd components than they are (Tutte, The
 * factorization of linear graphs, J. London Math. Soc. 22, 1947; permatch_proof(5)). */
#pragma once

#include "proof/oracle.h"
#include "proof/proved_problem.h"

struct pm_proof_plane;

/* For a part of the statement's graph: a matrix as that of its core, and the vertex of the
 * statement for each of its vertices; both belong to the caller.  PM_UNABLE: the graph has a
 * perfect matching, and is not planar. */
pm_status pm_proof_plane_new(struct pm_proof_plane **plane,
                             const struct pm_proved_problem *statement, const struct pm_matrix *a,
                             enum pm_kind kind, const int *vertex, const struct pm_oracle *oracle);
void pm_proof_plane_free(struct pm_proof_plane *plane); /* NULL is fine */

/* Writes the lines of a proof. */
pm_status pm_proof_plane_write(FILE *file, const struct pm_proof_plane *plane);

/* *square = that of the Pfaffian, modulo the prime.  False: there is no perfect matching, and it is
 * 0. */
bool pm_proof_plane_square(pm_residue *square, const struct pm_proof_plane *plane);
