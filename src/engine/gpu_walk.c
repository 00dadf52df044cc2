/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Walks on a GPU.  The device computes whole nodes, up to 2^PM_DEVICE_LOG_MOST units in a launch.
 * The calling thread computes the few units that remain at both ends of a range. */
#include "engine/gpu_walk.h"

#include "base/alloc.h"
#include "base/status.h"

#include <stdlib.h>

struct pm_device {
    const struct pm_gpu *gpu;
    struct pm_device_walk walk;
    struct pm_gpu_kernel kernel;
    pm_cu_pointer problem;
    struct pm_gpu_queue queue;
};

static pm_status upload(struct pm_device *d)
{
    char *problem;

    PM_NEW(problem, d->walk.problem_size);
    d->walk.problem(problem, d->walk.walk);
    const pm_status status = pm_gpu_put(&d->problem, d->gpu, problem, d->walk.problem_size);
    free(problem);
    return status;
}

static pm_status device_fill(struct pm_device *d)
{
    const uint64_t most = UINT64_C(1) << PM_DEVICE_LOG_MOST;
    const uint64_t units = d->walk.units < most ? d->walk.units : most;

    PM_TRY(pm_gpu_kernel_init(&d->kernel, d->gpu, d->walk.recipe, "walk"));
    PM_TRY(upload(d));
    return pm_gpu_queue_init(&d->queue, d->gpu, (units >> PM_DEVICE_LOG_NODE) * d->walk.node_size);
}

pm_status pm_gpu_walk_new(struct pm_device **out, const struct pm_gpu *gpu,
                          const struct pm_device_walk *walk)
{
    struct pm_device *d;

    if (walk->units < 1 << PM_DEVICE_LOG_NODE)
        return pm_fail(PM_UNABLE, "%llu units are too few for a GPU",
                       (unsigned long long)walk->units);
    PM_NEW(d, 1);
    *d = (struct pm_device){.gpu = gpu, .walk = *walk};
    const pm_status status = device_fill(d);
    d->walk.recipe = NULL;
    PM_GIVE(out, d, status, pm_gpu_walk_close);
}

void pm_gpu_walk_close(void *device)
{
    struct pm_device *const d = device;

    if (d == NULL)
        return;
    pm_gpu_queue_clear(&d->queue);
    pm_gpu_drop(d->gpu, d->problem);
    free(d);
}

static pm_status add_launch(struct pm_device *d, uint64_t first, uint64_t nodes,
                            struct pm_fold *fold)
{
    void *arguments[] = {&d->queue.out, &d->problem, &first};

    PM_TRY(pm_gpu_launch(&d->queue, &d->kernel, (unsigned)nodes, PM_DEVICE_THREADS, arguments,
                         nodes * d->walk.node_size));
    PM_TRY(pm_gpu_wait(&d->queue));
    for (uint64_t k = 0; k < nodes; k++) {
        struct pm_part part = {{0}, {0}, {0}, 0, 0};
        d->walk.node(&part, d->walk.walk, (const char *)d->queue.result + k * d->walk.node_size);
        PM_TRY(pm_fold_add(fold, PM_DEVICE_LOG_NODE, (first >> PM_DEVICE_LOG_NODE) + k, &part));
    }
    return PM_OK;
}

static pm_status add_unit(const struct pm_device *d, uint64_t unit, struct pm_fold *fold)
{
    struct pm_part part = {{0}, {0}, {0}, 0, 0};

    d->walk.unit(&part, d->walk.walk, unit);
    return pm_fold_add(fold, 0, unit, &part);
}

pm_status pm_gpu_walk_work(void *device, uint64_t first, uint64_t count, struct pm_fold *fold)
{
    struct pm_device *const d = device;
    const uint64_t node = UINT64_C(1) << PM_DEVICE_LOG_NODE, end = first + count;

    while (first < end) {
        uint64_t now = end - first;
        if (first % node != 0 || now < node) {
            PM_TRY(add_unit(d, first, fold));
            first++;
            continue;
        }
        if (now >> PM_DEVICE_LOG_MOST != 0)
            now = UINT64_C(1) << PM_DEVICE_LOG_MOST;
        now -= now % node;
        PM_TRY(add_launch(d, first, now / node, fold));
        first += now;
    }
    return PM_OK;
}

pm_status pm_gpu_walk_open(void **out, pm_describe *describe, const void *job,
                           const struct pm_gpu *gpu)
{
    struct pm_device_walk walk;
    struct pm_recipe_text *recipe;
    struct pm_device *device;

    PM_NEW(recipe, 1);
    pm_status status = describe(&walk, recipe, job);
    PM_THEN(status, pm_gpu_walk_new(&device, gpu, &walk));
    if (status == PM_OK)
        *out = device;
    pm_compile_clear(recipe);
    free(recipe);
    return status;
}
