/* SPDX-License-Identifier: GPL-3.0-or-later */
/* For each edge, plans and computes the hafnian of the graph without the two ends: as many hafnians
 * as there are edges. */
#include "query/hafnians.h"

#include "base/alloc.h"
#include "engine/limits.h"
#include "run/pieces.h"
#include "run/run.h"

#include <math.h>
#include <stdlib.h>

/* To reduce a graph and ask the engines that have no search: measured for king's graphs and random
 * ones of 26 to 144 vertices. */
static const double PLAN_SECONDS = 1e-3;

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
    PM_THEN(status, pm_limits_allow(&planner->policy.limits, times * plan->reference, 0));
    PM_THEN(status, pm_run_plan(value, NULL, plan, NULL));
    pm_plan_free(plan);
    return status;
}

/* The sums of the edges to later vertices. */
struct sums {
    const struct pm_matrix *a;
    const struct pm_planner *planner;
    int *vertex, *entry; /* of each edge: an end, the entry */
    size_t count;
};

/* value = the entry of an edge times the hafnian without its ends. */
static pm_status with_pair(void *value, void *self, uint64_t edge, const int *stop)
{
    const struct sums *const s = self;
    const struct pm_matrix *const a = s->a;
    struct pm_planner planner = *s->planner;
    struct pm_gauss *const sum = &((struct pm_value *)value)->centre, entry;
    const int e = s->entry[edge];
    struct pm_matrix *rest;

    planner.policy.limits.stop = stop;
    PM_TRY(pm_matrix_without_pair(&rest, a, PM_HAFNIAN, s->vertex[edge], a->col[e]));
    const pm_status status =
        pm_hafnian_exact_sum(value, rest, PM_HAFNIAN, (double)s->count, &planner);
    pm_gauss_init(&entry);
    pm_gauss_set_parts(&entry, a->re + e, pm_matrix_im(a, e));
    pm_gauss_mul(sum, sum, &entry);
    pm_gauss_clear(&entry);
    pm_matrix_free(rest);
    return status;
}

static pm_status find_sums(struct pm_gauss *sum, const struct sums *s, struct pm_session *session)
{
    const struct pm_limits *const limits = &s->planner->policy.limits;
    const struct pm_pieces pieces = {.count = s->count,
                                     .each = 1,
                                     .find = with_pair,
                                     .self = (void *)s,
                                     .threads = 1,
                                     .stop = limits->stop,
                                     .seconds = HUGE_VAL};
    struct pm_value *value;

    PM_NEW(value, s->count);
    for (size_t k = 0; k < s->count; k++)
        pm_value_init(&value[k]);
    const pm_status status = pm_pieces_values(value, &pieces, session);
    for (size_t k = 0; k < s->count; k++) {
        if (status == PM_OK)
            pm_gauss_set(&sum[s->entry[k]], &value[k].centre);
        pm_value_clear(&value[k]);
    }
    free(value);
    return status;
}

pm_status pm_hafnian_sums(struct pm_gauss *sum, const struct pm_matrix *a, int rows,
                          const struct pm_planner *planner, struct pm_session *session)
{
    struct sums s = {.a = a, .planner = planner};
    pm_status status = PM_OK;

    PM_NEW_GOTO(status, s.vertex, a->start[rows], done);
    PM_NEW_GOTO(status, s.entry, a->start[rows], done);
    for (int u = 0; u < rows; u++)
        for (int e = a->start[u]; e < a->start[u + 1]; e++)
            if (a->col[e] > u) {
                s.vertex[s.count] = u;
                s.entry[s.count++] = e;
            }
    if (s.count > 0)
        status = find_sums(sum, &s, session);
done:
    PM_FREE(s.vertex, s.entry);
    return status;
}

pm_status pm_hafnian_row_seconds(double *seconds, const struct pm_matrix *a,
                                 const struct pm_planner *planner)
{
    const int ways = a->start[1];
    struct pm_plan *plan = NULL;
    struct pm_matrix *rest = NULL;
    pm_status status;

    PM_TRY(pm_matrix_without_pair(&rest, a, PM_HAFNIAN, 0, a->col[ways - 1]));
    PM_TRY_GOTO(status, pm_hafnian_exact_sum_plan(&plan, rest, PM_HAFNIAN, planner), done);
    status = plan->status;
    if (status == PM_OK)
        *seconds = ways * (PLAN_SECONDS + pm_plan_planning(plan) + plan->reference);
done:
    pm_plan_free(plan);
    pm_matrix_free(rest);
    return status;
}
