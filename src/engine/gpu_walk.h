/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Walks on a GPU, whatever the engine: their kernels return nodes of the fold.
 *
 * A kernel is called walk(out, problem, first): block (x, y) of THREADS threads computes of
 * problem y the node x of those that follow unit `first`.  What is not constant in the code of the
 * kernel stands in the problem, so that matrices with the same recipe share one launch. */
#ifndef PM_ENGINE_GPU_WALK_H
#define PM_ENGINE_GPU_WALK_H

#include "cuda/gpu.h"
#include "num/fold.h"

enum {
    PM_DEVICE_THREADS = 128, /* of a block: 8 lanes a unit */
    PM_DEVICE_LOG_NODE = 4,  /* log2 of the units of a node */
    PM_DEVICE_LOG_MOST = 20, /* log2 of the units of a launch at most */
};

/* What an engine says of a walk. */
struct pm_device_walk {
    const void *walk;               /* borrowed */
    const struct pm_recipe *recipe; /* borrowed while a device is made */
    uint64_t units;
    size_t problem_size, node_size; /* bytes */
    void (*problem)(void *problem, const void *walk);
    void (*node)(struct pm_part *part, const void *walk, const void *node);
    void (*unit)(struct pm_part *part, const void *walk, uint64_t unit); /* on the CPU */
};

/* Of an opened job of the engine; walk->recipe becomes that of `recipe`. */
typedef pm_status pm_describe(struct pm_device_walk *walk, struct pm_recipe_text *recipe,
                              const void *job);

struct pm_device;

/* The thread has entered the device.  PM_UNABLE for a walk of less than a node. */
pm_status pm_device_new(struct pm_device **device, const struct pm_gpu *gpu,
                        const struct pm_device_walk *walk);
void pm_device_free(struct pm_device *device); /* NULL is fine */

/* Adds units first .. first + count - 1; nodes that are not whole are computed on the CPU.
 * *seconds (NULL is fine): what the device took for the last launch, by its own clock. */
pm_status pm_device_add(struct pm_device *device, uint64_t first, uint64_t count,
                        struct pm_fold *fold, double *seconds);

/* The same as the hooks of an engine (struct pm_engine_gpu). */
pm_status pm_device_open(void **device, pm_describe *describe, const void *job,
                         const struct pm_gpu *gpu);
pm_status pm_device_work(void *device, uint64_t first, uint64_t count, struct pm_fold *fold);
void pm_device_close(void *device);

#endif
