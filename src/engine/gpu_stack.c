/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Servers take one launch after the other, until all are taken or one fails. */
#include "engine/gpu_stack.h"

#include "engine/stack_answers.h"

enum {
    BLOCKS = 8,       /* of a server on a multiprocessor, at most */
    FLYING = 1 << 16, /* matrices in all launches of a device at a time */
    LEAST = 512,      /* matrices that keep a device busy */
    SERVERS = 2,      /* of a device, at least */
    THREADS = PM_GPU_STACK_THREADS,
};

/* As many blocks as have work and memory. */
static pm_status take_memory(struct pm_gpu_server *s, int servers)
{
    const size_t block = s->memory_each * THREADS * sizeof(double);
    const unsigned most = (unsigned)((s->share + THREADS - 1) / THREADS);

    s->blocks = (unsigned)s->gpu->multiprocessors * BLOCKS;
    s->blocks = s->blocks < most ? s->blocks : most;
    while (s->blocks > 1 &&
           pm_gpu_has_room(s->gpu, 2.0 * servers * (double)s->blocks * (double)block) != PM_OK)
        s->blocks /= 2;
    return pm_gpu_room(&s->memory, s->gpu, s->blocks * block);
}

static pm_status fill_server(struct pm_gpu_server *s, const struct pm_recipe *recipe, int servers)
{
    PM_TRY(pm_gpu_kernel_init(&s->kernel, s->gpu, recipe, "walk"));
    PM_TRY(take_memory(s, servers));
    return pm_gpu_queue_init(&s->queue, s->gpu, s->share * s->stack->answer);
}

static void serve(struct pm_gpu_server *s, size_t *next)
{
    const struct pm_batch *const b = s->stack->b;
    bool works = true;

    while (works && !pm_stack_is_stopped(b)) {
        const size_t first = __atomic_fetch_add(next, 1, __ATOMIC_RELAXED) * s->share;
        if (first >= b->stack.count)
            break;
        const size_t left = b->stack.count - first, count = left < s->share ? left : s->share;
        works = s->stack->compute(s, first, count) == PM_OK;
        pm_watched_done(b->watched, works ? count : 0);
    }
}

/* A server from its begin to its end, `servers` of them for each device. */
static void run_server(const struct pm_gpu_stack *stack, struct pm_gpu *gpu, int servers,
                       size_t share, size_t *next)
{
    struct pm_gpu_server s = {.stack = stack, .gpu = gpu, .share = share};
    struct pm_recipe_text recipe = {.program = NULL};

    if (stack->open(&s, &recipe) == PM_OK && pm_gpu_enter(gpu) == PM_OK) {
        if (fill_server(&s, &recipe.recipe, servers) == PM_OK)
            serve(&s, next);
        pm_gpu_queue_clear(&s.queue);
        pm_gpu_drop(gpu, s.memory);
        pm_gpu_leave(gpu);
    }
    pm_compile_clear(&recipe);
    stack->close(s.own);
}

pm_status pm_gpu_server_launch(struct pm_gpu_server *s, size_t count, void **arguments)
{
    PM_TRY(pm_gpu_launch(&s->queue, &s->kernel, s->blocks, THREADS, arguments,
                         count * s->stack->answer));
    return pm_gpu_wait(&s->queue);
}

pm_status pm_gpu_stack_run(const struct pm_gpu_stack *stack, int threads)
{
    const struct pm_batch *const b = stack->b;
    const size_t count = b->stack.count;
    struct pm_gpus *const gpus = b->stack.gpus;
    size_t next = 0;

    if (gpus == NULL || (count < LEAST && !pm_gpus_are_eager()))
        return PM_UNABLE;
    for (size_t k = 0; k < count; k++)
        pm_stack_miss(b, k);
    const int devices = b->stack.device > 0 ? 1 : gpus->count; /* that of the data, or all */
    const int before = b->stack.device > 0 ? b->stack.device - 1 : 0;
    const int each = threads / devices > SERVERS ? threads / devices : SERVERS;
    const size_t all = (size_t)(each * devices), most = FLYING / (size_t)each;
    const size_t even = (count + all - 1) / all, share = even < most ? even : most;
#pragma omp parallel for num_threads((int)all) schedule(static, 1)
    for (int k = 0; k < (int)all; k++)
        run_server(stack, &gpus->gpu[before + k / each], each, share, &next);
    PM_TRY(pm_stack_go_on(b));
    return next > 0 ? PM_OK : PM_UNABLE;
}
