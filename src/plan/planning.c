/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes the plan of a whole matrix: reduces it, finds a way for each core, and writes the text
 * about them. */
#include "plan/plan.h"

#include "base/budget.h"
#include "base/alloc.h"
#include "base/status.h"
#include "base/text.h"
#include "engine/limits.h"
#include "plan/branch.h"
#include "plan/choice.h"
#include "plan/machine.h"
#include "plan/named_edges.h"
#include "plan/plan_text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    SPLIT_LEAVES = 20000,  /* largest number of leaves that are counted to decide about a split */
    PAPER_LEAVES = 200000, /* the same for a plan like the paper's */
};

/* If a core takes less time than this, splitting it is not considered. */
static const double SPLIT_SECONDS = 0.02;

/* *way = the split of a core.  Its time is predicted by counting leaves, until there are `limit`
 * leaves or they take `seconds`.  *complete is true if all leaves were counted. */
static pm_status way_split(struct pm_way *way, bool *complete, const struct pm_matrix *core,
                           const struct pm_planner *planner, double limit, double seconds,
                           FILE *text)
{
    struct pm_leaves leaves;

    PM_TRY(pm_branch_count(&leaves, core, planner, true, limit, seconds));
    if (text != NULL && leaves.count > 0)
        fprintf(text, "    %-12s %s%.0f leaves, mean order %.4g, mean entries %.5g, %.3g s\n",
                "split", leaves.complete ? "" : "more than ", leaves.count,
                leaves.order / leaves.count, leaves.nnz / leaves.count, leaves.seconds);
    else if (text != NULL)
        fprintf(text, "    %-12s the first leaf is not reached in time\n", "split");
    *complete = leaves.complete;
    *way = (struct pm_way){.seconds = leaves.seconds,
                           .leaves = leaves.count,
                           .leaf_order = leaves.order / leaves.count,
                           .leaf_entries = leaves.nnz / leaves.count};
    PM_NEW(way->leaf, 1);
    *way->leaf = *planner;
    way->leaf->lacked = NULL;
    way->leaf->lacks_embedding = NULL;
    return PM_OK;
}

/* Plans a core as the paper does: splits it if it is large, whatever that costs.  GPUs, if there
 * are any, compute a core that is not split, with the engine that has kernels for any matrix. */
static pm_status plan_paper(struct pm_way *way, const struct pm_matrix *core,
                            const struct pm_planner *planner, FILE *text)
{
    struct pm_planner whole = *planner;
    bool complete;

    if (!pm_rules_have(planner->policy.rules, "split") || !pm_branch_large(core, planner)) {
        struct pm_gpu gpu;
        const int gpus = pm_machine_gpus(&gpu, planner->policy.gpus);
        if (gpus > 0 && planner->policy.engine == NULL)
            whole.policy.engine = pm_engine_find("dense");
        PM_TRY(pm_branch_leaf(way, core, &whole));
        if (gpus > 0 && pm_way_gpus_pay(way))
            return pm_way_to_gpus(way, &(struct pm_core){.a = core, .kind = way->kind},
                                  &planner->policy.limits, &gpu, gpus);
        return PM_OK;
    }
    PM_TRY(way_split(way, &complete, core, planner, PAPER_LEAVES, HUGE_VAL, text));
    if (complete)
        return PM_OK;
    pm_way_clear(way);
    return pm_fail(PM_UNABLE, "the split has more than %d leaves", PAPER_LEAVES);
}

/* True if splitting this core should be considered. */
static bool is_for_split(const struct pm_core *core, const struct pm_planner *planner)
{
    return core->kind == PM_PERMANENT && pm_rules_have(planner->policy.rules, "split") &&
           pm_branch_splits(core->a, planner) &&
           (planner->policy.engine == NULL || planner->policy.engine->figures.quick);
}

/* Chooses the best engine for a core; or a split, if its predicted time is lower or no engine can
 * compute the core. */
static pm_status plan_core(struct pm_way *way, const struct pm_core *wrapped,
                           const struct pm_planner *planner, FILE *text)
{
    const struct pm_matrix *const core = wrapped->a;
    struct pm_failure unable = {.status = PM_OK};
    struct pm_way split;
    bool complete;

    if (planner->policy.paper)
        return plan_paper(way, core, planner, text);
    const pm_status status = pm_choice_find(way, wrapped, planner, text);
    if ((status != PM_OK && status != PM_UNABLE) || !is_for_split(wrapped, planner) ||
        (status == PM_OK && way->seconds < SPLIT_SECONDS))
        return status;
    pm_failure_keep(&unable, status);
    const double limit = status == PM_OK ? way->seconds : HUGE_VAL;
    PM_TRY(way_split(&split, &complete, core, planner, SPLIT_LEAVES, limit, text));
    if (!complete || split.seconds >= limit) {
        pm_way_clear(&split);
        return pm_failure_raise(&unable);
    }
    if (status == PM_OK) {
        pm_way_second(&split, way->engine->name, way->seconds);
        pm_way_clear(way);
    }
    *way = split;
    return PM_OK;
}

/* The input of planning. */
struct making {
    struct pm_plan *plan;
    struct pm_planner planner;
    /* embedding of the graph of the whole problem; NULL: none is known */
    const struct pm_rotation *around;
    const struct pm_problem *problem; /* the whole problem; NULL: there is only a matrix */
    const char *about;                /* the reader's note about the problem; NULL: none */
    bool silent;                      /* there are no texts */
    FILE *text;                       /* NULL: nothing is written */
};

static pm_status plan_cores(struct making *m)
{
    struct pm_plan *const plan = m->plan;
    struct pm_planner planner = m->planner;
    pm_status status = PM_OK;

    planner.ask = pm_ask_of_cores(&plan->ask);
    planner.ask.epsilon = pm_plan_epsilon(plan);
    planner.ask.accuracy = pm_plan_accuracy(plan);
    for (size_t k = 0; status == PM_OK && k < plan->reduction.cores; k++) {
        FILE *const shown = pm_full_core(m->text, plan, k);
        const struct pm_core core = {
            .a = plan->reduction.core[k], .kind = plan->reduction.kind[k], .around = m->around};
        struct pm_lacked lacked = {.asked = false};
        planner.lacked = &lacked;
        status = plan_core(&plan->way[k], &core, &planner, shown);
        pm_lacked_keep(&plan->lacked, &lacked, status == PM_OK ? &plan->way[k] : NULL,
                       plan->limits.threads);
        if (m->problem != NULL)
            PM_THEN(status, pm_named_edges(&plan->way[k], &core, m->problem));
        if (status == PM_OK)
            pm_full_way(shown, plan, k);
    }
    return status;
}

/* Finds the ways of the plan and writes its text.  PM_UNABLE: the plan cannot be carried out. */
static pm_status plan_make(struct making *m, const struct pm_matrix *a)
{
    struct pm_plan *const plan = m->plan;
    bool gpus;

    pm_full_problem(m->text, plan, a, m->about);
    const pm_status status = plan_cores(m);
    plan->reference = status == PM_OK ? pm_plan_reference(plan, plan->limits.threads) : HUGE_VAL;
    plan->seconds = status == PM_OK ? pm_plan_seconds(&gpus, plan, plan->limits.threads) : HUGE_VAL;
    if (status == PM_OK)
        pm_full_time(m->text, plan);
    else if (status == PM_UNABLE && m->text != NULL)
        fprintf(m->text, "  => unable: %s\n", pm_message());
    pm_full_idle(m->text, plan);
    return status;
}

/* If a step of the reduction has found that the value is 0, the note of this step gets the reason
 * in terms of the problem, which may be NULL. */
static pm_status explain_zero(struct pm_reduction *reduction, const struct pm_problem *problem)
{
    char *why;

    if (!reduction->zero || reduction->steps == 0 || problem == NULL)
        return PM_OK;
    PM_TRY(pm_problem_why(&why, problem));
    struct pm_step *const last = &reduction->step[reduction->steps - 1];
    if (why != NULL)
        snprintf(last->note, sizeof last->note, "%s", why);
    free(why);
    return PM_OK;
}

/* Finds the ways of the plan and writes its texts, unless it is silent. */
static pm_status plan_write(struct making *m, const struct pm_matrix *a)
{
    struct pm_plan *const plan = m->plan;
    struct pm_text text;

    m->text = NULL;
    if (m->silent)
        return (plan->status = plan_make(m, a)) == PM_UNABLE ? PM_OK : plan->status;
    PM_TRY(pm_text_open(&text));
    m->text = text.file;
    plan->status = plan_make(m, a);
    PM_TRY(pm_text_close(&plan->text, &text, plan->status == PM_UNABLE ? PM_OK : plan->status));
    PM_TRY(pm_plan_summarize(plan, a, m->about));
    return pm_plan_explain(plan, a, m->about);
}

/* Makes the plan of a matrix (rows <= cols) with one set of rules.  The caller must free it. */
static pm_status plan_one(struct pm_plan **out, struct making *m, const struct pm_matrix *a,
                          unsigned rules)
{
    struct pm_plan *plan;
    pm_status status;

    /* first check whether the caller wants to stop */
    PM_TRY(pm_budget_ask());
    PM_NEW(plan, 1);
    plan->ask = m->planner.ask;
    plan->rules = rules;
    plan->limits = m->planner.policy.limits;
    plan->lacked.asked = m->planner.policy.gpus_asked;
    m->plan = plan;
    m->planner.policy.rules = rules;
    PM_TRY_GOTO(status, pm_plan_reduce(plan, a), done);
    PM_TRY_GOTO(status, explain_zero(&plan->reduction, m->problem), done);
    status = plan_write(m, a);
done:
    PM_GIVE(out, plan, status, pm_plan_free);
}

/* True if one core is left, and it has the graph of the matrix, so also its embedding. */
static bool keeps_graph(const struct pm_reduction *reduction, const struct pm_matrix *a)
{
    const struct pm_matrix *const core = reduction->cores == 1 ? reduction->core[0] : NULL;

    return core != NULL && core->rows == a->rows && core->cols == a->cols &&
           memcmp(core->start, a->start, ((size_t)a->rows + 1) * sizeof *a->start) == 0 &&
           memcmp(core->col, a->col, (size_t)pm_matrix_nnz(a) * sizeof *a->col) == 0;
}

/* Makes the plan of a problem whose graph has an embedding.  Reductions may destroy the embedding.
 * If they did, the plan without reductions is made, too, and the faster of both plans is used. */
static pm_status plan_best(struct pm_plan **out, struct making *m, const struct pm_matrix *a)
{
    struct pm_failure unable = {.status = PM_OK};
    struct pm_plan *plan, *other;

    PM_TRY(plan_one(&plan, m, a, m->planner.policy.rules));
    if (plan->reduction.steps == 0 || keeps_graph(&plan->reduction, a)) {
        *out = plan;
        return PM_OK;
    }
    pm_failure_keep(&unable, plan->status);
    const pm_status status = plan_one(&other, m, a, 0);
    if (status != PM_OK) {
        pm_plan_free(plan);
        return status;
    }
    const bool better =
        other->status == PM_OK && (plan->status != PM_OK || other->reference < plan->reference);
    pm_plan_free(better ? plan : other);
    *out = better ? other : plan;
    pm_failure_raise(&unable);
    return PM_OK;
}

/* Refuses a plan that is predicted to take too long.  If a graph is refused that may lie on a
 * torus, the message says how to give the embedding. */
static void check_limits(struct pm_plan *plan, bool lacks_embedding)
{
    struct pm_failure unable = {.status = PM_OK};

    if (plan->status == PM_OK)
        plan->status = pm_plan_allow(plan, plan->reference);
    if (plan->status != PM_UNABLE || !lacks_embedding)
        return;
    pm_failure_keep(&unable, plan->status);
    pm_fail(PM_UNABLE, "%s; if the graph lies on a torus, lines %%place and %%period help",
            unable.message);
}

pm_status pm_plan_options(struct pm_planner *planner, const struct pm_problem *problem,
                          const pm_options *options)
{
    *planner = (struct pm_planner){.lacked = NULL};
    PM_TRY(pm_ask_of(&planner->ask, problem, options));
    return pm_policy_of(&planner->policy, problem, options);
}

pm_status pm_plan_new(struct pm_plan **out, const struct pm_problem *problem,
                      const pm_options *options)
{
    const bool whole = problem->around != NULL && !options->paper && options->reduce == NULL &&
                       options->no_reduce == NULL;
    struct making m = {.around = problem->around, .problem = problem, .about = problem->note};
    struct pm_policy *const policy = &m.planner.policy;
    const struct pm_matrix *a = problem->a;
    struct pm_matrix *turned = NULL;
    bool lacks_embedding = false;
    pm_status status;

    PM_TRY(pm_plan_options(&m.planner, problem, options));
    if (problem->asked == PM_ASKED_MATCHINGS && options->engine == NULL)
        m.planner.lacks_embedding = &lacks_embedding;
    if (problem->kind == PM_PERMANENT && a->rows > a->cols) {
        PM_TRY_GOTO(status, pm_matrix_transpose(&turned, a), done);
        a = turned;
    }
    status = whole ? plan_best(out, &m, a) : plan_one(out, &m, a, policy->rules);
    if (status == PM_OK)
        check_limits(*out, lacks_embedding);
done:
    pm_matrix_free(turned);
    return status;
}

pm_status pm_plan_matrix(struct pm_plan **plan, const struct pm_matrix *a,
                         const struct pm_planner *planner)
{
    struct making m = {.planner = *planner, .silent = true};

    return plan_one(plan, &m, a, planner->policy.rules);
}
