/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Takes the cores that rule dm leaves, counts the leaves of each split (branch.h), and adds them
 * up. */
#include "plan/paper.h"

#include "plan/branch.h"
#include "plan/policy.h"

#include <math.h>

/* Blocks of order 1 are in the factor of a reduction; the paper counts them as matrices. */
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
                         double leaf_limit)
{
    const struct pm_planner planner = {
        .ask = {.want = PM_WANT_RESIDUE}, /* one ring: what one floating run of the paper does */
        .policy = {.paper = true, .limits = {.memory = UINT64_MAX, .threads = 1}},
    };
    struct pm_leaves sum = {.complete = true}, leaves;
    struct pm_reduction blocks;
    unsigned rules = 0;
    pm_status status = PM_OK;

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
    *paper = (struct pm_paper){sum.count, sum.order, sum.nnz, sum.steps, sum.seconds, sum.complete};
    return status;
}
