/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PM_ENGINE_GPU_JOBS_H
#define PM_ENGINE_GPU_JOBS_H

#include "engine/gpu_walk.h"

/* One of many walks: an opened job, and the sum of all its units.  It must have at least
 * 2^PM_DEVICE_LOG_NODE units. */
struct pm_device_job {
    pm_describe *describe;
    const void *job;
    const struct pm_ring *ring;
    struct pm_part sum;
};

/* Computes all sums with few launches.  This thread has entered the device. */
pm_status pm_device_batch(struct pm_device_job *job, size_t count, const struct pm_gpu *gpu);

#endif
