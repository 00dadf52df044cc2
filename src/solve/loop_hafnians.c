/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Loop hafnians of the matrices of a stack, in vectors, and in balls with more and more bits where
 * these do not suffice (engine/hafnian/pairs.c); montrealers in balls
 * (engine/hafnian/montrealer.c). */
#include "solve/batch.h"

#include "base/alloc.h"
#include "engine/hafnian/pairs.h"
#include "engine/hafnian/walks_lanes.h"
#include "engine/stack_answers.h"
#include "engine/stack_balls.h"
#include "engine/stack_load.h"

#include <string.h>

static pm_status read_looped(struct pm_looped *w, const struct pm_batch *b, size_t k)
{
    PM_TRY(pm_stack_total(&w->total, b, 0, k));
    PM_TRY(pm_stack_balls_symmetric(w->entry, b, k));
    for (int i = 0; i < w->n && b->loops != NULL; i++)
        PM_TRY(pm_stack_balls_entry(w->mean + i, b->loops, k, 0, i));
    return PM_OK;
}

static pm_status add_up(acb_t sum, const struct pm_looped *w, const struct pm_batch *b, size_t k)
{
    const int fixed = pm_balls_fixed(b);
    slong bits = fixed > 0 ? fixed : pm_pairs_looped_bits(w);
    pm_status status;

    do {
        status = (b->stack.kind == PM_STACK_MONTREALERS ? pm_pairs_cycles_sum
                                                        : pm_pairs_looped_sum)(sum, w, bits);
        pm_stack_balls_normalize(sum, b, k, bits);
    } while (status == PM_OK && pm_stack_balls_again(&bits, fixed, sum, 1));
    return status;
}

static pm_status looped(const struct pm_batch *b, size_t k)
{
    const int n = b->stack.rows, *const times = b->stack.row_times;
    struct pm_looped w = {.times = times != NULL ? times + k * (size_t)n : NULL,
                          .threads = b->inside,
                          .stop = pm_watched_stop(b->watched)};
    acb_t sum;

    acb_init(sum);
    pm_pairs_looped_init(&w, n);
    pm_status status = read_looped(&w, b, k);
    PM_THEN(status, add_up(sum, &w, b, k));
    if (status == PM_OK)
        pm_stack_balls_deliver(b, k, sum);
    pm_pairs_looped_clear(&w);
    acb_clear(sum);
    return status;
}

/* *host = the loops in the memory of the host. */
static pm_status fetch(struct pm_batch *b, struct pm_batch *host, void *copy[2])
{
    PM_TRY(pm_stack_fetch(&b->stack, copy));
    return pm_stack_take_loops(b, host);
}

/* In vectors, on GPUs and then by threads. */
static pm_status run_vectors(struct pm_batch *b, struct pm_batch *host, void *copy[2], int threads)
{
    const pm_status status = pm_walks_on_gpus(b, threads);

    if ((status != PM_OK && status != PM_UNABLE) || (status == PM_OK && !pm_stack_misses(b)))
        return status;
    PM_TRY(fetch(b, host, copy));
    return pm_stack_work(b, &pm_walks_stack, threads, status == PM_OK);
}

pm_status pm_batch_hafnians(struct pm_batch *b, int threads)
{
    const bool floating =
        b->stack.precision == PM_PRECISION_AUTO || b->stack.precision == PM_PRECISION_DOUBLE;
    struct pm_batch host = {.loops = NULL};
    void *copy[2] = {NULL, NULL};

    b->stack.col_times = NULL;
    if (b->stack.entries == PM_ENTRIES_LOGS)
        return pm_batch_problems(b, threads);
    threads = pm_stack_outside(b, threads);
    pm_status status = floating ? run_vectors(b, &host, copy, threads) : fetch(b, &host, copy);
    if (floating)
        b->stack.precision = PM_PRECISION_EXACT;
    if (status == PM_OK && !(floating && !pm_stack_misses(b)))
        status = pm_stack_each(b, threads, floating, looped);
    PM_FREE(copy[0], copy[1]);
    return status;
}

pm_status pm_batch_montrealers(struct pm_batch *b, int threads)
{
    if (b->stack.rows % 2 != 0)
        return pm_fail(PM_INPUT, "%d rows: a mode has two of them", b->stack.rows);
    if (pm_balls_fixed(b) == 0)
        b->stack.precision = PM_PRECISION_EXACT;
    return pm_stack_each(b, pm_stack_outside(b, threads), false, looped);
}

pm_status pm_batch_hafnian_copies(const struct pm_batch *b, size_t k,
                                  const struct pm_hafnian_copies *c, int threads)
{
    const size_t number = (size_t)b->parts * sizeof(double), size = (size_t)b->stack.rows * number;
    const char *const loops = b->stack.loops;
    struct pm_batch matrix = *b, means = {.loops = NULL};
    pm_stack *const s = &matrix.stack;
    char *own;

    PM_NEW(own, c->count * size);
    for (size_t at = 0; at < c->count && loops != NULL; at++)
        memcpy(own + at * size, loops + k * size, size);
    s->data = (const char *)s->data + (ptrdiff_t)k * s->matrix_stride * (ptrdiff_t)number;
    s->loops = loops != NULL ? own : NULL;
    s->count = c->count;
    s->matrix_stride = 0;
    s->row_times = c->times;
    s->gpus = NULL;
    s->exponents = c->exponent;
    matrix.minors = false;
    matrix.value = c->value;
    matrix.bound = c->bound;
    pm_status status = pm_stack_take_loops(&matrix, &means);
    PM_THEN(status, pm_batch_hafnians(&matrix, threads));
    free(own);
    return status;
}
