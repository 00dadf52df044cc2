/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The dense walk on a GPU: kernels of cuda/, which give the bits of the CPU's. */
#ifndef PM_ENGINE_DENSE_DEVICE_H
#define PM_ENGINE_DENSE_DEVICE_H

#include "cuda/gpu.h"
#include "engine/dense/dense.h"
#include "engine/dense/modular.h"
#include "num/fold.h"

enum {
    PM_DEVICE_LOG_NODE = 4,  /* units of a node of the fold that the device returns */
    PM_DEVICE_LOG_MOST = 20, /* units of a launch at most */
};

struct pm_dense_device;

/* One of the two walks is not NULL; it is borrowed.  The thread has entered the device. */
pm_status pm_dense_device_new(struct pm_dense_device **device, const struct pm_gpu *gpu,
                              const struct pm_dense *floating, const struct pm_modular *modular);
void pm_dense_device_free(struct pm_dense_device *device); /* NULL is fine */

/* Adds units first .. first + count - 1; nodes that are not whole are computed on the CPU.
 * *seconds (NULL is fine): what the device took for the last launch, by its own clock. */
pm_status pm_dense_device_add(struct pm_dense_device *device, uint64_t first, uint64_t count,
                              struct pm_fold *fold, double *seconds);

/* The constants that the kernel of a walk is compiled with, and its source. */
enum { PM_DENSE_DEFINES = 8, PM_DENSE_DEFINE = 512 };
struct pm_dense_recipe {
    struct pm_recipe recipe;
    char text[PM_DENSE_DEFINES][PM_DENSE_DEFINE];
    const char *option[PM_DENSE_DEFINES];
};
void pm_dense_recipe_set(struct pm_dense_recipe *recipe, const struct pm_dense *floating,
                         const struct pm_modular *modular);

#endif
