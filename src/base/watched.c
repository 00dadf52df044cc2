/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The caller's thread waits for the work, and at each tick asks what to do. */
#include "base/watched.h"

#include "base/budget.h"
#include "base/clock.h"
#include "base/refusal.h"
#include "base/threads.h"

#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <time.h>

static const long TICK = 50000000; /* nanoseconds */

struct run {
    pm_status (*work)(void *context, struct pm_watched *watched);
    void *context;
    pm_watch *watch; /* NULL: nobody is asked */
    void *watcher;
    double begun, seconds; /* time of the beginning; seconds allowed, 0: any time */
    uint64_t memory;       /* bytes allowed; 0: any number */
    struct pm_budget budget;
    struct pm_watched watched;
    struct pm_failure failure;
    pthread_mutex_t lock;
    pthread_cond_t ended;
    bool over, told; /* told: the watch has got the plan */
};

void pm_watched_plan(struct pm_watched *watched, uint64_t total, double seconds, const char *plan)
{
    if (watched == NULL)
        return;
    snprintf(watched->plan, sizeof watched->plan, "%s", plan);
    watched->seconds = seconds;
    __atomic_store_n(&watched->total, total, __ATOMIC_RELAXED);
    __atomic_store_n(&watched->planned, 1, __ATOMIC_RELEASE);
}

static bool wants_stop(void *watched)
{
    return pm_stop_wanted(pm_watched_stop(watched));
}

static void *run_work(void *running)
{
    struct run *const run = running;

    pm_budget_join(&run->budget);
    pm_failure_keep(&run->failure, run->work(run->context, &run->watched));
    pm_threads_ends();
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

static pm_request ask(struct run *run)
{
    if (run->watch == NULL)
        return PM_GO_ON;
    const bool planned = __atomic_load_n(&run->watched.planned, __ATOMIC_ACQUIRE) != 0;
    const bool tell = planned && !run->told;
    const uint64_t total = __atomic_load_n(&run->watched.total, __ATOMIC_RELAXED);
    const uint64_t done = __atomic_load_n(&run->watched.done, __ATOMIC_RELAXED);
    const double spent = pm_clock() - run->begun;
    const double share = total > 0 ? (double)done / (double)total : 0;
    const struct pm_progress progress = {
        .share = share,
        .done = done,
        .total = total,
        .rate = spent > 0 ? (double)done / spent : 0,
        .spent = spent,
        .left = tell        ? run->watched.seconds
                : share > 0 ? spent * (1 - share) / share
                            : HUGE_VAL,
        .part = 1,
        .parts = 1,
        .plan = tell ? run->watched.plan : NULL,
    };

    run->told = planned;
    return run->watch(run->watcher, &progress);
}

static bool is_late(const struct run *run)
{
    return run->seconds > 0 && pm_clock() - run->begun > pm_budget_late(run->seconds);
}

static pm_status watch_over(struct run *run)
{
    bool late = false;
    pthread_t thread;

    if (ask(run) == PM_STOP)
        return pm_fail(PM_STOPPED, "stopped");
    run->budget =
        (struct pm_budget){.stop = wants_stop, .asked = &run->watched, .memory = run->memory};
    pm_budget_open(&run->budget);
    pm_budget_join(run->budget.outer); /* what the watch does is no part of the work */
    if (pthread_create(&thread, NULL, run_work, run) != 0)
        return pm_budget_close(&run->budget, pm_fail(PM_NOMEM, "no thread can be started"));
    while (!wait(run)) {
        if (pm_stop_wanted(&run->watched.stop))
            continue;
        late = is_late(run);
        const pm_request request = late ? PM_STOP : ask(run);
        if (request != PM_GO_ON)
            __atomic_store_n(request == PM_STOP ? &run->watched.stop : &run->watched.save, 1,
                             __ATOMIC_RELAXED);
    }
    pthread_join(thread, NULL);
    if (run->watched.planned && !run->told)
        ask(run);
    const pm_status status = pm_budget_close(&run->budget, pm_failure_raise(&run->failure));
    return late && status == PM_STOPPED ? pm_refusal_of_lateness(NULL, pm_budget_late(run->seconds),
                                                                 run->seconds, run->watched.path)
                                        : status;
}

static pm_status watched_run(struct run *run)
{
    if (run->watch == NULL && run->seconds <= 0)
        PM_RETURN_WITHIN(run->memory, false, run->work(run->context, NULL));
    run->begun = pm_clock();
    pthread_mutex_init(&run->lock, NULL);
    pthread_cond_init(&run->ended, NULL);
    const pm_status status = watch_over(run);
    pthread_cond_destroy(&run->ended);
    pthread_mutex_destroy(&run->lock);
    return status;
}

pm_status pm_watched_run(pm_status (*work)(void *context, struct pm_watched *watched),
                         void *context, uint64_t total, pm_watch *watch, void *watcher)
{
    if (watch == NULL)
        PM_RETURN_WITHIN(0, false, work(context, NULL));
    return watched_run(&(struct run){.work = work,
                                     .context = context,
                                     .watch = watch,
                                     .watcher = watcher,
                                     .watched = {.total = total}});
}

pm_status pm_watched_within(pm_status (*work)(void *context, struct pm_watched *watched),
                            void *context, const pm_options *options)
{
    return watched_run(&(struct run){.work = work,
                                     .context = context,
                                     .watch = options->watch,
                                     .watcher = options->watcher,
                                     .seconds = options->seconds,
                                     .memory = options->memory});
}

pm_status pm_watched_once(const char *plan, pm_watch *watch, void *watcher)
{
    const struct pm_progress progress = {.plan = plan, .left = 0, .part = 1, .parts = 1};

    return watch != NULL && watch(watcher, &progress) == PM_STOP ? pm_fail(PM_STOPPED, "stopped")
                                                                 : PM_OK;
}
