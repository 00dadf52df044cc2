/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Random planar graphs for tests of engines, and the answers of an engine for one. */
#pragma once

#include "plan/ask.h"
#include "brute.h"
#include "run/core.h"

enum { DRAWN_VERTICES = 20000, DRAWN_EDGES = 60000 };

struct drawn {
    int vertices, edges;
    int u[DRAWN_EDGES], v[DRAWN_EDGES];
    long weight[DRAWN_EDGES], imaginary[DRAWN_EDGES], divisor[DRAWN_EDGES];
};

void drawn_join(struct drawn *g, int u, int v);

/* rows x cols squares.  Each square gets one of its diagonals with a probability of `diagonal`
 * percent. */
void drawn_grid(struct drawn *g, int rows, int cols, int diagonal, uint64_t *state);

void drawn_weigh(struct drawn *g, enum brute_entries kind, uint64_t *state);

/* Removes a vertex.  The last vertex gets its number. */
void drawn_drop(struct drawn *g, int vertex);

struct pm_matrix *drawn_adjacency(const struct drawn *g);

/* The biadjacency matrix.  NULL if the sides are unequal. */
struct pm_matrix *drawn_biadjacency(const struct drawn *g);

/* The exact permanent or hafnian by an engine. */
pm_status drawn_value(struct pm_value *value, const struct pm_matrix *a, enum pm_kind kind,
                      const struct pm_engine *engine);

/* Compares the engine's exact sum, and its ball of 100 bits, with what they must be. */
bool drawn_sums_agree(const struct pm_core *core, const struct pm_engine *engine,
                      const struct pm_gauss *want);

/* The share of entry e of row i: the entry times the sum without its two lines, divided by the
 * sum. */
void drawn_share(struct pm_gauss *share, const struct pm_matrix *a, enum pm_kind kind, int i, int e,
                 const struct pm_gauss *sum);

/* Compares the engine's shares of real entries with these, if the sum is not 0.  bits: 0: exact
 * shares. */
bool drawn_shares_agree(const struct pm_core *core, const struct pm_engine *engine,
                        const struct pm_gauss *sum, int bits);
