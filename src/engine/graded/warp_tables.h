/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The memory layout of the graded walk on a GPU, for cuda/graded.cu.  graded_gpu.c uploads the
 * tables; the emulation of a device in tests/ uses them, too. */
#pragma once

#include "engine/graded/graded_walk.h"
#include "engine/graded/warps.h"

enum {
    PM_WARPS_MOST = 8,   /* largest number of warps of a block */
    PM_WARPS_BLOCKS = 2, /* blocks on a multiprocessor; one may belong to the next launch */
};

/* Checks whether the kernels can do this walk.  PM_UNABLE: there are too few columns.  PM_WRONG:
 * the tables do not have the symmetry that the kernels use. */
pm_status pm_warps_check(const struct pm_graded *graded);

/* The number of bytes of shared memory of a block of `warps` warps, for n rows. */
size_t pm_warps_shared(int n, int warps);

/* The number of stages of the walk, and the level of the nodes with which a stage begins.  The
 * level is 0 for stage pm_warps_stages(), which is not a stage any more. */
int pm_warps_stages(const struct pm_graded *graded);
int pm_warps_level(const struct pm_graded *graded, int stage);

/* The largest number of groups of the last stage in one launch.  A launch cannot be interrupted.
 * With this number it takes at most about half a second on an H200, however many nodes are kept. */
unsigned pm_warps_most(const struct pm_graded *graded);

/* Sets the constants of *walk, and the pointers to tables for a copy of graded->memory at address
 * `at` on the device. */
void pm_warps_tables(struct pm_warp_walk *walk, uintptr_t at, const struct pm_graded *graded);

/* Sets the pointers of *walk to the data that kernels write, except the sums, at address `at` on
 * the device.  This is for launches of `units` units on `warps` warps.  Returns the number of
 * bytes. */
size_t pm_warps_room(struct pm_warp_walk *walk, uintptr_t at, const struct pm_graded *graded,
                     uint64_t units, uint64_t warps);
