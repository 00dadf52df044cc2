/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The dense walk on a GPU: kernels of cuda/, which give the bits of the CPU's. */
#ifndef PM_ENGINE_DENSE_DEVICE_H
#define PM_ENGINE_DENSE_DEVICE_H

#include "cuda/gpu.h"
#include "engine/dense/dense.h"
#include "engine/dense/modular.h"
#include "num/fold.h"

enum {
    PM_DEVICE_SLOTS = 2, /* launches under way at a time: one fills the gap that another leaves */
    PM_DEVICE_LOG_NODE = 4,  /* units of a node that the device returns, and the fewest a launch */
    PM_DEVICE_LOG_MOST = 20, /* units of a launch at most */
};

struct pm_dense_device;

/* One of the two walks is not NULL; it is borrowed.  The thread has entered the device. */
pm_status pm_dense_device_new(struct pm_dense_device **device, const struct pm_gpu *gpu,
                              const struct pm_dense *floating, const struct pm_modular *modular);
void pm_dense_device_free(struct pm_dense_device *device); /* NULL is fine */

/* Starts units first .. first + count - 1; count is a power of two between the two above and
 * divides first. */
pm_status pm_dense_device_launch(struct pm_dense_device *device, int slot, uint64_t first,
                                 uint64_t count);

/* Waits for the launch in that slot and adds what it computed; *seconds: see pm_gpu_wait(). */
pm_status pm_dense_device_collect(struct pm_dense_device *device, int slot, struct pm_fold *fold,
                                  double *seconds);

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
