/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Counts the result of the paper's preprocessing: takes the cores that rule `dm` leaves, counts the
 * leaves of each split (branch.h), and adds them up. */
#include "plan/paper_rule.h"

#include "plan/branch.h"
#include "plan/policy.h"

#include <math.h>

/* Seconds until a device starts to compute, if its kernels have been compiled before. */
static const double GPU_START = 0.15;

/* The sums over all blocks. */
struct sums {
    struct pm_leaves leaves;
    double seconds; /* predicted time of all threads or GPUs */
    bool on_gpus;   /* GPUs compute some of the leaves */
};

/* Counts the blocks of order 1, which go into the factor of a reduction.  The paper counts them as
 * matrices. */
static void count_trivial(struct pm_leaves *leaves, const struct pm_reduction *blocks, int order)
{
    for (size_t k = 0; k < blocks->cores; k++)
        order -= blocks->core[k]->rows;
    leaves->count += order;
    leaves->order += order;
    leaves->nnz += order;
}

static void sums_add(struct sums *sums, const struct pm_leaves *more, int threads, int gpus)
{
    const struct pm_way all = {.seconds = more->seconds, .gpus = gpus};
    struct pm_leaves *const sum = &sums->leaves;

    sum->count += more->count;
    sum->order += more->order;
    sum->nnz += more->nnz;
    sum->steps += more->steps;
    sum->complete &= more->complete;
    sums->seconds += pm_way_seconds(&all, threads);
    sums->on_gpus |= gpus > 0;
}

/* Adds a block that is one leaf.  All threads compute it, or GPUs if it takes long (plan_paper() in
 * planning.c). */
static pm_status add_leaf(struct sums *sums, const struct pm_matrix *core,
                          const struct pm_planner *planner, int threads)
{
    struct pm_leaves leaf = {.count = 1,
                             .order = core->rows,
                             .nnz = pm_matrix_nnz(core),
                             .steps = HUGE_VAL,
                             .seconds = HUGE_VAL,
                             .complete = true};
    const int most = planner->policy.leaf_gpus;
    struct pm_way way;
    int gpus = 0;

    const pm_status status = pm_branch_leaf(&way, core, planner);
    if (status == PM_OK) {
        gpus = most > 0 && pm_way_gpus_pay(&way) ? most : 0;
        leaf.steps = way.cost.steps * way.rings;
        leaf.seconds = gpus > 0 ? pm_way_gpu_seconds(&way, gpus) : way.seconds;
        pm_way_clear(&way);
    }
    sums_add(sums, &leaf, threads, gpus);
    return status == PM_UNABLE ? PM_OK : status;
}

static pm_status add_split(struct sums *sums, const struct pm_matrix *core,
                           const struct pm_planner *planner, int threads, double limit)
{
    struct pm_leaves leaves;

    PM_TRY(pm_branch_count(&leaves, core, planner, true, limit, HUGE_VAL));
    sums_add(sums, &leaves, threads, planner->policy.leaf_gpus);
    return PM_OK;
}

pm_status pm_paper_count(struct pm_paper *paper, const struct pm_problem *problem, bool dm, bool fm,
                         const pm_options *options, int threads, int gpus, double leaf_limit)
{
    struct pm_planner planner = {
        .policy = {.paper = true,
                   .leaf_gpus = gpus,
                   .limits = {.memory = UINT64_MAX, .threads = 1}},
    };
    struct sums sums = {.leaves.complete = true};
    const struct pm_leaves *const sum = &sums.leaves;
    struct pm_reduction blocks;
    unsigned rules = 0;
    pm_status status = PM_OK;

    PM_TRY(pm_ask_of(&planner.ask, problem, options));
    if (dm)
        PM_TRY(pm_rules_parse(&rules, "dm", NULL));
    PM_TRY(pm_reduce(&blocks, problem->a, PM_PERMANENT, rules));
    if (!blocks.zero)
        count_trivial(&sums.leaves, &blocks, problem->a->rows);
    for (size_t k = 0; status == PM_OK && k < blocks.cores; k++) {
        const struct pm_matrix *const core = blocks.core[k];
        status = fm && pm_branch_large(core, &planner)
                     ? add_split(&sums, core, &planner, threads, leaf_limit)
                     : add_leaf(&sums, core, &planner, threads);
    }
    pm_reduction_clear(&blocks);
    *paper = (struct pm_paper){.leaves = sum->count,
                               .sum_n = sum->order,
                               .sum_nnz = sum->nnz,
                               .work = sum->steps,
                               .seconds = sums.seconds + (sums.on_gpus ? GPU_START : 0),
                               .complete = sum->complete};
    return status;
}
