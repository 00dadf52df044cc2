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

#include <stdio.h>

struct pm_plan {
    struct pm_ask ask;       /* what it answers; exactly, where a factor would hide a residue */
    unsigned rules;          /* of the reduction */
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

/* The plan as data, lines of text, and back.  A text that is read is carried out as it is: nothing
 * is chosen again, and the answer has the same bits.  It may come from anywhere, and no text makes
 * an answer wrong: reductions are done again by the rules that it names, and must lead to the cores
 * that it names; orders and thresholds are checked by the engines that read them (engine.h).
 * PM_INPUT with the reason where this version cannot carry it out; PM_UNABLE where the limits of
 * the options do not allow it. */
pm_status pm_plan_write(FILE *file, const struct pm_plan *plan);
pm_status pm_plan_read(struct pm_plan **plan, const struct pm_problem *problem,
                       const pm_options *options, const char *text);

void pm_plan_free(struct pm_plan *plan); /* NULL is fine */

/* ------------------------------------------------------------------- inside src/plan */

/* Reduces `a` by the plan's rules, and makes room for the ways of its cores, which get integer
 * entries. */
pm_status pm_plan_reduce(struct pm_plan *plan, const struct pm_matrix *a);

/* The relative error that each core may have: those of several add up. */
double pm_plan_epsilon(const struct pm_plan *plan);

/* Predicted wall-clock time of all cores with so many threads; *gpus: some are on devices. */
double pm_plan_seconds(bool *gpus, const struct pm_plan *plan, int threads);

#endif
