/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The internals of a deal, for two files: deal.c, which hands out units, and records.c, which
 * converts finished work to text and back.  The free units of a ring are one interval up to its
 * last unit, and a few spans that were returned. */
#pragma once

#include "base/stop.h"
#include "num/fold.h"
#include "schedule/range.h"

#include <pthread.h>

struct span {
    uint64_t first, end;
};

/* The state of a ring. */
struct lane {
    struct pm_fold fold;
    uint64_t next; /* free: units next .. last, and those of the spans */
    struct span *span;
    size_t spans, room;
};

struct pm_deal {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    struct lane *lane;
    char **text;       /* for a deal of values; else NULL */
    size_t rings, low; /* no unit is free in rings below `low` */
    size_t refused;    /* the ring that devices leave to threads; SIZE_MAX: none */
    uint64_t units;    /* of each ring */
    struct pm_tally tally;
    int fast;      /* number of hands to which others leave units */
    bool more;     /* more work may be offered */
    bool stopping; /* nothing more will be dealt */
    int over;      /* `stopping`, or there is a failure; read without the lock */
    struct pm_failure failure;
};

/* The caller holds the lock.  Units first .. end - 1 become free, or done. */
void pm_lanes_put(struct pm_deal *deal, size_t ring, uint64_t first, uint64_t end);
void pm_lanes_done(struct pm_deal *deal, uint64_t first, uint64_t end);
