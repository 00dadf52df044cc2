/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Automorphisms of a graph that exchange two halves of its vertices. */
#pragma once

#include "engine/order/order.h"

/* *image = an array with the image of every vertex under an automorphism of the graph that
 * exchanges the vertices v with right[v] and the others.  The caller frees it.  NULL: there is
 * none, or it was not found within the steps of the search; then *open is true.  Weights do not
 * count. */
pm_status pm_sweep_swap_find(int **image, bool *open, const struct pm_order_graph *graph,
                             const bool *right);
