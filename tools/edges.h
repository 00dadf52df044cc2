/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Entries of a matrix as edges of the graph from which it was made. */
#ifndef PM_TOOLS_EDGES_H
#define PM_TOOLS_EDGES_H

#include "permatch.h"

enum { EDGE_NAME = 16 };

/* The name of a vertex.  If the graph has no names: its number from 1, written to `number`. */
const char *edge_name(char number[EDGE_NAME], const pm_graph *graph, int vertex);

/* The vertex pairs of a random matching, one after another in *u, *v; false past the last.
 * `partner` is as in pm_sample(). */
struct edge_walk {
    const pm_problem *problem;
    const int *partner; /* for this draw */
    size_t line;        /* the current line */
};
bool edge_next(struct edge_walk *walk, int *u, int *v);

/* The number of lines to which pm_sample() gives partners: min(rows, columns). */
size_t edge_lines(const pm_problem *problem);

/* The vertices of entry k; false for the second entry of an edge in a symmetric matrix. */
bool edge_of_entry(const pm_problem *problem, size_t k, int *u, int *v);

#endif
