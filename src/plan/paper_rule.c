/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Takes the cores that rule `dm` leaves, counts the leaves of each split (branch.h), and adds them
 * up. */
#include "plan/paper_rule.h"

#include "plan/branch.h"
#include "plan/policy.h"

#include <math.h>

/* Seconds until a device starts computing, if its kernels have been compiled before. */
static const double GPU_START = 0.2;

/* Blocks of order 1 go into the factor of a reduction; the paper counts them as matrices. */
static void count_trivial(struct pm_leaves *leaves, const struct pm_reduction *blocks, int order)
{
    for (size_t k = 0; k < blocks->cores; k++)
        order -= blocks->core[k]->rows;
    leaves->count += order;
    leaves->order += order;
    leaves->nnz += order;
}

static void leaves_add(struct pm_leaves *sum, const struct pm_leaves *more)
{
    sum->count += more->count;
    sum->order += more->order;
    sum->nnz += more->nnz;
    sum->steps += more->steps;
    sum->seconds += more->seconds;
    sum->complete &= more->complete;
}

pm_status pm_paper_count(struct pm_paper *paper, const struct pm_problem *problem, bool dm, bool fm,
                         const pm_options *options, int threads, int gpus, double leaf_limit)
{
    struct pm_planner planner = {
        .policy = {.paper = true,
                   .leaf_gpus = gpus,
                   .limits = {.memory = UINT64_MAX, .threads = 1}},
    };
    struct pm_leaves sum = {.complete = true}, leaves;
    struct pm_reduction blocks;
    unsigned rules = 0;
    pm_status status = PM_OK;

    PM_TRY(pm_ask_of(&planner.ask, problem, options));
    if (dm)
        PM_TRY(pm_rules_parse(&rules, "dm", NULL));
    PM_TRY(pm_reduce(&blocks, problem->a, PM_PERMANENT, rules));
    if (!blocks.zero)
        count_trivial(&sum, &blocks, problem->a->rows);
    for (size_t k = 0; status == PM_OK && k < blocks.cores; k++) {
        status = pm_branch_count(&leaves, blocks.core[k], &planner, fm, leaf_limit, HUGE_VAL);
        if (status == PM_OK)
            leaves_add(&sum, &leaves);
    }
    pm_reduction_clear(&blocks);
    const struct pm_way all = {.seconds = sum.seconds, .gpus = gpus};
    *paper =
        (struct pm_paper){.leaves = sum.count,
                          .sum_n = sum.order,
                          .sum_nnz = sum.nnz,
                          .work = sum.steps,
                          .seconds = pm_way_seconds(&all, threads) + (gpus > 0 ? GPU_START : 0),
                          .complete = sum.complete};
    return status;
}
