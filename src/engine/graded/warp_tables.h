/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The memory layout of the graded walk on a GPU, for cuda/graded.cu.  graded_gpu.c uploads it, and
 * the emulation of a device in tests/ uses it. */
#ifndef PM_ENGINE_GRADED_WARP_TABLES_H
#define PM_ENGINE_GRADED_WARP_TABLES_H

#include "engine/graded/graded_walk.h"
#include "engine/graded/warps.h"

enum {
    PM_WARPS_MOST = 8,   /* warps of a block */
    PM_WARPS_BLOCKS = 2, /* blocks on a multiprocessor; one may belong to the next launch */
};

/* PM_UNABLE: there are too few columns, or the walk does not have the form of the kernels. */
pm_status pm_warps_check(const struct pm_graded *graded);

/* Bytes of shared memory of a block of `warps` warps. */
size_t pm_warps_shared(int n, int warps);

/* The number of stages of the walk; and the level of the groups with which a stage begins, 0 for
 * stage `stages`. */
int pm_warps_stages(const struct pm_graded *graded);
int pm_warps_level(const struct pm_graded *graded, int stage);

/* The number of groups of the last stage in one launch, which cannot be interrupted: about half a
 * second of an H200 at most, however many nodes are kept. */
unsigned pm_warps_most(const struct pm_graded *graded);

/* Tables for kernels: their size in bytes; and writing them to memory at `to`, for the address `at`
 * on the device. */
size_t pm_warps_tables_size(const struct pm_graded *graded);
void pm_warps_tables(struct pm_warp_walk *walk, void *to, uintptr_t at,
                     const struct pm_graded *graded);

/* The data that kernels write, except the sums, for launches of `units` units on `warps` warps:
 * returns the number of bytes; the address is `at`. */
size_t pm_warps_room(struct pm_warp_walk *walk, uintptr_t at, const struct pm_graded *graded,
                     uint64_t units, uint64_t warps);

#endif
