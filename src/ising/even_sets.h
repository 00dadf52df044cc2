/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The even sets of edges of a graph, as perfect matchings. */
#pragma once

#include "model/problem.h"

/* A graph, and the order in which edges end at each vertex.  An end of an edge is a port; those of
 * vertex v are port[start[v]] .. port[start[v + 1] - 1], each with the number of its edge.  Every
 * edge has two ports. */
struct pm_even_graph {
    int vertices, edges;
    int *start, *port;
    bool *twisted;   /* of each edge, in the drawing; NULL: no edge is */
    bool is_surface; /* the order is that of a drawing on a surface that is no plane */
};

/* Makes a problem whose perfect matchings are the even sets of edges: those that have an even
 * number of ends at every vertex.  An edge outside the set is an edge of the matching, with the
 * weight weight[e], and entry[e] is its entry in the problem's matrix.  All other weights are 1.
 * problem->row_vertex has the vertices of `g`. */
pm_status pm_even_problem(struct pm_problem **problem, int *entry, const struct pm_even_graph *g,
                          const fmpq *weight);
void pm_even_graph_clear(struct pm_even_graph *g);
