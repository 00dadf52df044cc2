/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Changes of places: the numbers of a vector move from one frame to another (passes.h).  Numbers
 * are so many bytes; what they mean does not matter. */
#ifndef PM_ENGINE_SWEEP_CHANGE_H
#define PM_ENGINE_SWEEP_CHANGE_H

#include "engine/sweep/frame.h"
#include "engine/sweep/passes.h"
#include "engine/sweep/pool.h"

/* The bits of a new state where they stood before the change. */
uint64_t pm_sweep_old_bits(const struct pm_sweep_change *change, uint64_t bits);

/* The high bits that an exchange moves, the lowest high place being bit 0. */
uint64_t pm_sweep_moving_bits(const struct pm_sweep_change *change);

/* The high place where PM_SWEEP_RISE puts the new slot, or from where PM_SWEEP_FALL takes one, the
 * lowest being 0. */
int pm_sweep_changed_place(const struct pm_sweep_change *change);

/* A vector, and what changes of it need. */
struct pm_sweep_vector {
    struct pm_sweep_pool *pool; /* where the memory comes from; NULL: nothing is kept */
    size_t bytes;               /* of `number` */
    char *number;               /* `size` bytes each, aligned to a cache line */
    char *spare;                /* for PM_SWEEP_REMAKE */
    size_t size;
    struct pm_sweep_frame frame, old;
    int threads;
};

/* The vector of the empty graph: one number, all bits 0, to be set.  PM_NOMEM. */
pm_status pm_sweep_vector_init(struct pm_sweep_vector *vector, const struct pm_sweep_passes *passes,
                               size_t size, struct pm_sweep_pool *pool, int threads);
void pm_sweep_vector_clear(struct pm_sweep_vector *vector);

/* Bytes that this takes, frames included. */
double pm_sweep_vector_bytes(const struct pm_sweep_passes *passes, size_t size);

pm_status pm_sweep_change(struct pm_sweep_vector *vector, const struct pm_sweep_change *change);

/* What a change does to derivatives of some number by those of a vector, from the last to the
 * first: numbers return to where they were before it, and 0 is where others were. */
pm_status pm_sweep_change_back(struct pm_sweep_vector *vector, const struct pm_sweep_change *change,
                               const struct pm_sweep_shape *before);

#endif
