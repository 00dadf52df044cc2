/* SPDX-License-Identifier: GPL-3.0-or-later */
/* GPUs: which there are, kernels on them, and launches.  All functions but pm_gpus_open() are
 * called by the thread that has entered the device; failures are PM_UNABLE or PM_NOMEM with the
 * reason. */
#ifndef PM_CUDA_GPU_H
#define PM_CUDA_GPU_H

#include "cuda/compile.h"
#include "cuda/driver.h"

enum { PM_GPUS_MOST = 64 };

struct pm_gpu {
    const struct pm_cu *cu;
    pm_cu_device device;
    char name[80];
    int arch; /* compute capability, times 10 */
    int multiprocessors;
    int shared;                 /* bytes of shared memory that a block can have */
    int entered;                /* so often; contexts live until pm_gpus_close() */
    struct pm_gpu_state *state; /* what its threads share */
};

struct pm_gpus {
    struct pm_cu cu;
    int count;
    struct pm_gpu gpu[PM_GPUS_MOST];
};

/* The devices of this machine, at most `most` of them. PM_UNABLE where there is none.  With
 * PM_GPU_FAIL=K:J in the environment, device K (from 0) fails after J launches: for tests.
 * pm_gpus_usable() (permatch.h) opens NVRTC, too, beside the driver. */
pm_status pm_gpus_open(struct pm_gpus **gpus, int most);

/* Seconds until a device could be used, until its kernels were there (compiled, or from the cache),
 * and while launches were under way.  Of several devices each time the longest. */
struct pm_gpu_spent {
    double opening, compiling, launches;
};

struct pm_gpu_spent pm_gpus_spent(const struct pm_gpus *gpus); /* NULL is fine */

/* Makes the device this thread's own, until pm_gpu_leave(). */
pm_status pm_gpu_enter(struct pm_gpu *gpu);
void pm_gpu_leave(struct pm_gpu *gpu);

struct pm_gpu_kernel {
    const struct pm_gpu *gpu;
    pm_cu_function function;
    size_t shared; /* bytes of shared memory of a block, beyond what the kernel declares */
};

/* The kernel `name` of the recipe, which is loaded once for all who ask, until pm_gpus_close(). */
pm_status pm_gpu_kernel_init(struct pm_gpu_kernel *kernel, const struct pm_gpu *gpu,
                             const struct pm_recipe *recipe, const char *name);

/* Asks for `shared` bytes of shared memory for each block. */
pm_status pm_gpu_kernel_share(struct pm_gpu_kernel *kernel, size_t shared);

/* Memory of the device, which is kept for others when it is dropped (cuda/memory.h); the same with
 * a copy of data. */
pm_status pm_gpu_room(pm_cu_pointer *at, const struct pm_gpu *gpu, size_t size);
pm_status pm_gpu_put(pm_cu_pointer *at, const struct pm_gpu *gpu, const void *data, size_t size);
void pm_gpu_drop(const struct pm_gpu *gpu, pm_cu_pointer at); /* 0 is fine */

/* Launches that follow each other, and where their results arrive. */
struct pm_gpu_queue {
    const struct pm_gpu *gpu;
    unsigned rows; /* of the grid; 0 is 1 */
    pm_cu_stream stream;
    pm_cu_pointer out; /* in the device's memory */
    void *result;      /* in the host's */
    pm_cu_event start, end;
};

pm_status pm_gpu_queue_init(struct pm_gpu_queue *queue, const struct pm_gpu *gpu, size_t room);
void pm_gpu_queue_clear(struct pm_gpu_queue *queue); /* zeroed is fine */

/* A launch of several kernels, which run one after the other: begin, each of them with `blocks`
 * blocks of `threads` threads in each row of the grid, and the end, which fetches `size` bytes of
 * results. */
pm_status pm_gpu_begin(struct pm_gpu_queue *queue);
pm_status pm_gpu_start(struct pm_gpu_queue *queue, const struct pm_gpu_kernel *kernel,
                       unsigned blocks, unsigned threads, void **arguments);
pm_status pm_gpu_end(struct pm_gpu_queue *queue, size_t size);

/* All that for one kernel. */
pm_status pm_gpu_launch(struct pm_gpu_queue *queue, const struct pm_gpu_kernel *kernel,
                        unsigned blocks, unsigned threads, void **arguments, size_t size);

/* Waits for the results; *seconds (NULL is fine): what the device took for the last launch. */
pm_status pm_gpu_wait(struct pm_gpu_queue *queue, double *seconds);

#endif
