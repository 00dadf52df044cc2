/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Matrices of a stack that no engine of stacks takes, as large ones of logarithms: each is a
 * problem with a plan of its own. */
#include "solve/batch.h"
#include "solve/solve.h"

#include "engine/stack_answers.h"
#include "engine/stack_balls.h"

static pm_status matrix_of(pm_problem **out, const struct pm_batch *b, size_t k)
{
    const pm_stack plain = {.size = sizeof plain,
                            .entries = b->stack.entries,
                            .data = b->stack.data,
                            .count = b->stack.count,
                            .rows = b->stack.rows,
                            .cols = b->stack.cols,
                            .strided = true,
                            .row_stride = b->stack.row_stride,
                            .col_stride = b->stack.col_stride,
                            .matrix_stride = b->stack.matrix_stride};
    const pm_status status = pm_problem_dense(out, &plain, k);

    return status == PM_INPUT ? pm_fail_at(status, "matrix %zu", k) : status;
}

static const int *times_of(const int *times, int lines, size_t k)
{
    return times != NULL ? times + k * (size_t)lines : NULL;
}

static pm_status problem_of(pm_problem **out, const struct pm_batch *b, size_t k)
{
    const int *const rows = times_of(b->stack.row_times, b->stack.rows, k);
    const int *const cols = times_of(b->stack.col_times, b->stack.cols, k);
    pm_problem *matrix, *loops = NULL;

    PM_TRY(matrix_of(&matrix, b, k));
    if (b->stack.kind == PM_STACK_PERMANENTS)
        PM_GIVE(out, matrix, pm_problem_repeat(matrix, rows, cols), pm_problem_free);
    pm_status status = b->loops != NULL ? matrix_of(&loops, b->loops, k) : PM_OK;
    PM_THEN(status, loops != NULL || rows != NULL ? pm_problem_loops(out, matrix, loops, rows)
                                                  : pm_problem_hafnian(out, matrix));
    PM_EACH(pm_problem_free, loops, matrix);
    return status;
}

static void deliver(const struct pm_batch *b, size_t k, const struct pm_answer *answer)
{
    enum { BITS = 256 };
    fmpq_t error;
    arb_t more;
    acb_t z;

    if (!pm_mag_is_finite(answer->value.error)) {
        pm_stack_miss(b, k);
        return;
    }
    acb_init(z);
    arb_init(more);
    fmpq_init(error);
    pm_mag_get_fmpq(error, answer->value.error);
    arb_set_fmpq(acb_realref(z), answer->value.centre.re, BITS);
    arb_set_fmpq(acb_imagref(z), answer->value.centre.im, BITS);
    arb_set_fmpq(more, error, BITS);
    arb_add_error(acb_realref(z), more); /* of the modulus: the bound is the sum of both radii */
    pm_stack_balls_normalize(z, b, k, BITS);
    pm_stack_balls_deliver(b, k, z);
    fmpq_clear(error);
    arb_clear(more);
    acb_clear(z);
}

/* Who watches the stack stops its problems, too. */
static pm_request watch_stack(void *watched, const pm_progress *progress)
{
    (void)progress;
    return pm_stop_wanted(pm_watched_stop(watched)) ? PM_STOP : PM_GO_ON;
}

pm_status pm_batch_problems(struct pm_batch *b, int threads)
{
    const pm_options options = {.size = sizeof options,
                                .precision = b->stack.precision,
                                .epsilon = b->stack.epsilon,
                                .threads = threads,
                                .watch = watch_stack,
                                .watcher = b->watched};

    for (size_t k = 0; k < b->stack.count; k++) {
        pm_problem *problem;
        pm_answer *answer = NULL;
        PM_TRY(problem_of(&problem, b, k));
        const pm_status status = pm_solve_problem(&answer, problem, &options);
        pm_problem_free(problem);
        if (status == PM_OK)
            deliver(b, k, answer);
        pm_answer_free(answer);
        if (status == PM_STOPPED)
            return pm_fail(PM_STOPPED, "stopped"); /* by who watches the stack */
        PM_TRY(status);
        pm_watched_done(b->watched, 1);
    }
    return PM_OK;
}
