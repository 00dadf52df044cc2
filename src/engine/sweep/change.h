/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Moves the numbers of a vector from one frame to another (pass.h).  A number is moved as a fixed
 * number of bytes, whatever they mean. */
#pragma once

#include "engine/sweep/shape.h"
#include "engine/sweep/pass.h"

/* A vector, and working data for its changes. */
struct pm_sweep_vector {
    size_t bytes; /* the memory of `number` */
    char *number; /* numbers of `size` bytes */
    char *spare;  /* for PM_SWEEP_REMAKE */
    size_t size;
    struct pm_sweep_frame frame, old;
    int threads;
};

/* Makes the vector of the empty graph.  Its only number has all bits 0; the caller must set it.
 * Errors: PM_NOMEM. */
pm_status pm_sweep_vector_init(struct pm_sweep_vector *vector, const struct pm_sweep_passes *passes,
                               size_t size, int threads);
void pm_sweep_vector_clear(struct pm_sweep_vector *vector);

/* Allocates memory with any contents, aligned to a cache line, or to a huge page if it is long. */
pm_status pm_sweep_memory(char **memory, size_t bytes);

/* The bytes that a vector and its frames need at most. */
double pm_sweep_vector_bytes(const struct pm_sweep_passes *passes, size_t size);

pm_status pm_sweep_change(struct pm_sweep_vector *vector, const struct pm_sweep_change *change);

/* Reverses a change of a vector that contains derivatives by the numbers of another vector.  The
 * derivatives return to the places before the change.  Numbers that the change had dropped get the
 * derivative 0. */
pm_status pm_sweep_change_back(struct pm_sweep_vector *vector, const struct pm_sweep_change *change,
                               const struct pm_sweep_shape *before);
