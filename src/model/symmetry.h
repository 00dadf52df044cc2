/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Automorphisms of graphs by BLISS (Junttila and Kaski, Engineering an efficient canonical labeling
 * tool for large and sparse graphs, ALENEX 2007), which is part of igraph. */
#pragma once

#include "base/status.h"
#include "model/matrix.h"

/* A graph without parallel edges: edge k joins from[k] and to[k]; directed: it leads from from[k]
 * to to[k]. */
struct pm_coloured {
    int vertices;
    const int *colour; /* automorphisms preserve it; NULL: all vertices are alike */
    bool directed;
    size_t edges;
    const int *from, *to;
};

struct pm_symmetry {
    char *order; /* the order of the group, a decimal number */
    int vertices;
    size_t generators;
    int *image; /* generator g takes vertex v to image[g * vertices + v] */
};

/* Gives equal entries the same class, class[0 .. nnz - 1]; *classes is the number of classes. */
pm_status pm_symmetry_classify(int *class, int *classes, const struct pm_matrix *a);

/* The group; release it with pm_symmetry_free().  Errors: PM_UNABLE (no igraph), PM_NOMEM. */
pm_status pm_symmetry_find(struct pm_symmetry **symmetry, const struct pm_coloured *graph);
