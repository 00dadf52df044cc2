/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bytes are those of the numbers that launches read and write, whether or not caches serve them. */
#include "bench/suite_sweep_gpu.h"

#include "base/clock.h"
#include "bench/kernels.h"
#include "engine/sweep/sweep.h"
#include "engine/sweep/sweep_gpu.h"

#include <math.h>

enum { RUNS = 3, COPY_BLOCKS = 16, COPY_THREADS = 256 };

static const uint64_t copied = UINT64_C(1) << 32; /* bytes */
static const uint64_t prime = 2147483629;

const struct table_column bench_sweep_gpu_columns[] = {
    {"instance", -14}, {"w", 3},         {"additions", 9}, {"table s", 7}, {"seconds", 8},
    {"add/s", 9},      {"bytes/add", 9}, {"GB/s", 6},      {"of copy", 7}, {NULL, 0},
};

static pm_status copy_run(double *rate, struct pm_gpu_queue *queue, pm_cu_pointer to,
                          pm_cu_pointer from)
{
    static const struct pm_recipe recipe = {.source = "copy.cu", .sources = bench_kernels};
    const struct pm_gpu *const gpu = queue->gpu;
    struct pm_gpu_kernel kernel;
    unsigned long long count = copied / 16;
    void *arguments[] = {&to, &from, &count};

    PM_TRY(pm_gpu_kernel_init(&kernel, gpu, &recipe, "copy"));
    *rate = 0;
    for (int run = 0; run < RUNS; run++) {
        double seconds;
        PM_TRY(pm_gpu_launch(queue, &kernel, (unsigned)(COPY_BLOCKS * gpu->multiprocessors),
                             COPY_THREADS, arguments, sizeof(double)));
        PM_TRY(pm_gpu_wait(queue, &seconds));
        *rate = fmax(*rate, 2 * (double)copied / seconds);
    }
    return PM_OK;
}

pm_status bench_copy_rate(double *rate, const struct pm_gpu *gpu)
{
    struct pm_gpu_queue queue = {.gpu = NULL};
    pm_cu_pointer to = 0, from = 0;
    pm_status status;

    PM_TRY_GOTO(status, pm_gpu_room(&to, gpu, copied), done);
    PM_TRY_GOTO(status, pm_gpu_room(&from, gpu, copied), done);
    PM_TRY_GOTO(status, pm_gpu_queue_init(&queue, gpu, sizeof(double)), done);
    status = copy_run(rate, &queue, to, from);
done:
    pm_gpu_queue_clear(&queue);
    pm_gpu_drop(gpu, to);
    pm_gpu_drop(gpu, from);
    return status;
}

/* The minimum of some runs. */
static pm_status sweep_run(double *seconds, const struct pm_sweep_choice *choice,
                           const struct pm_sweep_launches *launches, const struct pm_core *core,
                           const struct pm_gpu *gpu)
{
    const struct pm_ring ring = pm_ring_mod(prime);
    struct pm_image *image;
    struct pm_part part;
    pm_status status;

    PM_TRY((core->kind == PM_HAFNIAN ? pm_image_symmetric : pm_image_new)(&image, core->a, &ring));
    *seconds = INFINITY;
    for (int run = 0; run < RUNS; run++) {
        double now;
        PM_TRY_GOTO(status,
                    pm_sweep_gpu_run(&part, &now, gpu, launches, choice->graph, image, NULL), done);
        *seconds = fmin(*seconds, now);
    }
    status = PM_OK;
done:
    pm_image_free(image);
    return status;
}

static pm_status put(struct table *t, const char *name, const struct pm_sweep_choice *choice,
                     const struct pm_core *core, const struct pm_gpu *gpu, double copy)
{
    struct pm_sweep_program *program;
    struct pm_sweep_launches *launches = NULL;
    double seconds = 0;

    PM_TRY(pm_sweep_program_new(&program, choice->graph, choice->order->vertex));
    const double start = pm_clock();
    pm_status status = pm_sweep_launches_new(&launches, choice->graph, program,
                                             choice->order->vertex, PM_SWEEP_FASTEST, choice->ones);
    const double made = pm_clock() - start;
    if (status == PM_OK)
        status = sweep_run(&seconds, choice, launches, core, gpu);
    if (status == PM_OK) {
        const double additions = pm_sweep_launches_additions(launches);
        const double bytes = 4 * pm_sweep_launches_touched(launches);
        table_put(t, "%s\t%d\t%.3g\t%.4f\t%.4f\t%.3g\t%.2f\t%.0f\t%.0f%%\n", name,
                  choice->order->counts.width, additions, made, seconds, additions / seconds,
                  bytes / additions, 1e-9 * bytes / seconds, 100 * bytes / seconds / copy);
    }
    pm_sweep_launches_free(launches);
    pm_sweep_program_free(program);
    return status;
}

pm_status bench_sweep_gpu_row(struct table *t, const char *name, const struct pm_core *core,
                              const struct pm_limits *limits, const struct pm_gpu *gpu, double copy)
{
    struct pm_cost cost;

    PM_TRY(pm_engine_sweep.cost(&cost, core, PM_MOD, limits));
    const struct pm_sweep_choice *const choice = cost.choice;
    pm_status status = PM_OK;
    if (choice != NULL && choice->slices.count == 0)
        status = put(t, name, choice, core, gpu, copy);
    else if (choice != NULL)
        table_put(t, "%s: in slices\n", name);
    if (choice != NULL)
        pm_engine_sweep.forget(cost.choice);
    return status;
}
