/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ising models of tests: small graphs with couplings as text, and sums over all their states. */
#pragma once

#include "test.h"

enum { SPINS_MOST = 25, SPINS_EDGES = 256 };

/* A graph, as text with lines "u v J" in which vertex k is called by its place in a box of `width`
 * columns, after `head`. */
struct spins {
    int spins, edges, width;
    struct spins_edge {
        int u, v;
        const char *coupling;
        long double j;
    } edge[SPINS_EDGES];
    const char *head; /* NULL: edges have no directions */
};

void spins_join(struct spins *s, int u, int v, const char *coupling);
pm_graph *spins_graph(const struct spins *s);

/* The place of a vertex of the graph, which has its vertices in the order of the edges; -1 of -1.
 */
int spins_place(const struct spins *s, const pm_graph *graph, int vertex);

/* A decimal, or a quotient. */
long double spins_number(const char *text);

/* -E of a state in a field. */
long double spins_weight(const struct spins *s, long state, long double field);

/* No state has a larger -E. */
long double spins_most(const struct spins *s, long double field);

/* log Z from all states; field NULL: 0. */
long double spins_log(const struct spins *s, const char *beta, const char *field);

/* One of six couplings of a kind from 0 to 4: signs, decimals, equal ones, large ones, tiny ones.
 */
const char *spins_draw(int kind, uint64_t *state);

/* A grid with random couplings.  closes 0: none; 1: columns are rings; 3: a torus; 4: a Klein
 * bottle. */
void spins_grid(struct spins *s, int rows, int cols, int closes, int kind, uint64_t *state);

/* The grid with one coupling in all rows and one in all columns, times spins_sign(); closes: both
 * are rings. */
pm_graph *spins_lattice(int rows, int cols, double across, double down, bool closes, uint64_t seed);

/* A random sign, of the coupling to the right (0) or down (1) of a place; seed 0: 1. */
int spins_sign(uint64_t seed, int place, int down);
