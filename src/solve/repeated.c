/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pm_solve_repeated(): the permanent of a matrix with repeated lines.  Where the formula of
 * engine/multiple/powers.c takes few steps, lines are not copied, and the answer is exact; else the
 * matrix is expanded, and pm_solve() looks for its equal lines. */
#include "base/clock.h"
#include "base/status.h"
#include "base/argument.h"
#include "base/sized.h"
#include "engine/multiple/powers.h"
#include "plan/machine.h"
#include "solve/solve.h"

#include <limits.h>
#include <math.h>

/* Of expanded matrices of so many lines, pm_solve() knows better ways than FEW_STEPS. */
static const int SMALL_ORDER = 40;
static const double FEW_STEPS = 0x1p26, MANY_STEPS = 0x1p40;

struct repeated {
    pm_answer *answer;
    struct pm_powers *powers;
};

static pm_status check_times(const int *times, int count, const char *what, double *order)
{
    *order = 0;
    for (int k = 0; k < count; k++) {
        if (times != NULL && times[k] < 0)
            return pm_fail(PM_INPUT, "%s %d: %d is no multiplicity", what, k, times[k]);
        *order += times != NULL ? times[k] : 1;
    }
    return PM_OK;
}

static bool is_simple(const struct pm_problem *problem, const pm_options *options)
{
    return problem->kind == PM_PERMANENT && problem->gadgets == 0 &&
           pm_solve_options_are_simple(options);
}

/* Shows the plan to the watch. */
static pm_status show(const pm_answer *answer, const pm_options *options)
{
    const struct pm_progress progress = {
        .plan = answer->plan, .left = HUGE_VAL, .part = 1, .parts = 1};

    return options->watch != NULL && options->watch(options->watcher, &progress) == PM_STOP
               ? pm_fail(PM_STOPPED, "stopped")
               : PM_OK;
}

static pm_status repeated_work(void *context, struct pm_watched *watched)
{
    const struct repeated *const r = context;

    return pm_powers_value(&r->answer->value.centre, r->powers, watched);
}

static pm_status compute(struct repeated *r, const struct pm_problem *problem,
                         const pm_options *options, const struct pm_ask *ask)
{
    PM_TRY(pm_answer_texts(r->answer, "multiplicity", r->powers->note));
    pm_answer_numbers(r->answer, problem, ask, options);
    PM_TRY(show(r->answer, options));
    PM_TRY(pm_watched_run(repeated_work, r, (uint64_t)r->powers->steps, options->watch,
                          options->watcher));
    return pm_answer_finish(r->answer, options, ask);
}

static pm_status without_copies(pm_answer **out, const struct pm_problem *problem,
                                struct pm_powers *powers, const pm_options *options, double begin)
{
    struct pm_answer *answer;
    struct pm_ask ask;

    PM_TRY(pm_ask_of(&ask, problem, options));
    if (ask.want == PM_WANT_RESIDUE)
        ask.want = PM_WANT_EXACT;
    PM_TRY(pm_answer_new(&answer, 1));
    answer->spent[PM_PLANNING] = pm_clock() - begin;
    const pm_status status = compute(&(struct repeated){answer, powers}, problem, options, &ask);
    answer->seconds = pm_clock() - begin;
    PM_GIVE(out, answer, status, pm_answer_free);
}

static pm_status with_copies(pm_answer **out, const struct pm_problem *problem,
                             const int *row_times, const int *col_times, const pm_options *options)
{
    struct pm_matrix *a = NULL;
    struct pm_problem *copy = NULL;
    pm_status status;

    if (problem->kind != PM_PERMANENT || problem->row_vertex != NULL)
        return pm_fail(PM_UNABLE, "lines of a graph's matrix cannot be repeated");
    PM_TRY(pm_matrix_copy(&a, problem->a));
    PM_TRY_GOTO(status, pm_problem_wrap(&copy, problem->field, a), done);
    a = NULL;
    copy->memory = pm_machine_memory(options->memory, INT_MAX);
    PM_TRY_GOTO(status, pm_problem_repeat(copy, row_times, col_times), done);
    status = pm_solve_problem(out, copy, options);
done:
    pm_matrix_free(a);
    pm_problem_free(copy);
    return status;
}

pm_status pm_solve_repeated(pm_answer **answer, const pm_problem *problem, const int *row_times,
                            const int *col_times, const pm_options *options)
{
    PM_ARGUMENTS(answer, problem);
    struct pm_powers *powers = NULL;
    double rows, cols;
    pm_options asked;

    PM_TRY(pm_sized_options(&asked, options));
    const double begin = pm_clock();
    PM_TRY(check_times(row_times, problem->a->rows, "row", &rows));
    PM_TRY(check_times(col_times, problem->a->cols, "column", &cols));
    if (is_simple(problem, &asked))
        PM_TRY(pm_powers_new(
            &powers, problem->a, row_times, col_times,
            fmax(rows, cols) <= SMALL_ORDER ? FEW_STEPS : MANY_STEPS,
            (double)pm_machine_memory(asked.memory, (int)fmin(INT_MAX, fmax(rows, cols)))));
    const pm_status status = powers != NULL
                                 ? without_copies(answer, problem, powers, &asked, begin)
                                 : with_copies(answer, problem, row_times, col_times, &asked);
    pm_powers_free(powers);
    return status;
}
