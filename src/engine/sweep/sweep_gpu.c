/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/sweep/sweep_gpu.h"

#include "base/alloc.h"
#include "base/stop.h"
#include "engine/sweep/launch_table.h"

#include <math.h>
#include <stdlib.h>

enum { STEPS = 32 }; /* between looks at whether to stop */

struct run {
    const struct pm_gpu *gpu;
    struct pm_launch_table *table;
    struct pm_gpu_kernel kernel;
    struct pm_gpu_queue queue;
    pm_cu_pointer tables, weights, vector[2], job;
};

static pm_status load_kernel(struct run *r)
{
    struct pm_recipe_text *recipe;

    PM_NEW(recipe, 1);
    pm_recipe_begin(recipe, "sweep.cu");
    pm_recipe_define(recipe, "-DTHREADS=%d", PM_LAUNCH_THREADS);
    pm_status status = pm_gpu_kernel_init(&r->kernel, r->gpu, &recipe->recipe, "walk");
    if (status == PM_OK)
        status = pm_gpu_kernel_share(&r->kernel, PM_LAUNCH_ROOM * sizeof(uint32_t));
    pm_recipe_clear(recipe);
    free(recipe);
    return status;
}

static pm_status upload_weights(struct run *r, struct pm_part *factor,
                                const struct pm_sweep_passes *passes,
                                const struct pm_sweep_graph *graph, const struct pm_image *image)
{
    const struct pm_sweep_kernel *const kernel = pm_sweep_kernel_of(&image->ring, "portable");
    char *weight;

    PM_NEW(weight, (passes->actions + 1) * kernel->weight);
    pm_status status = kernel->weigh(weight, factor, passes, graph, image);
    if (status == PM_OK)
        status = pm_gpu_put(&r->weights, r->gpu, weight, (passes->actions + 1) * kernel->weight);
    free(weight);
    return status;
}

/* As the kernel has it. */
static pm_status upload_job(struct run *r, const struct pm_image *image)
{
    struct {
        uint32_t p, zero;
        pm_cu_pointer table, weight, vector[2];
    } job = {.p = (uint32_t)image->ring.p};
    const size_t size = sizeof(uint32_t) * (size_t)r->table->numbers;

    _Static_assert(sizeof job == sizeof(struct pm_launch_job),
                   "a job is laid out as the kernel has it");
    PM_TRY(pm_gpu_put(&r->tables, r->gpu, r->table, (size_t)r->table->size));
    for (int k = 0; k < 2; k++)
        PM_TRY(pm_gpu_room(&r->vector[k], r->gpu, size));
    job.table = r->tables;
    job.weight = r->weights;
    job.vector[0] = r->vector[0];
    job.vector[1] = r->vector[1];
    return pm_gpu_put(&r->job, r->gpu, &job, sizeof job);
}

static const struct pm_launch_step *step_of(const struct run *r, uint64_t number)
{
    const void *const steps = (const char *)r->table + r->table->step;

    return (const struct pm_launch_step *)steps + number;
}

/* All steps; the last one leaves the result. */
static pm_status launch(struct run *r, double *seconds, const int *stop)
{
    uint64_t number = 0;
    double spent = 0;

    while (number < r->table->steps) {
        const uint64_t end = number + STEPS < r->table->steps ? number + STEPS : r->table->steps;
        double now;
        PM_TRY(pm_go_on(stop));
        PM_TRY(pm_gpu_begin(&r->queue));
        for (; number < end; number++) {
            void *arguments[] = {&r->queue.out, &r->job, &number};
            const struct pm_launch_step *const step = step_of(r, number);
            r->queue.rows = step->rows;
            r->kernel.shared = step->shared;
            PM_TRY(pm_gpu_start(&r->queue, &r->kernel, step->blocks, PM_LAUNCH_THREADS, arguments));
        }
        PM_TRY(pm_gpu_end(&r->queue, sizeof(uint32_t)));
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
    free(r->table);
}

pm_status pm_sweep_gpu_run(struct pm_part *part, double *seconds, const struct pm_gpu *gpu,
                           const struct pm_sweep_passes *passes, const struct pm_sweep_graph *graph,
                           const struct pm_image *image, const int *stop)
{
    struct run r = {.gpu = gpu};
    struct pm_part factor;
    pm_status status;

    PM_TRY_GOTO(status, load_kernel(&r), done);
    PM_TRY_GOTO(status, pm_launch_table_new(&r.table, passes), done);
    PM_TRY_GOTO(status, upload_weights(&r, &factor, passes, graph, image), done);
    PM_TRY_GOTO(status, upload_job(&r, image), done);
    PM_TRY_GOTO(status, pm_gpu_queue_init(&r.queue, gpu, sizeof(uint32_t)), done);
    PM_TRY_GOTO(status, launch(&r, seconds, stop), done);
    const uint64_t number = *(const uint32_t *)r.queue.result;
    *part = (struct pm_part){.word = {number * factor.word[0] % image->ring.p}};
done:
    run_clear(&r);
    return status;
}
