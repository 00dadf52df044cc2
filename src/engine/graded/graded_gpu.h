/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The graded walk on a GPU: kernels of cuda/graded.cu, with the same bits as on the CPU. */
#ifndef PM_ENGINE_GRADED_GRADED_GPU_H
#define PM_ENGINE_GRADED_GRADED_GPU_H

#include "cuda/gpu.h"
#include "engine/graded/graded_walk.h"
#include "num/fold.h"

enum {
    PM_GRADED_LOG_LAUNCH = 14, /* log2 of the largest number of units in a launch */
};

struct pm_graded_device;

/* The walk must exist as long as the device.  The thread has entered the device. */
pm_status pm_graded_device_new(struct pm_graded_device **device, const struct pm_gpu *gpu,
                               const struct pm_graded *graded);
void pm_graded_device_free(struct pm_graded_device *device); /* NULL is fine */

/* Adds units first .. first + count - 1; *seconds (may be NULL) += the device's time.  Between
 * launches, the stop flag is checked: PM_STOPPED. */
pm_status pm_graded_device_add(struct pm_graded_device *device, uint64_t first, uint64_t count,
                               struct pm_fold *fold, double *seconds);

/* sums[k] = the sums of unit first + k, for `count` units; seconds as above. */
pm_status pm_graded_device_sums(struct pm_graded_sums *sums, struct pm_graded_device *device,
                                uint64_t first, uint64_t count, double *seconds);

/* The source of the kernels of a walk, and the constants with which they are compiled. */
void pm_graded_recipe(struct pm_recipe_text *recipe, const struct pm_graded *graded, int warps);

#endif
