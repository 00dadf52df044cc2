/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How an engine computes on a GPU (cuda/gpu.h). */
#ifndef PM_ENGINE_GPU_WORK_H
#define PM_ENGINE_GPU_WORK_H

#include "engine/engine.h"

struct pm_fold;
struct pm_gpu;

/* An engine's work on a GPU (cuda/gpu.h).  It gives the same bits as on the CPU.  All calls for one
 * device object come from one thread, which has entered the device.  A device is used better by
 * several such threads than by one. */
struct pm_engine_gpu {
    double rate[PM_NUMBERS]; /* steps per second of the reference device, an NVIDIA H200 */
    uint64_t least, most;    /* least and largest number of units of a launch; ranges should be
                              * multiples of `least` */
    double memory; /* largest memory of a unit, as cost() counts it, as a fraction of the device's
                    * memory; 0: no limit */
    bool alone;    /* one unit occupies the whole device, so one thread for each device is
                    * enough */

    /* `job` is from the engine's open() and must exist as long as *device. */
    pm_status (*open)(void **device, const void *job, const struct pm_gpu *gpu);
    pm_status (*work)(void *device, uint64_t first, uint64_t count, struct pm_fold *fold);
    void (*close)(void *device);
};

#endif
