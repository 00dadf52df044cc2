/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Threads that compute the units of a deal of values (schedule/deal.h), one unit after another. */
#ifndef PM_SCHEDULE_WORKERS_H
#define PM_SCHEDULE_WORKERS_H

#include "schedule/deal.h"

/* The work of a thread; `self` is the thread's own data. */
struct pm_task {
    /* *text = a line with the result of the unit, which the caller must free; NULL: no result to
     * keep. */
    pm_status (*unit)(char **text, void *self, uint64_t unit);
    void (*begin)(void *self), (*end)(void *self); /* called on the thread; NULL: nothing to do */
};

struct pm_workers;

/* Starts `count` threads, which work until the deal is over.  Thread k gets self[k]; each is `size`
 * bytes.  NULL: none could be started, and the deal has failed. */
struct pm_workers *pm_workers_start(struct pm_deal *deal, const struct pm_task *task, void *self,
                                    size_t size, int count);

/* Waits until all have ended, and frees them; NULL is allowed. */
void pm_workers_end(struct pm_workers *workers);

#endif
