/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Automorphisms of graphs by BLISS (Junttila and Kaski, Engineering an efficient canonical labeling
 * tool for large and sparse graphs, ALENEX 2007), which is part of igraph. */
#ifndef PM_MODEL_SYMMETRY_H
#define PM_MODEL_SYMMETRY_H

#include "base/status.h"

/* A graph without parallel edges, and two sides.  Edge k joins from[k] and to[k]. */
struct pm_sides_graph {
    int vertices;
    size_t edges;
    const int *from, *to;
    const bool *second; /* the vertex is on the second side */
};

/* *found: some automorphism exchanges the two sides; it takes vertex v to image[v].
 * Errors: PM_UNABLE (no igraph), PM_NOMEM. */
pm_status pm_symmetry_swap(bool *found, int *image, const struct pm_sides_graph *graph);

#endif
