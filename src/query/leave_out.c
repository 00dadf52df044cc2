/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All minors: the permanents without row i and column j.  They are computed in one pass
 * (minors_at_once.h) unless plans and runs for each of them are predicted to be faster, as for
 * sparse matrices. */
#include "base/alloc.h"
#include "base/given.h"
#include "engine/limits.h"
#include "query/call.h"
#include "query/minors_at_once.h"
#include "run/run.h"

#include <math.h>
#include <stdlib.h>

struct minors {
    const struct pm_matrix *a; /* rows <= cols */
    struct pm_ask ask;
    struct pm_limits limits;
    double count;
    int *row, *col; /* all but one */
};

static void all_but(int *list, int count, int left_out)
{
    for (int k = 0, at = 0; k < count; k++)
        if (k != left_out)
            list[at++] = k;
}

/* The time of planning and running one permanent, at least. */
static const double LEAST_SECONDS = 2e-4;

/* Plans the permanent without row i and column j; *rest is its matrix. */
static pm_status plan_minor(struct pm_plan **plan, struct pm_matrix **rest, const struct minors *m,
                            int i, int j)
{
    all_but(m->row, m->a->rows, i);
    all_but(m->col, m->a->cols, j);
    PM_TRY(pm_matrix_sub(rest, m->a, m->a->rows - 1, m->row, m->a->cols - 1, m->col));
    PM_TRY(pm_plan_matrix(plan, *rest, &m->ask, &m->limits));
    return (*plan)->status;
}

static pm_status minor_value(struct pm_value *value, const struct minors *m, int i, int j)
{
    struct pm_matrix *rest = NULL;
    struct pm_plan *plan = NULL;
    pm_status status;

    PM_TRY(pm_go_on(m->limits.stop));
    PM_TRY_GOTO(status, plan_minor(&plan, &rest, m, i, j), done);
    PM_TRY_GOTO(status, pm_limits_allow(&m->limits, m->count * plan->seconds, 0), done);
    status = pm_run_plan(value, plan, NULL);
done:
    pm_plan_free(plan);
    pm_matrix_free(rest);
    return status;
}

/* Whether one pass is faster than a run for each minor, of which the first one is planned. */
static pm_status choose(bool *at_once, const struct minors *m)
{
    const double seconds = pm_minors_at_once_seconds(m->a);
    struct pm_matrix *rest = NULL;
    struct pm_plan *plan = NULL;

    *at_once = seconds <= m->count * LEAST_SECONDS;
    if (*at_once || seconds == HUGE_VAL)
        return PM_OK;
    const pm_status status = plan_minor(&plan, &rest, m, 0, 0);
    *at_once = status == PM_UNABLE ||
               (status == PM_OK && seconds < m->count * (LEAST_SECONDS + plan->seconds));
    pm_plan_free(plan);
    pm_matrix_free(rest);
    if (*at_once)
        return pm_limits_allow(&m->limits, seconds, 0);
    return status;
}

/* All in one pass, and stored in the order of the original matrix. */
static pm_status in_one_pass(struct pm_values *values, struct minors *m, bool turned)
{
    const int rows = m->a->rows, cols = m->a->cols;
    struct pm_value *value;

    if (!turned)
        return pm_minors_at_once(values->value, m->a, m->limits.stop);
    PM_NEW(value, rows * cols);
    for (int k = 0; k < rows * cols; k++)
        pm_value_init(&value[k]);
    const pm_status status = pm_minors_at_once(value, m->a, m->limits.stop);
    for (int k = 0; k < rows * cols; k++) {
        pm_value_set(&values->value[k % cols * rows + k / cols], &value[k]);
        pm_value_clear(&value[k]);
    }
    free(value);
    return status;
}

/* Computes the minors of `a`, or of its transpose, one by one, and stores them in the order of the
 * original matrix. */
static pm_status one_by_one(struct pm_values *values, struct minors *m, bool turned)
{
    const int rows = m->a->rows, cols = m->a->cols;

    for (int i = 0; i < rows; i++)
        for (int j = 0; j < cols; j++) {
            const size_t at = turned ? (size_t)j * (size_t)rows + (size_t)i
                                     : (size_t)i * (size_t)cols + (size_t)j;
            PM_TRY(minor_value(&values->value[at], m, i, j));
        }
    return PM_OK;
}

static pm_status all_minors(struct pm_values *values, struct minors *m, bool turned)
{
    pm_status status;
    bool at_once;

    PM_NEW(m->row, m->a->rows);
    PM_NEW_GOTO(status, m->col, m->a->cols, done);
    PM_TRY_GOTO(status, choose(&at_once, m), done);
    status = (at_once ? in_one_pass : one_by_one)(values, m, turned);
done:
    free(m->row);
    free(m->col);
    return status;
}

static pm_status answer(struct pm_query_call *call)
{
    const struct pm_problem *const problem = call->problem;
    const struct pm_matrix *const whole = problem->a;
    const bool turned = whole->rows > whole->cols;
    const size_t count = (size_t)whole->rows * (size_t)whole->cols;
    struct minors m = {.a = whole, .limits = call->ask.limits, .count = (double)count};
    struct pm_matrix *transpose = NULL;
    pm_status status;

    if (problem->kind != PM_PERMANENT)
        return pm_fail(PM_UNABLE, "minors are those of a permanent");
    PM_TRY(pm_ask_of(&m.ask, problem, call->options));
    if (turned) {
        PM_TRY(pm_matrix_transpose(&transpose, whole));
        m.a = transpose;
    }
    PM_TRY_GOTO(status, pm_values_new(&call->values, count, problem, call->ask.bits, true), done);
    status = all_minors(call->values, &m, turned);
done:
    pm_matrix_free(transpose);
    return status;
}

pm_status pm_problem_minors(pm_values **out, const pm_problem *problem, const pm_options *options)
{
    PM_GIVEN(out, problem);
    return pm_query_values(out, answer, problem, options);
}
