/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sweeps to the middle, where reversing the order of all vertices is an automorphism.
 *
 * Let the first half of the vertices be the left one.  A(S) = the matchings within the left half
 * that cover all of it but S.  X(S) = the matchings that cover all of it, and S on the right, by
 * edges within the left half and edges across.  The right half is the left one, reversed, so the
 * sum over S of X(S) A(reversed S) counts all perfect matchings.
 *
 * One sweep computes both.  Each vertex u of the left half with edges across is replaced by a path
 * u a b that has them at b: that changes no count, and where all of the left half is closed, a is
 * covered in just those ways that leave u to an edge across.  So A is the vector over all a then;
 * closing all b makes X of it. */
#ifndef PM_ENGINE_SWEEP_MIRROR_H
#define PM_ENGINE_SWEEP_MIRROR_H

#include "engine/sweep/order.h"

struct pm_sweep_mirror {
    struct pm_sweep_graph *graph;
    struct pm_sweep_program *program;
    size_t half, end; /* operations of A; of X, too */
    int left, pairs;  /* vertices of the left half; how many of them have edges across */
    int first, last; /* the vertices first + k have slots in A, the vertices last + k in X, in pairs
                      * that are each other's reversed: 0 <= k < pairs */
};

/* *mirror = NULL where the natural order of a general graph, reversed, is no automorphism.  All its
 * edges count as 1. */
pm_status pm_sweep_mirror_new(struct pm_sweep_mirror **mirror, const struct pm_sweep_graph *graph);
void pm_sweep_mirror_free(struct pm_sweep_mirror *mirror); /* NULL is fine */

#endif
