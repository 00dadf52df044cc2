/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Connected components of a graph, and the two sides of each bipartite component, by breadth-first
 * search: neighbours get opposite sides, and an edge within a side closes an odd cycle (Konig,
 * Theorie der endlichen und unendlichen Graphen, 1936).  Linear in the entries. */
#pragma once

#include "model/matrix.h"

struct pm_component {
    int size[2]; /* vertices by side */
    bool bipartite;
    int first; /* the smallest vertex of the component */
};

struct pm_sides {
    int components;
    struct pm_component *component;
    int *of;    /* the component of each vertex; components are numbered by their first vertices */
    bool *side; /* of each vertex; the first vertex of a component is on side 0 */
};

/* Components and sides of the graph with the symmetric adjacency matrix `a`; the diagonal is
 * ignored. */
pm_status pm_sides_find(struct pm_sides *sides, const struct pm_matrix *a);
void pm_sides_clear(struct pm_sides *sides);
