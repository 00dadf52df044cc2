/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes a graph on a torus planar: the vertices of a closed curve round the torus (a ring) get
 * random partners.  The rest of the graph is in an annulus. */
#ifndef PM_ENGINE_PLANAR_CUT_H
#define PM_ENGINE_PLANAR_CUT_H

#include "engine/engine.h"
#include "engine/planar/planar.h"

struct pm_cut;

/* *cut = the cut of the graph of a square core that is embedded in a torus and has non-negative
 * integer entries; the caller must free it.  *cost = the cost of this part of a draw.  PM_UNABLE:
 * the embedding is not in a torus.  PM_DOMAIN: there is no perfect matching. */
pm_status pm_cut_new(struct pm_cut **cut, struct pm_cost *cost, const struct pm_core *core);
void pm_cut_free(struct pm_cut *cut); /* NULL is fine */

/* Computes what all draws have in common.  Call it before the first draw. */
pm_status pm_cut_open(struct pm_cut *cut, const struct pm_limits *limits);

/* Draws the partners of the vertices of the ring, with the same probabilities as in a random
 * perfect matching. mate[v] = the partner of v if v or its partner is in the ring, otherwise -1.
 * Vertices are numbered as by pm_adjacency_new(). */
pm_status pm_cut_draw(int *mate, struct pm_cut *cut, uint64_t *state);

/* Finds a short ring that does not bound a disk.  PM_UNABLE: the embedding is not in a torus.  The
 * first *length elements of ring[] are its vertices; ring[] has room for all vertices. */
pm_status pm_torus_ring(int *ring, int *length, const struct pm_plane *plane);

#endif
