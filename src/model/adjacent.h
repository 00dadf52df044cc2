/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rows and columns of a matrix as the vertices of a graph, without loops.  For a permanent:
 * rows first, then columns.  For a hafnian: row i and column i are one vertex. */
#pragma once

#include "model/matrix.h"

/* Vertex v is adjacent to to[start[v]] .. to[start[v + 1] - 1], in ascending order. */
struct pm_adjacent {
    int vertices, rows;
    int *start, *to;
};

pm_status pm_adjacent_new(struct pm_adjacent *graph, const struct pm_matrix *a, enum pm_kind kind);
void pm_adjacent_clear(struct pm_adjacent *graph);

/* of[v] = the component of each vertex v without a partner, -1 for other vertices.  If mate is
 * NULL, no vertex has a partner.  *parts = the number of components. */
pm_status pm_adjacent_parts(int *of, int *parts, const struct pm_adjacent *graph, const int *mate);
