/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Carries out a split (plan/branch.h says when and how): the two halves of a node are tasks near
 * the root and plain recursion below; exact centres make their sum the same in any order, and
 * bounds are added in the order of the recursion. */
#include "run/run.h"

#include "plan/branch.h"

enum { TASK_DEPTH = 10 };

struct split {
    const struct pm_planner *planner;
    struct pm_failure *failure;
};

static pm_status node_value(struct pm_value *value, const struct pm_matrix *a,
                            const struct split *split, int depth);

/* Both halves, each its own task down to TASK_DEPTH. */
static pm_status halves_value(struct pm_value *value, struct pm_value *second,
                              const struct pm_matrix *kept, const struct pm_matrix *merged,
                              const struct split *split, int depth)
{
    pm_status other = PM_OK;

#pragma omp task default(shared) if (depth < TASK_DEPTH)
    {
        other = node_value(second, merged, split, depth + 1);
        if (other != PM_OK)
#pragma omp critical(pm_split)
            pm_failure_keep(split->failure, other);
    }
    const pm_status status = node_value(value, kept, split, depth + 1);
#pragma omp taskwait
    if (status == PM_OK && other == PM_OK)
        pm_value_add(value, second);
    return status != PM_OK ? status : other;
}

static pm_status core_value(struct pm_value *value, const struct pm_matrix *core,
                            const struct split *split, int depth)
{
    struct pm_matrix *kept, *merged;
    struct pm_value second;
    struct pm_planner leaf = *split->planner;
    struct pm_way way;
    pm_status status;

    if (!pm_branch_splits(core, split->planner)) {
        leaf.limits.threads = 1;
        PM_TRY(pm_branch_leaf(&way, core, &leaf));
        status = pm_run_way(value, core, &way, &leaf);
        pm_way_clear(&way);
        return status;
    }
    PM_TRY(pm_split(&kept, &merged, core));
    pm_value_init(&second);
    status = halves_value(value, &second, kept, merged, split, depth);
    pm_value_clear(&second);
    pm_matrix_free(kept);
    pm_matrix_free(merged);
    return status;
}

static pm_status node_value(struct pm_value *value, const struct pm_matrix *a,
                            const struct split *split, int depth)
{
    struct pm_reduction reduction;
    struct pm_value factor;
    pm_status status = PM_OK;

    if (__atomic_load_n(&split->failure->status, __ATOMIC_RELAXED) != PM_OK)
        return PM_OK; /* the result is lost anyway */
    PM_TRY(pm_branch_reduce(&reduction, a, split->planner));
    pm_value_init(&factor);
    pm_value_set_gauss(value, &reduction.factor);
    for (size_t k = 0; status == PM_OK && k < reduction.cores; k++) {
        status = core_value(&factor, reduction.core[k], split, depth);
        if (status == PM_OK)
            pm_value_mul(value, &factor);
    }
    pm_value_clear(&factor);
    pm_reduction_clear(&reduction);
    return status;
}

pm_status pm_run_split(struct pm_value *value, const struct pm_matrix *core,
                       const struct pm_planner *planner)
{
    struct pm_failure failure = {PM_OK, ""};
    const struct split split = {planner, &failure};

#pragma omp parallel num_threads(planner->limits.threads)
#pragma omp single
    {
        const pm_status status = node_value(value, core, &split, 0);
        if (status != PM_OK)
#pragma omp critical(pm_split)
            pm_failure_keep(&failure, status);
    }
    return pm_failure_raise(&failure);
}
