/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Workers: who computes the units of a deal.
 *
 * A hand is a kind of worker: a thread of this machine, or a device.  Each is a thread here that
 * takes ranges from the deal, computes them, and brings back their folds. */
#ifndef PM_SCHEDULE_UNITS_H
#define PM_SCHEDULE_UNITS_H

#include "engine/engine.h"
#include "schedule/deal.h"

/* What is computed. */
struct pm_work {
    const struct pm_engine *engine;
    const struct pm_core *core;
    const struct pm_cost *cost;
    const struct pm_ring *ring;
    size_t rings;
    struct pm_limits limits; /* of each opened engine */
    double audit;            /* share of the units that are computed again another way */
};

struct pm_hand {
    void *device;  /* its own matter; NULL: a thread of this machine */
    uint64_t want; /* takes so many units at a time, at most: some tenths of a second */
    /* As of an engine.  A failure of a device's open() or work() is not the run's: the range goes
     * to other hands, and this one rests, unless it is PM_WRONG. */
    pm_status (*open)(void **job, void *device, const struct pm_work *work, size_t ring);
    pm_status (*work)(void *job, uint64_t first, uint64_t count, struct pm_fold *fold);
    void (*close)(void *job);
};

/* Adds all units first .. first + count - 1 of a ring on this thread. */
pm_status pm_units_add(struct pm_fold *fold, const struct pm_engine *engine, void *job,
                       uint64_t first, uint64_t count);

/* How many units to compute at once: as many as there are threads and memory for, at `bytes` each,
 * and at most so many items.  Each has its share of both, which the limits become. */
int pm_units_at_once(struct pm_limits *limits, double bytes, double items);

struct pm_crew;

/* Starts `threads` threads and a hand for each device; they work until the deal is over.  NULL:
 * they could not all be started, and the deal has failed. */
struct pm_crew *pm_crew_start(struct pm_deal *deal, const struct pm_work *work, int threads,
                              const struct pm_hand *device, int devices);

/* Waits for all of them to end and releases them; NULL is fine. */
void pm_crew_end(struct pm_crew *crew);

#endif
