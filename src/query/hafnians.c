/* SPDX-License-Identifier: GPL-3.0-or-later */
/* For each edge, plans and computes the hafnian of the graph without the two ends: as many hafnians
 * as there are edges. */
#include "query/hafnians.h"

#include "base/alloc.h"
#include "base/clock.h"
#include "engine/limits.h"
#include "run/run.h"

#include <stdlib.h>

pm_status pm_hafnian_exact_sum_plan(struct pm_plan **plan, const struct pm_matrix *a,
                                    enum pm_kind kind, const struct pm_planner *planner)
{
    const struct pm_planner exactly = {
        .ask = {.kind = kind, .want = PM_WANT_EXACT, .complex_values = a->im != NULL},
        .policy = planner->policy};

    PM_TRY(pm_go_on(planner->policy.limits.stop));
    return pm_plan_matrix(plan, a, &exactly);
}

pm_status pm_hafnian_exact_sum(struct pm_value *value, const struct pm_matrix *a, enum pm_kind kind,
                               double times, const struct pm_planner *planner)
{
    struct pm_plan *plan;

    PM_TRY(pm_hafnian_exact_sum_plan(&plan, a, kind, planner));
    pm_status status = plan->status;
    if (status == PM_OK)
        status = pm_limits_allow(&planner->policy.limits, times * plan->seconds, 0);
    if (status == PM_OK)
        status = pm_run_plan(value, NULL, plan, NULL);
    pm_plan_free(plan);
    return status;
}

/* *rest = `a` without the vertices u and v; `out` is working memory, all false. */
static pm_status leave_out(struct pm_matrix **rest, bool *out, const struct pm_matrix *a, int u,
                           int v)
{
    out[u] = out[v] = true;
    const pm_status status = pm_matrix_without(rest, a, PM_HAFNIAN, out);
    out[u] = out[v] = false;
    return status;
}

/* *sum = entry e of `a`, which joins u and v, times the hafnian without them. */
static pm_status with_pair(struct pm_gauss *sum, bool *out, const struct pm_matrix *a, int u, int e,
                           double times, const struct pm_planner *planner)
{
    struct pm_matrix *rest;
    struct pm_value value;

    PM_TRY(leave_out(&rest, out, a, u, a->col[e]));
    pm_value_init(&value);
    const pm_status status = pm_hafnian_exact_sum(&value, rest, PM_HAFNIAN, times, planner);
    if (status == PM_OK) {
        pm_gauss_set_parts(sum, a->re + e, pm_matrix_im(a, e));
        pm_gauss_mul(sum, sum, &value.centre);
    }
    pm_value_clear(&value);
    pm_matrix_free(rest);
    return status;
}

pm_status pm_hafnian_sums(struct pm_gauss *sum, const struct pm_matrix *a, int rows,
                          const struct pm_planner *planner)
{
    const double times = a->start[rows] / (rows == a->rows ? 2.0 : 1.0);
    pm_status status = PM_OK;
    bool *out;

    PM_NEW(out, a->rows);
    for (int u = 0; u < rows; u++)
        for (int e = a->start[u]; e < a->start[u + 1]; e++)
            if (a->col[e] > u)
                PM_TRY_GOTO(status, with_pair(&sum[e], out, a, u, e, times, planner), done);
done:
    free(out);
    return status;
}

pm_status pm_hafnian_row_seconds(double *seconds, const struct pm_matrix *a,
                                 const struct pm_planner *planner)
{
    const double begin = pm_clock();
    const int ways = a->start[1];
    struct pm_plan *plan = NULL;
    struct pm_matrix *rest = NULL;
    pm_status status;
    bool *out;

    PM_NEW(out, a->rows);
    PM_TRY_GOTO(status, leave_out(&rest, out, a, 0, a->col[ways - 1]), done);
    PM_TRY_GOTO(status, pm_hafnian_exact_sum_plan(&plan, rest, PM_HAFNIAN, planner), done);
    status = plan->status;
    *seconds = ways * (plan->seconds + pm_clock() - begin);
done:
    pm_plan_free(plan);
    pm_matrix_free(rest);
    free(out);
    return status;
}
