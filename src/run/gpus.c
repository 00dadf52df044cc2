/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Each device has several threads that use it in turn.  While one adds up results, the launch of
 * another is under way, and the last blocks of a launch run at the same time as the first ones of
 * the next. */
#include "run/gpus.h"

#include "base/alloc.h"
#include "base/status.h"
#include "engine/abilities.h"

#include <stdlib.h>

enum { HANDS = 2 }; /* threads of a device, unless a unit of the engine fills it */

/* Length of a launch, and of the longest one if units differ.  A launch cannot be interrupted. */
static const double LAUNCH_SECONDS = 0.25, LONGEST_SECONDS = 2;

struct job {
    struct pm_gpu *gpu;
    const struct pm_engine *engine;
    void *host, *device; /* the engine's job; its counterpart on the device */
};

static void hand_close(void *opened)
{
    struct job *const job = opened;

    if (job->device != NULL)
        job->engine->more->gpu->close(job->device);
    if (job->gpu != NULL)
        pm_gpu_leave(job->gpu);
    if (job->host != NULL)
        job->engine->close(job->host);
    free(job);
}

static pm_status job_fill(struct job *job, struct pm_gpu *gpu, const struct pm_work *work,
                          size_t ring)
{
    PM_TRY(job->engine->open(&job->host, work->core, work->cost, &work->ring[ring], &work->limits));
    PM_TRY(pm_gpu_enter(gpu));
    job->gpu = gpu;
    return job->engine->more->gpu->open(&job->device, job->host, gpu);
}

static pm_status hand_open(void **out, void *device, const struct pm_work *work, size_t ring)
{
    struct job *job;

    PM_NEW(job, 1);
    job->engine = work->engine;
    PM_GIVE(out, job, job_fill(job, device, work, ring), hand_close);
}

static pm_status hand_work(void *opened, uint64_t first, uint64_t count, struct pm_fold *fold)
{
    struct job *const job = opened;

    return job->engine->more->gpu->work(job->device, first, count, fold);
}

/* Number of units of a launch: a power of two, small enough that every hand gets several
 * launches. */
static uint64_t launch_units(const struct pm_work *work, int hands)
{
    const struct pm_engine_gpu *const gpu = work->engine->more->gpu;
    const double rate = gpu->rate[work->ring->number];
    const double seconds = work->cost->steps / (double)work->cost->units / rate;
    const double longest = work->cost->peak / rate;
    uint64_t want = gpu->least;

    while (2 * want <= gpu->most && 2 * (double)want * seconds <= LAUNCH_SECONDS &&
           2 * (double)want * longest <= LONGEST_SECONDS &&
           8 * want * (uint64_t)hands <= work->cost->units * work->rings)
        want *= 2;
    return want;
}

/* True if this rank uses the device.  The ranks of a machine share its devices: each rank has its
 * own devices, or several ranks share one. */
static bool is_mine(const pm_team *team, int device, int devices)
{
    const int rank = pm_team_local_rank(team), ranks = pm_team_local_size(team);

    return devices >= ranks ? device % ranks == rank : rank % devices == device;
}

/* Steps a second, by which threads beside it take their share.  Tests take it for a thread: what
 * they compute is too short for one to have any. */
static double device_rate(const struct pm_work *work)
{
    return (pm_gpus_are_eager() ? work->engine->figures.rate
                                : work->engine->more->gpu->rate)[work->ring->number];
}

pm_status pm_gpu_hands_init(struct pm_gpu_hands *hands, struct pm_gpus *gpus,
                            const struct pm_work *work, const pm_team *team)
{
    *hands = (struct pm_gpu_hands){.count = 0};
    if (work->engine->more->gpu == NULL)
        return pm_fail(PM_UNABLE, "%s has no kernels for GPUs", work->engine->name);
    const int each = work->engine->more->gpu->alone ? 1 : HANDS, count = each * gpus->count;
    const double rate = device_rate(work) / (work->cost->steps / (double)work->cost->units);
    PM_NEW(hands->hand, count);
    for (int k = 0; k < count; k++)
        if (is_mine(team, k / each, gpus->count))
            hands->hand[hands->count++] = (struct pm_hand){.device = &gpus->gpu[k / each],
                                                           .want = launch_units(work, count),
                                                           .rate = rate / each,
                                                           .cores = 1.0 / each,
                                                           .open = hand_open,
                                                           .work = hand_work,
                                                           .close = hand_close};
    return PM_OK;
}

void pm_gpu_hands_clear(struct pm_gpu_hands *hands)
{
    free(hands->hand);
    *hands = (struct pm_gpu_hands){.count = 0};
}
