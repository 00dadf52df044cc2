/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All minors: the permanents without row i and column j, each with a plan of its own.  Where one
 * takes too little time for several threads, each thread computes other minors. */
#include "base/argument.h"
#include "engine/limits.h"
#include "query/call.h"
#include "query/check_values.h"
#include "run/pieces.h"
#include "run/run.h"

#include <math.h>
#include <stdio.h>

/* Minors of fewer seconds have one thread each. */
static const double SHORT_SECONDS = 1;

/* To make a minor, reduce it and ask the quick engines: measured for orders 6 to 40. */
static const double PLAN_SECONDS = 7e-5;

struct minors {
    const struct pm_matrix *a;
    struct pm_planner planner;
    int rounds; /* each of which computes as many minors at once as there are threads for them */
};

static pm_status minor_value(void *value, void *self, uint64_t number, const int *stop)
{
    const struct minors *const m = self;
    struct pm_planner planner = m->planner;
    struct pm_matrix *rest = NULL;
    struct pm_plan *plan = NULL;
    pm_status status;

    planner.policy.limits.stop = stop;
    PM_TRY(pm_go_on(stop));
    PM_TRY(pm_matrix_without_pair(&rest, m->a, PM_PERMANENT, (int)number / m->a->cols,
                                  (int)number % m->a->cols));
    PM_TRY_GOTO(status, pm_plan_matrix(&plan, rest, &planner), done);
    PM_TRY_GOTO(status, plan->status, done);
    PM_TRY_GOTO(status, pm_limits_allow(&planner.policy.limits, m->rounds * plan->seconds, 0),
                done);
    status = pm_run_plan(value, NULL, plan, NULL);
done:
    pm_plan_free(plan);
    pm_matrix_free(rest);
    return status;
}

static pm_status describe(struct pm_query_call *call, const char *engine, double count,
                          double seconds)
{
    char note[160];

    snprintf(note, sizeof note, "%.0f minors, each with a plan of its own; this is the first",
             count);
    return pm_query_describe(call, engine, note, seconds);
}

/* Plans the first minor.  *threads = how many of them are computed at once.  If only the plan is
 * wanted, makes it.  PM_UNABLE: all are predicted to take too long; planning counts, too. */
static pm_status choose_threads(int *threads, struct pm_query_call *call, const struct minors *m)
{
    const double count = (double)m->a->rows * m->a->cols;
    struct pm_matrix *rest = NULL;
    struct pm_plan *plan = NULL;
    pm_status status;
    bool gpus;

    PM_TRY(pm_matrix_without_pair(&rest, m->a, PM_PERMANENT, 0, 0));
    PM_TRY_GOTO(status, pm_plan_matrix(&plan, rest, &m->planner), done);
    PM_TRY_GOTO(status, plan->status, done);
    const double planning = PLAN_SECONDS + pm_plan_planning(plan);
    const double one = pm_plan_seconds(&gpus, plan, 1);
    *threads =
        !gpus && pm_plan_reference(plan, 1) < SHORT_SECONDS ? m->planner.policy.limits.threads : 1;
    const double each = *threads > 1 ? (planning + one) / *threads : planning + plan->seconds;
    status = pm_limits_allow(&m->planner.policy.limits, count * each, 0);
    if (status == PM_OK && call->plan_only)
        status = describe(call, pm_plan_engine(plan), count, count * each);
done:
    pm_plan_free(plan);
    pm_matrix_free(rest);
    return status;
}

static pm_status all_minors(struct pm_query_call *call, struct minors *m)
{
    struct pm_limits *const limits = &m->planner.policy.limits;
    const int count = m->a->rows * m->a->cols;
    int threads;

    if (count == 0)
        return call->plan_only ? describe(call, "none", 0, 0) : PM_OK;
    PM_TRY(choose_threads(&threads, call, m));
    if (call->plan_only)
        return PM_OK;
    m->rounds = (count - 1) / threads + 1;
    const struct pm_pieces pieces = {.count = (uint64_t)count,
                                     .each = 1,
                                     .find = minor_value,
                                     .self = m,
                                     .threads = threads,
                                     .stop = limits->stop,
                                     .seconds = HUGE_VAL};
    if (threads > 1) {
        limits->threads = 1;
        limits->memory = (limits->memory + (uint64_t)threads - 1) / (uint64_t)threads;
    }
    return pm_pieces_values(call->values->value, &pieces, call->session);
}

static pm_status answer(struct pm_query_call *call)
{
    const struct pm_problem *const problem = call->problem;
    struct minors m = {.a = problem->a, .planner = call->planner};
    const size_t count = (size_t)m.a->rows * (size_t)m.a->cols;

    if (problem->kind != PM_PERMANENT)
        return pm_fail(PM_UNABLE, "minors are those of a permanent");
    PM_TRY(pm_problem_unrequired(problem));
    PM_TRY(pm_ask_of(&m.planner.ask, problem, call->options));
    PM_TRY(pm_values_new(&call->values, count, problem, call->planner.ask.bits, true));
    PM_TRY(all_minors(call, &m));
    return call->plan_only ? PM_OK : pm_check_minors(call->values, problem);
}

pm_status pm_problem_minors(pm_values **out, const pm_problem *problem, const pm_options *options)
{
    PM_ARGUMENTS(out, problem);
    return pm_query_values(out, PM_ASK_MINORS, answer, problem, options);
}

pm_status pm_leave_out_plan(pm_answer **plan, size_t count, const pm_problem *problem,
                            const pm_options *options)
{
    struct pm_query_call call = {
        .question = PM_ASK_MINORS, .answer = answer, .problem = problem, .options = options};

    (void)count;
    return pm_query_planned(plan, &call);
}
