/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sweeps on a GPU.  Stores the vector by rows (launches.h) or by tiles (tile.h), whichever is
 * predicted to be faster.  Uploads table and weights, and starts the launches in order.  A run is
 * modulo one prime. */
#include "engine/sweep/sweep_gpu.h"

#include "base/alloc.h"
#include "base/stop.h"
#include "engine/sweep/launch_table.h"
#include "engine/sweep/passes.h"
#include "engine/sweep/tiles.h"

#include <stdlib.h>

enum { STEPS = 32 }; /* launches between checks whether to stop */

/* The fraction of a device's memory for vectors of tiles; the context and tables take the rest. */
static const double TILES_SHARE = 0.95;

/* Numbers per second that both kinds of storage move on a device of 139 GiB (measured). */
static const double ROWS_RATE = 3.3e11, TILES_RATE = 3.5e11;

struct pm_sweep_launches {
    struct pm_tiles *tiles;         /* NULL: by rows */
    struct pm_sweep_passes *passes; /* for storage by rows */
    struct pm_launch_table *table;
};

/* The common view of both kinds of storage. */
struct view {
    const struct pm_sweep_passes *list; /* for the actions */
    const void *table;
    size_t size, numbers; /* of the table; of a vector */
    uint64_t launches;
    int vectors, threads;
    size_t shared; /* largest shared memory of a block, in bytes */
    const char *source;
};

struct run {
    const struct pm_gpu *gpu;
    const struct pm_sweep_launches *launches;
    struct view view;
    struct pm_gpu_kernel kernel;
    struct pm_gpu_queue queue;
    pm_cu_pointer tables, weights, vector[2], job;
};

static pm_status by_rows(struct pm_sweep_launches *l, const struct pm_sweep_graph *graph,
                         const struct pm_sweep_program *program)
{
    PM_TRY(pm_sweep_passes_new(&l->passes, graph, program, &pm_sweep_reach_gpu));
    return pm_launch_table_new(&l->table, l->passes);
}

/* PM_UNABLE: there is no middle. */
static pm_status to_middle(struct pm_tiles **tiles, const struct pm_sweep_graph *graph,
                           const int *sequence)
{
    struct pm_sweep_mirror *mirror;

    PM_TRY(pm_sweep_mirror_new(&mirror, graph, sequence));
    if (mirror == NULL)
        return pm_fail(PM_UNABLE, "no automorphism exchanges the halves of the order");
    const pm_status status = pm_tiles_new_half(tiles, mirror);
    pm_sweep_mirror_free(mirror);
    return status;
}

/* The predicted time of a prime. */
static double seconds_of(const struct pm_sweep_launches *l)
{
    return l->tiles != NULL ? l->tiles->touched / TILES_RATE : l->passes->touched / ROWS_RATE;
}

/* True if the vectors fit into the device's memory. */
static bool fits(const struct pm_tiles *tiles, const struct pm_gpu *gpu)
{
    return sizeof(uint32_t) * (double)tiles->table->numbers * tiles->vectors <=
           TILES_SHARE * (double)gpu->memory;
}

/* Sweeps to the middle, if that is predicted to be faster and both vectors fit.  Then tiles are
 * used, even if there are passes by rows, too. */
static pm_status try_middle(struct pm_sweep_launches *l, const struct pm_sweep_graph *graph,
                            const int *sequence, const struct pm_gpu *gpu)
{
    struct pm_tiles *half = NULL;
    const pm_status status = to_middle(&half, graph, sequence);

    if (status == PM_OK && half->touched / TILES_RATE < seconds_of(l) && fits(half, gpu)) {
        struct pm_tiles *const whole = l->tiles;
        l->tiles = half;
        half = whole;
    }
    pm_tiles_free(half);
    return status == PM_UNABLE ? PM_OK : status;
}

/* Tiles; or rows, if these are predicted to be faster or tiles need too much memory. */
static pm_status by_fastest(struct pm_sweep_launches *l, const struct pm_sweep_graph *graph,
                            const struct pm_sweep_program *program, const int *sequence, bool ones,
                            const struct pm_gpu *gpu)
{
    PM_TRY(pm_tiles_new(&l->tiles, graph, program));
    if (graph->states == PM_SWEEP_SQUARE) {
        PM_TRY(by_rows(l, graph, program));
        if (!fits(l->tiles, gpu) ||
            l->tiles->touched / TILES_RATE > l->passes->touched / ROWS_RATE) {
            pm_tiles_free(l->tiles);
            l->tiles = NULL;
        }
    }
    if (!ones)
        return PM_OK;
    PM_TRY(try_middle(l, graph, NULL, gpu));
    return try_middle(l, graph, sequence, gpu);
}

pm_status pm_sweep_launches_new(struct pm_sweep_launches **launches,
                                const struct pm_sweep_graph *graph,
                                const struct pm_sweep_program *program, const int *sequence,
                                enum pm_sweep_storage storage, bool ones, const struct pm_gpu *gpu)
{
    struct pm_sweep_launches *l;
    pm_status status;

    PM_NEW(l, 1);
    if (storage == PM_SWEEP_BY_ROWS)
        status = by_rows(l, graph, program);
    else if (storage == PM_SWEEP_BY_TILES)
        status = pm_tiles_new(&l->tiles, graph, program);
    else if (storage == PM_SWEEP_TO_MIDDLE)
        status = to_middle(&l->tiles, graph, sequence);
    else
        status = by_fastest(l, graph, program, sequence, ones, gpu);
    if (status != PM_OK)
        pm_sweep_launches_free(l);
    else
        *launches = l;
    return status;
}

void pm_sweep_launches_free(struct pm_sweep_launches *launches)
{
    if (launches == NULL)
        return;
    pm_sweep_passes_free(launches->passes);
    pm_tiles_free(launches->tiles);
    free(launches->table);
    free(launches);
}

double pm_sweep_launches_additions(const struct pm_sweep_launches *launches)
{
    return launches->tiles != NULL ? launches->tiles->additions : launches->passes->additions;
}

double pm_sweep_launches_touched(const struct pm_sweep_launches *launches)
{
    return launches->tiles != NULL ? launches->tiles->touched : launches->passes->touched;
}

static struct view view_of(const struct pm_sweep_launches *l)
{
    if (l->tiles != NULL)
        return (struct view){.list = &l->tiles->list,
                             .table = l->tiles->table,
                             .size = l->tiles->table->size,
                             .numbers = l->tiles->table->numbers,
                             .launches = l->tiles->table->passes,
                             .vectors = l->tiles->vectors,
                             .threads = PM_TILE_THREADS,
                             .shared = sizeof(uint32_t) << PM_TILE_BITS,
                             .source = "sweep_tiles.cu"};
    return (struct view){.list = l->passes,
                         .table = l->table,
                         .size = l->table->size,
                         .numbers = l->table->numbers,
                         .launches = l->table->steps,
                         .vectors = 2,
                         .threads = PM_LAUNCH_THREADS,
                         .shared = PM_LAUNCH_ROOM * sizeof(uint32_t),
                         .source = "sweep.cu"};
}

static pm_status load_kernel(struct run *r)
{
    struct pm_recipe_text *recipe;

    PM_NEW(recipe, 1);
    pm_recipe_begin(recipe, r->view.source);
    pm_recipe_define(recipe, "-DTHREADS=%d", r->view.threads);
    pm_recipe_define(recipe, "-DBLOCKS=%d", PM_TILE_BLOCKS);
    pm_status status = pm_gpu_kernel_init(&r->kernel, r->gpu, &recipe->recipe, "walk");
    if (status == PM_OK)
        status = pm_gpu_kernel_share(&r->kernel, r->view.shared);
    pm_recipe_clear(recipe);
    free(recipe);
    return status;
}

static pm_status upload_weights(struct run *r, struct pm_part *factor,
                                const struct pm_sweep_graph *graph, const struct pm_image *image)
{
    const struct pm_sweep_passes *const passes = r->view.list;
    const struct pm_sweep_kernel *const kernel = pm_sweep_kernel_of(&image->ring, "portable");
    char *weight;

    PM_NEW(weight, (passes->actions + 1) * kernel->weight);
    pm_status status = kernel->weigh(weight, factor, passes, graph, image);
    if (status == PM_OK)
        status = pm_gpu_put(&r->weights, r->gpu, weight, (passes->actions + 1) * kernel->weight);
    free(weight);
    return status;
}

/* Uploads the job in the kernels' format. */
static pm_status upload_job(struct run *r, const struct pm_image *image)
{
    struct {
        uint32_t p, zero;
        pm_cu_pointer table, weight, vector[2];
    } job = {.p = (uint32_t)image->ring.p};

    _Static_assert(sizeof job == sizeof(struct pm_launch_job) &&
                       sizeof job == sizeof(struct pm_tile_job),
                   "a job is laid out as the kernels have it");
    const double vectors = sizeof(uint32_t) * (double)r->view.numbers * r->view.vectors;
    PM_TRY(pm_gpu_has_room(r->gpu, vectors + (double)r->view.size));
    PM_TRY(pm_gpu_put(&r->tables, r->gpu, r->view.table, r->view.size));
    for (int k = 0; k < r->view.vectors; k++)
        PM_TRY(pm_gpu_room(&r->vector[k], r->gpu, sizeof(uint32_t) * r->view.numbers));
    job.table = r->tables;
    job.weight = r->weights;
    job.vector[0] = r->vector[0];
    job.vector[1] = r->vector[1];
    return pm_gpu_put(&r->job, r->gpu, &job, sizeof job);
}

/* Computes the number of blocks of a launch. */
static unsigned shape_launch(struct run *r, uint64_t number)
{
    const struct pm_sweep_launches *const l = r->launches;

    if (l->tiles != NULL) {
        r->queue.rows = 1;
        r->kernel.shared = r->view.shared;
        return pm_tiles_pass(l->tiles, number)->blocks;
    }
    const void *const steps = (const char *)l->table + l->table->step;
    const struct pm_launch_step *const step = (const struct pm_launch_step *)steps + number;
    r->queue.rows = step->rows;
    r->kernel.shared = step->shared;
    return step->blocks;
}

/* Starts all launches; the last one writes the result. */
static pm_status launch(struct run *r, double *seconds, const int *stop)
{
    uint64_t number = 0;
    double spent = 0;

    while (number < r->view.launches) {
        const uint64_t more = r->view.launches - number;
        const uint64_t end = number + (more < STEPS ? more : STEPS);
        double now;
        PM_TRY(pm_go_on(stop));
        PM_TRY(pm_gpu_begin(&r->queue));
        for (; number < end; number++) {
            void *arguments[] = {&r->queue.out, &r->job, &number};
            const unsigned blocks = shape_launch(r, number);
            PM_TRY(
                pm_gpu_start(&r->queue, &r->kernel, blocks, (unsigned)r->view.threads, arguments));
        }
        PM_TRY(pm_gpu_end(&r->queue, sizeof(uint64_t)));
        PM_TRY(pm_gpu_wait(&r->queue, &now));
        spent += now;
    }
    if (seconds != NULL)
        *seconds = spent;
    return PM_OK;
}

static void run_clear(struct run *r)
{
    pm_gpu_queue_clear(&r->queue);
    pm_gpu_drop(r->gpu, r->job);
    pm_gpu_drop(r->gpu, r->vector[0]);
    pm_gpu_drop(r->gpu, r->vector[1]);
    pm_gpu_drop(r->gpu, r->weights);
    pm_gpu_drop(r->gpu, r->tables);
}

pm_status pm_sweep_gpu_run(struct pm_part *part, double *seconds, const struct pm_gpu *gpu,
                           const struct pm_sweep_launches *launches,
                           const struct pm_sweep_graph *graph, const struct pm_image *image,
                           const int *stop)
{
    struct run r = {.gpu = gpu, .launches = launches, .view = view_of(launches)};
    struct pm_part factor;
    pm_status status;

    PM_TRY_GOTO(status, load_kernel(&r), done);
    PM_TRY_GOTO(status, upload_weights(&r, &factor, graph, image), done);
    PM_TRY_GOTO(status, upload_job(&r, image), done);
    PM_TRY_GOTO(status, pm_gpu_queue_init(&r.queue, gpu, sizeof(uint64_t)), done);
    PM_TRY_GOTO(status, launch(&r, seconds, stop), done);
    const uint64_t number = *(const uint64_t *)r.queue.result % image->ring.p;
    *part = (struct pm_part){.word = {number * factor.word[0] % image->ring.p}};
done:
    run_clear(&r);
    return status;
}
