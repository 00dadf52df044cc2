/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The caller's thread waits for the work, and at each tick asks what to do. */
#include "base/watched.h"

#include "base/clock.h"

#include <flint/flint.h>
#include <math.h>
#include <mpfr.h>
#include <pthread.h>
#include <time.h>

static const long TICK = 50000000; /* nanoseconds */

struct run {
    pm_status (*work)(void *context, struct pm_watched *watched);
    void *context;
    struct pm_watched watched;
    struct pm_failure failure;
    pthread_mutex_t lock;
    pthread_cond_t ended;
    bool over;
};

/* Releases what FLINT and MPFR keep for this thread, and for those that it has started: they end
 * with it. */
static void clean_up(void)
{
#pragma omp parallel
    {
        mpfr_free_cache();
        flint_cleanup();
    }
}

static void *run_work(void *running)
{
    struct run *const run = running;

    pm_failure_keep(&run->failure, run->work(run->context, &run->watched));
    clean_up();
    pthread_mutex_lock(&run->lock);
    run->over = true;
    pthread_cond_signal(&run->ended);
    pthread_mutex_unlock(&run->lock);
    return NULL;
}

/* Waits for a tick, or for the end.  True: it has ended. */
static bool wait(struct run *run)
{
    struct timespec until;

    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += TICK;
    if (until.tv_nsec >= 1000000000) {
        until.tv_sec++;
        until.tv_nsec -= 1000000000;
    }
    pthread_mutex_lock(&run->lock);
    if (!run->over)
        pthread_cond_timedwait(&run->ended, &run->lock, &until);
    const bool over = run->over;
    pthread_mutex_unlock(&run->lock);
    return over;
}

static pm_request ask(const struct run *run, double begun, pm_watch *watch, void *watcher)
{
    const uint64_t done = __atomic_load_n(&run->watched.done, __ATOMIC_RELAXED);
    const double spent = pm_clock() - begun;
    const double share = run->watched.total > 0 ? (double)done / (double)run->watched.total : 0;
    const struct pm_progress progress = {
        .share = share,
        .done = done,
        .total = run->watched.total,
        .rate = spent > 0 ? (double)done / spent : 0,
        .spent = spent,
        .left = share > 0 ? spent * (1 - share) / share : HUGE_VAL,
        .part = 1,
        .parts = 1,
    };

    return watch(watcher, &progress);
}

static pm_status watch_over(struct run *run, pm_watch *watch, void *watcher)
{
    const double begun = pm_clock();
    pthread_t thread;

    if (ask(run, begun, watch, watcher) == PM_STOP)
        return pm_fail(PM_STOPPED, "stopped");
    if (pthread_create(&thread, NULL, run_work, run) != 0)
        return pm_fail(PM_NOMEM, "no thread can be started");
    while (!wait(run))
        if (!pm_stop_wanted(&run->watched.stop) && ask(run, begun, watch, watcher) == PM_STOP)
            __atomic_store_n(&run->watched.stop, 1, __ATOMIC_RELAXED);
    pthread_join(thread, NULL);
    return pm_failure_raise(&run->failure);
}

pm_status pm_watched_run(pm_status (*work)(void *context, struct pm_watched *watched),
                         void *context, uint64_t total, pm_watch *watch, void *watcher)
{
    struct run run = {.work = work, .context = context, .watched = {.total = total}};

    if (watch == NULL)
        return work(context, NULL);
    pthread_mutex_init(&run.lock, NULL);
    pthread_cond_init(&run.ended, NULL);
    const pm_status status = watch_over(&run, watch, watcher);
    pthread_cond_destroy(&run.ended);
    pthread_mutex_destroy(&run.lock);
    return status;
}
