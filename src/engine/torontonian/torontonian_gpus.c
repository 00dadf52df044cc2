/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Torontonians of a stack on GPUs (cuda/torontonian.cu).  Threads of the host read the matrices and
 * bound the errors. */
#include "base/alloc.h"
#include "engine/gpu_stack.h"
#include "engine/torontonian/torontonian.h"

enum {
    LANES = 32,      /* matrices whose numbers interleave */
    MODES_MOST = 20, /* 2^20 terms for a thread of a device */
};

/* As in cuda/torontonian.cu. */
struct answer {
    struct pm_dd value;
    double size, most;
};

/* A matrix without its entries. */
struct asked {
    struct pm_torontonian t;
    double least;
    bool able;
};

struct own {
    int modes, rows; /* rows: also that of loops */
    struct asked *asked;
    struct pm_dd *m, *given;
};

static size_t cells_of(const struct own *own)
{
    return (size_t)(own->rows * own->rows + 1);
}

static pm_status open_own(struct pm_gpu_server *s, struct pm_recipe_text *recipe)
{
    const struct pm_batch *const b = s->stack->b;
    struct own *own;

    PM_NEW(own, 1);
    s->own = own;
    own->modes = b->stack.rows / 2;
    const int looped = b->loops != NULL;
    own->rows = b->stack.rows + looped;
    for (int left = 0; left <= own->modes; left++)
        s->memory_each += 2 * (size_t)(2 * left + looped) * (size_t)(2 * left + looped);
    PM_NEW(own->asked, s->share);
    PM_NEW(own->m, cells_of(own));
    PM_NEW(own->given, (s->share + LANES - 1) / LANES * LANES * cells_of(own));
    pm_compile_begin(recipe, "torontonian.cu", 0.2);
    pm_compile_define(recipe, "-DMODES=%d", own->modes);
    pm_compile_define(recipe, "-DLOOPED=%d", looped);
    pm_compile_define(recipe, "-DTHREADS=%d", PM_GPU_STACK_THREADS);
    return PM_OK;
}

static void close_own(void *opened)
{
    struct own *const own = opened;

    if (own == NULL)
        return;
    PM_FREE(own->given, own->m, own->asked, own);
}

/* Matrix k becomes the one at `place`, or a unit matrix if threads must compute it. */
static void take(struct own *own, const struct pm_batch *b, size_t place, size_t k)
{
    struct asked *const a = own->asked + place;
    struct pm_dd *const to = own->given + place / LANES * LANES * cells_of(own) + place % LANES;

    *a = (struct asked){.t = {.loop_scale = 1}};
    a->able = pm_torontonian_take(&a->t, b, k) == PM_OK && a->t.block == 2 &&
              !pm_torontonian_is_zero(&a->t) &&
              pm_torontonian_start(own->m, &a->least, &a->t, own->rows) == PM_OK;
    for (int i = 0; i < own->rows; i++)
        for (int j = i; j < own->rows; j++) {
            const int at = i * own->rows + j;
            to[at * LANES] = a->able ? own->m[at] : (struct pm_dd){i == j, 0};
        }
    to[own->rows * own->rows * LANES] = (struct pm_dd){a->t.loop_scale, 0};
    pm_torontonian_clear(&a->t);
    a->t.entry = NULL;
    a->t.loop = NULL;
}

static void deliver(const struct own *own, const struct pm_batch *b, const struct answer *answer,
                    size_t first, size_t count)
{
    for (size_t k = 0; k < count; k++) {
        struct pm_dd sum;
        struct pm_mag error;
        if (own->asked[k].able &&
            pm_torontonian_end(&sum, &error, &own->asked[k].t, own->asked[k].least, answer[k].value,
                               answer[k].size, answer[k].most) == PM_OK)
            pm_torontonian_deliver(b, first + k, sum, error);
    }
}

static pm_status compute(struct pm_gpu_server *s, size_t first, size_t count)
{
    struct own *const own = s->own;
    const size_t groups = (count + LANES - 1) / LANES;
    int64_t each = (int64_t)s->memory_each / 2, all = (int64_t)count;
    pm_cu_pointer given = 0;
    void *arguments[] = {&s->queue.out, &s->memory, &given, &each, &all};

    for (size_t k = 0; k < count; k++)
        take(own, s->stack->b, k, first + k);
    pm_status status =
        pm_gpu_put(&given, s->gpu, own->given, groups * LANES * cells_of(own) * sizeof *own->given);
    PM_THEN(status, pm_gpu_server_launch(s, count, arguments));
    if (status == PM_OK)
        deliver(own, s->stack->b, s->queue.result, first, count);
    pm_gpu_drop(s->gpu, given);
    return status;
}

pm_status pm_torontonian_on_gpus(const struct pm_batch *b, int threads)
{
    const struct pm_gpu_stack stack = {.b = b,
                                       .answer = sizeof(struct answer),
                                       .open = open_own,
                                       .compute = compute,
                                       .close = close_own};
    const int rows = b->stack.rows;

    return rows >= 4 && rows <= 2 * MODES_MOST ? pm_gpu_stack_run(&stack, threads) : PM_UNABLE;
}
