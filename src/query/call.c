/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Refuses the options that the question does not have; reads the planner from the others. */
#include "query/call.h"

#include "base/status.h"
#include "base/sized.h"
#include "base/watched.h"
#include "plan/facility.h"
#include "plan/plan_text.h"
#include "run/pieces.h"
#include "solve/solve.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* Gadgets of factors take no part in shares and draws. */
static pm_status check_gadgets(const struct pm_query_call *call)
{
    const bool factors = call->problem->asked == PM_ASKED_FACTORS;
    const pm_question question = call->question;

    if (factors &&
        (question == PM_ASK_SHARES || question == PM_ASK_JOINT || question == PM_ASK_DRAWS))
        return PM_OK;
    return pm_problem_without_gadgets(call->problem,
                                      factors ? "such numbers" : "shares, draws or sizes");
}

static pm_status make_planner(struct pm_query_call *call)
{
    pm_options about = *call->options;

    about.estimate = 0;
    about.logarithm = false;
    about.plan_only = call->plan_only;
    PM_TRY(pm_plan_options(&call->planner, call->problem, &about));
    call->planner.ask.epsilon = 0;
    return PM_OK;
}

/* Answers in a session, which keeps pieces that are done in the checkpoint. */
static pm_status answer_in_session(struct pm_query_call *call)
{
    struct pm_session session;
    const char *what;
    char *question;

    if (asprintf(&question, "%s%s%s", pm_question_name(call->question, &what),
                 call->key != NULL ? " " : "", call->key != NULL ? call->key : "") < 0)
        return pm_no_memory();
    pm_status status =
        pm_pieces_open(&session, question, call->problem, call->options, call->watched);
    if (status == PM_OK) {
        call->session = &session;
        status = pm_pieces_close(&session, call->answer(call));
        call->session = NULL;
    }
    free(question);
    return status;
}

static pm_status run(void *calling, struct pm_watched *watched)
{
    struct pm_query_call *const call = calling;

    call->watched = watched;
    PM_TRY(check_gadgets(call));
    PM_TRY(make_planner(call));
    call->planner.policy.limits.stop = pm_watched_stop(watched);
    call->planner.lacked = call->plan_only ? &call->lacked : NULL;
    return call->options->checkpoint != NULL && !call->plan_only ? answer_in_session(call)
                                                                 : call->answer(call);
}

/* Refuses numbers with larger errors than the caller allows. */
static pm_status be_strict(const struct pm_values *values, const pm_options *options)
{
    const double epsilon = options->epsilon > 0 ? options->epsilon : PM_USUAL_EPSILON;

    for (size_t k = 0; values != NULL && options->strict && k < values->count; k++)
        if (!pm_value_within(&values->value[k], epsilon))
            return pm_fail(PM_UNABLE,
                           "the proved error of number %zu is above epsilon = %g of it; a higher "
                           "precision helps",
                           k + 1, epsilon);
    return PM_OK;
}

pm_status pm_query_run(struct pm_query_call *call)
{
    const pm_options *const given = call->options;
    pm_options asked;

    PM_TRY(pm_facility_options(&asked, call->question, call->problem, given));
    call->options = &asked;
    pm_status status = pm_watched_within(run, call, &asked);
    call->options = given;
    if (status == PM_OK) {
        pm_values_of_logs(call->values);
        status = be_strict(call->values, &asked);
    }
    if (status != PM_OK) {
        pm_values_free(call->values);
        call->values = NULL;
    }
    return status;
}

pm_status pm_query_values(struct pm_values **values, pm_question question,
                          pm_status (*answer)(struct pm_query_call *call),
                          const struct pm_problem *problem, const pm_options *options)
{
    struct pm_query_call call = {
        .question = question, .answer = answer, .problem = problem, .options = options};

    PM_TRY(pm_query_run(&call));
    *values = call.values;
    return PM_OK;
}

pm_status pm_query_signs(const struct pm_problem *problem, const pm_options *options)
{
    pm_options asked;

    PM_TRY(pm_sized_options(&asked, options));
    return asked.is_signed || (problem->gadgets > 0 && problem->asked != PM_ASKED_FACTORS) ||
                   pm_matrix_is_nonnegative(problem->a)
               ? PM_OK
               : pm_fail(PM_DOMAIN, "shares are probabilities if no entry is negative or complex, "
                                    "and some are; the option signed allows them");
}

pm_status pm_query_describe(struct pm_query_call *call, const char *engine, const char *note,
                            double seconds)
{
    const int threads = call->planner.policy.limits.threads;
    pm_answer *made;
    char *text;

    const struct pm_lacked_text advice = pm_lacked_advice(&call->lacked);
    if (asprintf(&text, isinf(seconds) ? "%s%s%s" : "%s%s%s\npredicted: %s", note,
                 advice.text[0] != '\0' ? "\nwould help: " : "", advice.text,
                 pm_plan_text_of_time(seconds, threads, false).text) < 0)
        return pm_no_memory();
    pm_status status = pm_answer_new(&made, 1);
    if (status != PM_OK) {
        free(text);
        return status;
    }
    made->only_texts = true;
    made->predicted = made->reference = seconds;
    made->type = PM_TYPE_INTEGER;
    status = pm_answer_texts(made, engine, text);
    free(text);
    PM_GIVE(&call->plan, made, status, pm_answer_free);
}

pm_status pm_query_planned(pm_answer **plan, struct pm_query_call *call)
{
    call->plan_only = true;
    PM_TRY(pm_query_run(call));
    pm_values_free(call->values);
    call->values = NULL;
    *plan = call->plan;
    return PM_OK;
}
