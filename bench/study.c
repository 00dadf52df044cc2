/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs the paper's kernels.  As in the paper, the occupancy calculator gives the numbers of blocks
 * and threads, and every thread gets one chunk of terms.  If chunks are powers of two (CEG: threads
 * of a warp change the same column), further launches process the rest.  The host adds the threads'
 * sums. */
#include "bench/study.h"
#include "bench/kernels.h"

#include "base/alloc.h"

#include <stdio.h>
#include <stdlib.h>

enum {
    WARP = 32,
    BLOCK_MOST = 1024,
    SHARED_MOST = 48 << 10, /* without requesting more */
};

const struct pm_study pm_studies[] = {
    {"x_shr-A_shr", .x_shared = true, .a_shared = true},
    {"x_shr-A_glb, by columns", .x_shared = true},
    {"x_shr-A_glb, by rows", .x_shared = true, .row_major = true},
    {.name = "x_reg-A_glb, by columns"},
    {"x_reg-A_glb, by rows", .row_major = true},
    {"x_reg-A_shr", .a_shared = true},
    [PM_STUDY_REBUILD] = {"x_reg-A_shr-rebuild", .a_shared = true, .sized = true},
    [PM_STUDY_KAHAN] = {"Kahan, x_reg-A_shr-rebuild", .a_shared = true, .sized = true,
                        .kahan = true},
    {.name = NULL},
};

void pm_study_recipe_set(struct pm_study_recipe *r, const struct pm_study *study, int n)
{
    int options = 0;

    if (study->x_shared)
        r->option[options++] = "-DX_SHARED";
    if (study->a_shared)
        r->option[options++] = "-DA_SHARED";
    if (study->row_major)
        r->option[options++] = "-DROW_MAJOR";
    if (study->kahan)
        r->option[options++] = "-DKAHAN";
    if (study->sized) {
        snprintf(r->size, sizeof r->size, "-DSIZE=%d", n);
        r->option[options++] = r->size;
    }
    r->recipe = (struct pm_recipe){
        .source = "study.cu", .sources = bench_kernels, .option = r->option, .options = options};
}

int64_t pm_study_chunk(int64_t terms, int64_t threads, bool ceg)
{
    const int64_t even = (terms + threads - 1) / threads;
    int64_t power = 1;

    if (!ceg)
        return even;
    while (2 * power <= terms / threads)
        power *= 2;
    return power;
}

void pm_study_begin(double *x0, const double *a, int n)
{
    for (int i = 0; i < n; i++) {
        double sum = 0;
        for (int j = 0; j < n; j++)
            sum += a[i * n + j];
        x0[i] = a[i * n + n - 1] - sum / 2;
    }
}

double pm_study_end(const double *x0, long double sum, int n)
{
    long double product = 1;

    for (int i = 0; i < n; i++)
        product *= x0[i];
    return (double)((sum + product) * (4 * (n % 2) - 2));
}

/* ------------------------------------------------------------------ launches */

struct run {
    const struct pm_study *study;
    struct pm_gpu_kernel kernel;
    struct pm_gpu_queue queue;
    pm_cu_pointer a, x0;
    int n, blocks, threads;
    long double sum;
    double seconds;
};

/* Bytes of shared memory of a block. */
static size_t shared_of(const struct run *run, int threads)
{
    const size_t n = (size_t)run->n;

    return ((run->study->a_shared ? n * n : 0) + (run->study->x_shared ? n * (size_t)threads : 0)) *
           sizeof(double);
}

/* Chooses the block size with the most resident threads, and of these the largest. */
static pm_status choose(struct run *run)
{
    const struct pm_cu *const cu = run->kernel.gpu->cu;
    int most = 0;

    for (int threads = BLOCK_MOST; threads >= WARP; threads -= WARP) {
        const size_t shared = shared_of(run, threads);
        int blocks = 0;
        if (shared > SHARED_MOST || cu->occupancy(&blocks, run->kernel.function, threads, shared))
            continue;
        if (blocks * threads > most) {
            most = blocks * threads;
            run->threads = threads;
            run->blocks = blocks * run->kernel.gpu->multiprocessors;
        }
    }
    if (most == 0)
        return pm_fail(PM_UNABLE, "%s: no block fits the device", run->study->name);
    run->kernel.shared = shared_of(run, run->threads);
    return PM_OK;
}

static pm_status launch(struct run *run, int64_t first, int64_t last, int64_t chunk)
{
    const int64_t threads = (int64_t)run->blocks * run->threads;
    const size_t size = (size_t)threads * sizeof(double);
    long long begin = first, end = last, share = chunk;
    void *arguments[] = {&run->queue.out, &run->a, &run->x0, &run->n, &begin, &end, &share};
    double seconds;

    PM_TRY(pm_gpu_launch(&run->queue, &run->kernel, (unsigned)run->blocks, (unsigned)run->threads,
                         arguments, size));
    PM_TRY(pm_gpu_wait(&run->queue, &seconds));
    run->seconds += seconds;
    for (int64_t t = 0; t < threads; t++)
        run->sum += ((const double *)run->queue.result)[t];
    return PM_OK;
}

static pm_status launch_all(struct run *run, bool ceg)
{
    const int64_t threads = (int64_t)run->blocks * run->threads, last = INT64_C(1) << (run->n - 1);

    for (int64_t first = 1; first < last;) {
        const int64_t chunk = pm_study_chunk(last - first, threads, ceg);
        PM_TRY(launch(run, first, last, chunk));
        first = last - first > threads * chunk ? first + threads * chunk : last;
    }
    return PM_OK;
}

static pm_status put_matrix(struct run *run, const double *a, const double *x0)
{
    const struct pm_gpu *const gpu = run->kernel.gpu;
    const int n = run->n;
    double *copy;

    PM_NEW(copy, (size_t)(n * n));
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            copy[run->study->row_major ? i * n + j : j * n + i] = a[i * n + j];
    pm_status status = pm_gpu_put(&run->a, gpu, copy, (size_t)(n * n) * sizeof *copy);
    free(copy);
    PM_TRY(status);
    return pm_gpu_put(&run->x0, gpu, x0, (size_t)n * sizeof *x0);
}

pm_status pm_study_run(struct pm_study_result *result, const struct pm_gpu *gpu,
                       const struct pm_study *study, bool ceg, const double *a, int n)
{
    struct run run = {.study = study, .n = n};
    struct pm_study_recipe recipe;
    double x0[PM_STUDY_MOST];
    pm_status status;

    pm_study_begin(x0, a, n);
    pm_study_recipe_set(&recipe, study, n);
    PM_TRY(pm_gpu_kernel_init(&run.kernel, gpu, &recipe.recipe, "study"));
    PM_TRY_GOTO(status, choose(&run), done);
    PM_TRY_GOTO(status,
                pm_gpu_queue_init(&run.queue, gpu,
                                  (size_t)run.blocks * (size_t)run.threads * sizeof(double)),
                done);
    PM_TRY_GOTO(status, put_matrix(&run, a, x0), done);
    PM_TRY_GOTO(status, launch_all(&run, ceg), done);
    *result = (struct pm_study_result){.permanent = pm_study_end(x0, run.sum, n),
                                       .seconds = run.seconds,
                                       .blocks = run.blocks,
                                       .threads = run.threads};
done:
    pm_gpu_drop(gpu, run.x0);
    pm_gpu_drop(gpu, run.a);
    pm_gpu_queue_clear(&run.queue);
    return status;
}
