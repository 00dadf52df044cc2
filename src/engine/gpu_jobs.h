/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Many small walks on a GPU, which share launches. */
#pragma once

#include "engine/gpu_walk.h"

/* One of many walks: an opened job of an engine, and room for the sum of all its units.  The walk
 * must have at least 2^PM_DEVICE_LOG_NODE units.  `describe`, `job` and `ring` are borrowed. */
struct pm_device_job {
    pm_describe *describe;
    const void *job;
    const struct pm_ring *ring;
    struct pm_part sum;
};

/* Computes the `sum` of each of `count` jobs on the device, with few launches.  The calling thread
 * must have entered the device. */
pm_status pm_gpu_jobs_device_batch(struct pm_device_job *job, size_t count,
                                   const struct pm_gpu *gpu);
