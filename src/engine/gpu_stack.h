/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Stacks on GPUs, where a thread of a device computes a matrix.  Several threads of the host serve
 * each device: while the matrices of one are computed, others prepare theirs and deliver. */
#pragma once

#include "cuda/gpu.h"
#include "engine/stack.h"

enum { PM_GPU_STACK_THREADS = 64 }; /* of a block */

struct pm_gpu_server;

/* What an engine does.  The kernel is called walk(); its threads have `memory` doubles each, which
 * interleave in a warp. */
struct pm_gpu_stack {
    const struct pm_batch *b;
    size_t answer; /* bytes of an answer */

    /* Sets s->own, s->memory_each, and the recipe, whose end the caller clears.  PM_UNABLE: threads
     * must compute these matrices. */
    pm_status (*open)(struct pm_gpu_server *s, struct pm_recipe_text *recipe);
    /* Prepares matrices first .. first + count - 1, calls pm_gpu_server_launch(), and delivers what
     * it can. */
    pm_status (*compute)(struct pm_gpu_server *s, size_t first, size_t count);
    void (*close)(void *own); /* NULL is fine */
};

struct pm_gpu_server {
    const struct pm_gpu_stack *stack;
    struct pm_gpu *gpu;
    void *own;
    size_t memory_each, share; /* doubles of a thread; matrices of a launch */
    struct pm_gpu_kernel kernel;
    struct pm_gpu_queue queue; /* queue.result: the answers */
    pm_cu_pointer memory;
    unsigned blocks;
};

/* Runs the kernel for so many matrices and waits. */
pm_status pm_gpu_server_launch(struct pm_gpu_server *s, size_t count, void **arguments);

/* Computes the stack on its devices.  Matrices that they refuse, or whose launch fails, are missing
 * (pm_stack_miss()).  PM_UNABLE: there are no devices, too few matrices, or no device works;
 * PM_STOPPED.
 */
pm_status pm_gpu_stack_run(const struct pm_gpu_stack *stack, int threads);
