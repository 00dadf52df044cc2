/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sweeps to the middle (mirror.h), by threads.  A sweep is modulo a prime below 2^31. */
#ifndef PM_ENGINE_SWEEP_MIDDLE_H
#define PM_ENGINE_SWEEP_MIDDLE_H

#include "engine/sweep/mirror.h"
#include "engine/sweep/passes.h"
#include "engine/sweep/sweep_run.h"

struct pm_sweep_middle {
    struct pm_sweep_mirror *mirror;
    struct pm_sweep_passes *passes;
    struct pm_sweep_mark mark[2]; /* the two vectors: A, which is copied; and X, the last one */
};

/* The halves are those of a sequence of all vertices; NULL: of the natural order.  *middle = NULL
 * if no automorphism exchanges them. */
pm_status pm_sweep_middle_new(struct pm_sweep_middle **middle, const struct pm_sweep_graph *graph,
                              const int *sequence);
void pm_sweep_middle_free(struct pm_sweep_middle *middle); /* NULL is fine */

/* Bytes of both vectors, with frames; and the number of products at the end. */
double pm_sweep_middle_bytes(const struct pm_sweep_middle *middle, size_t size);
double pm_sweep_middle_products(const struct pm_sweep_middle *middle);

/* True if pm_sweep_middle_run() can compute in a ring. */
bool pm_sweep_middle_fits(const struct pm_ring *ring);

/* *part = the same residue as by pm_sweep_run().  All edges count as 1. */
pm_status pm_sweep_middle_run(struct pm_part *part, const struct pm_sweep_middle *middle,
                              const struct pm_image *image, const struct pm_sweep_use *use);

#endif
