/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Threads and devices that compute the units of a deal.  A thread takes a range, opens the engine
 * for its ring if no other thread has opened it, and adds the parts of the range to its own fold.
 * If a device fails, its range returns to the deal and threads compute it.
 *
 * A thread beside devices leaves them as many units as they compute while it computes one range,
 * so that its last range ends before theirs.  So each side gets a share by the reference rates. */
#include "schedule/units.h"

#include "base/alloc.h"
#include "base/splitmix.h"
#include "base/threads.h"
#include "engine/isa/isa.h"
#include "engine/limits.h"
#include "engine/abilities.h"

#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

pm_status pm_units_add(struct pm_fold *fold, const struct pm_engine *engine, void *job,
                       uint64_t first, uint64_t count)
{
    struct pm_part part[PM_UNITS_BATCH];

    while (count > 0) {
        const uint64_t batch = count < PM_UNITS_BATCH ? count : PM_UNITS_BATCH;
        memset(part, 0, sizeof part);
        PM_TRY(engine->work(job, first, batch, part));
        for (uint64_t k = 0; k < batch; k++)
            PM_TRY(pm_fold_add(fold, 0, first + k, &part[k]));
        first += batch;
        count -= batch;
    }
    return PM_OK;
}

int pm_units_at_once(struct pm_limits *limits, double bytes, double items)
{
    const double room = pm_limits_memory(limits) / fmax(1, bytes);
    const int most = (int)fmax(1, floor(fmin(limits->threads, fmin(items, room))));

    limits->threads /= most;
    limits->memory /= (uint64_t)most;
    return most;
}

/* ------------------------------------------------------------- engines that are open */

struct slot {
    size_t ring;
    int users;    /* 0: the slot is free */
    bool opening; /* one of the users is opening it */
    void *job;
};

/* For each ring that some thread is working on, the threads share one opened engine. */
struct jobs {
    struct pm_work work;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    struct slot *slot;
    int slots;
};

static pm_status jobs_init(struct jobs *jobs, const struct pm_work *work, int slots)
{
    *jobs = (struct jobs){.work = *work, .slots = slots};
    PM_NEW(jobs->slot, slots);
    pthread_mutex_init(&jobs->lock, NULL);
    pthread_cond_init(&jobs->changed, NULL);
    return PM_OK;
}

static void jobs_clear(struct jobs *jobs)
{
    if (jobs->slot == NULL)
        return;
    free(jobs->slot);
    pthread_cond_destroy(&jobs->changed);
    pthread_mutex_destroy(&jobs->lock);
}

/* The slot that this ring uses; else a free one. */
static struct slot *find_slot(const struct jobs *jobs, size_t ring)
{
    struct slot *empty = NULL;

    for (int k = 0; k < jobs->slots; k++) {
        struct slot *const slot = &jobs->slot[k];
        if (slot->users > 0 && slot->ring == ring)
            return slot;
        if (slot->users == 0)
            empty = slot;
    }
    return empty;
}

/* *slot = the engine that is open for that ring.  Valid until slot_leave(). */
static pm_status slot_enter(struct slot **out, struct jobs *jobs, size_t ring)
{
    const struct pm_work *const work = &jobs->work;
    pm_status status = PM_OK;
    struct slot *slot;

    pthread_mutex_lock(&jobs->lock);
    while ((slot = find_slot(jobs, ring))->users > 0 && slot->opening)
        pthread_cond_wait(&jobs->changed, &jobs->lock);
    if (slot->users++ == 0) {
        slot->ring = ring;
        slot->opening = true;
        pthread_mutex_unlock(&jobs->lock);
        status = work->engine->open(&slot->job, work->core, work->cost, &work->ring[ring],
                                    &work->limits);
        pthread_mutex_lock(&jobs->lock);
        slot->opening = false;
        slot->users -= status != PM_OK;
        pthread_cond_broadcast(&jobs->changed);
    }
    pthread_mutex_unlock(&jobs->lock);
    *out = status == PM_OK ? slot : NULL;
    return status;
}

static void slot_leave(struct jobs *jobs, struct slot *slot)
{
    void *job = NULL;

    if (slot == NULL)
        return;
    pthread_mutex_lock(&jobs->lock);
    if (--slot->users == 0)
        job = slot->job;
    pthread_mutex_unlock(&jobs->lock);
    if (job != NULL)
        jobs->work.engine->close(job);
}

/* --------------------------------------------------------------------- the crew */

struct pm_crew {
    struct pm_deal *deal;
    struct jobs jobs;  /* for the threads */
    struct jobs audit; /* for computing again in another way, if work.audit > 0 */
    pthread_mutex_t lock;
    int able;    /* workers that have not given up */
    int threads; /* those that are no devices */
    struct pm_shares done;
    struct member *member;
    int members;
};

/* One worker: a thread or a device. */
struct member {
    struct pm_crew *crew;
    struct pm_hand hand;
    pthread_t thread;
    uint64_t leave;            /* for a thread: units to leave to devices */
    uint64_t done;             /* units computed */
    size_t ring;               /* the ring that is open */
    struct slot *slot, *other; /* for a thread; `other` is for the audit */
    void *job;                 /* for a device */
};

static void member_leave(struct member *member)
{
    slot_leave(&member->crew->jobs, member->slot);
    slot_leave(&member->crew->audit, member->other);
    if (member->job != NULL)
        member->hand.close(member->job);
    member->slot = member->other = NULL;
    member->job = NULL;
}

static pm_status member_enter(struct member *member, size_t ring)
{
    struct pm_crew *const crew = member->crew;
    const struct pm_work *const work = &crew->jobs.work;

    if ((member->slot != NULL || member->job != NULL) && member->ring == ring)
        return PM_OK;
    member_leave(member);
    member->ring = ring;
    if (work->audit > 0)
        PM_TRY(slot_enter(&member->other, &crew->audit, ring));
    if (member->hand.device == NULL)
        return slot_enter(&member->slot, &crew->jobs, ring);
    return member->hand.open(&member->job, member->hand.device, work, ring);
}

static pm_status member_work(struct member *member, uint64_t first, uint64_t count,
                             struct pm_fold *fold)
{
    if (count == 0)
        return PM_OK;
    if (member->hand.device != NULL)
        return member->hand.work(member->job, first, count, fold);
    return pm_units_add(fold, member->crew->jobs.work.engine, member->slot->job, first, count);
}

/* The units of the range that are audited: on average this fraction of them, chosen by number. */
static struct pm_range audited(const struct pm_range *range, double share)
{
    const uint64_t random = pm_random_mix(pm_random_mix(range->ring) ^ range->first);
    const double wanted = share * (double)range->count;
    uint64_t size = 1;

    while ((double)size < wanted && 2 * size <= range->count)
        size *= 2;
    if (share <= 0 || ldexp((double)(random >> 11), -53) * (double)size >= wanted)
        return (struct pm_range){range->ring, range->first, 0};
    if (share >= 1)
        return *range;
    return (struct pm_range){
        range->ring, range->first + pm_random_mix(random) % (range->count / size) * size, size};
}

/* Computes units twice and compares the results. */
static pm_status member_audit(struct member *member, const struct pm_range *range,
                              struct pm_fold *fold)
{
    const struct pm_engine *const engine = member->crew->audit.work.engine;
    struct pm_fold twice[2];
    struct pm_part sum[2];
    pm_status status;

    if (range->count == 0)
        return PM_OK;
    for (int k = 0; k < 2; k++)
        pm_fold_init(&twice[k], &fold->ring);
    PM_TRY_GOTO(status, member_work(member, range->first, range->count, &twice[0]), done);
    PM_TRY_GOTO(status,
                pm_units_add(&twice[1], engine, member->other->job, range->first, range->count),
                done);
    for (int k = 0; k < 2; k++)
        pm_fold_sum(&sum[k], &twice[k]);
    status = pm_part_same(&sum[0], &sum[1])
                 ? pm_fold_merge(fold, &twice[0])
                 : pm_wrong("audit: units %llu to %llu of ring %zu (%s) come out differently when "
                            "they are computed again",
                            (unsigned long long)range->first,
                            (unsigned long long)(range->first + range->count - 1), range->ring + 1,
                            engine->name);
done:
    for (int k = 0; k < 2; k++)
        pm_fold_clear(&twice[k]);
    return status;
}

static pm_status member_range(struct member *member, const struct pm_range *range,
                              struct pm_fold *fold)
{
    const struct pm_range tile = audited(range, member->crew->jobs.work.audit);
    const uint64_t before = tile.first - range->first;

    PM_TRY(member_enter(member, range->ring));
    PM_TRY(member_work(member, range->first, before, fold));
    PM_TRY(member_audit(member, &tile, fold));
    return member_work(member, tile.first + tile.count, range->count - before - tile.count, fold);
}

static void keep_refusal(struct pm_crew *crew, const char *message)
{
    pthread_mutex_lock(&crew->lock);
    if (crew->done.refusal[0] == '\0')
        snprintf(crew->done.refusal, sizeof crew->done.refusal, "%s", message);
    pthread_mutex_unlock(&crew->lock);
}

/* Handles the failure of a range.  True: this worker may continue. */
static bool member_fails(struct member *member, const struct pm_range *range, pm_status status)
{
    struct pm_crew *const crew = member->crew;
    const bool over = status == PM_STOPPED && pm_deal_is_over(crew->deal);
    const bool left = !over && member->hand.device != NULL && status != PM_WRONG &&
                      crew->threads > 0 && pm_deal_refuse(crew->deal, range->ring);

    if (!over && member->hand.device != NULL)
        keep_refusal(crew, pm_message());
    pm_deal_return(crew->deal, range);
    if (left)
        member_leave(member);
    if (over || left)
        return true;
    pthread_mutex_lock(&crew->lock);
    const bool last = --crew->able == 0;
    pthread_mutex_unlock(&crew->lock);
    if (member->hand.device == NULL || status == PM_WRONG || last)
        pm_deal_fail(crew->deal, status);
    return false;
}

static bool member_next(struct pm_range *range, const struct member *member)
{
    struct pm_deal *const deal = member->crew->deal;
    const uint64_t want = member->hand.want;

    return member->hand.device != NULL ? pm_deal_next(range, deal, want)
                                       : pm_deal_next_beside(range, deal, want, member->leave);
}

/* The member ends. */
static void member_end(struct member *member)
{
    struct pm_crew *const crew = member->crew;
    const bool device = member->hand.device != NULL;

    member_leave(member);
    if (device)
        pm_deal_fast(crew->deal, -1);
    pthread_mutex_lock(&crew->lock);
    *(device ? &crew->done.devices : &crew->done.threads) += member->done;
    pthread_mutex_unlock(&crew->lock);
    pm_threads_ends();
}

static void *member_run(void *context)
{
    struct member *const member = context;
    struct pm_crew *const crew = member->crew;
    struct pm_range range;
    bool able = true;

    while (able && member_next(&range, member)) {
        struct pm_fold fold;
        pm_fold_init(&fold, &crew->jobs.work.ring[range.ring]);
        const pm_status status = member_range(member, &range, &fold);
        if (status == PM_OK) {
            pm_deal_done(crew->deal, &range, &fold);
            member->done += range.count;
        } else {
            able = member_fails(member, &range, status);
        }
        pm_fold_clear(&fold);
    }
    member_end(member);
    return NULL;
}

/* The instruction set for auditing results of the default one. */
static const char *other_isa(void)
{
    const struct pm_isa *const *const isa = pm_isa_list();
    const struct pm_isa *const usual = pm_isa_find(getenv("PM_ISA"));

    for (int k = 0; isa[k] != NULL; k++)
        if (isa[k] != usual)
            return isa[k]->name;
    return NULL;
}

/* How many units a thread takes at once: several if there are many short ones, but so few that it
 * can stop soon. */
static uint64_t thread_want(const struct pm_work *work)
{
    const double seconds = work->cost->steps / (double)work->cost->units /
                           work->engine->figures.rate[work->ring->number];
    uint64_t want = work->cost->units / PM_UNITS_BATCH;

    if (want > PM_UNITS_BATCH)
        want = PM_UNITS_BATCH;
    while (want > 1 && (double)want * seconds > 0.05)
        want /= 2;
    return want > 0 ? want : 1;
}

/* A thread may be slower than that of the reference machine. */
static const double SLOWER = 2;

/* How many units the devices compute while a thread computes `want` of the longest. */
static double units_meanwhile(const struct pm_work *work, uint64_t want,
                              const struct pm_hand *device, int devices)
{
    const double rate =
        work->engine->figures.rate[work->ring->number] * fmax(1, work->limits.threads);
    const double steps = fmax(work->cost->steps / (double)work->cost->units, work->cost->peak);
    double units = 0;

    for (int k = 0; k < devices; k++)
        units += device[k].rate * SLOWER * (double)want * steps / rate;
    return fmin(units, 0x1p62);
}

/* A thread, or one that leaves its core to the devices until they are gone. */
static void crew_threads(struct pm_crew *crew, int threads, const struct pm_hand *device,
                         int devices)
{
    const struct pm_work *const work = &crew->jobs.work;
    const uint64_t least =
        devices > 0 && work->engine->more->gpu != NULL ? work->engine->more->gpu->least : 1;
    struct pm_hand hand = {.want = thread_want(work)};
    double cores = 0;

    if (hand.want < least) /* where ranges of devices would begin or end badly */
        hand.want = least;
    for (int k = 0; k < devices; k++)
        cores += device[k].cores;
    const double leave = ceil(units_meanwhile(work, hand.want, device, devices));
    for (int k = 0; k < threads; k++)
        crew->member[devices + k] =
            (struct member){.crew = crew,
                            .hand = hand,
                            .leave = k + cores < threads ? (uint64_t)leave : UINT64_MAX};
}

static pm_status crew_fill(struct pm_crew *crew, int threads, const struct pm_hand *device,
                           int devices)
{
    PM_NEW(crew->member, threads + devices);
    crew->able = threads + devices;
    crew->threads = threads;
    for (int k = 0; k < devices; k++)
        crew->member[k] = (struct member){.crew = crew, .hand = device[k]};
    crew_threads(crew, threads, device, devices);
    pm_deal_fast(crew->deal, devices);
    for (int k = 0; k < threads + devices; k++) {
        struct member *const member = &crew->member[k];
        if (pthread_create(&member->thread, NULL, member_run, member) != 0)
            return pm_fail(PM_NOMEM, "no thread can be started");
        crew->members++;
    }
    return PM_OK;
}

static pm_status crew_init(struct pm_crew *crew, struct pm_deal *deal, const struct pm_work *work,
                           const struct pm_work *again, int members)
{
    crew->deal = deal;
    pthread_mutex_init(&crew->lock, NULL);
    PM_TRY(jobs_init(&crew->jobs, work, members));
    return jobs_init(&crew->audit, again, members);
}

struct pm_crew *pm_units_crew_start(struct pm_deal *deal, const struct pm_work *work, int threads,
                                    const struct pm_hand *device, int devices)
{
    struct pm_crew *const crew = pm_alloc(1, sizeof *crew);
    struct pm_work again = *work;
    pm_status status;

    again.limits.isa = other_isa();
    PM_TRY_GOTO(status, crew != NULL ? PM_OK : PM_NOMEM, failed);
    PM_TRY_GOTO(status, crew_init(crew, deal, work, &again, threads + devices), failed);
    PM_TRY_GOTO(status, crew_fill(crew, threads, device, devices), failed);
    return crew;
failed:
    pm_deal_fail(deal, status);
    pm_units_crew_end(crew);
    return NULL;
}

struct pm_shares pm_units_crew_end(struct pm_crew *crew)
{
    struct pm_shares done = {.threads = 0};

    if (crew == NULL)
        return done;
    for (int k = 0; k < crew->members; k++)
        pthread_join(crew->member[k].thread, NULL);
    free(crew->member);
    PM_EACH(jobs_clear, &crew->jobs, &crew->audit);
    pthread_mutex_destroy(&crew->lock);
    done = crew->done;
    free(crew);
    return done;
}
