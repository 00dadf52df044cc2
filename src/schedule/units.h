/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Workers that compute the units of a deal.
 *
 * A hand is a kind of worker: a thread of this machine, or a device.  For each hand, a thread takes
 * ranges from the deal, computes them, and returns their folds. */
#pragma once

#include "engine/engine.h"
#include "schedule/deal.h"

/* The work. */
struct pm_work {
    const struct pm_engine *engine;
    const struct pm_core *core;
    const struct pm_cost *cost;
    const struct pm_ring *ring;
    size_t rings;
    struct pm_limits limits; /* for each opened engine */
    double audit;            /* the fraction of the units that is computed again in another way */
};

struct pm_hand {
    void *device;  /* the argument of open(); NULL: a thread of this machine */
    uint64_t want; /* the largest number of units to take at once, some tenths of a second */
    double rate;   /* for a device: units per second by the reference rates */
    double cores;  /* for a device: number of cores of this machine that its thread needs */
    /* As in struct pm_engine.  If open() or work() of a device fails, the run does not fail:
     * threads compute this ring, and devices the others.  If a second ring fails, the range goes
     * to other hands, and this hand stops.  Exception: PM_WRONG. */
    pm_status (*open)(void **job, void *device, const struct pm_work *work, size_t ring);
    pm_status (*work)(void *job, uint64_t first, uint64_t count, struct pm_fold *fold);
    void (*close)(void *job);
};

/* The largest number of units in one call of an engine. */
enum { PM_UNITS_BATCH = 64 };

/* Computes units first .. first + count - 1 of a ring on this thread and adds them to the fold. */
pm_status pm_units_add(struct pm_fold *fold, const struct pm_engine *engine, void *job,
                       uint64_t first, uint64_t count);

/* How many units to compute at once: threads and memory (`bytes` for each unit) limit this, and so
 * does `items`.  The limits become those of one unit. */
int pm_units_at_once(struct pm_limits *limits, double bytes, double items);

struct pm_crew;

/* Starts `threads` threads and a hand for each device.  They work until the deal is over.  While
 * devices work, a thread takes a range only if they are busy for longer than the thread needs for
 * it; the cores that devices need stay free.  NULL: not all could be started, and the deal has
 * failed. */
struct pm_crew *pm_units_crew_start(struct pm_deal *deal, const struct pm_work *work, int threads,
                                    const struct pm_hand *device, int devices);

/* Waits until all have ended, frees them, and returns who computed how much; NULL is allowed. */
struct pm_shares pm_units_crew_end(struct pm_crew *crew);
