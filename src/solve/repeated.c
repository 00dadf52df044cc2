/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The permanent of a matrix with repeated lines.  Where the formula of
 * engine/multiple/powers.c takes few steps, lines are not copied, and the answer is exact; else the
 * matrix has the copies as lines, and the plan looks for equal lines. */
#include "base/clock.h"
#include "base/status.h"
#include "base/sized.h"
#include "engine/multiple/powers.h"
#include "model/variant.h"
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

/* The matrix with its copies, which are lines already unless they were too many. */
static pm_status with_copies(pm_answer **out, const struct pm_problem *problem,
                             const pm_options *options)
{
    struct pm_problem *copy;

    if (problem->variant->a != NULL)
        return pm_solve_problem(out, problem, options);
    PM_TRY(pm_variant_unfold(&copy, problem, pm_machine_memory(options->memory, INT_MAX)));
    const pm_status status = pm_solve_problem(out, copy, options);
    pm_problem_free(copy);
    return status;
}

pm_status pm_solve_repeated(pm_answer **answer, const struct pm_problem *problem,
                            const pm_options *options)
{
    const struct pm_variant *const v = problem->variant;
    const int rows = pm_problem_rows(problem), cols = pm_problem_cols(problem),
              lines = rows > cols ? rows : cols;
    struct pm_powers *powers = NULL;
    pm_options asked;

    PM_TRY(pm_sized_options(&asked, options));
    const double begin = pm_clock();
    if (pm_solve_options_are_simple(&asked) && asked.estimate == 0)
        PM_TRY(pm_powers_new(&powers, pm_variant_matrix(problem), v->times[0], v->times[1],
                             lines <= SMALL_ORDER ? FEW_STEPS : MANY_STEPS,
                             (double)pm_machine_memory(asked.memory, lines)));
    const pm_status status = powers != NULL ? without_copies(answer, problem, powers, &asked, begin)
                                            : with_copies(answer, problem, &asked);
    pm_powers_free(powers);
    return status;
}
