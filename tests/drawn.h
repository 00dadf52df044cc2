/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Planar graphs to try engines on, and what an engine makes of one. */
#ifndef PM_TESTS_DRAWN_H
#define PM_TESTS_DRAWN_H

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

/* The graph of a text in a format of pm_graph_open(), without its weights. */
void drawn_text(struct drawn *g, const char *format, const char *text);

/* rows x cols squares, and with chance `diagonal` percent one of the two diagonals of each. */
void drawn_grid(struct drawn *g, int rows, int cols, int diagonal, uint64_t *state);

/* Keeps each edge with a chance of `percent`, and renames the vertices. */
void drawn_thin(struct drawn *g, int percent, uint64_t *state);

void drawn_weigh(struct drawn *g, enum brute_entries kind, uint64_t *state);

/* Removes a vertex; the last one takes its name. */
void drawn_drop(struct drawn *g, int vertex);

struct pm_matrix *drawn_adjacency(const struct drawn *g);

/* NULL where the sides are unequal. */
struct pm_matrix *drawn_biadjacency(const struct drawn *g);

/* The permanent or hafnian by an engine; `prime` for PM_WANT_RESIDUE. */
pm_status drawn_value(struct pm_value *value, const struct pm_matrix *a, enum pm_kind kind,
                      enum pm_want want, uint64_t prime, const struct pm_engine *engine);

bool drawn_congruent(const struct pm_value *x, const struct pm_gauss *y, uint64_t p);

/* True where the exact number lies within the bound of the floating one, which is tight. */
bool drawn_encloses(const struct pm_value *ball, const struct pm_value *exact);

#endif
