/* SPDX-License-Identifier: GPL-3.0-or-later */
/* GPUs: finding them, loading kernels, launching.  Only a thread that has entered the device may
 * call these functions, except pm_gpus_open().  Failures are PM_UNABLE or PM_NOMEM with the
 * reason. */
#pragma once

#include "cuda/compile.h"
#include "cuda/driver.h"

enum { PM_GPUS_MOST = 64 };

struct pm_gpu {
    const struct pm_cu *cu;
    pm_cu_device device;
    int ordinal;
    char name[80];
    int arch; /* compute capability, times 10 */
    int multiprocessors;
    uint64_t memory;            /* bytes of the smallest device that was opened with this one:
                                 * plans and tables for these devices are made for so many */
    int shared;                 /* largest shared memory of a block, in bytes */
    int entered;                /* how many times entered; contexts live until pm_gpus_close() */
    struct pm_gpu_state *state; /* state that its threads share */
};

struct pm_gpus {
    struct pm_cu cu;
    int count;
    struct pm_gpu gpu[PM_GPUS_MOST];
};

/* The first `most` devices of this machine.  PM_UNABLE: there is none.  For tests: with
 * PM_GPU_FAIL=K:J in the environment, device K (from 0) fails after J launches.  pm_gpus_usable()
 * (permatch.h) also opens NVRTC, at the same time as the driver. */
pm_status pm_gpus_open(struct pm_gpus **gpus, int most);

/* Seconds until a device could be used, until its kernels were loaded (compiled, or from the
 * cache), and while launches were running.  With several devices, each is the maximum. */
struct pm_gpu_spent {
    double opening, compiling, launches;
};

struct pm_gpu_spent pm_gpus_spent(const struct pm_gpus *gpus); /* NULL is fine */

/* Devices are to be taken rather than threads, however short the work is: PM_GPU_EAGER is set, for
 * tests. */
bool pm_gpus_are_eager(void);

/* The number of blocks with so many bytes of shared memory that fit on a multiprocessor. */
int pm_gpu_blocks(const struct pm_gpu *gpu, size_t shared);

/* Binds the device to this thread until pm_gpu_leave(). */
pm_status pm_gpu_enter(struct pm_gpu *gpu);
void pm_gpu_leave(struct pm_gpu *gpu);

struct pm_gpu_kernel {
    const struct pm_gpu *gpu;
    pm_cu_function function;
    size_t shared; /* bytes of shared memory of a block that launches request, besides what the
                    * kernel declares */
};

/* Finds the kernel `name` of the recipe.  A recipe is loaded once for all users, until
 * pm_gpus_close(). */
pm_status pm_gpu_kernel_init(struct pm_gpu_kernel *kernel, const struct pm_gpu *gpu,
                             const struct pm_recipe *recipe, const char *name);

/* Requests `shared` bytes of shared memory for each block. */
pm_status pm_gpu_kernel_share(struct pm_gpu_kernel *kernel, size_t shared);

/* Takes memory of the device; dropped memory is kept and reused (cuda/rooms.h).  pm_gpu_put() also
 * copies data there. */
pm_status pm_gpu_room(pm_cu_pointer *at, const struct pm_gpu *gpu, size_t size);
pm_status pm_gpu_put(pm_cu_pointer *at, const struct pm_gpu *gpu, const void *data, size_t size);
void pm_gpu_drop(const struct pm_gpu *gpu, pm_cu_pointer at); /* 0 is fine */

/* Copies from the device.  First waits for what others began in the default stream. */
pm_status pm_gpu_fetch(void *to, const struct pm_gpu *gpu, pm_cu_pointer from, size_t size);
pm_status pm_gpu_settle(const struct pm_gpu *gpu); /* only waits */

/* PM_UNABLE: the device has less than `size` bytes that are free or kept. */
pm_status pm_gpu_has_room(const struct pm_gpu *gpu, double size);

/* A sequence of launches, and the place where their results arrive. */
struct pm_gpu_queue {
    const struct pm_gpu *gpu;
    unsigned rows; /* of the grid; 0 means 1 */
    pm_cu_stream stream;
    pm_cu_pointer out; /* in the device's memory */
    void *result;      /* in the host's */
};

pm_status pm_gpu_queue_init(struct pm_gpu_queue *queue, const struct pm_gpu *gpu, size_t room);
void pm_gpu_queue_clear(struct pm_gpu_queue *queue); /* zeroed is fine */

/* One launch can run several kernels, one after another.  pm_gpu_begin() starts it.  pm_gpu_start()
 * adds a kernel: each row of the grid has `blocks` blocks of `threads` threads.  pm_gpu_end()
 * fetches `size` bytes of results. */
pm_status pm_gpu_begin(struct pm_gpu_queue *queue);
pm_status pm_gpu_start(struct pm_gpu_queue *queue, const struct pm_gpu_kernel *kernel,
                       unsigned blocks, unsigned threads, void **arguments);
pm_status pm_gpu_end(struct pm_gpu_queue *queue, size_t size);

/* These three calls for a single kernel. */
pm_status pm_gpu_launch(struct pm_gpu_queue *queue, const struct pm_gpu_kernel *kernel,
                        unsigned blocks, unsigned threads, void **arguments, size_t size);

/* Waits for the results. */
pm_status pm_gpu_wait(struct pm_gpu_queue *queue);
