/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sweeps on a GPU: uploads the table of passes over tiles (tile.h) and the weights, and starts one
 * launch for each pass, in order.  A run is modulo one prime. */
#include "engine/sweep/gpu/sweep_gpu.h"

#include "base/alloc.h"
#include "base/stop.h"
#include "engine/sweep/middle.h"

#include <stdlib.h>

enum {
    STEPS = 32,                                   /* launches between checks whether to stop */
    TILE = (int)sizeof(uint32_t) << PM_TILE_BITS, /* bytes of a tile */
};

struct run {
    const struct pm_gpu *gpu;
    const struct pm_tiles *tiles;
    struct pm_gpu_kernel kernel;
    struct pm_gpu_queue queue;
    pm_cu_pointer table, weights, vector[2], job;
};

/* *tiles = a sweep to the middle, if that is better. */
static pm_status try_middle(struct pm_tiles **tiles, const struct pm_order_graph *graph,
                            const int *sequence, double room)
{
    struct pm_sweep_mirror *mirror;
    struct pm_tiles *half;
    bool open;

    PM_TRY(pm_sweep_mirror_new(&mirror, &open, graph, sequence));
    if (mirror == NULL)
        return PM_OK;
    const pm_status status = pm_tiles_new_half(&half, mirror);
    pm_sweep_mirror_free(mirror);
    if (status != PM_OK)
        return status == PM_UNABLE ? PM_OK : status;
    if (half->touched < (*tiles)->touched && pm_tiles_bytes(half) <= room)
        PM_SWAP(*tiles, half);
    pm_tiles_free(half);
    return PM_OK;
}

pm_status pm_sweep_tiles_choose(struct pm_tiles **tiles, const struct pm_order_graph *graph,
                                const struct pm_order_program *program, const int *sequence,
                                bool ones, double room)
{
    PM_TRY(pm_tiles_new(tiles, graph, program, !ones));
    const pm_status status = ones ? try_middle(tiles, graph, sequence, room) : PM_OK;
    if (status != PM_OK)
        pm_tiles_free(*tiles);
    return status;
}

int pm_sweep_gpu_blocks(const struct pm_gpu *gpu)
{
    const int blocks = pm_gpu_blocks(gpu, TILE + PM_TILE_LIST);

    return blocks < 1 ? 1 : blocks < PM_TILE_BLOCKS ? blocks : PM_TILE_BLOCKS;
}

void pm_sweep_gpu_recipe(struct pm_recipe_text *recipe, bool weighted, int blocks)
{
    pm_compile_begin(recipe, "sweep.cu", weighted ? 1.8 : 1.5);
    pm_compile_define(recipe, "-DTHREADS=%d", PM_TILE_THREADS);
    pm_compile_define(recipe, "-DBLOCKS=%d", blocks);
    pm_compile_define(recipe, "-DWEIGHTED=%d", weighted);
}

static pm_status load_kernel(struct run *r)
{
    struct pm_recipe_text *recipe;

    PM_NEW(recipe, 1);
    pm_sweep_gpu_recipe(recipe, r->tiles->weighted, pm_sweep_gpu_blocks(r->gpu));
    pm_status status = pm_gpu_kernel_init(&r->kernel, r->gpu, &recipe->recipe, "walk");
    PM_THEN(status, pm_gpu_kernel_share(&r->kernel, TILE));
    pm_compile_clear(recipe);
    free(recipe);
    return status;
}

/* Passes of a tile leave out the weights of slots that are inherited.  The kernel's weigh() makes
 * them 1, unless one is 0 modulo the prime: then threads must compute. */
static pm_status check_inherited(const uint32_t *weight, const struct pm_sweep_passes *passes,
                                 const struct pm_order_graph *graph)
{
    for (size_t i = 0; i < passes->actions && graph->states != PM_ORDER_FREE; i++)
        if (passes->action[i].act == PM_SWEEP_ACT_SCALE && weight[2 * i] != 1)
            return pm_fail(PM_UNABLE, "a weight is 0 modulo the prime");
    return PM_OK;
}

static pm_status upload_weights(struct run *r, struct pm_part *factor,
                                const struct pm_order_graph *graph, const struct pm_image *image)
{
    const struct pm_sweep_passes *const passes = &r->tiles->list;
    const struct pm_sweep_kernel *const kernel = pm_sweep_kernel_of(&image->ring, "portable");
    char *weight;

    PM_NEW(weight, (passes->actions + 1) * kernel->weight);
    pm_status status = kernel->weigh(weight, factor, passes, graph, image);
    PM_THEN(status, check_inherited((const uint32_t *)(const void *)weight, passes, graph));
    PM_THEN(status,
            pm_gpu_put(&r->weights, r->gpu, weight, (passes->actions + 1) * kernel->weight));
    free(weight);
    return status;
}

/* Uploads the job in the kernel's format. */
static pm_status upload_job(struct run *r, const struct pm_image *image)
{
    struct {
        uint32_t p, zero;
        pm_cu_pointer table, weight, vector[2];
    } job = {.p = (uint32_t)image->ring.p};

    _Static_assert(sizeof job == sizeof(struct pm_tile_job),
                   "a job is laid out as the kernel has it");
    const struct pm_tiles *const tiles = r->tiles;
    const size_t bytes = sizeof(uint32_t) * tiles->numbers;
    PM_TRY(pm_gpu_has_room(r->gpu, (double)bytes * tiles->vectors + (double)tiles->size));
    PM_TRY(pm_gpu_put(&r->table, r->gpu, tiles->table, tiles->size));
    for (int k = 0; k < tiles->vectors; k++)
        PM_TRY(pm_gpu_room(&r->vector[k], r->gpu, bytes));
    job.table = r->table;
    job.weight = r->weights;
    job.vector[0] = r->vector[0];
    job.vector[1] = r->vector[1];
    return pm_gpu_put(&r->job, r->gpu, &job, sizeof job);
}

/* Starts a launch.  The blocks of a pass are at most as many as the device runs at once. */
static pm_status start(struct run *r, const struct pm_tile_pass *pass)
{
    const unsigned most = (unsigned)(pm_sweep_gpu_blocks(r->gpu) * r->gpu->multiprocessors);
    const bool fewer = pass->kind == PM_TILE_PASS && pass->blocks > most;
    void *arguments[] = {&r->queue.out, &r->job, (void *)(uintptr_t)pass};

    return pm_gpu_start(&r->queue, &r->kernel, fewer ? most : pass->blocks, PM_TILE_THREADS,
                        arguments);
}

/* Starts all launches; the last one writes the result. */
static pm_status launch(struct run *r, const int *stop)
{
    const struct pm_tile_pass *pass = r->tiles->pass, *const last = pass + r->tiles->passes;

    r->queue.rows = 1;
    while (pass < last) {
        const struct pm_tile_pass *const end = last - pass < STEPS ? last : pass + STEPS;
        PM_TRY(pm_go_on(stop));
        PM_TRY(pm_gpu_begin(&r->queue));
        for (; pass < end; pass++)
            PM_TRY(start(r, pass));
        PM_TRY(pm_gpu_end(&r->queue, sizeof(uint64_t)));
        PM_TRY(pm_gpu_wait(&r->queue));
    }
    return PM_OK;
}

static void run_clear(struct run *r)
{
    pm_gpu_queue_clear(&r->queue);
    pm_gpu_drop(r->gpu, r->job);
    pm_gpu_drop(r->gpu, r->vector[0]);
    pm_gpu_drop(r->gpu, r->vector[1]);
    pm_gpu_drop(r->gpu, r->weights);
    pm_gpu_drop(r->gpu, r->table);
}

pm_status pm_sweep_gpu_run(struct pm_part *part, const struct pm_gpu *gpu,
                           const struct pm_tiles *tiles, const struct pm_order_graph *graph,
                           const struct pm_image *image, const int *stop)
{
    struct run r = {.gpu = gpu, .tiles = tiles};
    struct pm_part factor;
    pm_status status;

    PM_TRY_GOTO(status, load_kernel(&r), done);
    PM_TRY_GOTO(status, upload_weights(&r, &factor, graph, image), done);
    PM_TRY_GOTO(status, upload_job(&r, image), done);
    PM_TRY_GOTO(status, pm_gpu_queue_init(&r.queue, gpu, sizeof(uint64_t)), done);
    PM_TRY_GOTO(status, launch(&r, stop), done);
    const uint64_t number = *(const uint64_t *)r.queue.result % image->ring.p;
    *part = (struct pm_part){.word = {number * factor.word[0] % image->ring.p}};
done:
    run_clear(&r);
    return status;
}
