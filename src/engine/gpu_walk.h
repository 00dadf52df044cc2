/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Walks on a GPU, for all engines.  Their kernels return nodes of the fold (num/fold.h).
 *
 * A kernel is called walk(out, problem, first).  Block (x, y) of the grid has THREADS threads.  It
 * computes node x of problem y, where nodes are counted from the one that begins with unit `first`.
 * Numbers that are not constants of the kernel's code are in the problem, so that matrices with the
 * same recipe (cuda/compile.h) can share a launch. */
#pragma once

#include "cuda/gpu.h"
#include "num/fold.h"

enum {
    PM_DEVICE_THREADS = 128, /* threads of a block: 8 lanes for each unit */
    PM_DEVICE_LOG_NODE = 4,  /* log2 of the number of units of a node */
    PM_DEVICE_LOG_MOST = 20, /* log2 of the largest number of units of a launch */
};

/* An engine's description of a walk.  problem() writes problem_size bytes for the kernel.  node()
 * makes a part of a node, node_size bytes from the kernel.  unit() computes a unit on the CPU. */
struct pm_device_walk {
    const void *walk;               /* borrowed */
    const struct pm_recipe *recipe; /* borrowed by pm_gpu_walk_new() only */
    uint64_t units;
    size_t problem_size, node_size; /* bytes */
    void (*problem)(void *problem, const void *walk);
    void (*node)(struct pm_part *part, const void *walk, const void *node);
    void (*unit)(struct pm_part *part, const void *walk, uint64_t unit);
};

/* Describes `job`, an opened job of the engine.  walk->recipe points into *recipe, which the caller
 * clears. */
typedef pm_status pm_describe(struct pm_device_walk *walk, struct pm_recipe_text *recipe,
                              const void *job);

struct pm_device;

/* Makes a device object for a walk: loads the kernel and copies the problem to the GPU.  The
 * calling thread must have entered the GPU.  PM_UNABLE: the walk is smaller than a node. */
pm_status pm_gpu_walk_new(struct pm_device **device, const struct pm_gpu *gpu,
                          const struct pm_device_walk *walk);

/* The functions of an engine (struct pm_engine_gpu), whose device is such an object.  The CPU
 * computes units that do not fill a whole node. */
pm_status pm_gpu_walk_open(void **device, pm_describe *describe, const void *job,
                           const struct pm_gpu *gpu);
pm_status pm_gpu_walk_work(void *device, uint64_t first, uint64_t count, struct pm_fold *fold);
void pm_gpu_walk_close(void *device); /* NULL is fine */
