/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs an engine over all units of all rings of a core.
 *
 * Threads share the units of one ring where there are enough of them, else the rings, else the
 * engine uses them itself; none of this can be seen in the result, because a unit's part depends
 * on the unit alone and parts are added in the tree of the fold. */
#include "run/run.h"

#include "base/alloc.h"
#include "num/fold.h"

#include <stdlib.h>

enum { LOG_BATCH = 6 }; /* units are handed out in aligned batches of at most 2^LOG_BATCH */

/* Computes units first .. first + count - 1 (count <= 2^LOG_BATCH, first aligned) into a fold. */
static pm_status batch_run(struct pm_fold *fold, const struct pm_engine *engine, void *job,
                           uint64_t first, uint64_t count)
{
    struct pm_part part[1 << LOG_BATCH] = {{{0}, {0}, {0}, 0, 0}};

    PM_TRY(engine->work(job, first, count, part));
    for (uint64_t k = 0; k < count; k++)
        PM_TRY(pm_fold_add(fold, 0, first + k, &part[k]));
    return PM_OK;
}

/* Work shared by threads: item(context, k) for k = 0 .. count - 1, in any order.  With one thread no
 * parallel region is entered, so that regions further in are not nested ones. */
static pm_status share(int threads, uint64_t count, pm_status (*item)(void *context, uint64_t k),
                       void *context)
{
    struct pm_failure failure = {PM_OK, ""};

    if (threads == 1 || count == 1) {
        for (uint64_t k = 0; k < count; k++)
            PM_TRY(item(context, k));
        return PM_OK;
    }
#pragma omp parallel for schedule(dynamic) num_threads(threads)
    for (uint64_t k = 0; k < count; k++) {
        if (__atomic_load_n(&failure.status, __ATOMIC_RELAXED) != PM_OK)
            continue;
        const pm_status status = item(context, k);
        if (status != PM_OK)
#pragma omp critical(pm_share)
            pm_failure_keep(&failure, status);
    }
    return pm_failure_raise(&failure);
}

struct units {
    const struct pm_engine *engine;
    void *job;
    uint64_t count, size; /* units; units in a batch */
    struct pm_fold fold;
};

static pm_status units_batch(void *context, uint64_t batch)
{
    struct units *const units = context;
    const uint64_t first = batch * units->size, rest = units->count - first;
    struct pm_fold local;

    pm_fold_init(&local, &units->fold.ring);
    pm_status status = batch_run(&local, units->engine, units->job, first,
                                 rest < units->size ? rest : units->size);
    if (status == PM_OK)
#pragma omp critical(pm_units)
        status = pm_fold_merge(&units->fold, &local);
    pm_fold_clear(&local);
    return status;
}

static pm_status units_run(struct pm_part *sum, const struct pm_engine *engine, void *job,
                           const struct pm_ring *ring, uint64_t count, int threads)
{
    struct units units = {engine, job, count, 1 << LOG_BATCH, {.room = 0}};

    if (count < UINT64_C(1) << (LOG_BATCH + 6))
        units.size = 1;
    pm_fold_init(&units.fold, ring);
    const pm_status status = share(threads, count / units.size + (count % units.size != 0),
                                   units_batch, &units);
    pm_fold_sum(sum, &units.fold);
    pm_fold_clear(&units.fold);
    return status;
}

struct rings {
    struct pm_part *part;
    const struct pm_images *images;
    const struct pm_core *core;
    const struct pm_way *way;
    struct pm_limits limits; /* of each ring */
};

/* One ring: opens the engine, adds all units. */
static pm_status ring_run(void *context, uint64_t k)
{
    const struct rings *const rings = context;
    const struct pm_engine *const engine = rings->way->engine;
    const struct pm_ring *const ring = &rings->images->ring[k];
    void *job;

    PM_TRY(engine->open(&job, rings->core, &rings->way->cost, ring, &rings->limits));
    const pm_status status = units_run(&rings->part[k], engine, job, ring, rings->way->cost.units,
                                       rings->limits.threads);
    engine->close(job);
    return status;
}

/* All rings, several at once where one alone cannot keep the threads busy. */
static pm_status rings_run(struct pm_part *part, const struct pm_images *images,
                           const struct pm_core *core, const struct pm_way *way,
                           const struct pm_limits *limits)
{
    const int threads = limits->threads;
    const bool spread = threads > 1 && images->count > 1 &&
                        way->cost.units < 4 * (uint64_t)threads &&
                        way->cost.bytes * threads <= (double)limits->memory;
    struct rings rings = {part, images, core, way, *limits};

    if (spread)
        rings.limits.threads = 1;
    return share(spread ? threads : 1, images->count, ring_run, &rings);
}

/* True where the bound leaves fewer than about six digits. */
static bool is_vague(const struct pm_value *value)
{
    const struct pm_mag allowed =
        pm_mag_mul(pm_mag_double(1, -20), pm_mag_add(pm_mag_fmpq(value->centre.re),
                                                     pm_mag_fmpq(value->centre.im)));
    const struct pm_mag error = value->error;

    return error.m != 0 && (allowed.m == 0 || error.e > allowed.e ||
                            (error.e == allowed.e && error.m > allowed.m));
}

static pm_status way_value(struct pm_value *value, const struct pm_matrix *core,
                           const struct pm_way *way, const struct pm_planner *planner)
{
    const struct pm_core wrapped = {.a = core, .kind = way->kind};
    struct pm_images images = {0};
    struct pm_part *part = NULL;
    struct pm_gauss exact;
    pm_status status;

    pm_gauss_init(&exact);
    PM_TRY_GOTO(status, pm_way_images(&images, way, planner), done);
    PM_NEW_GOTO(status, part, images.count, done);
    PM_TRY_GOTO(status, rings_run(part, &images, &wrapped, way, &planner->limits), done);
    if (!way->exact) {
        status = pm_value_set_part(value, &part[0], 0);
        goto done;
    }
    PM_TRY_GOTO(status, pm_images_recover(&exact, &images, part), done);
    pm_value_set_gauss(value, &exact);
done:
    free(part);
    pm_images_clear(&images);
    pm_gauss_clear(&exact);
    return status;
}

pm_status pm_run_way(struct pm_value *value, const struct pm_matrix *core,
                     const struct pm_way *way, const struct pm_planner *planner)
{
    const pm_status status = way_value(value, core, way, planner);

    if (way->rescue == NULL || (status == PM_OK && !is_vague(value)) ||
        (status != PM_OK && status != PM_UNABLE))
        return status;
    return way_value(value, core, way->rescue, planner);
}

pm_status pm_run_plan(struct pm_value *value, const struct pm_plan *plan)
{
    const struct pm_reduction *const reduction = &plan->reduction;
    struct pm_value factor;
    pm_status status = PM_OK;

    pm_value_init(&factor);
    pm_value_set_gauss(value, &reduction->factor);
    for (size_t k = 0; k < reduction->cores; k++) {
        status = plan->way[k].engine != NULL
                     ? pm_run_way(&factor, reduction->core[k], &plan->way[k], &plan->planner)
                     : pm_run_split(&factor, reduction->core[k], &plan->planner);
        if (status != PM_OK)
            break;
        pm_value_mul(value, &factor);
    }
    pm_value_clear(&factor);
    return status;
}
