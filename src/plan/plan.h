/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The plan: for each core, which engine computes it in which numbers, or how the core is split.
 *
 * Choices depend only on counted steps and on the engines' fixed reference rates.  So the same
 * problem with the same options gets the same plan on every machine without GPUs.  Whether devices
 * are worth their start depends on the kernels in the cache, too.  The seconds of a way are
 * predictions for one reference thread; what the user sees is for the threads of this machine. */
#pragma once

#include "plan/policy.h"
#include "plan/lacked.h"
#include "plan/way.h"
#include "reduce/reduce.h"

#include <stdio.h>

struct pm_plan {
    /* what is asked for; the exact answer if a factor would hide a residue (branch.h) */
    struct pm_ask ask;
    unsigned rules;          /* the rules of the reduction (reduce/reduce.h) */
    struct pm_limits limits; /* the threads and memory that the plan was made for */
    struct pm_reduction reduction;
    struct pm_way *way; /* a way for each core of the reduction */
    /* predicted wall-clock time of all cores on these threads, with the fallbacks that are expected
     * to be needed; HUGE_VAL: no way.  Choices depend on the time on the reference machine; the
     * time on this machine is for the user. */
    double reference, seconds;
    struct pm_lacked lacked;
    /* for the user (plan_text.h); all are NULL in a plan of pm_plan_matrix() */
    char *text;       /* a description of several lines */
    char *summary;    /* the same in at most twelve lines */
    char *reasons;    /* why, in sentences; NULL: the plan was read from a file */
    pm_status status; /* PM_OK, or PM_UNABLE; then the text says why */
};

/* Reads what is asked, the policy and the limits from the options.  PM_INPUT, PM_UNABLE: they are
 * wrong, or impossible for this kind of problem. */
pm_status pm_plan_options(struct pm_planner *planner, const struct pm_problem *problem,
                          const pm_options *options);

/* Plans a problem for these options.  A plan that cannot be carried out, or would take longer than
 * allowed, is also returned: its status is PM_UNABLE, and the message is set.  The caller must free
 * it.  PM_STOPPED: the budget is used up.  PM_INPUT: the options are wrong. */
pm_status pm_plan_new(struct pm_plan **plan, const struct pm_problem *problem,
                      const pm_options *options);

/* Plans a matrix (rows <= cols), without texts. */
pm_status pm_plan_matrix(struct pm_plan **plan, const struct pm_matrix *a,
                         const struct pm_planner *planner);

/* Writes the plan as lines of text, and reads it back.  A plan that was read is carried out as it
 * is: nothing is chosen again, and the answer has the same bits.  The text may come from anywhere,
 * but no text can cause a wrong answer: the reductions that it names are done again and must give
 * the cores that it names, and engines check the orders and thresholds that they read (engine.h).
 * PM_INPUT with the reason: this version cannot carry out the plan.  PM_UNABLE: the limits in the
 * options do not allow it. */
pm_status pm_plan_write(FILE *file, const struct pm_plan *plan);
pm_status pm_plan_read(struct pm_plan **plan, const struct pm_problem *problem,
                       const pm_options *options, const char *text);

void pm_plan_free(struct pm_plan *plan); /* NULL is fine */

/* ------------------------------------------------------------------- inside src/plan */

/* Reduces `a` by the plan's rules and allocates the ways of its cores.  The cores get integer
 * entries. */
pm_status pm_plan_reduce(struct pm_plan *plan, const struct pm_matrix *a);

/* The relative error that each core may have.  It is so small that the errors of all cores add up
 * to at most the wanted one. */
double pm_plan_epsilon(const struct pm_plan *plan);

/* The same for estimates. */
struct pm_accuracy pm_plan_accuracy(const struct pm_plan *plan);

/* The name of the engine of the core that takes longest; "split"; "none": there is no core. */
const char *pm_plan_engine(const struct pm_plan *plan);

/* The core that takes longest; 0 if there is none. */
size_t pm_plan_longest(const struct pm_plan *plan);

/* The predicted wall-clock time of all cores on this many threads of this machine.  *gpus is true
 * if some cores are computed on devices. */
double pm_plan_seconds(bool *gpus, const struct pm_plan *plan, int threads);

/* The same on the reference machine. */
double pm_plan_reference(const struct pm_plan *plan, int threads);

/* The predicted seconds of planning the ways, by counted steps. */
double pm_plan_planning(const struct pm_plan *plan);

/* Whether an answer is checked by one ring of each core, computed in another order.  *seconds = the
 * predicted time of that and of the search for the order; it may be at most *most.  An exact answer
 * is checked modulo a prime, but not if a core is complex, and that of a plan without cores not at
 * all. */
bool pm_plan_is_checked(double *seconds, double *most, const struct pm_plan *plan, bool exact);

/* PM_UNABLE: these seconds are more than allowed.  The message also says what more memory would
 * save. */
pm_status pm_plan_allow(const struct pm_plan *plan, double seconds);
