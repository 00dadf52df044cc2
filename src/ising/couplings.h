/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An Ising model: spins s = +1 or -1 at the vertices of a graph, with the energy E = - sum of J_uv
 * s_u s_v over all edges, at one temperature, 1/beta.
 *
 * Z = sum of exp(-beta E) is a number times the sum over the even sets of edges of a graph, each
 * with the product of weights of the edges outside, and that sum a problem of perfect matchings
 * (even_sets.h).  With K = beta J:
 *
 * - In the plane, the even sets of the dual graph are the domain walls.  An edge that no wall
 * crosses has the weight d = exp(2 K), and Z = 2^c prod d^(-1/2) sum, c the number of components.
 * All weights are positive (Kramers and Wannier, Statistics of the two-dimensional ferromagnet,
 * Physical Review 60, 1941).
 * - In all graphs, the terms of prod (1 + s_u s_v tanh K) that do not cancel are even sets of
 * edges. The weight is d = coth K, and Z = 2^n prod sinh K sum, n the number of spins (van der
 * Waerden, Die lange Reichweite der regelmässigen Atomanordnung in Mischkristallen, Zeitschrift für
 * Physik 118, 1941).
 *
 * d is rounded, which is to change K: by at most 2^-PM_ISING_BITS.  Whatever the graph, log Z
 * changes by at most the sum of the changes of K, since |<s_u s_v>| <= 1. */
#pragma once

#include "ising/even_sets.h"
#include "num/mag.h"
#include "num/value.h"

enum { PM_ISING_BITS = 190 };

/* The couplings; how the even sets of the graph, or of its dual, are drawn. */
struct pm_couplings {
    int spins; /* the last one is that of the field, if there is a field */
    bool field;
    int edges, *u, *v;
    fmpq *coupling; /* J, never 0 */
    fmpq_t loops;   /* the sum of those of loops, which are constant */
    bool walls;     /* the even sets are those of the dual graph */
    int components;
    struct pm_even_graph even; /* has the same edges */
};

/* Adds up parallel edges.  `field`: the strength of the field at every spin, which is a coupling to
 * one more spin that does not flip; NULL: there is none.  Clear *c also after a failure. PM_INPUT:
 * couplings are no real numbers. */
pm_status pm_couplings_take(struct pm_couplings *c, const struct pm_graph *graph,
                            const fmpq *field);
void pm_couplings_clear(struct pm_couplings *c);

struct pm_ising {
    struct pm_couplings c;
    fmpq_t beta;
    fmpq *weight; /* d, for each edge */
    int *entry;   /* of the edge in the problem's matrix */
    struct pm_problem *problem;
};
