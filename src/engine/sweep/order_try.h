/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ways to make a sequence of the vertices.  Each fills sequence[vertices] and adds to *steps what
 * that took: about one for every neighbour that is looked at. */
#ifndef PM_ENGINE_SWEEP_ORDER_TRY_H
#define PM_ENGINE_SWEEP_ORDER_TRY_H

#include "engine/sweep/order.h"

/* Grows from the vertex `first`. */
pm_status pm_sweep_try_greedy(int *sequence, double *steps, const struct pm_sweep_graph *graph,
                              int first);

#endif
