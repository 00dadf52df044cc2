/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes a graph on a torus planar: the vertices of a ring round the torus get random partners, and
 * the rest is a graph in an annulus. */
#ifndef PM_ENGINE_PLANAR_CUT_H
#define PM_ENGINE_PLANAR_CUT_H

#include "engine/engine.h"
#include "engine/planar/planar.h"

struct pm_cut;

/* The cut of the graph of a square core of non-negative integers that is embedded in a torus; and
 * the cost of this part of a draw.  PM_UNABLE: the embedding is not in a torus.  PM_DOMAIN: there
 * is no perfect matching. */
pm_status pm_cut_new(struct pm_cut **cut, struct pm_cost *cost, const struct pm_core *core);
void pm_cut_free(struct pm_cut *cut); /* NULL is fine */

/* Computes what all draws share.  Call it before the first draw. */
pm_status pm_cut_open(struct pm_cut *cut, const struct pm_limits *limits);

/* Draws mate[v] for the vertices of the ring and their partners, with the probability that this has
 * in a random perfect matching; -1 for other vertices.  Vertices are those of
 * pm_adjacency_new(). */
pm_status pm_cut_draw(int *mate, struct pm_cut *cut, uint64_t *state);

/* Finds a short ring that does not bound a disk, in an embedding that must be in a torus
 * (checked).  The first *length elements of ring[] are its vertices; ring[] has room for all. */
pm_status pm_torus_ring(int *ring, int *length, const struct pm_plane *plane);

#endif
