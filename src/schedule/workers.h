/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Threads that compute the units of a deal of values (schedule/deal.h), one unit after the other.
 */
#ifndef PM_SCHEDULE_WORKERS_H
#define PM_SCHEDULE_WORKERS_H

#include "schedule/deal.h"

/* What a thread does; `self` is its own. */
struct pm_task {
    /* *text = a line that says what the unit gave, the caller's; NULL: nothing to keep. */
    pm_status (*unit)(char **text, void *self, uint64_t unit);
    void (*begin)(void *self), (*end)(void *self); /* on its thread; NULL: nothing */
};

struct pm_workers;

/* Starts `count` threads, which work until the deal is over; self[0 .. count - 1], `size` bytes
 * each, are what they are given.  NULL: none could be started, and the deal has failed. */
struct pm_workers *pm_workers_start(struct pm_deal *deal, const struct pm_task *task, void *self,
                                    size_t size, int count);

/* Waits for all of them to end and releases them; NULL is fine. */
void pm_workers_end(struct pm_workers *workers);

#endif
