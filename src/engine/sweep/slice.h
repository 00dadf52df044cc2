/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Slices: if the vector of a sweep is too long for the memory, it is divided into independent
 * sweeps.
 *
 * A slice takes a vertex v that is in the frontier at some turn of the order.  The edge that covers
 * v is used either before that turn or after it.  Each case is a sweep over a smaller graph: v has
 * only its early edges, or only its late ones, and is not in the frontier at that time.  With k
 * slices, the answer is the sum over 2^k such graphs.  These are the units of the engine. */
#pragma once

#include "engine/order/order.h"

#define PM_SWEEP_SLICES 8 /* at most: 2^8 units */

struct pm_sweep_slices {
    int count;
    int vertex[PM_SWEEP_SLICES]; /* may be covered ... */
    int turn[PM_SWEEP_SLICES];   /* ... by vertices before this turn (bit 0), or after it (bit 1) */
};

/* *part = the graph of a unit; bit i of the unit is for slice i. */
pm_status pm_sweep_slice_graph(struct pm_order_graph **part, const struct pm_order_graph *graph,
                               const int *sequence, const struct pm_sweep_slices *slices,
                               uint64_t unit);

/* Adds the slice that shortens the longest vector of a unit's sweep most, if vectors have this kind
 * of states.  PM_UNABLE: there is none, or PM_SWEEP_SLICES are in use. */
pm_status pm_sweep_slice_more(struct pm_sweep_slices *slices, const struct pm_order_graph *graph,
                              const int *sequence, uint64_t unit, enum pm_order_class kind);
