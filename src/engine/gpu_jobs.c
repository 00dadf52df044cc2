/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Many small walks on a GPU.  Jobs are sorted by recipe: the source of the kernel and the constants
 * with which it is compiled (cuda/compile.h).  Jobs with the same recipe share launches of up to
 * NODES nodes of the fold.  Each job is a row of the grid. */
#include "engine/gpu_jobs.h"

#include "base/alloc.h"

#include <stdlib.h>
#include <string.h>

enum { NODES = 1 << 16 };

struct entry {
    struct pm_device_job *job;
    struct pm_device_walk walk;
    struct pm_recipe_text recipe;
};

/* Jobs with the same recipe, and the device that computes them. */
struct group {
    const struct pm_gpu *gpu;
    struct entry *const *entry;
    size_t count, room; /* count: number of jobs; room: largest number of jobs in a launch */
    uint64_t nodes;     /* number of nodes of each job */
    struct pm_gpu_kernel kernel;
    struct pm_gpu_queue queue;
    pm_cu_pointer problems;
};

static int compare_recipes(const struct pm_recipe *a, const struct pm_recipe *b)
{
    int order = strcmp(a->source, b->source);

    if (order == 0)
        order = a->options - b->options;
    for (int k = 0; order == 0 && k < a->options; k++)
        order = strcmp(a->option[k], b->option[k]);
    if (order == 0 && a->program != NULL && b->program != NULL)
        order = strcmp(a->program, b->program);
    return order;
}

static int compare(const void *a, const void *b)
{
    const struct entry *const x = *(struct entry *const *)a, *const y = *(struct entry *const *)b;
    const int order = compare_recipes(&x->recipe.recipe, &y->recipe.recipe);

    return order != 0 ? order : (x > y) - (x < y);
}

/* Copies the problems of jobs first .. first + count - 1 to the device.  *at = where they are. */
static pm_status put_problems(pm_cu_pointer *at, const struct group *g, size_t first, size_t count)
{
    const size_t size = g->entry[0]->walk.problem_size;
    char *problems;

    PM_NEW(problems, count * size);
    for (size_t k = 0; k < count; k++)
        g->entry[first + k]->walk.problem(problems + k * size, g->entry[first + k]->walk.walk);
    const pm_status status = pm_gpu_put(at, g->gpu, problems, count * size);
    free(problems);
    return status;
}

/* Adds up the nodes that the device computed for a job. */
static pm_status add_nodes(const struct entry *entry, const char *node, uint64_t nodes)
{
    struct pm_fold fold;
    pm_status status = PM_OK;

    pm_fold_init(&fold, entry->job->ring);
    for (uint64_t k = 0; k < nodes && status == PM_OK; k++) {
        struct pm_part part = {{0}, {0}, {0}, 0, 0};
        entry->walk.node(&part, entry->walk.walk, node + k * entry->walk.node_size);
        status = pm_fold_add(&fold, PM_DEVICE_LOG_NODE, k, &part);
    }
    pm_fold_sum(&entry->job->sum, &fold);
    pm_fold_clear(&fold);
    return status;
}

static pm_status launch(struct group *g, size_t first, size_t count)
{
    const size_t size = g->nodes * g->entry[0]->walk.node_size;
    uint64_t unit = 0;
    void *arguments[] = {&g->queue.out, &g->problems, &unit};

    PM_TRY(put_problems(&g->problems, g, first, count));
    g->queue.rows = (unsigned)count;
    pm_status status = pm_gpu_launch(&g->queue, &g->kernel, (unsigned)g->nodes, PM_DEVICE_THREADS,
                                     arguments, count * size);
    PM_THEN(status, pm_gpu_wait(&g->queue));
    for (size_t k = 0; status == PM_OK && k < count; k++)
        status = add_nodes(g->entry[first + k], (const char *)g->queue.result + k * size, g->nodes);
    pm_gpu_drop(g->gpu, g->problems);
    g->problems = 0;
    return status;
}

static pm_status group_run(struct group *g)
{
    const struct pm_device_walk *const walk = &g->entry[0]->walk;

    g->nodes = walk->units >> PM_DEVICE_LOG_NODE;
    g->room = g->nodes < NODES ? NODES / g->nodes : 1;
    if (g->room > g->count)
        g->room = g->count;
    PM_TRY(pm_gpu_kernel_init(&g->kernel, g->gpu, walk->recipe, "walk"));
    PM_TRY(pm_gpu_queue_init(&g->queue, g->gpu, g->room * g->nodes * walk->node_size));
    pm_status status = PM_OK;
    for (size_t first = 0; status == PM_OK && first < g->count; first += g->room)
        status = launch(g, first, g->count - first < g->room ? g->count - first : g->room);
    pm_gpu_queue_clear(&g->queue);
    return status;
}

static pm_status run_all(struct entry *const *sorted, size_t count, const struct pm_gpu *gpu)
{
    for (size_t first = 0, next = 0; first < count; first = next) {
        while (next < count &&
               compare_recipes(&sorted[first]->recipe.recipe, &sorted[next]->recipe.recipe) == 0)
            next++;
        struct group group = {.gpu = gpu, .entry = sorted + first, .count = next - first};
        PM_TRY(group_run(&group));
    }
    return PM_OK;
}

pm_status pm_gpu_jobs_device_batch(struct pm_device_job *job, size_t count,
                                   const struct pm_gpu *gpu)
{
    struct entry *entry, **sorted = NULL;
    pm_status status = PM_OK;

    PM_NEW(entry, count);
    PM_NEW_GOTO(status, sorted, count, done);
    for (size_t k = 0; k < count; k++) {
        entry[k].job = &job[k];
        PM_TRY_GOTO(status, job[k].describe(&entry[k].walk, &entry[k].recipe, job[k].job), done);
        sorted[k] = &entry[k];
    }
    qsort(sorted, count, sizeof(struct entry *), compare);
    status = run_all(sorted, count, gpu);
done:
    for (size_t k = 0; k < count; k++)
        pm_compile_clear(&entry[k].recipe);
    PM_FREE(sorted, entry);
    return status;
}
