/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Torontonians of the matrices of a stack, in double-double, and in balls with
 * more and more bits where these do not suffice (engine/torontonian). */
#include "solve/batch.h"

#include "engine/stack_answers.h"
#include "engine/stack_load.h"
#include "engine/torontonian/torontonian.h"

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

static pm_status solve(const struct pm_batch *b, size_t k)
{
    struct pm_torontonian t = {
        .isa = b->isa, .threads = b->inside, .stop = pm_watched_stop(b->watched)};
    pm_status status = pm_torontonian_take(&t, b, k);

    if (status == PM_OK && pm_torontonian_is_zero(&t)) {
        const double value[2] = {0, 0};
        pm_stack_deliver(b, k, value, (struct pm_mag){0, 0}, 0);
    } else if (status == PM_OK) {
        status = try_dd(b, &t, k);
        if (status == PM_UNABLE)
            status = try_balls(b, &t, k);
    }
    pm_torontonian_clear(&t);
    return status;
}

static pm_status check_shape(const pm_stack *stack)
{
    if (stack->rows != stack->cols || stack->rows % 2 != 0)
        return pm_fail(PM_INPUT, "%d x %d: a mode has two rows and two columns", stack->rows,
                       stack->cols);
    if (stack->entries > PM_ENTRIES_COMPLEX)
        return pm_fail(PM_INPUT, "doubles or complex numbers are expected");
    if (stack->rows > 2 * PM_TORONTONIAN_MOST)
        return pm_fail(PM_UNABLE, "%d modes: a torontonian has 2^%d terms", stack->rows / 2,
                       stack->rows / 2);
    return PM_OK;
}

pm_status pm_batch_torontonians(struct pm_batch *b, int threads)
{
    pm_status status = PM_UNABLE;

    PM_TRY(check_shape(&b->stack));
    b->parts = 1;
    if (b->stack.gpus != NULL && pm_balls_fixed(b) <= PM_PRECISION_DD)
        status = pm_torontonian_on_gpus(b, threads);
    if (status != PM_OK && status != PM_UNABLE)
        return status;
    return pm_stack_each(b, pm_stack_outside(b, threads), status == PM_OK, solve);
}
