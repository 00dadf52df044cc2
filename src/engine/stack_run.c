/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Threads take the matrices of a stack, some at a time. */
#include "engine/stack_answers.h"

#include "base/threads.h"

pm_status pm_batch_work(const struct pm_batch *b, const struct pm_engine_stack *engine, int threads,
                        bool missing)
{
    const size_t group = missing ? 1 : engine->group, count = b->stack.count;
    const size_t groups = (count + group - 1) / group;
    struct pm_failure failure = {.status = PM_OK};
    bool over = false;

#pragma omp parallel num_threads(groups < (size_t)threads ? (int)groups : threads) if (groups > 1)
    {
        void *room = NULL;
        pm_status status = engine->open(&room, b);
#pragma omp for schedule(dynamic)
        for (size_t g = 0; g < groups; g++) {
            const size_t first = g * group, left = count - first;
            const size_t here = left < group ? left : group;
            if (__atomic_load_n(&over, __ATOMIC_RELAXED) ||
                (missing && !pm_batch_is_missing(b, first)))
                continue;
            if (status == PM_OK)
                status = pm_batch_go_on(b);
            if (status == PM_OK)
                status = engine->work(room, first, (int)here);
            if (missing && status == PM_UNABLE) {
                pm_batch_miss_all(b, first);
                status = PM_OK;
            }
            pm_watched_done(b->watched, missing ? 0 : here);
            if (status != PM_OK)
                __atomic_store_n(&over, true, __ATOMIC_RELAXED);
        }
#pragma omp critical
        pm_failure_keep(&failure, status);
        engine->close(room);
        pm_team_thread_ends();
    }
    return pm_failure_raise(&failure);
}

/* ------------------------------------------------------------------ one by one */

struct each {
    struct pm_batch *b;
    int threads;
    pm_status (*solve)(const void *what, size_t k);
    const void *what;
};

static pm_status open_each(void **room, const struct pm_batch *b)
{
    *room = (void *)b->each;
    return PM_OK;
}

static pm_status work_each(void *room, size_t k, int count)
{
    const struct each *const each = room;

    (void)count;
    return each->solve(each->what, k);
}

static void close_each(void *room)
{
    (void)room;
}

static pm_status run(void *context, struct pm_watched *watched)
{
    static const struct pm_engine_stack one = {
        .group = 1, .open = open_each, .work = work_each, .close = close_each};
    const struct each *const each = context;

    each->b->watched = watched;
    return pm_batch_work(each->b, &one, each->threads, false);
}

pm_status pm_batch_each(struct pm_batch *b, int threads,
                        pm_status (*solve)(const void *what, size_t k), const void *what)
{
    struct each each = {b, pm_threads(threads), solve, what};

    b->each = &each;
    return pm_watched_run(run, &each, b->stack.count, b->stack.watch, b->stack.watcher);
}
