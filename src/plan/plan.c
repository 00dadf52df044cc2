/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions for plans that do not depend on how a plan was made: they handle its reduction and the
 * way of each core. */
#include "plan/plan.h"

#include "base/alloc.h"
#include "base/status.h"
#include "engine/limits.h"
#include "engine/search_steps.h"
#include "plan/branch.h"
#include "plan/rates.h"

#include <math.h>
#include <stdlib.h>

/* If integral cores would hide the residue, the plan is for the exact answer. */
static pm_status reduce_numbers(struct pm_plan *plan, const struct pm_matrix *a)
{
    PM_TRY(pm_reduce(&plan->reduction, a, plan->ask.kind, plan->rules));
    PM_TRY(pm_branch_is_integral(&plan->reduction));
    if (pm_branch_factor_hides(&plan->reduction.factor, &plan->ask))
        plan->ask.want = PM_WANT_EXACT;
    return PM_OK;
}

static bool is_odd_below(const struct pm_matrix *a)
{
    for (int k = 0; k < pm_matrix_nnz(a); k++)
        if (fmpz_is_even(fmpq_denref(a->re + k)))
            return false;
    return true;
}

/* Modulo 2, 4 or 8, where a rule finds residues of parts (reduce/parity_rule.c); other parts are
 * computed exactly.  If no part has such a residue, the plan is for the exact answer. */
static pm_status reduce_modulo(struct pm_plan *plan, const struct pm_matrix *a)
{
    bool found = false;

    if (is_odd_below(a)) {
        PM_TRY(pm_reduce_modulo(&plan->reduction, a, plan->ask.kind, plan->rules, plan->ask.prime));
        for (const struct pm_rule *rule = pm_rules; rule->name != NULL; rule++)
            found |= rule->modulo != 0 && pm_reduce_step(&plan->reduction, rule) != NULL;
        if (found)
            return pm_branch_is_integral(&plan->reduction);
        pm_reduce_clear(&plan->reduction);
    }
    plan->ask.want = PM_WANT_EXACT;
    return reduce_numbers(plan, a);
}

pm_status pm_plan_reduce(struct pm_plan *plan, const struct pm_matrix *a)
{
    PM_TRY(pm_ask_has_residue_rule(&plan->ask) ? reduce_modulo(plan, a) : reduce_numbers(plan, a));
    PM_NEW(plan->way, plan->reduction.cores);
    return PM_OK;
}

double pm_plan_epsilon(const struct pm_plan *plan)
{
    const double cores = (double)plan->reduction.cores;

    return cores > 1 ? plan->ask.epsilon / cores : plan->ask.epsilon;
}

/* (1 + e)^c = 1 + epsilon for c cores, and (1 - e)^c > 1 - epsilon.  Each core may fail with
 * probability delta / c. */
struct pm_accuracy pm_plan_accuracy(const struct pm_plan *plan)
{
    const double cores = fmax((double)plan->reduction.cores, 1);
    struct pm_accuracy each = plan->ask.accuracy;

    if (cores > 1) {
        each.epsilon = expm1(log1p(each.epsilon) / cores) * (1 - 1e-9);
        each.delta /= cores;
    }
    return each;
}

size_t pm_plan_longest(const struct pm_plan *plan)
{
    size_t longest = 0;

    for (size_t k = 0; k < plan->reduction.cores; k++)
        longest = plan->way[k].seconds > plan->way[longest].seconds ? k : longest;
    return longest;
}

const char *pm_plan_engine(const struct pm_plan *plan)
{
    if (plan->reduction.cores == 0)
        return "none";
    const struct pm_engine *const engine = plan->way[pm_plan_longest(plan)].engine;
    return engine != NULL ? engine->name : "split";
}

static double expected(const struct pm_plan *plan, int threads,
                       double (*seconds_of)(const struct pm_way *way, int threads))
{
    double seconds = 0;

    for (size_t k = 0; k < plan->reduction.cores; k++)
        seconds += pm_way_expected(&plan->way[k], threads, seconds_of);
    return seconds;
}

double pm_plan_reference(const struct pm_plan *plan, int threads)
{
    return expected(plan, threads, pm_way_reference);
}

double pm_plan_seconds(bool *gpus, const struct pm_plan *plan, int threads)
{
    *gpus = false;
    for (size_t k = 0; k < plan->reduction.cores; k++)
        *gpus = *gpus || plan->way[k].gpus > 0;
    pm_rates_prepare(expected(plan, threads, pm_way_seconds), plan->ask.timed);
    return expected(plan, threads, pm_way_seconds);
}

double pm_plan_planning(const struct pm_plan *plan)
{
    double seconds = 0;

    for (size_t k = 0; k < plan->reduction.cores; k++)
        seconds += plan->way[k].planning;
    return seconds;
}

/* A check may take CHECK_SHARE of what all cores take on one thread, or CHECK_SECONDS. */
static const double CHECK_SECONDS = 0.02, CHECK_SHARE = 0.05;

bool pm_plan_is_checked(double *seconds, double *most, const struct pm_plan *plan, bool exact)
{
    double all = 0, ring = 0;
    bool able = plan->reduction.cores > 0;

    for (size_t k = 0; k < plan->reduction.cores; k++) {
        const struct pm_way *const way = &plan->way[k];
        able = able && way->engine != NULL && !way->engine->figures.draws &&
               !(exact && plan->reduction.core[k]->im != NULL);
        ring += way->seconds / fmax(way->rings, 1);
        all += way->seconds;
    }
    *most = fmax(CHECK_SECONDS, CHECK_SHARE * all);
    *seconds = ring + pm_search_seconds(pm_search_allowed(ring));
    return able && *seconds <= *most;
}

pm_status pm_plan_allow(const struct pm_plan *plan, double seconds)
{
    const struct pm_lacked_text advice = pm_lacked_advice(&plan->lacked);
    struct pm_failure unable = {.status = PM_OK};
    const pm_status status = pm_limits_allow(&plan->limits, seconds, 0);

    if (status != PM_UNABLE || advice.text[0] == '\0')
        return status;
    pm_failure_keep(&unable, status);
    return pm_fail(PM_UNABLE, "%s; %s", unable.message, advice.text);
}

void pm_plan_free(struct pm_plan *plan)
{
    if (plan == NULL)
        return;
    for (size_t k = 0; plan->way != NULL && k < plan->reduction.cores; k++)
        pm_way_clear(&plan->way[k]);
    free(plan->way);
    pm_reduce_clear(&plan->reduction);
    PM_FREE(plan->text, plan->summary, plan->reasons, plan);
}
