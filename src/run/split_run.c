/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Carries out a split (plan/branch.h).  A first walk of the recursion down to a fixed depth finds
 * its subtrees there, numbers them in that order, and deals them out like units.  We call them
 * twigs.  A second walk takes their values.  So bounds are added in the order of the recursion,
 * whoever computed the twigs.  With GPUs, the leaves of a twig are collected in the same way and
 * computed together. */
#include "run/split_run.h"

#include "base/alloc.h"
#include "checkpoint/session.h"
#include "cuda/gpu.h"
#include "plan/branch.h"
#include "run/core.h"
#include "run/leaves.h"

#include <stdlib.h>

enum { TWIG_DEPTH = 9 };

struct split {
    const struct pm_planner *planner; /* for nodes and leaves */
    struct pm_limits limits;          /* for a leaf */
    struct pm_deal *deal;             /* of twigs; NULL: none */
    struct pm_matrix **twig;          /* copies of the twigs' matrices */
    size_t twigs, room;
    enum {
        TO_LEAVES,
        COLLECT,
        TAKE
    } walk;                         /* go on to the leaves; or at twigs: copy them, or take
                                     * their values */
    size_t next;                    /* number of the next twig to be taken */
    struct pm_leaf_list *leaves;    /* leaves of a twig that a device computes; NULL:
                                     * none */
    enum { GATHER, USE } leaf_walk; /* at leaves: copy them, or take their values */
    size_t next_leaf;
    struct pm_gpus *gpus; /* NULL: none */
};

static pm_status node_value(struct pm_value *value, const struct pm_matrix *a, struct split *split,
                            int depth);

static pm_status leaf_value(struct pm_value *value, const struct pm_matrix *core,
                            struct split *split)
{
    struct pm_limits limits = split->limits;
    struct pm_way way;

    if (split->leaves != NULL && split->leaf_walk == GATHER)
        return pm_leaf_add(split->leaves, core);
    if (split->leaves != NULL) {
        pm_value_set(value, &split->leaves->leaf[split->next_leaf++].value);
        return PM_OK;
    }
    limits.stop = split->deal != NULL ? pm_deal_over(split->deal) : NULL;
    PM_TRY(pm_branch_leaf(&way, core, split->planner));
    const pm_status status = pm_core_alone(value, core, &way, &limits);
    pm_way_clear(&way);
    return status;
}

/* Computes both halves of a core. */
static pm_status halves_value(struct pm_value *value, const struct pm_matrix *core,
                              struct split *split, int depth)
{
    struct pm_matrix *kept, *merged;
    struct pm_value second;
    pm_status status;

    PM_TRY(pm_split(&kept, &merged, core));
    pm_value_init(&second);
    PM_TRY_GOTO(status, node_value(value, kept, split, depth + 1), done);
    PM_TRY_GOTO(status, node_value(&second, merged, split, depth + 1), done);
    pm_value_add(value, &second);
done:
    pm_value_clear(&second);
    pm_matrix_free(kept);
    pm_matrix_free(merged);
    return status;
}

static pm_status twig_value(struct pm_value *value, const struct pm_matrix *core,
                            struct split *split)
{
    if (split->walk == TAKE)
        return pm_value_read(value, pm_deal_text(split->deal, split->next++));
    PM_TRY(pm_grow((void **)&split->twig, &split->room, split->twigs + 1, sizeof *split->twig));
    PM_TRY(pm_matrix_copy(&split->twig[split->twigs], core));
    split->twigs++;
    return PM_OK;
}

static pm_status core_value(struct pm_value *value, const struct pm_matrix *core,
                            struct split *split, int depth)
{
    const bool splits = pm_branch_splits(core, split->planner);

    if (split->walk != TO_LEAVES && (!splits || depth == TWIG_DEPTH))
        return twig_value(value, core, split);
    return splits ? halves_value(value, core, split, depth) : leaf_value(value, core, split);
}

static pm_status node_value(struct pm_value *value, const struct pm_matrix *a, struct split *split,
                            int depth)
{
    struct pm_reduction reduction;
    struct pm_value factor;
    pm_status status = PM_OK;

    if (split->walk == TO_LEAVES && split->deal != NULL && pm_deal_is_over(split->deal))
        return pm_fail(PM_STOPPED, "stopped");
    PM_TRY(pm_branch_reduce(&reduction, a, split->planner));
    pm_value_init(&factor);
    pm_value_set_gauss(value, &reduction.factor);
    for (size_t k = 0; k < reduction.cores; k++) {
        PM_TRY_GOTO(status, core_value(&factor, reduction.core[k], split, depth), done);
        pm_value_mul(value, &factor);
    }
done:
    pm_value_clear(&factor);
    pm_reduction_clear(&reduction);
    return status;
}

/* ------------------------------------------------------------------ twigs */

/* The data of a thread. */
struct worker {
    const struct split *split;
    struct pm_gpu *device;    /* NULL: none */
    const struct pm_gpu *gpu; /* the same, or NULL once it has failed */
};

/* Walks down a twig twice: first collects its leaves, which are computed together, then uses
 * them. */
static pm_status twig_on_gpu(struct pm_value *value, struct split *split, uint64_t number,
                             const struct pm_gpu **gpu)
{
    struct pm_leaf_list leaves = {.leaf = NULL};
    pm_status status;

    split->leaves = &leaves;
    split->leaf_walk = GATHER;
    PM_TRY_GOTO(status, core_value(value, split->twig[number], split, 0), done);
    PM_TRY_GOTO(status, pm_leaf_compute(&leaves, split->planner, &split->limits, gpu), done);
    split->leaf_walk = USE;
    status = core_value(value, split->twig[number], split, 0);
done:
    pm_leaf_clear(&leaves);
    split->leaves = NULL;
    return status;
}

static pm_status twig_compute(char **text, void *self, uint64_t number)
{
    struct worker *const worker = self;
    struct split split = *worker->split;
    struct pm_value value;

    split.walk = TO_LEAVES;
    pm_value_init(&value);
    pm_status status = worker->gpu != NULL ? twig_on_gpu(&value, &split, number, &worker->gpu)
                                           : core_value(&value, split.twig[number], &split, 0);
    if (status == PM_OK)
        status = pm_value_text(text, &value);
    pm_value_clear(&value);
    return status;
}

static void worker_begin(void *self)
{
    struct worker *const worker = self;

    if (worker->device != NULL && pm_gpu_enter(worker->device) == PM_OK)
        worker->gpu = worker->device;
}

static void worker_end(void *self)
{
    const struct worker *const worker = self;

    if (worker->device != NULL)
        pm_gpu_leave(worker->device);
}

/* Computes all twigs. */
static pm_status twigs_deal(struct split *split, struct pm_session *session, const char *stage)
{
    static const struct pm_task task = {twig_compute, worker_begin, worker_end};
    const int threads = session->limits.threads;
    struct worker *const worker = pm_alloc((size_t)threads, sizeof *worker);
    pm_status status = worker != NULL ? PM_OK : PM_NOMEM;

    if (status == PM_OK)
        status = pm_deal_new(&split->deal, NULL, 1, split->twigs);
    if (status != PM_OK) /* the ranks that wait for this stage must be told */
        status = pm_session_begin(session, stage, split->deal, status);
    for (int k = 0; status == PM_OK && k < threads; k++) {
        worker[k] = (struct worker){.split = split};
        if (split->gpus != NULL)
            worker[k].device = &split->gpus->gpu[k % split->gpus->count];
    }
    if (status == PM_OK)
        status =
            pm_session_work(session, stage, split->deal, &task, worker, sizeof *worker, threads);
    free(worker);
    return status;
}

static void split_clear(struct split *split)
{
    for (size_t k = 0; k < split->twigs; k++)
        pm_matrix_free(split->twig[k]);
    free(split->twig);
    pm_deal_free(split->deal);
}

pm_status pm_split_run(struct pm_value *value, const struct pm_matrix *core,
                       const struct pm_way *way, struct pm_session *session, const char *stage)
{
    struct split split = {.planner = way->leaf, .limits = session->limits, .walk = TO_LEAVES};
    pm_status status;

    split.limits.threads = 1;
    if (way->gpus > 0 && pm_session_gpus(&split.gpus, session) != PM_OK)
        split.gpus = NULL; /* the threads do all the work */
    if (stage == NULL && session->limits.threads == 1 && split.gpus == NULL)
        return node_value(value, core, &split, 0);
    split.walk = COLLECT;
    PM_TRY_GOTO(status, node_value(value, core, &split, 0), done);
    if (split.twigs > 0 && split.twigs < (size_t)session->limits.threads)
        split.limits.threads = session->limits.threads / (int)split.twigs;
    PM_TRY_GOTO(status, twigs_deal(&split, session, stage), done);
    split.walk = TAKE;
    if (!pm_session_is_part(session))
        status = node_value(value, core, &split, 0);
done:
    split_clear(&split);
    return status;
}
