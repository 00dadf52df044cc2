/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Splitting (Forbert and Marx, Calculation of the permanent of a sparse positive matrix, Computer
 * Physics Communications 150, 2003; Algorithm DecompRyser of the SUPerman paper).  A line with d
 * entries, 3 <= d <= 4, splits the matrix in two matrices.  One of them has a line with d - 2
 * entries, and the other has order n - 1.  A split at most doubles the number of leaves, and at
 * least halves the cost of Ryser's formula for each leaf.  So the gain comes from the reductions
 * between splits. */
#include "plan/branch.h"

#include "base/budget.h"

#include "engine/limits.h"
#include "engine/search_steps.h"
#include "plan/choice.h"

#include <math.h>

enum {
    /* the paper's program does not split matrices of this order or smaller ones */
    PAPER_ORDER = 30,
    SPLIT_ORDER = 14, /* below this order, computing a leaf costs less than handling two halves */
    SPLIT_DEGREE = 4,
};

/* The time of a node without its leaves (copies and reductions): a fixed time, and a time for each
 * entry. */
static const double NODE_SECONDS = 2e-5, NODE_ENTRY_SECONDS = 3e-7;

/* The bytes that the matrices between the core and a leaf may take while leaves are counted; and
 * the fraction of the memory that they may take. */
static const double LOOK_BYTES = 0x1p28, LOOK_MEMORY = 0.5;
/* Nodes that are counted take this part of what searches may take (engine/search_steps.h). */
static const double LOOK_SHARE = 0.25;

/* matrices of one level: both halves, and what the reductions make of one of them */
enum { LEVEL_MATRICES = 3 };

bool pm_branch_factor_hides(const struct pm_gauss *factor, const struct pm_ask *ask)
{
    return ask->want == PM_WANT_RESIDUE && ask->prime != 0 &&
           fmpz_fdiv_ui(fmpq_denref(factor->re), ask->prime) == 0;
}

/* Replaces a core that has fractions by an integral one.  The value of the old core is *factor
 * times that of the new one. */
static pm_status make_integral(struct pm_gauss *factor, struct pm_matrix **core, enum pm_kind kind)
{
    struct pm_reduction scaled;
    unsigned rules;
    pm_status status = PM_OK;

    PM_TRY(pm_rules_parse(&rules, "scale", NULL));
    PM_TRY(pm_reduce(&scaled, *core, kind, rules));
    if (scaled.cores == 1) {
        PM_SWAP(*core, scaled.core[0]);
        pm_gauss_mul(factor, factor, &scaled.factor);
    } else {
        status = pm_fail(PM_WRONG, "scaling made %zu cores of one", scaled.cores);
    }
    pm_reduce_clear(&scaled);
    return status;
}

pm_status pm_branch_is_integral(struct pm_reduction *reduction)
{
    for (size_t k = 0; k < reduction->cores; k++)
        if (!pm_matrix_is_integer(reduction->core[k]))
            PM_TRY(make_integral(&reduction->factor, &reduction->core[k], reduction->kind[k]));
    return PM_OK;
}

/* Applies only rule `degree`, down to the paper's order.  If the value is 0, no cores remain. */
static pm_status paper_reduce(struct pm_reduction *reduction, const struct pm_matrix *a)
{
    struct pm_matrix *rest;
    pm_status status;
    int steps;

    PM_TRY(pm_reduce(reduction, a, PM_PERMANENT, 0));
    if (reduction->cores == 0)
        return PM_OK;
    status = pm_degree_reduce(&rest, &reduction->factor, a, PAPER_ORDER, &steps);
    if (status != PM_OK) {
        pm_reduce_clear(reduction);
        return status;
    }
    pm_matrix_free(reduction->core[0]);
    reduction->core[0] = rest;
    reduction->zero = pm_gauss_is_zero(&reduction->factor);
    if (reduction->zero) {
        pm_matrix_free(rest);
        reduction->cores = 0;
    }
    return PM_OK;
}

pm_status pm_branch_reduce(struct pm_reduction *reduction, const struct pm_matrix *a,
                           const struct pm_planner *planner)
{
    unsigned rules;

    if (planner->policy.paper) {
        PM_TRY(paper_reduce(reduction, a));
    } else {
        PM_TRY(pm_rules_parse(&rules, "dm,degree", NULL));
        PM_TRY(pm_reduce(reduction, a, PM_PERMANENT, rules & planner->policy.rules));
    }
    const pm_status status = pm_branch_is_integral(reduction);
    if (status == PM_OK && !pm_branch_factor_hides(&reduction->factor, &planner->ask))
        return PM_OK;
    pm_reduce_clear(reduction);
    return status == PM_OK ? pm_reduce(reduction, a, PM_PERMANENT, 0) : status;
}

bool pm_branch_large(const struct pm_matrix *core, const struct pm_planner *planner)
{
    return core->rows == core->cols &&
           core->rows > (planner->policy.paper ? PAPER_ORDER : SPLIT_ORDER);
}

bool pm_branch_splits(const struct pm_matrix *core, const struct pm_planner *planner)
{
    if (!pm_branch_large(core, planner))
        return false;
    const int degree = pm_degree_least(core);
    return degree >= 3 && degree <= SPLIT_DEGREE;
}

/* The engine that the paper's plan uses for a leaf.  It depends only on the density. */
static const struct pm_engine *paper_engine(const struct pm_matrix *core)
{
    const double density = (double)pm_matrix_nnz(core) / core->rows / core->cols;

    return pm_engine_find(density < 0.30 && core->rows == core->cols ? "sparyser" : "ryser");
}

pm_status pm_branch_leaf(struct pm_way *way, const struct pm_matrix *core,
                         const struct pm_planner *planner)
{
    struct pm_planner leaf = *planner;
    const struct pm_core wrapped = {.a = core};

    leaf.lacked = NULL; /* what a leaf lacks is no advice for the whole */
    leaf.policy.quick = true;
    leaf.policy.limits.threads = 1;
    if (planner->policy.paper && planner->policy.engine == NULL)
        leaf.policy.engine = paper_engine(core);
    return pm_choice_find(way, &wrapped, &leaf, NULL);
}

struct count {
    const struct pm_planner *planner;
    struct pm_leaves *leaves;
    double limit, seconds;
    double nodes; /* seconds of all nodes so far, without leaves */
    double look;  /* largest value of `nodes` */
    double held;  /* approximate bytes of the matrices between the core and the current node */
    double room;  /* largest value of `held` */
};

static double node_seconds(const struct pm_matrix *a)
{
    return NODE_SECONDS + NODE_ENTRY_SECONDS * pm_matrix_nnz(a);
}

static pm_status count_core(struct count *count, const struct pm_matrix *core);

static pm_status count_node(struct count *count, const struct pm_matrix *a)
{
    struct pm_reduction reduction;
    pm_status status = PM_OK;

    PM_TRY(pm_branch_reduce(&reduction, a, count->planner));
    const double node = node_seconds(a);
    count->nodes += node;
    count->leaves->seconds += node;
    for (size_t k = 0; status == PM_OK && k < reduction.cores; k++)
        status = count_core(count, reduction.core[k]);
    pm_reduce_clear(&reduction);
    return status;
}

static pm_status count_leaf(struct pm_leaves *leaves, const struct pm_matrix *core,
                            const struct pm_planner *planner)
{
    struct pm_way way;

    leaves->count++;
    leaves->order += core->rows;
    leaves->nnz += pm_matrix_nnz(core);
    const pm_status status = pm_branch_leaf(&way, core, planner);
    if (status == PM_UNABLE) {
        leaves->steps = leaves->seconds = HUGE_VAL;
        return PM_OK;
    }
    PM_TRY(status);
    leaves->steps += way.cost.steps * way.rings;
    leaves->seconds += way.seconds;
    pm_way_clear(&way);
    return PM_OK;
}

/* The approximate bytes of the matrices of one level. */
static double level_bytes(const struct pm_matrix *core)
{
    const double entry = sizeof(int) + sizeof(fmpq) * (core->im != NULL ? 2 : 1);

    return LEVEL_MATRICES * (entry * pm_matrix_nnz(core) + sizeof(int) * (double)core->rows);
}

static pm_status count_halves(struct count *count, const struct pm_matrix *core)
{
    struct pm_matrix *kept, *merged;

    PM_TRY(pm_split(&kept, &merged, core));
    pm_status status = count_node(count, kept);
    pm_matrix_free(kept);
    PM_THEN(status, count_node(count, merged));
    pm_matrix_free(merged);
    return status;
}

static pm_status count_core(struct count *count, const struct pm_matrix *core)
{
    struct pm_leaves *const leaves = count->leaves;
    const double bytes = level_bytes(core);

    if (leaves->count >= count->limit || leaves->seconds >= count->seconds ||
        count->nodes >= count->look || count->held + bytes > count->room) {
        leaves->complete = false;
        return PM_OK;
    }
    PM_TRY(pm_budget_ask());
    if (!pm_branch_splits(core, count->planner))
        return count_leaf(leaves, core, count->planner);
    count->held += bytes;
    const pm_status status = count_halves(count, core);
    count->held -= bytes;
    return status;
}

/* The bytes that matrices may take while leaves are counted.  A split that exceeds this limit is
 * deep, and has too many leaves anyway. */
static double look_bytes(const struct pm_planner *planner)
{
    const double memory = pm_limits_memory(&planner->policy.limits);

    return planner->policy.paper ? HUGE_VAL : fmin(LOOK_BYTES, memory * LOOK_MEMORY);
}

/* The time that nodes may take if the best known way takes `seconds`, or the time limit allows
 * less.  The paper's plan has no such limit. */
static double look_seconds(const struct pm_planner *planner, double seconds)
{
    const struct pm_limits *const limits = &planner->policy.limits;
    const double worth = pm_way_worth(&(struct pm_way){.seconds = seconds}, planner);
    const double most = limits->seconds > 0 ? fmin(worth, limits->seconds) : worth;

    return planner->policy.paper ? HUGE_VAL
                                 : LOOK_SHARE * pm_search_seconds(pm_search_allowed(most));
}

pm_status pm_branch_count(struct pm_leaves *leaves, const struct pm_matrix *a,
                          const struct pm_planner *planner, bool split, double limit,
                          double seconds)
{
    struct count count = {.planner = planner,
                          .leaves = leaves,
                          .limit = limit,
                          .seconds = seconds,
                          .look = look_seconds(planner, seconds),
                          .room = look_bytes(planner)};

    *leaves = (struct pm_leaves){.complete = true};
    return split ? count_node(&count, a) : count_leaf(leaves, a, planner);
}

pm_status pm_branch_recount(double *seconds, const struct pm_matrix *a,
                            const struct pm_planner *planner, double known)
{
    struct pm_leaves leaves = {.complete = true};
    struct count count = {.planner = planner,
                          .leaves = &leaves,
                          .limit = known + 1,
                          .seconds = HUGE_VAL,
                          .look = HUGE_VAL,
                          .room = HUGE_VAL};

    PM_TRY(count_node(&count, a));
    *seconds = leaves.seconds;
    return leaves.complete && leaves.count == known
               ? PM_OK
               : pm_fail(PM_INPUT, "this version does not split it into %.0f leaves", known);
}
