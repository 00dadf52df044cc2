/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Loop hafnians of a stack on GPUs (cuda/hafnian.cu), which also read and scale the matrices. */
#include "base/alloc.h"
#include "engine/gpu_stack.h"
#include "engine/hafnian/walks_room.h"

#include <stdlib.h>

enum { LEAST = 6 }; /* lines */

/* As in cuda/hafnian.cu. */
struct layout {
    int64_t b[PM_HAF_PAIRS + 1], g[PM_HAF_PAIRS + 1], powers[PM_HAF_PAIRS + 1], work, all;
    int degree[PM_HAF_PAIRS + 1], stride;
};

struct given {
    pm_cu_pointer data, loops;
    int64_t matrix, row, col;
    int64_t count;
};

struct answer {
    double high[2], low[2], size, radius;
    int exponent, failure;
};

struct own {
    struct pm_walks_room *room; /* for the shape and for delivering */
    struct layout layout;
};

static int64_t lane_place(const struct pm_walks_memory *m, const double *at)
{
    return (at - m->all) / PM_HAF_LANES;
}

static struct layout layout_of(const struct pm_walks_memory *m)
{
    const struct pm_walks_walk *const w = &m->walk;
    struct layout l = {.stride = w->stride};

    for (int r = 0; r <= w->pairs; r++) {
        l.b[r] = lane_place(m, m->b[r]);
        l.g[r] = lane_place(m, m->g[r]);
        l.powers[r] = lane_place(m, m->powers[r]);
        l.degree[r] = m->degree[r];
    }
    l.work = lane_place(m, w->work);
    l.all = lane_place(m, m->all + pm_walks_memory_size(m));
    return l;
}

static pm_status open_own(struct pm_gpu_server *s, struct pm_recipe_text *recipe)
{
    const struct pm_batch *const b = s->stack->b;
    struct own *own;

    PM_NEW(own, 1);
    s->own = own;
    PM_TRY(pm_walks_room_open((void **)&own->room, b));
    struct pm_walks_room *const r = own->room;
    PM_TRY(pm_walks_take_pairs(r, NULL, r->n, b->loops != NULL));
    if (!r->able)
        return PM_UNABLE;
    own->layout = layout_of(&r->numbers);
    s->memory_each = (size_t)own->layout.all;
    pm_compile_begin(recipe, "hafnian.cu", 1);
    pm_compile_define(recipe, "-DPARTS=%d", r->parts);
    pm_compile_define(recipe, "-DWORDS=%d", r->words);
    pm_compile_define(recipe, "-DPAIRS=%d", r->pairs.count);
    pm_compile_define(recipe, "-DODD=%d", r->n % 2);
    pm_compile_define(recipe, "-DLOOPED=%d", r->pairs.looped);
    pm_compile_define(recipe, "-DTHREADS=%d", PM_GPU_STACK_THREADS);
    return PM_OK;
}

static void close_own(void *opened)
{
    struct own *const own = opened;

    if (own != NULL)
        pm_walks_room_close(own->room);
    free(own);
}

static void deliver(const struct own *own, const struct answer *answer, size_t first, size_t count)
{
    for (size_t k = 0; k < count; k++) {
        const struct answer *const a = answer + k;
        own->room->all[0] = a->exponent;
        if (a->failure == 0)
            pm_walks_deliver(
                own->room, 0, first + k,
                &(struct pm_walks_sum){
                    {a->high[0], a->high[1]}, {a->low[0], a->low[1]}, a->size, a->radius});
    }
}

/* *at = where `count` lines of n numbers, from number `first` on, are on the device. */
static pm_status put(pm_cu_pointer *at, const struct pm_gpu_server *s, const void *data,
                     size_t first, size_t count)
{
    const struct pm_batch *const b = s->stack->b;
    const size_t line = (size_t)(b->stack.rows * b->parts) * sizeof(double);

    if (b->stack.device > 0) {
        *at = (pm_cu_pointer)(uintptr_t)data + first * line;
        return pm_gpu_settle(s->gpu);
    }
    return pm_gpu_put(at, s->gpu, (const char *)data + first * line, count * line);
}

static pm_status compute(struct pm_gpu_server *s, size_t first, size_t count)
{
    const struct pm_batch *const b = s->stack->b;
    struct own *const own = s->own;
    const size_t n = (size_t)own->room->n;
    struct given g = {.matrix = b->stack.matrix_stride,
                      .row = b->stack.row_stride,
                      .col = b->stack.col_stride,
                      .count = (int64_t)count};
    void *arguments[] = {&s->queue.out, &s->memory, &own->layout, &g};
    pm_status status = put(&g.data, s, b->stack.data, n * first, n * count);

    if (status == PM_OK && b->loops != NULL)
        status = put(&g.loops, s, b->loops->stack.data, first, count);
    PM_THEN(status, pm_gpu_server_launch(s, count, arguments));
    if (status == PM_OK)
        deliver(own, s->queue.result, first, count);
    if (b->stack.device == 0) {
        pm_gpu_drop(s->gpu, g.data);
        pm_gpu_drop(s->gpu, g.loops);
    }
    return status;
}

/* Not tiny, no copies, and matrices that follow each other. */
static bool is_able(const struct pm_batch *b)
{
    const pm_stack *const stack = &b->stack;
    const int n = stack->rows;

    return n >= LEAST && n <= 2 * PM_HAF_PAIRS && stack->row_times == NULL &&
           stack->entries <= PM_ENTRIES_COMPLEX && (n % 2 == 0 || b->loops != NULL) &&
           stack->col_stride == 1 && stack->row_stride == n &&
           stack->matrix_stride == (ptrdiff_t)n * n;
}

pm_status pm_walks_on_gpus(const struct pm_batch *b, int threads)
{
    const struct pm_gpu_stack stack = {.b = b,
                                       .answer = sizeof(struct answer),
                                       .open = open_own,
                                       .compute = compute,
                                       .close = close_own};

    return is_able(b) ? pm_gpu_stack_run(&stack, threads) : PM_UNABLE;
}
