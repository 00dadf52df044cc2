/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All minors: the permanents without row i and column j, each with a plan of its own. */
#include "base/alloc.h"
#include "base/given.h"
#include "engine/limits.h"
#include "query/call.h"
#include "query/check_values.h"
#include "run/run.h"

#include <stdlib.h>

struct minors {
    const struct pm_matrix *a;
    struct pm_ask ask;
    struct pm_limits limits;
    int *row, *col; /* all but one */
};

static void all_but(int *list, int count, int left_out)
{
    for (int k = 0, at = 0; k < count; k++)
        if (k != left_out)
            list[at++] = k;
}

static pm_status minor_value(struct pm_value *value, const struct minors *m, int i, int j)
{
    const double count = (double)m->a->rows * m->a->cols;
    struct pm_matrix *rest = NULL, *turned = NULL;
    struct pm_plan *plan = NULL;
    pm_status status;

    PM_TRY(pm_go_on(m->limits.stop));
    all_but(m->row, m->a->rows, i);
    all_but(m->col, m->a->cols, j);
    PM_TRY(pm_matrix_sub(&rest, m->a, m->a->rows - 1, m->row, m->a->cols - 1, m->col));
    if (rest->rows > rest->cols)
        PM_TRY_GOTO(status, pm_matrix_transpose(&turned, rest), done);
    PM_TRY_GOTO(status, pm_plan_matrix(&plan, turned != NULL ? turned : rest, &m->ask, &m->limits),
                done);
    PM_TRY_GOTO(status, plan->status, done);
    PM_TRY_GOTO(status, pm_limits_allow(&m->limits, count * plan->seconds, 0), done);
    status = pm_run_plan(value, plan, NULL);
done:
    pm_plan_free(plan);
    pm_matrix_free(turned);
    pm_matrix_free(rest);
    return status;
}

static pm_status all_minors(struct pm_value *value, struct minors *m)
{
    pm_status status;

    PM_NEW(m->row, m->a->rows);
    PM_NEW_GOTO(status, m->col, m->a->cols, done);
    for (int i = 0; i < m->a->rows; i++)
        for (int j = 0; j < m->a->cols; j++)
            PM_TRY_GOTO(status, minor_value(value++, m, i, j), done);
    status = PM_OK;
done:
    free(m->row);
    free(m->col);
    return status;
}

static pm_status answer(struct pm_query_call *call)
{
    const struct pm_problem *const problem = call->problem;
    struct minors m = {.a = problem->a, .limits = call->ask.limits};
    const size_t count = (size_t)m.a->rows * (size_t)m.a->cols;

    if (problem->kind != PM_PERMANENT)
        return pm_fail(PM_UNABLE, "minors are those of a permanent");
    PM_TRY(pm_ask_of(&m.ask, problem, call->options));
    PM_TRY(pm_values_new(&call->values, count, problem, call->ask.bits, true));
    PM_TRY(all_minors(call->values->value, &m));
    return pm_check_minors(call->values, problem);
}

pm_status pm_problem_minors(pm_values **out, const pm_problem *problem, const pm_options *options)
{
    PM_GIVEN(out, problem);
    return pm_query_values(out, answer, problem, options);
}
