/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Slices: sweeps whose vector is too long for the memory, in independent parts.
 *
 * A slice takes a vertex v that is in the frontier when the vertex at some turn of the order is
 * closed.  Whatever covers v comes either before that turn or after it, and each is a sweep of its
 * own over a smaller graph: v has its early edges alone, or its late ones, and is not in the
 * frontier at that time.  With k slices the sum over 2^k such graphs is the answer, and they are
 * the engine's units. */
#ifndef PM_ENGINE_SWEEP_SLICE_H
#define PM_ENGINE_SWEEP_SLICE_H

#include "engine/sweep/order.h"

#define PM_SWEEP_SLICES 8 /* at most: 2^8 units */

struct pm_sweep_slices {
    int count;
    int vertex[PM_SWEEP_SLICES]; /* may be covered ... */
    int turn[PM_SWEEP_SLICES];   /* ... from vertices before this turn (bit 0), or after (bit 1) */
};

/* *part = the graph of a unit: bit i of it is for slice i. */
pm_status pm_sweep_slice_graph(struct pm_sweep_graph **part, const struct pm_sweep_graph *graph,
                               const int *sequence, const struct pm_sweep_slices *slices,
                               uint64_t unit);

/* Adds the slice that makes the longest vector of a unit's sweep shortest.  PM_UNABLE where there
 * is none, or where PM_SWEEP_SLICES are in use. */
pm_status pm_sweep_slice_more(struct pm_sweep_slices *slices, const struct pm_sweep_graph *graph,
                              const int *sequence, uint64_t unit);

#endif
