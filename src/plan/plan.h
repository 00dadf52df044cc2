/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The plan: which engine computes each core over which numbers, or how the core is split.
 *
 * Choices come from counted steps and the engines' fixed reference rates, so the same problem
 * under the same options is planned alike everywhere; the seconds that a plan prints are
 * predictions for one reference thread, divided by the number of threads.  A plan for a described
 * machine goes by that machine's rates in both; it is to be read, not carried out. */
#ifndef PM_PLAN_PLAN_H
#define PM_PLAN_PLAN_H

#include "plan/ask.h"
#include "plan/way.h"
#include "reduce/reduce.h"

struct pm_plan {
    struct pm_ask ask;       /* what it answers; exactly, where a factor would hide a residue */
    struct pm_limits limits; /* the threads and the memory that it was made for */
    struct pm_reduction reduction;
    struct pm_way *way; /* one a core of the reduction */
    double seconds;     /* predicted wall-clock time on these threads, or on the machine described;
                           all cores */
    char *text;         /* for people: several lines */
    pm_status status;   /* PM_OK, or PM_UNABLE: the text says why */
};

/* Plans a problem as the options say.  A plan that cannot be carried out, or would take longer than
 * the options allow, is a plan too: its status is PM_UNABLE, and the message is set.  PM_STOPPED
 * where `poll` (NULL is fine) answers so; PM_INPUT where the options are wrong. */
pm_status pm_plan_new(struct pm_plan **plan, const struct pm_problem *problem,
                      const pm_options *options, const struct pm_poll *poll);

/* The same for a matrix of such a problem (rows <= cols), with all rules and engines. */
pm_status pm_plan_matrix(struct pm_plan **plan, const struct pm_matrix *a, const struct pm_ask *ask,
                         const struct pm_limits *limits);

void pm_plan_free(struct pm_plan *plan); /* NULL is fine */

#endif
