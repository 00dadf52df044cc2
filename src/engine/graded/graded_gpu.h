/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The graded walk on a GPU, by the kernels of cuda/graded.cu.  The results have the same bits as on
 * the CPU. */
#pragma once

#include "cuda/gpu.h"
#include "engine/graded/graded_walk.h"
#include "num/fold.h"

enum {
    PM_GRADED_LOG_LAUNCH = 14, /* log2 of the largest number of units in a launch */
};

struct pm_graded_device;

/* Makes a device object (struct pm_graded_device) for a walk, a struct pm_graded, which must exist
 * as long as this object.  The thread must have entered the device.  PM_UNABLE: the order is too
 * small, or the device has too little shared memory. */
pm_status pm_graded_device_new(void **device, const void *graded, const struct pm_gpu *gpu);
void pm_graded_device_free(void *device); /* NULL is fine */

/* *sums = the sums of units first, first + 1, ..., until the next call.  There are *count of them,
 * at most as many as *count said.  PM_STOPPED: between two launches, the stop flag of the walk was
 * set. */
pm_status pm_graded_device_sums(const struct pm_graded_sums **sums, uint64_t *count,
                                struct pm_graded_device *device, uint64_t first);

/* Adds units first .. first + count - 1 to the fold.  PM_STOPPED as above. */
pm_status pm_graded_device_add(void *device, uint64_t first, uint64_t count, struct pm_fold *fold);

/* Writes the recipe of a walk's kernels: their source, and the constants with which it is compiled.
 * `warps` is the number of warps of a block. */
void pm_graded_recipe(struct pm_recipe_text *recipe, const struct pm_graded *graded, int warps);

/* The same for the number of warps that fits the device. */
pm_status pm_graded_device_recipe(struct pm_recipe_text *recipe, const void *graded,
                                  const struct pm_gpu *gpu);
