/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Each thread takes one unit at a time until there is none.  If a unit fails, it is returned and
 * the deal ends. */
#include "schedule/workers.h"

#include "base/alloc.h"
#include "base/threads.h"

#include <pthread.h>
#include <stdlib.h>

struct worker {
    pm_unit *unit;
    struct pm_deal *deal;
    void *self;
    pthread_t thread;
};

struct pm_workers {
    int count;
    struct worker worker[];
};

/* Computes a unit, or returns it. */
static void worker_unit(const struct worker *worker, const struct pm_range *range)
{
    char *text = NULL;
    const pm_status status = worker->unit(&text, worker->self, range->first);

    if (status == PM_OK) {
        pm_deal_done_text(worker->deal, range->first, text != NULL ? text : "");
    } else {
        pm_deal_return(worker->deal, range);
        if (status != PM_STOPPED || !pm_deal_is_over(worker->deal))
            pm_deal_fail(worker->deal, status);
    }
    free(text);
}

static void *worker_run(void *context)
{
    const struct worker *const worker = context;
    struct pm_range range;

    while (pm_deal_next(&range, worker->deal, 1))
        worker_unit(worker, &range);
    pm_threads_ends();
    return NULL;
}

struct pm_workers *pm_workers_start(struct pm_deal *deal, pm_unit *unit, void *self, int count)
{
    struct pm_workers *const workers =
        pm_alloc(1, sizeof *workers + (size_t)count * sizeof *workers->worker);

    for (int k = 0; workers != NULL && k < count; k++) {
        struct worker *const worker = &workers->worker[k];
        *worker = (struct worker){.unit = unit, .deal = deal, .self = self};
        if (pthread_create(&worker->thread, NULL, worker_run, worker) != 0)
            break;
        workers->count++;
    }
    if (workers == NULL || workers->count == 0)
        pm_deal_fail(deal, pm_fail(PM_NOMEM, "no thread can be started"));
    return workers;
}

void pm_workers_end(struct pm_workers *workers)
{
    for (int k = 0; workers != NULL && k < workers->count; k++)
        pthread_join(workers->worker[k].thread, NULL);
    free(workers);
}
