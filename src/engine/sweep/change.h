/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Changes of places: moves the numbers of a vector from one frame to another (passes.h).  A number
 * is a fixed number of bytes, whatever its meaning. */
#ifndef PM_ENGINE_SWEEP_CHANGE_H
#define PM_ENGINE_SWEEP_CHANGE_H

#include "engine/sweep/frame.h"
#include "engine/sweep/passes.h"
#include "engine/sweep/pool.h"

/* The bits of a new state at their old places. */
uint64_t pm_sweep_old_bits(const struct pm_sweep_change *change, uint64_t bits);

/* The high bits that an exchange moves; the lowest high place is bit 0. */
uint64_t pm_sweep_moving_bits(const struct pm_sweep_change *change);

/* The high place where PM_SWEEP_RISE inserts the new slot, or where PM_SWEEP_FALL removes one; the
 * lowest is 0. */
int pm_sweep_changed_place(const struct pm_sweep_change *change);

/* A vector, and working data for its changes. */
struct pm_sweep_vector {
    struct pm_sweep_pool *pool; /* source of the memory; NULL: no memory is kept */
    size_t bytes;               /* of `number` */
    char *number;               /* of `size` bytes each, aligned to a cache line */
    char *spare;                /* for PM_SWEEP_REMAKE */
    size_t size;
    struct pm_sweep_frame frame, old;
    int threads;
};

/* Makes the vector of the empty graph: one number, all bits 0, which the caller must set.
 * PM_NOMEM. */
pm_status pm_sweep_vector_init(struct pm_sweep_vector *vector, const struct pm_sweep_passes *passes,
                               size_t size, struct pm_sweep_pool *pool, int threads);
void pm_sweep_vector_clear(struct pm_sweep_vector *vector);

/* Bytes that this needs, with frames. */
double pm_sweep_vector_bytes(const struct pm_sweep_passes *passes, size_t size);

pm_status pm_sweep_change(struct pm_sweep_vector *vector, const struct pm_sweep_change *change);

/* The effect of a change on derivatives of some number by the numbers of a vector, backwards:
 * numbers return to their places before the change; 0 is where other numbers were. */
pm_status pm_sweep_change_back(struct pm_sweep_vector *vector, const struct pm_sweep_change *change,
                               const struct pm_sweep_shape *before);

#endif
