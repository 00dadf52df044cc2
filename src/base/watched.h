/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Work that its caller watches and can stop (base/stop.h). */
#pragma once

#include "base/budget.h"
#include "base/stop.h"

struct pm_watched {
    int stop, save;       /* wishes: to stop, and to write the checkpoint */
    uint64_t done, total; /* how far the work is; pm_watched_done() counts */
    const char *path;     /* the checkpoint from which the work can be continued; NULL: none */
    char plan[160];       /* by pm_watched_plan() */
    double seconds;
    int planned;
};

/* The work tells its plan and its predicted seconds, once.  NULL: nobody watches. */
void pm_watched_plan(struct pm_watched *watched, uint64_t total, double seconds, const char *plan);

/* Counts work that is done; NULL: nobody watches. */
static inline void pm_watched_done(struct pm_watched *watched, uint64_t more)
{
    if (watched != NULL)
        __atomic_fetch_add(&watched->done, more, __ATOMIC_RELAXED);
}

static inline const int *pm_watched_stop(const struct pm_watched *watched)
{
    return watched != NULL ? &watched->stop : NULL;
}

/* Calls work(context, watched) and returns its status.  With `watch`, the work has a thread of its
 * own, and this thread calls `watch` at the beginning and several times a second.  What asks to end
 * sets the wish to stop, and the status is PM_STOPPED.  Without, `watched` is NULL.  The budget of
 * the thread that works knows the wish. */
pm_status pm_watched_run(pm_status (*work)(void *context, struct pm_watched *watched),
                         void *context, uint64_t total, pm_watch *watch, void *watcher);

/* The same for work with the watch, the memory and the seconds of these options.  If it takes
 * longer than pm_budget_late(), it is stopped, and the status is that of pm_refusal_of_lateness().
 */
pm_status pm_watched_within(pm_status (*work)(void *context, struct pm_watched *watched),
                            void *context, const pm_options *options);

/* Asks a watch once, for work that is too short for a thread; plan NULL: there is none.  watch
 * NULL: nobody watches. */
pm_status pm_watched_once(const char *plan, pm_watch *watch, void *watcher);
