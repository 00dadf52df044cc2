/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Memory of the graded walk on a GPU, as cuda/graded.cu expects it: what graded_gpu.c uploads, and
 * what the emulation of a device in tests/ works with. */
#ifndef PM_ENGINE_GRADED_WARP_TABLES_H
#define PM_ENGINE_GRADED_WARP_TABLES_H

#include "engine/graded/graded_walk.h"
#include "engine/graded/warps.h"

enum {
    PM_WARPS_MOST = 8,   /* of a block */
    PM_WARPS_BLOCKS = 2, /* on a multiprocessor: one may be of the next launch */
};

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

#endif
