/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sweeps to the middle, if an automorphism exchanges the first half of the vertices and the second
 * half.
 *
 * Vertices are numbered so that it reverses the order of the first half.  The left half is the
 * first half of the vertices.  A(S) is the number of matchings within the left
 * half that cover all of it except S.  X(S) is the number of matchings that cover all of it, and S
 * on the right, by edges within the left half and edges across.  The right half is the left half,
 * reversed.  So the sum over S of X(S) A(reversed S) is the number of perfect matchings.
 *
 * One sweep computes both.  Each vertex u of the left half with edges across is replaced by a path
 * u a b; the edges across are moved to b.  This changes no count.  When all of the left half is
 * closed, a is covered exactly in those cases that leave u to an edge across.  So at that time, A
 * is the vector over all a.  Closing all b turns it into X. */
#ifndef PM_ENGINE_SWEEP_MIRROR_H
#define PM_ENGINE_SWEEP_MIRROR_H

#include "engine/sweep/order.h"

struct pm_sweep_mirror {
    struct pm_sweep_graph *graph;
    struct pm_sweep_program *program;
    size_t half, end; /* after this many operations, the vector is A; after these, X */
    int left, pairs;  /* vertices of the left half; number of those with edges across */
    int first, last;  /* the vertices first + k have slots in A, the vertices last + k in X; the two
                       * of a pair are each other's reverse: 0 <= k < pairs */
};

/* The halves are those of a sequence of all vertices (swap.h); or, for NULL, of the natural order,
 * and reversing it is the automorphism.  *mirror = NULL if there is none, if no
 * edge is between the halves, or if a vertex may stay alone.  All edges count as 1.  A
 * square matrix gives the graph of one, if the automorphism takes all rows to rows, or all to
 * columns; else *mirror = NULL. */
pm_status pm_sweep_mirror_new(struct pm_sweep_mirror **mirror, const struct pm_sweep_graph *graph,
                              const int *sequence);
void pm_sweep_mirror_free(struct pm_sweep_mirror *mirror); /* NULL is fine */

#endif
