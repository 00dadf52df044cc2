/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pm_loop_hafnian() and pm_hafnian_gradient(): hafnians of the matrices of a stack, in balls with
 * more and more bits (engine/hafnian/pairs.c, gradient.c). */
#include "base/argument.h"
#include "base/threads.h"
#include "engine/hafnian/gradient.h"
#include "engine/hafnian/walks_lanes.h"
#include "engine/hafnian/pairs.h"
#include "engine/isa/isa.h"
#include "model/matrix.h"
#include "engine/stack_answers.h"
#include "engine/stack_load.h"

#include <math.h>
#include <stdlib.h>

static pm_status take_stack(struct pm_batch *b, double *values, double *bounds,
                            const pm_stack *stack)
{
    PM_TRY(pm_stack_take(b, stack));
    PM_TRY(pm_matrix_check_square("a matrix", stack->rows, stack->cols));
    b->value = values;
    b->bound = bounds;
    return PM_OK;
}

/* ------------------------------------------------------------------ loop hafnians */

static pm_status read_looped(struct pm_looped *w, const struct pm_looped_stack *s, size_t k)
{
    PM_TRY(pm_stack_total(&w->total, &s->b, 0, k));
    PM_TRY(pm_stack_balls_symmetric(w->entry, &s->b, k));
    for (int i = 0; i < w->n && s->means.stack.data != NULL; i++)
        PM_TRY(pm_stack_balls_entry(w->mean + i, &s->means, k, 0, i));
    return PM_OK;
}

static pm_status add_up(acb_t sum, const struct pm_looped *w, const struct pm_batch *b, size_t k)
{
    const int fixed = pm_balls_fixed(b);
    slong bits = fixed > 0 ? fixed : pm_pairs_looped_bits(w);
    pm_status status;

    do {
        status = pm_pairs_looped_sum(sum, w, bits);
        pm_stack_balls_normalize(sum, b, k, bits);
    } while (status == PM_OK && pm_stack_balls_again(&bits, fixed, sum, 1));
    return status;
}

static pm_status looped(const void *what, size_t k)
{
    const struct pm_looped_stack *const s = what;
    const int n = s->b.stack.rows, *const times = s->b.stack.row_times;
    struct pm_looped w = {.times = times != NULL ? times + k * (size_t)n : NULL,
                          .threads = s->b.inside,
                          .stop = pm_watched_stop(s->b.watched)};
    acb_t sum;

    acb_init(sum);
    pm_pairs_looped_init(&w, n);
    pm_status status = read_looped(&w, s, k);
    if (status == PM_OK)
        status = add_up(sum, &w, &s->b, k);
    if (status == PM_OK)
        pm_stack_balls_deliver(&s->b, k, sum);
    pm_pairs_looped_clear(&w);
    acb_clear(sum);
    return status;
}

static pm_status open_balls(void **room, const struct pm_batch *b)
{
    *room = (void *)b->each;
    return PM_OK;
}

static pm_status work_balls(void *room, size_t first, int count)
{
    const struct pm_looped_stack *const s = room;

    for (size_t k = first; k < first + (size_t)count; k++)
        if (!s->mending || pm_stack_is_missing(&s->b, k))
            PM_TRY(looped(s, k));
    return PM_OK;
}

static void close_balls(void *room)
{
    (void)room;
}

struct call {
    struct pm_looped_stack s;
    int threads;
    void *copy[2]; /* in the memory of the host, of data that are in a GPU's */
};

static pm_status fetch(struct call *call)
{
    pm_stack *const s = &call->s.b.stack;
    pm_stack own;

    if (s->device == 0)
        return PM_OK;
    s->size = sizeof *s;
    s->strided = true;
    PM_TRY(pm_stack_fetch(&own, &call->s.means.stack.data, call->copy, s));
    *s = own;
    return PM_OK;
}

/* In vectors, then in balls what is not precise enough. */
static pm_status run(void *calling, struct pm_watched *watched)
{
    static const struct pm_engine_stack balls = {
        .group = 1, .open = open_balls, .work = work_balls, .close = close_balls};
    struct call *const call = calling;
    struct pm_batch *const b = &call->s.b;
    const bool floating =
        b->stack.precision == PM_PRECISION_AUTO || b->stack.precision == PM_PRECISION_DOUBLE;

    b->each = &call->s;
    b->watched = watched;
    if (floating) {
        const pm_status status = pm_walks_on_gpus(b, call->threads);
        if ((status != PM_OK && status != PM_UNABLE) || (status == PM_OK && !pm_stack_misses(b)))
            return status;
        PM_TRY(fetch(call));
        PM_TRY(pm_stack_work(b, &pm_walks_stack, call->threads, status == PM_OK));
        b->stack.precision = PM_PRECISION_EXACT;
        call->s.mending = true;
    }
    PM_TRY(fetch(call));
    return pm_stack_work(b, &balls, call->threads, false);
}

/* Seconds of all hafnians, as long as the one with the most copies of vertices. */
static double predicted(const pm_stack *s)
{
    static const double STEP_SECONDS = 2e-10; /* of n^3 2^(copies / 2), roughly */
    double most = s->row_times == NULL ? s->rows : 0;

    for (size_t k = 0; k < s->count && s->row_times != NULL; k++) {
        double copies = 0;
        for (int i = 0; i < s->rows; i++)
            copies += s->row_times[k * (size_t)s->rows + (size_t)i];
        most = fmax(most, copies);
    }
    return (double)s->count * exp2(most / 2) * pow(s->rows, 3) * STEP_SECONDS;
}

pm_status pm_loop_hafnian(double *values, double *bounds, const pm_stack *stack, const void *loops,
                          int threads)
{
    PM_ARGUMENTS(stack);
    PM_ARGUMENTS_IF(stack->count > 0, values);
    PM_AT_LEAST(0, threads);
    struct call call = {.s = {.b = {.device = true}}};
    struct pm_batch *const b = &call.s.b;

    PM_TRY(take_stack(b, values, bounds, stack));
    PM_TRY(pm_stack_take_loops(&call.s.means, stack, loops));
    PM_TRY(pm_isa_chosen(&b->isa, NULL));
    b->stack.col_times = NULL;
    call.threads = pm_stack_outside(b, pm_threads(threads));
    pm_stack_watch(b, predicted(&b->stack));
    const pm_status status =
        pm_watched_run(run, &call, stack->count, b->stack.watch, stack->watcher);
    for (int k = 0; k < 2; k++)
        free(call.copy[k]);
    return status;
}

/* ------------------------------------------------------------------ gradients */

static pm_status gradient(const void *what, size_t k)
{
    const struct pm_batch *const b = what;
    const int n = b->stack.rows, cells = n * n, fixed = pm_balls_fixed(b);
    const acb_ptr entry = _acb_vec_init(cells), answer = _acb_vec_init(cells);
    slong bits = fixed > 0 ? fixed : PM_BALLS_FIRST;
    pm_status status = pm_stack_balls_symmetric(entry, b, k);

    do
        if (status == PM_OK)
            status = pm_hafnian_gradient_of(answer, entry, n, bits, pm_watched_stop(b->watched));
    while (status == PM_OK && pm_stack_balls_again(&bits, fixed, answer, (size_t)cells));
    for (int at = 0; at < cells && status == PM_OK; at++)
        pm_stack_balls_deliver(b, pm_stack_place(b, k, at / n, at % n), answer + at);
    _acb_vec_clear(answer, cells);
    _acb_vec_clear(entry, cells);
    return status;
}

pm_status pm_hafnian_gradient(double *values, double *bounds, const pm_stack *stack, int threads)
{
    PM_ARGUMENTS(stack);
    PM_ARGUMENTS_IF(stack->count > 0, values);
    PM_AT_LEAST(0, threads);
    struct pm_batch b = {.minors = true};

    PM_TRY(take_stack(&b, values, bounds, stack));
    if (stack->row_times != NULL || stack->col_times != NULL || stack->normalized)
        return pm_fail(PM_INPUT, "gradients of hafnians have no multiplicities");
    PM_TRY(pm_hafnian_gradient_able(stack->rows));
    return pm_stack_each(&b, threads, gradient, &b);
}
