/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pm_solve_looped(): the hafnian of a matrix with loops and repeated vertices, without a plan.  The
 * value is computed exactly (batch/loop_exact.c); a floating answer is the exact one, rounded. */
#include "base/alloc.h"
#include "base/clock.h"
#include "base/given.h"
#include "base/sized.h"
#include "base/threads.h"
#include "batch/loop_hafnian.h"
#include "solve/solve.h"

struct looped {
    pm_answer *answer;
    const struct pm_problem *problem, *loops;
    const int *times;
    int threads;
};

static pm_status check_matrices(const struct pm_problem *problem, const struct pm_problem *loops)
{
    const struct pm_matrix *const a = problem->a;
    int row;

    if (problem->kind != PM_PERMANENT || problem->row_vertex != NULL || problem->gadgets > 0)
        return pm_fail(PM_UNABLE, "a matrix is expected, not a problem that was made from a graph "
                                  "or asks for a hafnian");
    if (a->rows != a->cols)
        return pm_fail(PM_INPUT, "%d x %d is not symmetric", a->rows, a->cols);
    if (loops != NULL && (loops->a->rows != 1 || loops->a->cols != a->cols))
        return pm_fail(PM_INPUT,
                       "the loops of %d vertices are a %d x %d matrix: 1 x %d is expected", a->cols,
                       loops->a->rows, loops->a->cols, a->cols);
    PM_TRY(pm_matrix_asymmetry(&row, a));
    if (row >= 0)
        return pm_fail(PM_INPUT, "the matrix is not symmetric: row %d", row);
    return PM_OK;
}

/* Refuses what only a plan can give.  The time limit needs none. */
static pm_status check_options(const pm_options *options)
{
    pm_options others = *options;

    others.seconds = 0;
    return pm_options_are_simple(&others)
               ? PM_OK
               : pm_fail(PM_INPUT, "only the options precision, modulus, epsilon, strict, threads, "
                                   "seconds and watch apply to a hafnian with loops or copies");
}

static pm_status work(void *context, struct pm_watched *watched)
{
    const struct looped *const l = context;

    return pm_looped_exact(&l->answer->value.centre, l->problem->a,
                           l->loops != NULL ? l->loops->a : NULL, l->times, l->threads, watched);
}

static pm_status compute(struct looped *l, const pm_options *options)
{
    struct pm_problem all = *l->problem; /* the type of the answer is that of all numbers */
    struct pm_ask ask;

    if (l->loops != NULL && l->loops->field > all.field)
        all.field = l->loops->field;
    PM_TRY(pm_ask_of(&ask, &all, options));
    if (ask.want == PM_WANT_RESIDUE)
        ask.want = PM_WANT_EXACT;
    PM_TRY(pm_answer_texts(l->answer, "hafnian", "with loops or copies, exactly"));
    pm_answer_numbers(l->answer, &all, &ask, options);
    PM_TRY(pm_watched_within(work, l, options->seconds, options->watch, options->watcher));
    return pm_answer_finish(l->answer, options, &ask);
}

pm_status pm_solve_looped(pm_answer **answer, const pm_problem *problem, const pm_problem *loops,
                          const int *times, const pm_options *options)
{
    PM_GIVEN(answer, problem);
    struct looped l = {.problem = problem, .loops = loops, .times = times};
    const double begin = pm_clock();
    pm_options asked;

    PM_TRY(pm_options_take(&asked, options));
    PM_TRY(check_options(&asked));
    PM_TRY(check_matrices(problem, loops));
    PM_NEW(l.answer, 1);
    pm_value_init(&l.answer->value);
    l.threads = l.answer->threads = pm_threads(asked.threads);
    l.answer->ranks = 1;
    const pm_status status = compute(&l, &asked);
    l.answer->seconds = pm_clock() - begin;
    if (status == PM_OK)
        *answer = l.answer;
    else
        pm_answer_free(l.answer);
    return status;
}
