/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From a problem and options to an answer. */
#include "solve/solve.h"

#include "base/budget.h"
#include "base/clock.h"
#include "base/argument.h"
#include "base/refusal.h"
#include "base/sized.h"
#include "run/session.h"
#include "cuda/gpu.h"
#include "model/problem.h"
#include "run/run.h"

#include <math.h>

static const double LEAST_SECONDS = 2; /* reducing and planning may always take this long */

/* Checks that there are as many devices as the user asked for. */
static pm_status check_gpus(int wanted)
{
    struct pm_gpus *gpus;

    const pm_status status = pm_gpus_usable(&gpus, wanted);
    if (status != PM_OK)
        return pm_fail_at(status, "%d GPU%s asked for, and none can be used", wanted,
                          wanted == 1 ? " is" : "s are");
    const int count = gpus->count;
    pm_gpus_close(gpus);
    if (count < wanted)
        return pm_fail(PM_UNABLE, "%d GPUs are asked for, and there %s %d", wanted,
                       count == 1 ? "is" : "are", count);
    return PM_OK;
}

bool pm_solve_options_are_simple(const pm_options *o)
{
    return o->engine == NULL && o->reduce == NULL && o->no_reduce == NULL && !o->paper &&
           o->gpus <= 0 && o->seconds == 0 && !o->plan_only && o->audit == 0 &&
           o->checkpoint == NULL && o->plan_to == NULL && o->plan_file == NULL && o->parts <= 1 &&
           (o->team == NULL || pm_team_size(o->team) == 1);
}

/* Reads the plan in the session's state, which is carried out unchanged. */
static pm_status read_plan(struct pm_plan **plan, const struct pm_problem *problem,
                           const pm_options *options, const struct pm_session *session)
{
    const char *const path = session->plan_path != NULL ? session->plan_path : session->path;
    const pm_status status = pm_plan_read(plan, problem, options, session->state.plan);

    return status == PM_INPUT
               ? pm_fail_at(status, "%s: the plan is refused", path != NULL ? path : "a part")
               : status;
}

double pm_solve_until(double begun, double seconds)
{
    return seconds > 0 ? begun + fmax(pm_budget_late(seconds), LEAST_SECONDS) : 0;
}

/* Reducing and planning end if they alone take longer than allowed. */
static pm_status make_plan(struct pm_plan **plan, const struct pm_problem *problem,
                           const pm_options *options, struct pm_session *session)
{
    struct pm_budget budget = {.until = pm_solve_until(session->begun, options->seconds)};

    pm_budget_open(&budget);
    const pm_status status = pm_budget_close(&budget, pm_plan_new(plan, problem, options));
    return status == PM_STOPPED && budget.late
               ? pm_refusal_of_lateness("planning", budget.until - session->begun, options->seconds,
                                        NULL)
               : status;
}

/* Finds or makes the plan and shows it.  If the caller stops this, nothing is kept.  Ways are
 * chosen and refused by the time on the reference machine; the last one is also refused if it takes
 * longer than allowed on this machine. */
static pm_status find_plan(struct pm_plan **plan, const struct pm_problem *problem,
                           const pm_options *options, struct pm_session *session)
{
    pm_status status = session->state.plan != NULL ? read_plan(plan, problem, options, session)
                                                   : make_plan(plan, problem, options, session);

    session->declined = status == PM_OK && session->most > 0 && (*plan)->reference > session->most;
    if (session->declined)
        return pm_fail(PM_UNABLE, "the plan takes longer than another way");
    if (status == PM_OK && session->most <= 0 && (*plan)->status == PM_OK)
        (*plan)->status = pm_plan_allow(*plan, (*plan)->seconds);
    /* one way of several that is refused is not shown */
    const bool shown = (session->most <= 0 && !options->plan_only) ||
                       (status == PM_OK && (*plan)->status == PM_OK);
    if (status == PM_OK && shown) {
        const struct pm_lacked_text advice = pm_lacked_advice(&(*plan)->lacked);
        const bool runs = (*plan)->status == PM_OK && !options->plan_only;
        status =
            pm_session_show(session, *plan, runs && advice.text[0] != '\0' ? advice.text : NULL);
    }
    return status == PM_STOPPED ? pm_fail(status, "stopped while planning; nothing new is "
                                                  "saved, and the same command begins again")
                                : status;
}

pm_status pm_solve_check_answer(struct pm_answer *answer, const struct pm_problem *problem,
                                const struct pm_ask *ask, const struct pm_plan *plan,
                                struct pm_session *session)
{
    unsigned made = 0;

    PM_TRY(pm_check_answer(&made, &answer->value, problem, ask));
    if (plan != NULL && !(made & PM_CHECK_EXPANSION))
        PM_TRY(pm_check_order(&made, &answer->value, plan, session));
    pm_check_names(answer->checks, made);
    return PM_OK;
}

static pm_status run_and_check(struct pm_answer *answer, const struct pm_problem *problem,
                               const struct pm_plan *plan, struct pm_session *session)
{
    PM_TRY(pm_run_plan(&answer->value, &answer->least, plan, session));
    return pm_session_is_part(session)
               ? PM_OK
               : pm_solve_check_answer(answer, problem, &plan->ask, plan, session);
}

static pm_status carry_out(struct pm_answer *answer, const struct pm_problem *problem,
                           const struct pm_plan *plan, const pm_options *options,
                           struct pm_session *session)
{
    PM_TRY(pm_session_plan(session, plan));
    const pm_status status = run_and_check(answer, problem, plan, session);
    if (status != PM_OK)
        return status == PM_STOPPED ? pm_session_leave(session, status) : status;
    pm_answer_accuracy(answer, plan);
    PM_TRY(pm_session_finish(&answer->part, session));
    return pm_answer_finish(answer, options, &plan->ask);
}

static pm_status answer_run(struct pm_answer *answer, const struct pm_problem *problem,
                            const pm_options *options, struct pm_session *session)
{
    struct pm_plan *plan = NULL;
    pm_status status;
    bool gpus;

    const double begin = pm_clock();
    PM_TRY_GOTO(status, find_plan(&plan, problem, options, session), done);
    answer->spent[PM_PLANNING] = pm_clock() - begin;
    answer->plan = plan->text;
    answer->summary = plan->summary;
    answer->reasons = plan->reasons;
    plan->text = plan->summary = plan->reasons = NULL;
    pm_answer_numbers(answer, problem, &plan->ask, options);
    PM_TRY_GOTO(status, plan->status, done);
    answer->predicted = options->parts > 1 ? pm_run_part_seconds(plan, options->parts)
                                           : pm_plan_seconds(&gpus, plan, 1);
    PM_TRY_GOTO(status, pm_answer_lists(answer, plan), done);
    status = options->plan_only ? pm_session_keep_plan(session, plan)
                                : carry_out(answer, problem, plan, options, session);
done:
    if (options->plan_only)
        answer->planned = plan;
    else
        pm_plan_free(plan);
    return status;
}

pm_status pm_solve_session(pm_answer **out, const pm_problem *problem, const pm_options *options,
                           struct pm_session *session)
{
    const double begin = pm_clock();
    struct pm_answer *answer;

    PM_TRY(pm_answer_new(&answer, session->limits.threads));
    struct pm_budget budget = pm_session_budget(session, options->memory);
    pm_budget_open(&budget);
    const pm_status status =
        pm_budget_close(&budget, answer_run(answer, problem, options, session));
    const struct pm_gpu_spent spent = pm_gpus_spent(session->gpus);
    answer->spent[PM_OPENING] = spent.opening;
    answer->spent[PM_COMPILING] = spent.compiling;
    answer->spent[PM_LAUNCHES] = spent.launches;
    answer->gpus = session->used;
    answer->ranks = pm_team_size(session->team);
    answer->shares = session->shares;
    answer->units = session->units;
    session->units = NULL;
    answer->seconds = pm_clock() - begin;
    if (status == PM_OK || (status == PM_UNABLE && options->plan_only && answer->plan != NULL)) {
        *out = answer;
        return status;
    }
    pm_answer_free(answer);
    return status;
}

pm_status pm_solve_below(pm_answer **answer, bool *declined, const pm_problem *problem,
                         const pm_options *options, double most)
{
    struct pm_session session;
    pm_options asked, planned;

    PM_TRY(pm_sized_options(&asked, options));
    const double begin = pm_clock();
    if (asked.gpus > 0)
        PM_TRY(check_gpus(asked.gpus));
    const double opening = pm_clock() - begin;
    PM_TRY(pm_session_open(&session, &planned, problem, NULL, &asked));
    session.most = most;
    pm_answer *solved = NULL;
    pm_status status = pm_solve_session(&solved, problem, &planned, &session);
    status = pm_session_ended(&session, pm_session_agree(&session, status));
    *declined = session.declined;
    pm_session_clear(&session);
    if (solved != NULL) {
        solved->spent[PM_OPENING] += opening;
        solved->seconds += opening;
    }
    if (status == PM_OK || (asked.plan_only && solved != NULL))
        *answer = solved;
    else
        pm_answer_free(solved);
    return status;
}
