/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Answers of methods that need no plan. */
#include "base/clock.h"
#include "base/sized.h"
#include "base/threads.h"
#include "base/watched.h"
#include "plan/facility.h"
#include "solve/solve.h"

struct asked {
    const struct pm_own_method *method;
    struct pm_answer *answer;
    const struct pm_problem *problem;
};

static pm_status work(void *context, struct pm_watched *watched)
{
    const struct asked *const a = context;

    return a->method->find(a->answer, a->problem, pm_watched_stop(watched));
}

static pm_status compute(struct asked *a, const pm_options *options)
{
    struct pm_ask ask;

    PM_TRY(pm_ask_of(&ask, a->problem, options));
    if (ask.want == PM_WANT_RESIDUE)
        ask.want = PM_WANT_EXACT;
    PM_TRY(pm_answer_texts(a->answer, a->method->engine, a->method->note));
    pm_answer_numbers(a->answer, a->problem, &ask, options);
    PM_TRY(pm_watched_within(work, a, options));
    return pm_answer_finish(a->answer, options, &ask);
}

pm_status pm_solve_by_own_method(pm_answer **answer, const pm_problem *problem,
                                 const pm_options *options, const struct pm_own_method *method)
{
    struct asked a = {.method = method, .problem = problem};
    const double begin = pm_clock();
    pm_options own;

    PM_TRY(pm_sized_options(&own, options));
    PM_TRY(pm_facility_check(method->question, &own));
    PM_TRY(pm_answer_new(&a.answer, pm_threads(own.threads)));
    const pm_status status = compute(&a, &own);
    a.answer->seconds = pm_clock() - begin;
    PM_GIVE(answer, a.answer, status, pm_answer_free);
}
