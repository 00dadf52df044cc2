/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Renumbers the vertices of a graph so that a sweep can go to the middle (mirror.h). */
#ifndef PM_ENGINE_SWEEP_SWAP_H
#define PM_ENGINE_SWEEP_SWAP_H

#include "engine/sweep/order.h"

/* The left half is the first half of `sequence`.  If an automorphism maps it to the other half,
 * *turned is the graph with new numbers: vertex k of the sequence gets the number k, and its image
 * gets the number vertices - 1 - k.  Reversing these numbers maps the edges within one half to the
 * edges within the other half, and vertices with edges to the other half to such vertices.
 * *turned has no entries; its member `column` says which vertices are columns.  *turned = NULL if
 * there is no such automorphism, or no igraph to find it.  The graph must have an even number of
 * vertices. */
pm_status pm_sweep_swap(struct pm_sweep_graph **turned, const struct pm_sweep_graph *graph,
                        const int *sequence);

#endif
