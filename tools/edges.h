/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Entries of a matrix as edges of the graph that it was made from. */
#ifndef PM_TOOLS_EDGES_H
#define PM_TOOLS_EDGES_H

#include "permatch.h"

enum { EDGE_NAME = 16 };

/* The name of a vertex; its number from 1, written to `number`, where the graph has no names. */
const char *edge_name(char number[EDGE_NAME], const pm_graph *graph, int vertex);

/* Random matching `draw` as vertex pairs, one after the other: pair k = 0, 1, ... in *u, *v; false
 * past the last.  `partner` is as pm_sample() has it. */
struct edge_walk {
    const pm_problem *problem;
    const int *partner; /* of this draw */
    size_t line;        /* where the walk stands */
};
bool edge_next(struct edge_walk *walk, int *u, int *v);

/* Lines that pm_sample() gives partners: min(rows, columns). */
size_t edge_lines(const pm_problem *problem);

/* The vertices of entry k; false for the second place of an edge in a symmetric matrix. */
bool edge_of_entry(const pm_problem *problem, size_t k, int *u, int *v);

#endif
