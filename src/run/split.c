/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Carries out a split (plan/branch.h says when and how).  The recursion is walked down to a fixed
 * depth; the subtrees met there, the twigs, are numbered as they are met, and dealt out like units.
 * Then it is walked once more and takes their values.  So bounds are added in the order of the
 * recursion, whoever computed the twigs. */
#include "run/run.h"

#include "base/alloc.h"
#include "plan/branch.h"
#include "run/session.h"

#include <flint/flint.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { TWIG_DEPTH = 9 };

struct split {
    const struct pm_planner *planner;
    struct pm_deal *deal;    /* of twigs; NULL: none */
    struct pm_matrix **twig; /* copies of their matrices */
    size_t twigs, room;
    enum { TO_LEAVES, COLLECT, TAKE } walk; /* on to the leaves; at twigs: copy, take the value */
    size_t next; /* twig to be taken */
};

static pm_status node_value(struct pm_value *value, const struct pm_matrix *a, struct split *split,
                            int depth);

static pm_status leaf_value(struct pm_value *value, const struct pm_matrix *core,
                            const struct split *split)
{
    struct pm_planner leaf = *split->planner;
    struct pm_way way;

    leaf.limits.threads = 1;
    PM_TRY(pm_branch_leaf(&way, core, &leaf));
    const pm_status status = pm_run_way(value, core, &way, &leaf);
    pm_way_clear(&way);
    return status;
}

/* Both halves of a core. */
static pm_status halves_value(struct pm_value *value, const struct pm_matrix *core,
                              struct split *split, int depth)
{
    struct pm_matrix *kept, *merged;
    struct pm_value second;

    PM_TRY(pm_split(&kept, &merged, core));
    pm_value_init(&second);
    pm_status status = node_value(value, kept, split, depth + 1);
    if (status == PM_OK)
        status = node_value(&second, merged, split, depth + 1);
    if (status == PM_OK)
        pm_value_add(value, &second);
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
    for (size_t k = 0; status == PM_OK && k < reduction.cores; k++) {
        status = core_value(&factor, reduction.core[k], split, depth);
        if (status == PM_OK)
            pm_value_mul(value, &factor);
    }
    pm_value_clear(&factor);
    pm_reduction_clear(&reduction);
    return status;
}

/* ------------------------------------------------------------------ twigs */

static pm_status twig_compute(const struct split *shared, uint64_t number)
{
    struct split split = *shared;
    struct pm_value value;
    char *text = NULL;

    split.walk = TO_LEAVES;
    pm_value_init(&value);
    pm_status status = core_value(&value, split.twig[number], &split, 0);
    if (status == PM_OK)
        status = pm_value_text(&text, &value);
    if (status == PM_OK)
        pm_deal_done_text(split.deal, number, text);
    free(text);
    pm_value_clear(&value);
    return status;
}

static void *twigs_run(void *context)
{
    const struct split *const split = context;
    struct pm_range range;

    while (pm_deal_next(&range, split->deal, 1)) {
        const pm_status status = twig_compute(split, range.first);
        if (status == PM_OK)
            continue;
        pm_deal_return(split->deal, &range);
        if (status != PM_STOPPED || !pm_deal_is_over(split->deal))
            pm_deal_fail(split->deal, status);
    }
    flint_cleanup(); /* what FLINT keeps for this thread */
    return NULL;
}

/* Computes all twigs. */
static pm_status twigs_deal(struct split *split, struct pm_session *session, const char *stage)
{
    pthread_t *thread = NULL;
    int threads = 0;
    pm_status status = pm_deal_new(&split->deal, NULL, 1, split->twigs);

    if (status == PM_OK && (thread = pm_alloc((size_t)session->threads, sizeof *thread)) == NULL)
        status = PM_NOMEM;
    PM_TRY_GOTO(status, pm_session_begin(session, stage, split->deal, status), done);
    while (threads < session->threads &&
           pthread_create(&thread[threads], NULL, twigs_run, split) == 0)
        threads++;
    if (threads == 0)
        pm_deal_fail(split->deal, pm_fail(PM_NOMEM, "no thread can be started"));
    pm_session_watch(session, stage, split->deal);
    while (threads > 0)
        pthread_join(thread[--threads], NULL);
    status = pm_session_end(session, stage, split->deal);
done:
    free(thread);
    return status;
}

static void split_clear(struct split *split)
{
    for (size_t k = 0; k < split->twigs; k++)
        pm_matrix_free(split->twig[k]);
    free(split->twig);
    pm_deal_free(split->deal);
}

pm_status pm_run_split(struct pm_value *value, const struct pm_matrix *core,
                       const struct pm_planner *planner, struct pm_session *session,
                       const char *stage)
{
    struct split split = {.planner = planner, .walk = TO_LEAVES};
    pm_status status;

    if (stage == NULL && session->threads == 1)
        return node_value(value, core, &split, 0);
    split.walk = COLLECT;
    PM_TRY_GOTO(status, node_value(value, core, &split, 0), done);
    PM_TRY_GOTO(status, twigs_deal(&split, session, stage), done);
    split.walk = TAKE;
    if (!pm_session_is_part(session))
        status = node_value(value, core, &split, 0);
done:
    split_clear(&split);
    return status;
}
