/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sweeps to the middle, for orders whose first half an automorphism exchanges with the second half.
 *
 * The left half is the first half of the order, and the right half is the second.  The edges
 * between the halves are the edges across.  For a set S of vertices of the left half, A(S) is the
 * number of matchings within the left half that cover all of it except S.  For a set S of vertices
 * of the right half, X(S) is the number of matchings that cover the left half and S, and use only
 * edges within the left half and edges across.  So the number of perfect matchings is the sum over
 * S of X(S) A(S'), where the automorphism maps S' to S.
 *
 * One sweep computes both: it uses the edges within the left half, and closes the vertices without
 * edges across.  Then its vector is A.  Using the edges across and closing the other vertices of
 * the left half turns it into X. */
#ifndef PM_ENGINE_SWEEP_MIRROR_H
#define PM_ENGINE_SWEEP_MIRROR_H

#include "engine/order/order.h"

struct pm_sweep_mirror {
    const struct pm_order_graph *graph;
    struct pm_sweep_program *program; /* no operation has an entry */
    size_t half, end; /* after `half` operations the vector is A, after `end` operations it is X */
    int left, pairs;  /* the number of vertices of the left half, and of those with edges across */
    int *image;       /* of each vertex */
};

/* All edges must have weight 1.  The graph must exist as long as the mirror.  *mirror = NULL if
 * there is no such automorphism, or no igraph to find it, if there are no edges across, or if a
 * vertex may stay uncovered.  For a square matrix, the automorphism must also map all rows to rows,
 * or all rows to columns. */
pm_status pm_sweep_mirror_new(struct pm_sweep_mirror **mirror, const struct pm_order_graph *graph,
                              const int *sequence);
void pm_sweep_mirror_free(struct pm_sweep_mirror *mirror); /* NULL is fine */

#endif
