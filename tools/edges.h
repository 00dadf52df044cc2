/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Entries of a matrix as edges of the graph from which it was made. */
#pragma once

#include "permatch.h"

enum { EDGE_NAME = 16 };

/* The name of a vertex.  If the graph has no names: its number from 1, written to `number`. */
const char *edge_name(char number[EDGE_NAME], const pm_graph *graph, int vertex);

/* The name of an end of an edge, 0 or 1: of a vertex, or without a graph (NULL) of row or column
 * `line` of the problem.  If it has none: its number from 1, written to `number`. */
const char *edge_end(char number[EDGE_NAME], const pm_graph *graph, const pm_problem *problem,
                     int end, int line);

/* The name of a row or column of a matrix; NULL: it has none. */
const char *edge_line_name(const pm_problem *problem, bool col, int line);

/* The name of the partner of a line of the shorter side of a matrix; "-": the line is free. */
const char *edge_partner(char number[EDGE_NAME], const pm_problem *problem, int partner);

/* The vertex pairs of a random matching, one after another in *u, *v; false past the last.
 * `partner` is as in pm_sample(), or -1 for a free line. */
struct edge_walk {
    const pm_problem *problem;
    const int *partner; /* for this draw */
    size_t line;        /* the current line */
};
bool edge_next(struct edge_walk *walk, int *u, int *v);

/* *r = the correlation of two edges, from their joint shares.  False: there are not two, or one is
 * in all matchings or in none, or shares are no probabilities. */
bool edges_correlation(double *r, const pm_values *joint);

/* The number of lines to which pm_sample() gives partners: min(rows, columns). */
size_t edge_lines(const pm_problem *problem);

/* The vertices of entry k; false for the second entry of an edge in a symmetric matrix. */
bool edge_of_entry(const pm_problem *problem, size_t k, int *u, int *v);

/* The number from 0 of a row or a column; of a graph (NULL: none), that of its vertex, or -1 for a
 * line that only makes the matrix square. */
int edge_line_vertex(const pm_graph *graph, const pm_problem *problem, bool col, int line);

/* "horizontal" (more columns than rows), "vertical" (more rows than columns) or "square". */
const char *edge_block_shape(const pm_structure *s, int block);
