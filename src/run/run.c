/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Computes cores one after another, each by its engine or as a split, and multiplies them.  A stage
 * is named by the number of its core. */
#include "run/run.h"

#include "checkpoint/session.h"
#include "model/bound.h"
#include "run/core.h"
#include "run/split_run.h"

#include <flint/fmpz.h>
#include <math.h>

/* The rounding of logarithms, in bits. */
static const double SLACK = 1e-6;

/* A lower bound of log2 x, for x > 0. */
static double least_log2(const fmpq_t x)
{
    return (fmpz_dlog(fmpq_numref(x)) - fmpz_dlog(fmpq_denref(x))) / M_LN2 - SLACK;
}

/* Compares a value with the proved bound that chose the number of primes.  A damaged record with
 * the right checksum may exceed it, and so may a wrong program.  PM_WRONG: it does. */
static pm_status check_bound(const struct pm_value *value, const struct pm_matrix *core,
                             enum pm_kind kind)
{
    fmpq_t size, other;
    double bound;

    PM_TRY(pm_bound_bits(&bound, core, kind));
    if (!pm_mag_is_finite(value->error))
        return PM_OK;
    fmpq_init(size);
    fmpq_init(other);
    fmpq_abs(size, value->centre.re);
    fmpq_abs(other, value->centre.im);
    if (fmpq_cmp(size, other) < 0)
        fmpq_swap(size, other);
    pm_mag_get_fmpq(other, value->error);
    fmpq_sub(size, size, other);
    const double least = fmpq_sgn(size) > 0 ? least_log2(size) : -HUGE_VAL;
    fmpq_clear(other);
    fmpq_clear(size);
    return least <= bound ? PM_OK
                          : pm_fail(PM_WRONG,
                                    "the answer is wrong: the value of a core is at least 2^%.2f, "
                                    "and it is proved to be at most 2^%.2f.  Do not use it; "
                                    "pm-report collects what is needed to find the cause",
                                    least, bound);
}

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

pm_status pm_run_plan(struct pm_value *value, const struct pm_plan *plan,
                      struct pm_session *session)
{
    const struct pm_reduction *const reduction = &plan->reduction;
    struct pm_session alone = pm_session_alone(&plan->limits);
    const bool part = session != NULL && pm_session_is_part(session);
    struct pm_value factor;
    pm_status status = PM_OK;

    pm_value_init(&factor);
    pm_value_set_gauss(value, &reduction->factor);
    for (size_t k = 0; k < reduction->cores; k++) {
        PM_TRY_GOTO(status, core_value(&factor, plan, k, session != NULL ? session : &alone), done);
        if (!part && plan->ask.want != PM_WANT_RESIDUE)
            PM_TRY_GOTO(status, check_bound(&factor, reduction->core[k], reduction->kind[k]), done);
        pm_value_mul(value, &factor);
    }
done:
    pm_value_clear(&factor);
    pm_session_clear(&alone);
    return status;
}
