/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pm_torontonian(): torontonians of the matrices of a stack, in double-double, and in balls with
 * more and more bits where these do not suffice (engine/torontonian). */
#include "engine/torontonian/torontonian.h"

#include "base/argument.h"
#include "base/threads.h"
#include "engine/isa/isa.h"
#include "engine/stack_answers.h"
#include "engine/stack_load.h"

#include <math.h>
#include <stdlib.h>

enum { BITS_MOST = 1 << 14 };

/* In double-double; PM_UNABLE: this is not precise enough. */
static pm_status try_dd(const struct pm_batch *b, const struct pm_torontonian *t, size_t k)
{
    struct pm_dd sum;
    struct pm_mag error;

    if (pm_balls_fixed(b) > PM_PRECISION_DD)
        return PM_UNABLE;
    PM_TRY(pm_torontonian_dd(&sum, &error, t));
    return pm_torontonian_deliver(b, k, sum, error);
}

static pm_status try_balls(const struct pm_batch *b, const struct pm_torontonian *t, size_t k)
{
    const int fixed = pm_balls_fixed(b);
    slong bits = fixed > 0 ? fixed : PM_BALLS_FIRST;
    pm_status status;
    acb_t sum;

    acb_init(sum);
    do {
        status = pm_torontonian_balls(acb_realref(sum), t, bits);
        if (status == PM_UNABLE && fixed == 0 && bits < BITS_MOST) {
            acb_indeterminate(sum);
            status = PM_OK;
        }
    } while (status == PM_OK && bits < BITS_MOST && pm_stack_balls_again(&bits, fixed, sum, 1));
    if (status == PM_OK)
        pm_stack_balls_deliver(b, k, sum);
    else if (status == PM_UNABLE)
        status = pm_fail(PM_DOMAIN, "I - O is not positive definite, as far as %ld bits can tell",
                         (long)bits);
    acb_clear(sum);
    return status;
}

static pm_status solve(const void *what, size_t k)
{
    const struct pm_torontonian_stack *const s = what;
    struct pm_torontonian t = {
        .isa = s->b.isa, .threads = s->b.inside, .stop = pm_watched_stop(s->b.watched)};

    if (s->mending && !pm_stack_is_missing(&s->b, k))
        return PM_OK;
    pm_status status = pm_torontonian_take(&t, &s->b, &s->loops, s->rtol, k);

    if (status == PM_OK && pm_torontonian_is_zero(&t)) {
        const double value[2] = {0, 0};
        pm_stack_deliver(&s->b, k, value, (struct pm_mag){0, 0}, 0);
    } else if (status == PM_OK) {
        status = try_dd(&s->b, &t, k);
        if (status == PM_UNABLE)
            status = try_balls(&s->b, &t, k);
    }
    pm_torontonian_clear(&t);
    return status;
}

static pm_status read_torontonians(struct pm_torontonian_stack *s, const pm_stack *stack,
                                   const void *loops)
{
    PM_TRY(pm_stack_take(&s->b, stack));
    PM_TRY(pm_stack_take_loops(&s->loops, stack, loops));
    if (stack->rows != stack->cols || stack->rows % 2 != 0)
        return pm_fail(PM_INPUT, "%d x %d: a mode has two rows and two columns", stack->rows,
                       stack->cols);
    if (stack->entries > PM_ENTRIES_COMPLEX)
        return pm_fail(PM_INPUT, "doubles or complex numbers are expected");
    if (stack->row_times != NULL || stack->col_times != NULL || stack->normalized)
        return pm_fail(PM_INPUT, "torontonians have no multiplicities");
    if (stack->rows > 2 * PM_TORONTONIAN_MOST)
        return pm_fail(PM_UNABLE, "%d modes: a torontonian has 2^%d terms", stack->rows / 2,
                       stack->rows / 2);
    s->b.parts = 1;
    return PM_OK;
}

struct call {
    struct pm_torontonian_stack *s;
    int threads;
};

static pm_status on_gpus(void *calling, struct pm_watched *watched)
{
    struct call *const call = calling;

    call->s->b.watched = watched;
    const pm_status status = pm_torontonian_on_gpus(call->s, call->threads);
    call->s->b.watched = NULL;
    call->s->mending = status == PM_OK;
    return status == PM_UNABLE ? PM_OK : status;
}

static const double TERM_SECONDS = 2e-7; /* roughly */

static pm_status ask_torontonians(double *values, double *bounds, const pm_stack *stack,
                                  const void *loops, double rtol, int threads)
{
    struct pm_torontonian_stack s = {.b = {.value = values, .bound = bounds}, .rtol = rtol};

    PM_TRY(read_torontonians(&s, stack, loops));
    PM_TRY(pm_isa_chosen(&s.b.isa, NULL));
    pm_stack_watch(&s.b, (double)stack->count * exp2(stack->rows / 2) * TERM_SECONDS);
    if (stack->gpus != NULL && pm_balls_fixed(&s.b) <= PM_PRECISION_DD) {
        struct call call = {&s, threads};
        PM_TRY(pm_watched_run(on_gpus, &call, stack->count, s.b.stack.watch, stack->watcher));
    }
    return pm_stack_each(&s.b, pm_stack_outside(&s.b, threads), solve, &s);
}

pm_status pm_torontonian(double *values, double *bounds, const pm_stack *stack, const void *loops,
                         double rtol, int threads)
{
    PM_ARGUMENTS(stack);
    PM_ARGUMENTS_IF(stack->count > 0, values);
    PM_AT_LEAST(0, threads);
    void *copy[2];
    pm_stack own;

    if (!(rtol >= 0 && rtol < 1))
        return pm_fail(PM_INPUT, "rtol is at least 0 and below 1, not %g", rtol);
    pm_status status = pm_stack_fetch(&own, &loops, copy, stack);
    if (status == PM_OK)
        status = ask_torontonians(values, bounds, &own, loops, rtol, pm_threads(threads));
    for (int k = 0; k < 2; k++)
        free(copy[k]);
    return status;
}
