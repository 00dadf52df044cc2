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
#pragma once

#include "engine/sweep/passes.h"
#include "engine/sweep/sweep_run.h"

struct pm_sweep_mirror {
    const struct pm_order_graph *graph;
    struct pm_order_program *program; /* no operation has an entry */
    size_t half, end; /* after `half` operations the vector is A, after `end` operations it is X */
    int left, pairs;  /* the number of vertices of the left half, and of those with edges across */
    int *image;       /* of each vertex */
};

/* All edges must have weight 1.  The graph must exist as long as the mirror.  *mirror = NULL if
 * there is no such automorphism, if there are no edges across, or if a vertex may stay uncovered.
 * For a square matrix, the automorphism must also map all rows to rows, or all rows to columns.
 * *open: it was not found within the steps of the search (swap.h). */
pm_status pm_sweep_mirror_new(struct pm_sweep_mirror **mirror, bool *open,
                              const struct pm_order_graph *graph, const int *sequence);
void pm_sweep_mirror_free(struct pm_sweep_mirror *mirror); /* NULL is fine */

/* ------------------------------------------------------------------- on the CPU */

struct pm_sweep_middle {
    struct pm_sweep_mirror *mirror;
    struct pm_sweep_passes *passes;
    struct pm_sweep_mark mark[2]; /* the vectors A, which is copied, and X, the last one */
};

/* *middle = NULL if the sequence has no mirror.  The graph must exist as long as *middle.  *open:
 * as above. */
pm_status pm_sweep_middle_new(struct pm_sweep_middle **middle, bool *open,
                              const struct pm_order_graph *graph, const int *sequence);
void pm_sweep_middle_free(struct pm_sweep_middle *middle); /* NULL is fine */

/* bytes: the memory of both vectors and their frames.  products: the number of products at the
 * middle. */
double pm_sweep_middle_bytes(const struct pm_sweep_middle *middle, size_t size);
double pm_sweep_middle_products(const struct pm_sweep_middle *middle);

/* True if pm_sweep_middle_run() can compute in a ring. */
bool pm_sweep_middle_fits(const struct pm_ring *ring);

/* Modulo a prime below 2^31: *part = the residue, the same as pm_sweep_run() computes.  All edges
 * have weight 1. */
pm_status pm_sweep_middle_run(struct pm_part *part, const struct pm_sweep_middle *middle,
                              const struct pm_image *image, const struct pm_sweep_use *use);
