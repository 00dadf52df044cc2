/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pfaffians and their minors: of the matrices of a stack in double, and exactly where this does not
 * suffice; of a problem exactly (engine/pfaffian).  A floating answer of a problem is the exact
 * one, rounded. */
#include "base/alloc.h"
#include "engine/pfaffian/pfaffian.h"
#include "engine/stack_answers.h"
#include "engine/stack_balls.h"
#include "engine/stack_load.h"
#include "solve/batch.h"
#include "solve/solve.h"

/* ------------------------------------------------------------------ a stack */

/* Whether all minors, or the value, are known without computing. */
static bool is_trivial(const struct pm_batch *b)
{
    return b->stack.rows % 2 != 0 || b->stack.rows == 0;
}

static void deliver_trivial(const struct pm_batch *b, size_t k)
{
    const double value[2] = {b->stack.rows == 0 ? 1 : 0, 0};

    for (size_t place = 0; place < pm_stack_answers(b); place++)
        pm_stack_deliver(b, k * pm_stack_answers(b) + place, value, (struct pm_mag){0, 0}, 0);
}

static pm_status check_skew(const struct pm_batch *b, size_t k)
{
    double one[2], other[2];

    for (int i = 0; i < b->stack.rows; i++)
        for (int j = 0; j <= i; j++) {
            PM_TRY(pm_stack_finite(one, b, k, i, j));
            PM_TRY(pm_stack_finite(other, b, k, j, i));
            if (one[0] != -other[0] || one[1] != -other[1])
                return pm_stack_asymmetric(k, true, i, j);
        }
    return PM_OK;
}

static void deliver_exact(const struct pm_batch *b, size_t k, const struct pm_gauss *value)
{
    acb_t nearest;

    acb_init(nearest);
    for (size_t place = 0; place < pm_stack_answers(b); place++) {
        arb_set_fmpq(acb_realref(nearest), value[place].re, PM_BALLS_FIRST);
        arb_set_fmpq(acb_imagref(nearest), value[place].im, PM_BALLS_FIRST);
        pm_stack_balls_deliver(b, k * pm_stack_answers(b) + place, nearest);
    }
    acb_clear(nearest);
}

static pm_status solve_exactly(const struct pm_batch *b, size_t k)
{
    const size_t answers = pm_stack_answers(b);
    pm_problem *problem = NULL;
    struct pm_gauss *value;

    PM_NEW(value, answers);
    for (size_t place = 0; place < answers; place++)
        pm_gauss_init(value + place);
    pm_status status = pm_problem_dense(&problem, &b->stack, k);
    PM_THEN(status, pm_matrix_check_symmetric("a matrix", true, problem->a, 0));
    PM_THEN(status, pm_pfaffian_exact(value, problem->a, b->minors, b->inside,
                                      pm_watched_stop(b->watched)));
    if (status == PM_OK)
        deliver_exact(b, k, value);
    for (size_t place = 0; place < answers; place++)
        pm_gauss_clear(value + place);
    PM_FREE(value);
    pm_problem_free(problem);
    return status;
}

static pm_status solve(const struct pm_batch *b, size_t k)
{
    const pm_precision asked = b->stack.precision;
    const bool floating = asked == PM_PRECISION_AUTO || asked == PM_PRECISION_DOUBLE;

    PM_TRY(check_skew(b, k));
    if (is_trivial(b)) {
        deliver_trivial(b, k);
        return PM_OK;
    }
    if (floating)
        PM_TRY(pm_pfaffian_double(b, k));
    return floating && !pm_stack_is_missing(b, k) ? PM_OK : solve_exactly(b, k);
}

pm_status pm_batch_pfaffians(struct pm_batch *b, int threads)
{
    b->degree = b->stack.rows / 2 - (b->minors ? 1 : 0);
    return pm_stack_each(b, pm_stack_outside(b, threads), false, solve);
}

/* ------------------------------------------------------------------ a problem */

pm_status pm_pfaffian_value(struct pm_gauss *value, const struct pm_problem *problem, int threads,
                            const struct pm_watched *watched)
{
    const struct pm_matrix *const a = problem->a;

    pm_gauss_set_si(value, a->rows == 0);
    return a->rows == 0 || a->rows % 2 != 0
               ? PM_OK
               : pm_pfaffian_exact(value, a, false, threads, pm_watched_stop(watched));
}
