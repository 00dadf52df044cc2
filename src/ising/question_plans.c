/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The plans of the questions about a model, each made by the file that answers it. */
#include "ising/question_plans.h"

#include "base/argument.h"
#include "base/sized.h"
#include "query/call.h"

/* log Z alone, or the sums of `count` pairs and that without a pair, which are alike. */
static pm_status plan_sums(pm_answer **plan, size_t count, const pm_ising *model,
                           const pm_options *options)
{
    struct pm_query_call call = {.planner.policy.limits.threads = 1}; /* of the prediction below */
    pm_options asked = *options;
    pm_answer *log = NULL;
    char note[120];

    asked.plan_only = true;
    const pm_status status = pm_ising_solve(&log, model, &asked);
    if (status != PM_OK || count == 0) {
        *plan = log;
        return status;
    }
    const double seconds = (1 + (double)count) * pm_answer_predicted(log);
    snprintf(note, sizeof note, "a sum for each of %zu pairs, and one for all", count);
    const char *const engines = pm_answer_engines(log); /* none, if rules find the sums */
    const pm_status made =
        pm_query_describe(&call, *engines != '\0' ? engines : "none", note, seconds);
    pm_answer_free(log);
    *plan = call.plan;
    return made;
}

static pm_status plan_draws(pm_answer **plan, size_t count, const pm_ising *model,
                            const pm_options *options)
{
    PM_TRY(pm_ising_sample(NULL, 0, 0, model, options)); /* what it refuses has no plan */
    return pm_question_plan(plan, PM_ASK_DRAWS, count, pm_ising_problem(model), options);
}

pm_status pm_ising_plan(pm_answer **plan, pm_ising_question question, size_t count,
                        const pm_ising *model, const pm_options *options)
{
    pm_options asked;

    PM_ARGUMENTS(plan, model);
    PM_TRY(pm_sized_options(&asked, options));
    asked.is_signed = true;
    asked.plan_only = false;
    switch (question) {
    case PM_ISING_LOG_Z:
        return plan_sums(plan, 0, model, &asked);
    case PM_ISING_PAIRS:
        return plan_sums(plan, count, model, &asked);
    case PM_ISING_MEANS:
        return pm_question_plan(plan, PM_ASK_SHARES, 0, pm_ising_problem(model), &asked);
    case PM_ISING_HEAT:
        return pm_heat_plan(plan, model, &asked);
    case PM_ISING_ENERGIES:
        return pm_energies_plan(plan, model, &asked);
    case PM_ISING_DRAWS:
        return plan_draws(plan, count, model, &asked);
    }
    return pm_fail(PM_INPUT, "there is no question %d about an Ising model", (int)question);
}
