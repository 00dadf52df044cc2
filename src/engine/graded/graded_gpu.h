/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The graded walk on a GPU: kernels of cuda/graded.cu, which give the bits of the CPU's. */
#ifndef PM_ENGINE_GRADED_GRADED_GPU_H
#define PM_ENGINE_GRADED_GRADED_GPU_H

#include "cuda/gpu.h"
#include "engine/graded/graded.h"
#include "engine/graded/warps.h"
#include "num/fold.h"

enum {
    PM_WARPS_MOST = 8,         /* of a block */
    PM_WARPS_BLOCKS = 2,       /* on a multiprocessor: one may be of the next launch */
    PM_GRADED_LOG_LAUNCH = 14, /* units of a launch at most */
};

struct pm_graded_device;

/* The walk is borrowed.  The thread has entered the device. */
pm_status pm_graded_device_new(struct pm_graded_device **device, const struct pm_gpu *gpu,
                               const struct pm_graded *graded);
void pm_graded_device_free(struct pm_graded_device *device); /* NULL is fine */

/* Adds units first .. first + count - 1; *seconds (NULL is fine) += what the device took.  Between
 * launches a wish to stop is met, with PM_STOPPED. */
pm_status pm_graded_device_add(struct pm_graded_device *device, uint64_t first, uint64_t count,
                               struct pm_fold *fold, double *seconds);

/* What one unit after the other adds up, count of them; seconds as above. */
pm_status pm_graded_device_sums(struct pm_graded_sums *sums, struct pm_graded_device *device,
                                uint64_t first, uint64_t count, double *seconds);

/* Seconds of the longest launch of those that were timed. */
double pm_graded_device_longest(const struct pm_graded_device *device);

/* ------------------------------------------------------------ for the emulation of a device, too
 */

/* PM_UNABLE where there are too few columns, or the walk has another shape than the kernels'. */
pm_status pm_warps_check(const struct pm_graded *graded);

/* Bytes of shared memory of a block of so many warps. */
size_t pm_warps_shared(int n, int warps);

/* Stages of the walk, and the level of the groups that stage k begins with: 0 for stage `stages`.
 */
int pm_warps_stages(const struct pm_graded *graded);
int pm_warps_level(const struct pm_graded *graded, int stage);

/* Groups of the last stage that one launch takes: about half a second of an H200 at most, whatever
 * survives in them, since a launch cannot be interrupted. */
unsigned pm_warps_most(const struct pm_graded *graded);

/* Tables for kernels: bytes of them; into memory at `to`, as what will lie at `at`. */
size_t pm_warps_tables_size(const struct pm_graded *graded);
void pm_warps_tables(struct pm_warp_walk *walk, void *to, uintptr_t at,
                     const struct pm_graded *graded);

/* What kernels write, but for the sums, for launches of `units` units on `warps` warps: bytes; at
 * `at`. */
size_t pm_warps_room(struct pm_warp_walk *walk, uintptr_t at, const struct pm_graded *graded,
                     uint64_t units, uint64_t warps);

/* The source of the kernels of a walk, and the constants that they are compiled with. */
void pm_graded_recipe(struct pm_recipe_text *recipe, const struct pm_graded *graded, int warps);

#endif
