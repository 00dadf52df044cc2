/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Computes cores one after another, each by its engine or as a split, and multiplies them.  A stage
 * is named by the number of its core. */
#include "run/run.h"

#include "run/session.h"
#include "run/check.h"
#include "run/core.h"

static pm_status core_value(struct pm_value *value, const struct pm_plan *plan, size_t number,
                            struct pm_session *session)
{
    const struct pm_matrix *const core = plan->reduction.core[number];
    const struct pm_way *const way = &plan->way[number];
    char stage[32];

    if (way->engine != NULL)
        return pm_core_run(value, core, way, session, number);
    snprintf(stage, sizeof stage, "%zu", number + 1);
    return pm_split_run(value, core, way, session,
                        pm_checkpoint_keeps(way->seconds) ? stage : NULL);
}

double pm_run_part_seconds(const struct pm_plan *plan, uint64_t parts)
{
    double seconds = 0;

    for (size_t k = 0; k < plan->reduction.cores; k++)
        seconds += pm_core_part_seconds(&plan->way[k], parts);
    return seconds;
}

/* log2 of what the value of a way is not below. */
static double least_bits(const struct pm_value *value, const struct pm_way *way)
{
    double bits = -HUGE_VAL;
    fmpq_t least;

    if (way != NULL && way->engine != NULL && way->engine->figures.draws)
        return way->cost.least;
    fmpq_init(least);
    if (pm_value_least(least, value)) {
        const struct pm_mag x = pm_mag_fmpq(least);
        bits = log2(x.m) - 0x1p-40 + (double)x.e;
    }
    fmpq_clear(least);
    return bits;
}

pm_status pm_run_plan(struct pm_value *value, double *least, const struct pm_plan *plan,
                      struct pm_session *session)
{
    const struct pm_reduction *const reduction = &plan->reduction;
    struct pm_session alone = pm_session_alone(&plan->limits);
    const bool part = session != NULL && pm_session_is_part(session);
    struct pm_value factor;
    pm_status status = PM_OK;

    pm_value_init(&factor);
    pm_value_set_gauss(value, &reduction->factor);
    double bits = least_bits(value, NULL);
    for (size_t k = 0; k < reduction->cores; k++) {
        PM_TRY_GOTO(status, core_value(&factor, plan, k, session != NULL ? session : &alone), done);
        const struct pm_engine *const engine = plan->way[k].engine;
        if (!part && plan->ask.want != PM_WANT_RESIDUE &&
            !(engine != NULL && engine->figures.draws))
            PM_TRY_GOTO(status, pm_check_bound(&factor, reduction->core[k], reduction->kind[k]),
                        done);
        bits += least_bits(&factor, &plan->way[k]);
        pm_value_mul(value, &factor);
    }
    if (least != NULL)
        *least = bits;
done:
    pm_value_clear(&factor);
    pm_session_clear(&alone);
    return status;
}
