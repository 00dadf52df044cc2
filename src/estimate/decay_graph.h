/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A graph with weights as pairs of doubles, for decay.c. */
#pragma once

#include "model/matrix.h"

#include <math.h>
#include <stdint.h>

/* Two bounds, 0 <= low <= high; high may be HUGE_VAL. */
struct pm_range {
    double low, high;
};

/* At most the quotient low / high of a weight that is not tiny. */
#define PM_WEIGHT_BELOW (1 - 0x1p-51)

/* Vertices are numbered in the order in which they are removed.  Vertex v has the weight alone[v]
 * where it is free, and is adjacent to to[start[v]] .. to[start[v + 1] - 1] in descending order;
 * all weights are scaled so that they are at most about 1 (decay_graph.c). */
struct pm_decay_graph {
    int n;
    int *start, *to, *number; /* number[v]: of vertex v of the input */
    struct pm_range *weight;  /* of each edge, at both ends */
    struct pm_range *alone;
    struct pm_range *ratio; /* of every vertex, in every subgraph (decay.c) */
    struct pm_range *leaf; /* the same of the neighbour in a slot, without the vertex of the slot */
    int *kind, *edge_kind; /* of vertices and slots: equal for equal weights (and ratios) */
    double *gamma;         /* the relative error of the arithmetic at a vertex */
    int64_t exponent;      /* the sum is that of the scaled graph times 2^exponent */
};

/* For a matrix without negative entries: its lines are the vertices (adjacent.h).  alone: the
 * weight of each vertex where it is free; NULL: 1. */
pm_status pm_decay_graph_init(struct pm_decay_graph *g, const struct pm_matrix *a,
                              enum pm_kind kind, const fmpq *alone);
void pm_decay_graph_clear(struct pm_decay_graph *g);

/* 1 / sum, outwards, for a sum whose terms and quotient have this relative error; products that
 * underflow are far below the ends of these cases. */
static inline struct pm_range pm_decay_inverse(struct pm_range sum, double gamma)
{
    return (struct pm_range){
        .low = sum.high < 0x1p1000 ? 1 / sum.high * (1 - gamma) : 0,
        .high = sum.low > 0x1p-900 ? 1 / sum.low * (1 + gamma) : HUGE_VAL,
    };
}
