/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The first failure ends the others' work, too: what is left is passed over. */
#include "batch/each.h"

#include "base/threads.h"

struct each {
    struct pm_batch *b;
    int threads;
    pm_status (*solve)(const void *what, size_t k);
    const void *what;
};

static pm_status work(void *context, struct pm_watched *watched)
{
    const struct each *const each = context;
    struct pm_failure failure = {PM_OK, ""};
    bool over = false;

    each->b->watched = watched;
#pragma omp parallel for schedule(dynamic) num_threads(each->threads)
    for (size_t k = 0; k < each->b->stack.count; k++) {
        if (__atomic_load_n(&over, __ATOMIC_RELAXED))
            continue;
        pm_status status = pm_batch_go_on(each->b);
        if (status == PM_OK)
            status = each->solve(each->what, k);
        pm_watched_done(watched, 1);
        if (status == PM_OK)
            continue;
        __atomic_store_n(&over, true, __ATOMIC_RELAXED);
#pragma omp critical
        pm_failure_keep(&failure, status);
    }
    return pm_failure_raise(&failure);
}

pm_status pm_batch_each(struct pm_batch *b, int threads,
                        pm_status (*solve)(const void *what, size_t k), const void *what)
{
    struct each each = {b, pm_threads(threads), solve, what};

    return pm_watched_run(work, &each, b->stack.count, b->stack.watch, b->stack.watcher);
}
