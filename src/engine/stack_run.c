/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Threads take the matrices of a stack, some at a time. */
#include "engine/stack_answers.h"

#include "base/threads.h"

struct team {
    const struct pm_batch *b;
    const struct pm_engine_stack *engine;
    size_t group, groups;
    bool missing, over;
    struct pm_failure *failure; /* of more than one group */
};

static pm_status work_group(struct team *t, void *room, size_t first)
{
    const size_t left = t->b->stack.count - first;
    const size_t here = left < t->group ? left : t->group;

    PM_TRY(pm_stack_go_on(t->b));
    const pm_status status = t->engine->work(room, first, (int)here);
    pm_watched_done(t->b->watched, t->missing ? 0 : here);
    if (!t->missing || status != PM_UNABLE)
        return status;
    pm_stack_miss_all(t->b, first);
    return PM_OK;
}

/* Group g, unless `status` or another thread says that a group has failed. */
static pm_status take_group(struct team *t, void *room, size_t g, pm_status status)
{
    if (__atomic_load_n(&t->over, __ATOMIC_RELAXED) ||
        (t->missing && !pm_stack_is_missing(t->b, g * t->group)))
        return status;
    PM_THEN(status, work_group(t, room, g * t->group));
    if (status != PM_OK)
        __atomic_store_n(&t->over, true, __ATOMIC_RELAXED);
    return status;
}

/* One group, or none, needs no team, whose start takes as long as a small matrix. */
static pm_status work_alone(struct team *t)
{
    void *room = NULL;
    pm_status status = t->engine->open(&room, t->b);

    if (t->groups > 0)
        status = take_group(t, room, 0, status);
    t->engine->close(room);
    return status;
}

/* What each thread of a team does. */
static void work_thread(struct team *t)
{
    void *room = NULL;
    pm_status status = t->engine->open(&room, t->b);

#pragma omp for schedule(dynamic)
    for (size_t g = 0; g < t->groups; g++)
        status = take_group(t, room, g, status);
#pragma omp critical
    pm_failure_keep(t->failure, status);
    t->engine->close(room);
    pm_threads_ends_team();
}

pm_status pm_stack_work(const struct pm_batch *b, const struct pm_engine_stack *engine, int threads,
                        bool missing)
{
    const size_t group = missing ? 1 : engine->group;
    struct team t = {.b = b,
                     .engine = engine,
                     .group = group,
                     .groups = (b->stack.count + group - 1) / group,
                     .missing = missing};

    if (t.groups <= 1)
        return work_alone(&t);
    struct pm_failure failure = {.status = PM_OK};
    t.failure = &failure;
#pragma omp parallel num_threads(t.groups < (size_t)threads ? (int)t.groups : threads)
    work_thread(&t);
    return pm_failure_raise(&failure);
}

/* ------------------------------------------------------------------ one by one */

struct each {
    struct pm_batch b; /* first: its address is that of the structure */
    bool missing;
    pm_status (*solve)(const struct pm_batch *b, size_t k);
};

static pm_status open_each(void **room, const struct pm_batch *b)
{
    *room = (void *)b;
    return PM_OK;
}

static pm_status work_each(void *room, size_t k, int count)
{
    const struct each *const each = room;

    (void)count;
    return each->missing && !pm_stack_is_missing(&each->b, k) ? PM_OK : each->solve(&each->b, k);
}

static void close_each(void *room)
{
    (void)room;
}

pm_status pm_stack_each(const struct pm_batch *b, int threads, bool missing,
                        pm_status (*solve)(const struct pm_batch *b, size_t k))
{
    static const struct pm_engine_stack one = {
        .group = 1, .open = open_each, .work = work_each, .close = close_each};
    const struct each each = {*b, missing, solve};

    return pm_stack_work(&each.b, &one, threads, false);
}
