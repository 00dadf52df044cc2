/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The plan of a question, by the function that makes it. */
#include "base/argument.h"
#include "base/sized.h"
#include "plan/facility.h"
#include "query/call.h"

static pm_status value_plan(pm_answer **plan, size_t count, const pm_problem *problem,
                            const pm_options *options)
{
    pm_options asked = *options;

    (void)count;
    asked.plan_only = true;
    return pm_solve(plan, problem, &asked);
}

static pm_query_plan *const plans[PM_QUESTIONS] = {
    [PM_ASK_VALUE] = value_plan,         [PM_ASK_LOGARITHM] = value_plan,
    [PM_ASK_FREE] = value_plan,          [PM_ASK_ESTIMATE] = value_plan,
    [PM_ASK_SHARES] = pm_marginals_plan, [PM_ASK_FREE_SHARES] = pm_marginals_plan,
    [PM_ASK_JOINT] = pm_joint_plan,      [PM_ASK_DRAWS] = pm_sample_plan,
    [PM_ASK_SIZES] = pm_matchings_plan,  [PM_ASK_MINORS] = pm_leave_out_plan,
};

pm_status pm_question_plan(pm_answer **plan, pm_question question, size_t count,
                           const pm_problem *problem, const pm_options *options)
{
    PM_ARGUMENTS(plan, problem);
    pm_options asked;

    if ((unsigned)question >= PM_QUESTIONS)
        return pm_fail(PM_INPUT, "there is no question %d", (int)question);
    PM_TRY(pm_sized_options(&asked, options));
    asked.plan_only = true;
    PM_TRY(pm_facility_check(question, &asked));
    if (plans[question] == NULL)
        return pm_fail(PM_INPUT, "pm_proof_plan() makes the plan of a proof");
    asked.plan_only = false;
    asked.logarithm = asked.logarithm || question == PM_ASK_LOGARITHM;
    return plans[question](plan, count, problem, &asked);
}
