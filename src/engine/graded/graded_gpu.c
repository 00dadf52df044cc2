/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The host's side of cuda/graded.cu: it chooses constants, uploads tables and starts kernels.  A
 * launch is a chain of kernels: one makes the roots of units, and one follows for each stage of the
 * walk (warps.h).  The sums of each unit come back and are converted to parts as on the CPU.  If
 * the last stage has much work, it is divided into several launches, so that each takes less than a
 * second.  The sums are sums of integers, so this does not change them. */
#include "engine/graded/graded_gpu.h"

#include "base/alloc.h"
#include "base/status.h"
#include "base/stop.h"
#include "engine/graded/warp_tables.h"

#include <limits.h>
#include <stdlib.h>

enum {
    LOG_UNITS = PM_GRADED_LOG_LAUNCH,
    ROOT_THREADS = 64, /* threads for a unit */
};

static const size_t MOST_ROOM = 1 << 29; /* bytes that kernels write at most, unless one unit needs
                                          * more */

enum kernel { ROOTS, INNER, LAST, KERNELS };

struct pm_graded_device {
    const struct pm_gpu *gpu;
    const struct pm_graded *graded;
    struct pm_gpu_kernel kernel[KERNELS];
    pm_cu_pointer tables, room;
    struct pm_gpu_queue queue;
    struct pm_warp_walk walk;
    int warps;      /* warps of a block */
    uint64_t units; /* largest number of units in a launch */
};

/* ------------------------------------------------------------------ constants */

void pm_graded_recipe(struct pm_recipe_text *r, const struct pm_graded *d, int warps)
{
    pm_compile_begin(r, "graded.cu", 0.4);
    pm_compile_define(r, "-DN=%d", d->n);
    pm_compile_define(r, "-DONES=%d", d->leaf.ones);
    pm_compile_define(r, "-DZEROS=%d", d->leaf.zeros);
    pm_compile_define(r, "-DLEVELS=%d", d->levels);
    pm_compile_define(r, "-DTOP=%d", d->top);
    pm_compile_define(r, "-DWARPS=%d", warps);
    pm_compile_define(r, "-DBLOCKS=%d", PM_WARPS_BLOCKS);
}

/* The largest number of warps for which PM_WARPS_BLOCKS blocks fit on a multiprocessor; 0: there is
 * too little shared memory for one warp. */
static int choose_warps(const struct pm_gpu *gpu, int n)
{
    int warps = PM_WARPS_MOST;

    while (warps > 0 && pm_gpu_blocks(gpu, pm_warps_shared(n, warps)) < PM_WARPS_BLOCKS)
        warps--;
    return warps;
}

/* ------------------------------------------------------------------ opening */

static pm_status load_kernels(struct pm_graded_device *d, const struct pm_recipe *recipe)
{
    static const char *const name[] = {"roots", "inner", "last"};

    for (int k = 0; k < KERNELS; k++)
        PM_TRY(pm_gpu_kernel_init(&d->kernel[k], d->gpu, recipe, name[k]));
    for (int k = INNER; k < KERNELS; k++)
        PM_TRY(pm_gpu_kernel_share(&d->kernel[k], pm_warps_shared(d->graded->n, d->warps)));
    return PM_OK;
}

static pm_status get_room(struct pm_graded_device *d)
{
    const uint64_t warps = (uint64_t)(d->gpu->multiprocessors * PM_WARPS_BLOCKS * d->warps);
    const uint64_t units = pm_graded_units(d->graded);

    d->units = units < 1 << LOG_UNITS ? units : 1 << LOG_UNITS;
    while (d->units > 1 && pm_warps_room(&d->walk, 0, d->graded, d->units, warps) > MOST_ROOM)
        d->units /= 2;
    PM_TRY(pm_gpu_room(&d->room, d->gpu, pm_warps_room(&d->walk, 0, d->graded, d->units, warps)));
    pm_warps_room(&d->walk, (uintptr_t)d->room, d->graded, d->units, warps);
    PM_TRY(pm_gpu_queue_init(&d->queue, d->gpu,
                             d->units * sizeof *d->walk.sums + sizeof *d->walk.counters));
    d->walk.sums = (struct pm_graded_sums *)(uintptr_t)d->queue.out;
    return PM_OK;
}

pm_status pm_graded_device_recipe(struct pm_recipe_text *recipe, const void *graded,
                                  const struct pm_gpu *gpu)
{
    const struct pm_graded *const d = graded;
    const int warps = choose_warps(gpu, d->n);

    if (warps == 0)
        return pm_fail(PM_UNABLE, "%s has too little shared memory", gpu->name);
    pm_graded_recipe(recipe, d, warps);
    return PM_OK;
}

static pm_status device_fill(struct pm_graded_device *d)
{
    struct pm_recipe_text recipe;

    d->warps = choose_warps(d->gpu, d->graded->n);
    PM_TRY(pm_graded_device_recipe(&recipe, d->graded, d->gpu));
    const pm_status status = load_kernels(d, &recipe.recipe);
    pm_compile_clear(&recipe);
    PM_TRY(status);
    PM_TRY(pm_gpu_put(&d->tables, d->gpu, d->graded->memory, d->graded->bytes));
    pm_warps_tables(&d->walk, (uintptr_t)d->tables, d->graded);
    return get_room(d);
}

pm_status pm_graded_device_new(void **out, const void *graded, const struct pm_gpu *gpu)
{
    struct pm_graded_device *d;

    PM_TRY(pm_warps_check(graded));
    PM_NEW(d, 1);
    d->gpu = gpu;
    d->graded = graded;
    PM_GIVE(out, d, device_fill(d), pm_graded_device_free);
}

void pm_graded_device_free(void *device)
{
    struct pm_graded_device *const d = device;

    if (d == NULL)
        return;
    pm_gpu_queue_clear(&d->queue);
    pm_gpu_drop(d->gpu, d->tables);
    pm_gpu_drop(d->gpu, d->room);
    free(d);
}

/* ------------------------------------------------------------------ launches */

static unsigned blocks_of(const struct pm_graded_device *d)
{
    return (unsigned)(d->gpu->multiprocessors * PM_WARPS_BLOCKS);
}

/* Starts the roots of `units` units, and all stages except the last. */
static pm_status start_stages(struct pm_graded_device *d, uint64_t units)
{
    const unsigned threads = (unsigned)(d->warps * PM_WARP);
    int stage, from, depth;
    void *arguments[] = {&d->walk, &stage, &from, &depth};

    d->walk.most = UINT_MAX;
    d->walk.failed = 0;
    PM_TRY(pm_gpu_start(&d->queue, &d->kernel[ROOTS], (unsigned)units, ROOT_THREADS, arguments));
    for (stage = 0; stage + 1 < pm_warps_stages(d->graded); stage++) {
        from = pm_warps_level(d->graded, stage);
        depth = from - pm_warps_level(d->graded, stage + 1);
        PM_TRY(pm_gpu_start(&d->queue, &d->kernel[INNER], blocks_of(d), threads, arguments));
    }
    return PM_OK;
}

/* Runs launch number `launch` (from 0) of those that compute `units` units.  Then it fetches the
 * results so far: the sums of all units, followed by the counters.  *left = whether groups remain
 * for the last stage. */
static pm_status run_launch(bool *left, struct pm_graded_device *d, unsigned launch, uint64_t units)
{
    const unsigned most = pm_warps_most(d->graded);
    const struct pm_warp_counters *const counters =
        (const void *)((const struct pm_graded_sums *)d->queue.result + units);
    int stage = pm_warps_stages(d->graded) - 1;
    void *arguments[] = {&d->walk, &stage};

    d->walk.counters = (struct pm_warp_counters *)(d->walk.sums + units);
    PM_TRY(pm_gpu_begin(&d->queue));
    if (launch == 0)
        PM_TRY(start_stages(d, units));
    d->walk.most = (launch + 1) * most;
    d->walk.failed = launch * blocks_of(d) * (unsigned)d->warps;
    PM_TRY(pm_gpu_start(&d->queue, &d->kernel[LAST], blocks_of(d), (unsigned)(d->warps * PM_WARP),
                        arguments));
    PM_TRY(pm_gpu_end(&d->queue, units * sizeof *d->walk.sums + sizeof *counters));
    PM_TRY(pm_gpu_wait(&d->queue));
    *left = counters->groups[stage] > d->walk.most;
    return PM_OK;
}

pm_status pm_graded_device_sums(const struct pm_graded_sums **sums, uint64_t *count,
                                struct pm_graded_device *d, uint64_t first)
{
    bool left = true;

    *count = *count < d->units ? *count : d->units;
    d->walk.first = first;
    for (unsigned launch = 0; left; launch++) {
        PM_TRY(pm_go_on(d->graded->stop));
        PM_TRY(run_launch(&left, d, launch, *count));
    }
    *sums = d->queue.result;
    return PM_OK;
}

pm_status pm_graded_device_add(void *device, uint64_t first, uint64_t count, struct pm_fold *fold)
{
    struct pm_graded_device *const d = device;
    const struct pm_graded_sums *sums;

    for (uint64_t now = count; count > 0; first += now, count -= now, now = count) {
        PM_TRY(pm_graded_device_sums(&sums, &now, d, first));
        for (uint64_t k = 0; k < now; k++) {
            struct pm_part part;
            PM_TRY(pm_graded_part(&part, &sums[k], d->graded));
            PM_TRY(pm_fold_add(fold, 0, first + k, &part));
        }
    }
    return PM_OK;
}
