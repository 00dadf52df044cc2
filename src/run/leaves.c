/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Computes leaves on a GPU.  Each leaf is planned as usual.  If its engine has kernels, its rings
 * become jobs of one batch (engine/gpu_jobs.h).  This thread computes leaves that are too small for
 * a GPU, and those whose result has too few digits. */
#include "run/leaves.h"

#include "base/alloc.h"
#include "engine/gpu_jobs.h"
#include "plan/branch.h"
#include "run/core.h"
#include "run/rings.h"
#include "engine/more.h"

#include <stdlib.h>

/* A leaf that is being computed. */
struct task {
    struct pm_leaf *leaf;
    struct pm_way way;
    struct pm_images images;
    size_t first; /* index of its first job */
    bool batched;
};

struct batch {
    const struct pm_planner *planner;
    struct pm_limits limits;
    struct task *task;
    size_t tasks;
    struct pm_device_job *job;
    size_t jobs, room;
};

pm_status pm_leaf_add(struct pm_leaf_list *list, const struct pm_matrix *core)
{
    PM_TRY(pm_grow((void **)&list->leaf, &list->room, list->count + 1, sizeof *list->leaf));
    struct pm_leaf *const leaf = &list->leaf[list->count];
    PM_TRY(pm_matrix_copy(&leaf->core, core));
    pm_value_init(&leaf->value);
    list->count++;
    return PM_OK;
}

void pm_leaf_clear(struct pm_leaf_list *list)
{
    for (size_t k = 0; k < list->count; k++) {
        pm_matrix_free(list->leaf[k].core);
        pm_value_clear(&list->leaf[k].value);
    }
    free(list->leaf);
    *list = (struct pm_leaf_list){.leaf = NULL};
}

static pm_status open_rings(struct batch *b, struct task *task)
{
    const struct pm_way *const way = &task->way;
    const struct pm_core core = {.a = way->fixed != NULL ? way->fixed->a : task->leaf->core,
                                 .kind = way->kind};

    PM_TRY(pm_way_images(&task->images, way));
    task->first = b->jobs;
    task->batched = true;
    for (size_t k = 0; k < task->images.count; k++) {
        const struct pm_ring *const ring = &task->images.ring[k];
        void *job;
        PM_TRY(pm_grow((void **)&b->job, &b->room, b->jobs + 1, sizeof *b->job));
        PM_TRY(way->engine->open(&job, &core, &way->cost, ring, &b->limits));
        b->job[b->jobs++] = (struct pm_device_job){
            .describe = way->engine->more->gpu->describe, .job = job, .ring = ring};
    }
    return PM_OK;
}

static void batch_clear(struct batch *b)
{
    for (size_t k = 0; b->task != NULL && k < b->tasks; k++) {
        struct task *const task = &b->task[k];
        const size_t end = task->first + task->images.count;
        for (size_t j = task->first; task->batched && j < end && j < b->jobs; j++)
            task->way.engine->close((void *)b->job[j].job);
        pm_images_clear(&task->images);
        pm_way_clear(&task->way);
    }
    free(b->task);
    free(b->job);
}

/* Plans all leaves and opens those for the device. */
static pm_status batch_open(struct batch *b, const struct pm_leaf_list *list)
{
    PM_NEW(b->task, list->count);
    for (; b->tasks < list->count; b->tasks++) {
        struct task *const task = &b->task[b->tasks];
        task->leaf = &list->leaf[b->tasks];
        PM_TRY(pm_branch_leaf(&task->way, task->leaf->core, b->planner));
        if (pm_way_leaf_is_for_gpus(&task->way)) {
            const pm_status status = open_rings(b, task);
            b->tasks += status != PM_OK; /* it must be cleared, too */
            PM_TRY(status);
        }
    }
    return PM_OK;
}

static pm_status task_value(struct task *task, const struct batch *b, bool computed)
{
    struct pm_value *const value = &task->leaf->value;
    struct pm_part *part;
    bool again = true;

    if (task->batched && computed) {
        PM_NEW(part, task->images.count);
        for (size_t k = 0; k < task->images.count; k++)
            part[k] = b->job[task->first + k].sum;
        const pm_status status = pm_rings_recover(value, &task->way, &task->images, part);
        free(part);
        PM_TRY(status);
        again = pm_core_is_vague(value, &task->way);
    }
    return again ? pm_core_alone(value, task->leaf->core, &task->way, &b->limits) : PM_OK;
}

pm_status pm_leaf_compute(struct pm_leaf_list *list, const struct pm_planner *planner,
                          const struct pm_limits *limits, const struct pm_gpu **gpu)
{
    struct batch batch = {.planner = planner, .limits = *limits};

    batch.limits.threads = 1;
    pm_status status = batch_open(&batch, list);
    if (status == PM_OK && *gpu != NULL && batch.jobs > 0 &&
        pm_device_batch(batch.job, batch.jobs, *gpu) != PM_OK)
        *gpu = NULL;
    for (size_t k = 0; status == PM_OK && k < batch.tasks; k++)
        status = task_value(&batch.task[k], &batch, *gpu != NULL);
    batch_clear(&batch);
    return status;
}
