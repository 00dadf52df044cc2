/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Units of a sweep on a GPU: makes the passes of a unit, which serve all primes if there are no
 * slices, and runs them (sweep_gpu.h). */
#include "base/alloc.h"
#include "engine/abilities.h"
#include "engine/sweep/gpu/sweep_gpu.h"
#include "engine/sweep/sweep.h"
#include "num/fold.h"

#include <stdlib.h>

/* A job on a device. */
struct device {
    const struct pm_sweep_job *job;
    const struct pm_gpu *gpu;
};

/* For an empty core, the kernel is not used. */
static pm_status device_recipe(struct pm_recipe_text *recipe, const void *job,
                               const struct pm_gpu *gpu)
{
    const struct pm_sweep_job *const j = job;

    pm_sweep_gpu_recipe(recipe, j->choice != NULL && !j->choice->ones, pm_sweep_gpu_blocks(gpu));
    return PM_OK;
}

static pm_status device_open(void **out, const void *job, const struct pm_gpu *gpu)
{
    struct device *d;
    PM_NEW(d, 1);
    *d = (struct device){.job = job, .gpu = gpu};
    *out = d;
    return PM_OK;
}

static pm_status prepare(struct pm_tiles **tiles, struct pm_order_graph **graph,
                         const struct pm_sweep_choice *c, uint64_t unit, const struct pm_gpu *gpu)
{
    struct pm_order_program *program;
    PM_TRY(pm_sweep_operations(&program, graph, c, unit));
    const pm_status status =
        pm_sweep_tiles_choose(tiles, *graph, program, c->order->vertex, c->ones,
                              PM_SWEEP_GPU_SHARE * (double)gpu->memory);
    pm_order_program_free(program);
    if (status != PM_OK && *graph != c->graph)
        pm_order_graph_free(*graph);
    return status;
}

/* Makes the passes of the only unit, which serve all primes. */
static pm_status prepare_once(struct pm_sweep_choice *c, const struct pm_gpu *gpu)
{
    struct pm_order_graph *graph;
    pm_status status = PM_OK;
    pthread_mutex_lock(&c->lock);
    if (c->tiles == NULL)
        status = prepare(&c->tiles, &graph, c, 0, gpu);
    pthread_mutex_unlock(&c->lock);
    return status;
}

static pm_status run_on_device(struct pm_part *part, const struct pm_sweep_job *j, uint64_t unit,
                               const struct pm_gpu *gpu)
{
    struct pm_sweep_choice *const c = j->choice;
    struct pm_tiles *tiles;
    struct pm_order_graph *graph;

    if (c == NULL) {
        *part = pm_image_constant(j->image);
        return PM_OK;
    }
    if (c->slices.count == 0) {
        PM_TRY(prepare_once(c, gpu));
        return pm_sweep_gpu_run(part, gpu, c->tiles, c->graph, j->image, j->use.stop);
    }
    PM_TRY(prepare(&tiles, &graph, c, unit, gpu));
    const pm_status status = pm_sweep_gpu_run(part, gpu, tiles, graph, j->image, j->use.stop);
    pm_tiles_free(tiles);
    pm_order_graph_free(graph);
    return status;
}

static pm_status device_work(void *device, uint64_t first, uint64_t count, struct pm_fold *fold)
{
    const struct device *const d = device;
    for (uint64_t unit = first; unit < first + count; unit++) {
        struct pm_part part = {.exp = 0};
        PM_TRY(run_on_device(&part, d->job, unit, d->gpu));
        PM_TRY(pm_fold_add(fold, 0, unit, &part));
    }
    return PM_OK;
}

const struct pm_engine_gpu pm_sweep_gpu = {
    .rate = {[PM_MOD] = 2e12}, /* for what threads beside a device leave to it */
    .least = 1,
    .most = 1,
    .memory = PM_SWEEP_GPU_SHARE,
    .alone = true,
    .recipe = device_recipe,
    .open = device_open,
    .work = device_work,
    .close = free,
};
