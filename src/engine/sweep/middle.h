/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sweeps to the middle (mirror.h) on the CPU, modulo a prime below 2^31. */
#ifndef PM_ENGINE_SWEEP_MIDDLE_H
#define PM_ENGINE_SWEEP_MIDDLE_H

#include "engine/sweep/mirror.h"
#include "engine/sweep/passes.h"
#include "engine/sweep/sweep_run.h"

struct pm_sweep_middle {
    struct pm_sweep_mirror *mirror;
    struct pm_sweep_passes *passes;
    struct pm_sweep_mark mark[2]; /* the vectors A, which is copied, and X, the last one */
};

/* *middle = NULL if the sequence has no mirror.  The graph must exist as long as *middle. */
pm_status pm_sweep_middle_new(struct pm_sweep_middle **middle, const struct pm_order_graph *graph,
                              const int *sequence);
void pm_sweep_middle_free(struct pm_sweep_middle *middle); /* NULL is fine */

/* bytes: the memory of both vectors and their frames.  products: the number of products at the
 * middle. */
double pm_sweep_middle_bytes(const struct pm_sweep_middle *middle, size_t size);
double pm_sweep_middle_products(const struct pm_sweep_middle *middle);

/* True if pm_sweep_middle_run() can compute in a ring. */
bool pm_sweep_middle_fits(const struct pm_ring *ring);

/* *part = the residue, the same as pm_sweep_run() computes.  All edges have weight 1. */
pm_status pm_sweep_middle_run(struct pm_part *part, const struct pm_sweep_middle *middle,
                              const struct pm_image *image, const struct pm_sweep_use *use);

#endif
