/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Computes the matrices of a stack on GPUs.  Threads make the tables of a thousand matrices or
 * more.  Each device computes some of them in one or a few launches (engine/gpu_jobs.h), and the
 * threads deliver the results.  The parts of units are the same as on the CPU, so values and bounds
 * are, too.  If a device fails, the threads compute its matrices. */
#include "base/alloc.h"
#include "engine/dense/dense_stack.h"
#include "engine/gpu_jobs.h"

#include <stdlib.h>

enum { TOGETHER = 1024 }; /* matrices of a device at a time */

/* A matrix that is being computed. */
struct task {
    void *room;
    const struct pm_sign_walk *signs; /* NULL: the permanent is 0 */
    struct pm_part sum;
};

struct round {
    const struct pm_batch *b;
    struct task *task;
    size_t first, count; /* range of matrices of the stack */
    int threads;
    struct pm_ring ring;
};

static pm_status prepare(struct round *r)
{
    struct pm_failure failure = {.status = PM_OK};

#pragma omp parallel for schedule(dynamic) num_threads(r->threads)
    for (size_t k = 0; k < r->count; k++) {
        struct task *const t = &r->task[k];
        pm_status status = t->room != NULL ? PM_OK : pm_dense_room_open(&t->room, r->b);
        PM_THEN(status, pm_dense_room_begin(&t->signs, t->room, r->first + k));
        if (status != PM_OK) {
#pragma omp critical
            pm_failure_keep(&failure, status);
        }
    }
    return pm_failure_raise(&failure);
}

/* Computes the sums of tasks first .. end - 1 on a device. */
static pm_status add_on(struct pm_gpu *gpu, const struct round *r, size_t first, size_t end)
{
    struct pm_device_job *job;
    pm_status status;
    size_t count = 0;

    PM_NEW(job, end - first);
    for (size_t k = first; k < end; k++)
        if (r->task[k].signs != NULL)
            job[count++] = (struct pm_device_job){
                .describe = pm_sign_walk_describe, .job = r->task[k].signs, .ring = &r->ring};
    PM_TRY_GOTO(status, pm_gpu_enter(gpu), done);
    if (count > 0)
        status = pm_gpu_jobs_device_batch(job, count, gpu);
    pm_gpu_leave(gpu);
    count = 0;
    for (size_t k = first; k < end && status == PM_OK; k++)
        if (r->task[k].signs != NULL)
            r->task[k].sum = job[count++].sum;
done:
    free(job);
    return status;
}

static pm_status deliver(struct round *r, const bool *failed)
{
    struct pm_failure failure = {.status = PM_OK};

#pragma omp parallel for schedule(dynamic) num_threads(r->threads)
    for (size_t k = 0; k < r->count; k++) {
        struct task *const t = &r->task[k];
        if (failed[k / TOGETHER] && t->signs != NULL) {
            const pm_status status = pm_dense_room_sum(&t->sum, t->room);
#pragma omp critical
            pm_failure_keep(&failure, status);
        }
        pm_dense_room_end(t->room, r->first + k, t->signs != NULL ? &t->sum : NULL);
    }
    return pm_failure_raise(&failure);
}

static pm_status work(struct round *r, struct pm_gpus *gpus)
{
    bool failed[PM_GPUS_MOST];

    PM_TRY(prepare(r));
#pragma omp parallel for num_threads(gpus->count) if (gpus->count > 1)
    for (int d = 0; d < gpus->count; d++) {
        const size_t first = (size_t)d * TOGETHER, end = first + TOGETHER;
        failed[d] = first < r->count &&
                    add_on(&gpus->gpu[d], r, first, end < r->count ? end : r->count) != PM_OK;
    }
    return deliver(r, failed);
}

static pm_status on_gpus(const struct pm_batch *b, int threads)
{
    const size_t all = b->stack.count, most = (size_t)b->stack.gpus->count * TOGETHER;
    const size_t room = all < most ? all : most;
    struct round r = {.b = b,
                      .threads = threads,
                      .ring = pm_number_ring_of(b->parts == 1 ? PM_REAL : PM_COMPLEX)};
    pm_status status = PM_OK;

    PM_NEW(r.task, room);
    for (; r.first < all && status == PM_OK; r.first += room) {
        r.count = all - r.first < room ? all - r.first : room;
        status = pm_stack_go_on(b);
        PM_THEN(status, work(&r, b->stack.gpus));
        pm_watched_done(b->watched, r.count);
    }
    for (size_t k = 0; k < room; k++)
        pm_dense_room_close(r.task[k].room);
    free(r.task);
    return status;
}

const struct pm_engine_stack pm_dense_stack = {.group = 1,
                                               .seconds = pm_dense_room_seconds,
                                               .open = pm_dense_room_open,
                                               .work = pm_dense_room_work,
                                               .close = pm_dense_room_close,
                                               .on_gpus = on_gpus,
                                               .gpu_cols = PM_DENSE_GPU_LEAST};
