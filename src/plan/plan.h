/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The plan: which engine computes each core over which numbers, or how the core is split.
 *
 * Choices come from counted steps and the engines' fixed reference rates, so the same problem
 * under the same options is planned alike everywhere; the seconds that a plan prints are
 * predictions for one reference thread, divided by the number of threads.  A plan for a described
 * machine goes by that machine's rates in both; it is to be read, not carried out. */
#ifndef PM_PLAN_PLAN_H
#define PM_PLAN_PLAN_H

#include "plan/way.h"
#include "reduce/reduce.h"

struct pm_plan {
    struct pm_planner planner;
    struct pm_reduction reduction;
    struct pm_way *way; /* one a core of the reduction */
    double seconds;     /* predicted, one thread, or the machine described; all cores */
    bool gpus;          /* some of them on devices: `seconds` has meaning divided by the threads */
    char *text;         /* for people: several lines */
    pm_status status;   /* PM_OK, or PM_UNABLE: the text says why */
};

/* Plans per(a) (rows <= cols; borrowed while the plan lives).  A plan that cannot be carried out
 * is a plan too: its status is PM_UNABLE, and the message is set.  PM_STOPPED where limits.ask
 * answers so. */
pm_status pm_plan_new(struct pm_plan **plan, const struct pm_matrix *a,
                      const struct pm_planner *planner);
void pm_plan_free(struct pm_plan *plan);

#endif
