/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Carries out a split (plan/branch.h).  A first walk of the recursion down to a fixed depth finds
 * its subtrees there, numbers them in that order, and deals them out like units.  We call them
 * twigs.  A second walk takes their values.  So bounds are added in the order of the recursion,
 * whoever computed the twigs. */
#include "run/run.h"

#include "base/alloc.h"
#include "run/session.h"
#include "plan/branch.h"
#include "run/core.h"

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
    } walk;      /* go on to the leaves; or at twigs: copy them, or take
                  * their values */
    size_t next; /* number of the next twig to be taken */
};

static pm_status node_value(struct pm_value *value, const struct pm_matrix *a, struct split *split,
                            int depth);

static pm_status leaf_value(struct pm_value *value, const struct pm_matrix *core,
                            struct split *split)
{
    struct pm_limits limits = split->limits;
    struct pm_way way;

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
    PM_EACH(pm_matrix_free, kept, merged);
    return status;
}

static pm_status twig_value(struct pm_value *value, const struct pm_matrix *core,
                            struct split *split)
{
    if (split->walk == TAKE)
        return pm_value_read(value, pm_deal_text(split->deal, split->next++));
    PM_TRY(
        pm_alloc_grow((void **)&split->twig, &split->room, split->twigs + 1, sizeof *split->twig));
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
    pm_reduce_clear(&reduction);
    return status;
}

/* ------------------------------------------------------------------ twigs */

static pm_status twig_compute(char **text, void *self, uint64_t number)
{
    struct split split = *(const struct split *)self;
    struct pm_value value;

    split.walk = TO_LEAVES;
    pm_value_init(&value);
    pm_status status = core_value(&value, split.twig[number], &split, 0);
    PM_THEN(status, pm_value_text(text, &value));
    pm_value_clear(&value);
    return status;
}

/* Computes all twigs. */
static pm_status twigs_deal(struct split *split, struct pm_session *session, const char *stage)
{
    pm_status status = pm_deal_new(&split->deal, NULL, 1, split->twigs);

    if (status != PM_OK) /* the ranks that wait for this stage must be told */
        return pm_session_begin(session, stage, split->deal, status);
    return pm_session_work(session, stage, split->deal, twig_compute, split,
                           session->limits.threads);
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
    if (stage == NULL && session->limits.threads == 1)
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
