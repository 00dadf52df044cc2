/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes a graph on a surface planar: the vertices of closed curves on it (a ring) get random
 * partners.  The rest of the graph is planar. */
#pragma once

#include "engine/engine.h"
#include "engine/planar/planar.h"

/* The data of the draws of one graph, whose entries are non-negative integers. */
struct pm_cut {
    const struct pm_matrix *a;
    enum pm_kind kind;
    struct pm_kasteleyn kasteleyn;
    const struct pm_adjacent *graph;
    const int *ring;
    int length, threads;
};

/* Draws the partners of the vertices of the ring, with the same probabilities as in a random
 * perfect matching that has the pairs in mate[].  mate[v] = the partner of v, or -1: at first that
 * of some pairs, or of none, then also of all vertices of the ring.
 * Vertices are numbered as by pm_adjacent_new(). */
pm_status pm_cut_draw(int *mate, const struct pm_cut *cut, uint64_t *state);
