/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tries the ways of a query in their order.  Each starts from the same state of the random
 * generator, so an engine that gives up does not change the result. */
#include "query/draw.h"

#include "base/alloc.h"
#include "engine/abilities.h"
#include "model/bound.h"
#include "query/entry_shares.h"

#include <math.h>
#include <stdlib.h>

pm_status pm_draw(int *entry, size_t count, uint64_t *state, const struct pm_core *core,
                  const struct pm_way *way, const struct pm_limits *limits)
{
    const uint64_t before = *state;
    pm_status status = PM_UNABLE;

    for (; way != NULL && way->engine != NULL && status == PM_UNABLE; way = way->fallback) {
        *state = before;
        status = way->query->draw(entry, count, state, core, &way->cost, limits);
    }
    if (status == PM_UNABLE)
        *state = before;
    return status;
}

pm_status pm_draw_accepted(int *entry, size_t count, uint64_t *state, const struct pm_core *core,
                           const struct pm_planner *planner)
{
    const struct pm_engine_query *const query = pm_engine_estimate.more->query[PM_DRAWS];
    struct pm_cost cost;

    PM_TRY(query->cost(&cost, core, PM_REAL, &planner->policy.limits));
    const pm_status status = query->draw(entry, count, state, core, &cost, &planner->policy.limits);
    query->forget(cost.choice);
    return status;
}

/* ------------------------------------------------------------------ forecast */

/* *rest = the core's matrix without its first row and the column of its last entry. */
static pm_status take_last(struct pm_matrix **rest, const struct pm_core *core)
{
    const struct pm_matrix *const a = core->a;
    const int j = a->col[a->start[1] - 1];
    bool *out;

    PM_NEW(out, a->rows + a->cols);
    out[0] = out[core->kind == PM_HAFNIAN ? j : a->rows + j] = true;
    const pm_status status = pm_matrix_without(rest, a, core->kind, out);
    free(out);
    return status;
}

/* *end = true if an engine draws all that is left, `groups` times; then adds the time of that. */
static pm_status try_engine(struct pm_draw_ahead *ahead, bool *end, const struct pm_core *core,
                            double groups, size_t count, const struct pm_planner *planner)
{
    pm_way_clear(&ahead->way);
    const pm_status status = pm_choice_query(&ahead->way, PM_DRAWS, core, planner);
    if (status == PM_OK)
        ahead->seconds += groups * pm_way_seconds(&ahead->way, planner->policy.limits.threads) +
                          (double)count * ahead->way.each;
    *end = status != PM_UNABLE;
    return status == PM_DOMAIN || status == PM_UNABLE ? PM_OK : status;
}

/* Adds the time of the sums for the first row.  *end = true if there are none. */
static pm_status add_row(struct pm_draw_ahead *ahead, bool *end, const struct pm_core *core,
                         double groups, const struct pm_planner *planner)
{
    double seconds = 0;
    pm_status status = PM_UNABLE;

    if (core->a->rows > 0 && core->a->start[1] > 0)
        status = pm_entry_sums_seconds(&seconds, core, planner);
    ahead->seconds += groups * seconds;
    *end = status != PM_OK ||
           (planner->policy.limits.seconds > 0 && ahead->seconds > planner->policy.limits.seconds);
    return status == PM_UNABLE || status == PM_DOMAIN ? PM_OK : status;
}

pm_status pm_draw_ahead(struct pm_draw_ahead *ahead, size_t count, const struct pm_core *core,
                        const struct pm_planner *planner)
{
    struct pm_core now = *core;
    struct pm_matrix *rest = NULL;
    double groups = 1; /* of matchings that agree so far */
    bool end = false;
    pm_status status;

    *ahead = (struct pm_draw_ahead){.seconds = 0};
    PM_TRY(try_engine(ahead, &end, core, groups, count, planner));
    if (end)
        return PM_OK;
    for (;;) {
        struct pm_matrix *next;
        PM_TRY_GOTO(status, add_row(ahead, &end, &now, groups, planner), done);
        if (end)
            break;
        groups = fmin((double)count, groups * now.a->start[1]);
        PM_TRY_GOTO(status, take_last(&next, &now), done);
        pm_matrix_free(rest);
        now.a = rest = next;
        now.around = NULL;
        PM_TRY_GOTO(status, try_engine(ahead, &end, &now, groups, count, planner), done);
        if (end)
            break;
    }
done:
    pm_way_clear(&ahead->way); /* that of a rest */
    ahead->way = (struct pm_way){.engine = NULL};
    pm_matrix_free(rest);
    return status;
}
