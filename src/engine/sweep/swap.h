/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An automorphism that exchanges the two halves of an order. */
#ifndef PM_ENGINE_SWEEP_SWAP_H
#define PM_ENGINE_SWEEP_SWAP_H

#include "engine/sweep/order.h"

/* *image = the image of every vertex under an automorphism that exchanges the first half of
 * `sequence` and the second half; the caller must free it.  NULL: there is none, or no igraph to
 * find it.  The graph must have an even number of vertices. */
pm_status pm_sweep_swap(int **image, const struct pm_sweep_graph *graph, const int *sequence);

#endif
