/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sweeps to the middle, for graphs with an automorphism that exchanges the first half of the
 * vertices and the second half.
 *
 * The left half is the first half of the vertices, and the right half is the second.  The vertices
 * are numbered so that the automorphism maps vertex k to vertex n - 1 - k, where n is the number of
 * vertices.  The edges between the halves are the edges across.  For a set S of vertices of the
 * left half, A(S) is the number of matchings within the left half that cover all of it except S.
 * For a set S of vertices of the right half, X(S) is the number of matchings that cover the left
 * half and S, and use only edges within the left half and edges across.  So the number of perfect
 * matchings is the sum over S of X(S) A(S'), where the automorphism maps S to S'.
 *
 * One sweep computes both.  Each vertex u of the left half that has edges across is replaced by a
 * path u a b, and its edges across are moved to b.  This changes no count.  When all vertices of
 * the left half are closed, a is covered exactly if u is not covered within the left half.  So at
 * that time, the vector over all vertices a is A.  Closing all vertices a and b turns it into X. */
#ifndef PM_ENGINE_SWEEP_MIRROR_H
#define PM_ENGINE_SWEEP_MIRROR_H

#include "engine/sweep/order.h"

struct pm_sweep_mirror {
    struct pm_sweep_graph *graph;
    struct pm_sweep_program *program;
    size_t half, end; /* after `half` operations the vector is A, after `end` operations it is X */
    int left, pairs;  /* the number of vertices of the left half, and of those with edges across */
    int first, last;  /* for 0 <= k < pairs, vertex first + k has a slot in A, and vertex last + k
                       * in X; the automorphism exchanges the two */
};

/* The left half is the first half of `sequence`, which contains all vertices, and an automorphism
 * is searched for (swap.h).  If `sequence` is NULL, the left half is that of the natural order, and
 * the automorphism must be its reversal.  All edges have weight 1.  *mirror = NULL if there is no
 * such automorphism, if there are no edges across, or if a vertex may stay uncovered.  For a square
 * matrix, the automorphism must also map all rows to rows, or all rows to columns. */
pm_status pm_sweep_mirror_new(struct pm_sweep_mirror **mirror, const struct pm_sweep_graph *graph,
                              const int *sequence);
void pm_sweep_mirror_free(struct pm_sweep_mirror *mirror); /* NULL is fine */

#endif
