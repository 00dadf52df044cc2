/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A graph on a torus that is made planar: the vertices of a ring round the torus get random
 * partners, and what is left lies in an annulus. */
#ifndef PM_ENGINE_PLANAR_CUT_H
#define PM_ENGINE_PLANAR_CUT_H

#include "engine/engine.h"
#include "engine/planar/planar.h"

struct pm_cut;

/* The cut of the graph of a square core of non-negative integers, which is embedded in a torus, and
 * what draws cost as far as the cut.  PM_UNABLE where the embedding is not in a torus, PM_DOMAIN
 * where there is no perfect matching. */
pm_status pm_cut_new(struct pm_cut **cut, struct pm_cost *cost, const struct pm_core *core);
void pm_cut_free(struct pm_cut *cut); /* NULL is fine */

/* What draws have in common, for `limits`; before the first. */
pm_status pm_cut_open(struct pm_cut *cut, const struct pm_limits *limits);

/* mate[v] of the vertices of the ring and of their partners, -1 of the others, with the probability
 * that this has in all perfect matchings.  Vertices are those of pm_adjacency_new(). */
pm_status pm_cut_draw(int *mate, struct pm_cut *cut, uint64_t *state);

/* The vertices of a short ring that does not bound a disk of an embedding in a torus, which is
 * checked: its first *length ones are in ring[], which has room for all. */
pm_status pm_torus_ring(int *ring, int *length, const struct pm_plane *plane);

#endif
