/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The inside of a deal, for the two files that work on it: deal.c, which deals, and records.c,
 * which turns what is done into text and back.  What is free of a ring is an interval up to its
 * last unit, which shrinks, and a few spans that came back. */
#ifndef PM_SCHEDULE_LANES_H
#define PM_SCHEDULE_LANES_H

#include "base/stop.h"
#include "num/fold.h"
#include "schedule/range.h"

#include <pthread.h>

struct span {
    uint64_t first, end;
};

/* A ring. */
struct lane {
    struct pm_fold fold;
    uint64_t next; /* units next .. last are free, and those of the spans */
    struct span *span;
    size_t spans, room;
};

struct pm_deal {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    struct lane *lane;
    char **text;       /* of a deal of values; else NULL */
    size_t rings, low; /* nothing is free in rings below `low` */
    uint64_t units;    /* of each ring */
    double *before;    /* [ranges + 1] of the work, before a range; NULL: units are alike */
    size_t ranges;
    struct pm_tally tally;
    bool more;     /* something may be offered yet */
    bool stopping; /* nothing is to be dealt any more */
    int over;      /* it is, or there is a failure: read without the lock */
    struct pm_failure failure;
};

/* With the lock held: units first .. end - 1 are free, or are done. */
void pm_lanes_put(struct pm_deal *deal, size_t ring, uint64_t first, uint64_t end);
void pm_lanes_done(struct pm_deal *deal, uint64_t first, uint64_t end);

/* The work of units first .. end - 1, in average units. */
double pm_lanes_work(const struct pm_deal *deal, uint64_t first, uint64_t end);

#endif
