/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tries engines in the order of the plan.  Each starts from the same state of the random generator,
 * so an engine that gives up does not change the result. */
#include "query/draw.h"
#include "engine/more.h"

pm_status pm_draw(int *entry, size_t count, uint64_t *state, const struct pm_core *core,
                  double bits, const struct pm_query_ask *ask)
{
    const struct pm_query_ask exactly = {.engine = ask->engine, .limits = ask->limits};
    const uint64_t before = *state;
    struct pm_query_plan plan;
    pm_status status = PM_UNABLE;

    PM_TRY(pm_query_find(&plan, PM_DRAWS, core, bits, &exactly));
    for (int k = 0; k < plan.count && status == PM_UNABLE; k++) {
        const struct pm_query_way *const way = &plan.way[k];
        *state = before;
        status = way->query->draw(entry, count, state, core, &way->cost, &ask->limits);
    }
    if (status == PM_UNABLE)
        *state = before;
    pm_query_clear(&plan);
    return status;
}

pm_status pm_draw_accepted(int *entry, size_t count, uint64_t *state, const struct pm_core *core,
                           const struct pm_query_ask *ask)
{
    const struct pm_engine_query *const query = pm_engine_estimate.more->query[PM_DRAWS];
    struct pm_cost cost;

    PM_TRY(query->cost(&cost, core, PM_REAL, &ask->limits));
    const pm_status status = query->draw(entry, count, state, core, &cost, &ask->limits);
    query->forget(cost.choice);
    return status;
}
