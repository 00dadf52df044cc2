/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A call of marginals, samples, minors or numbers of matchings. */
#pragma once

#include "model/problem.h"
#include "plan/choice.h"
#include "plan/lacked.h"
#include "query/values.h"

/* Often the first member of a structure with the rest of the question, which answer() casts it to.
 */
struct pm_query_call {
    pm_question question;
    /* Answers.  If values[] is set and the answer fails, they are freed. */
    pm_status (*answer)(struct pm_query_call *call);
    const struct pm_problem *problem;
    const pm_options *options; /* the caller's; NULL: the defaults.  In answer(): a copy */
    struct pm_planner planner; /* for answer(): what the options demand; it must not be moved */
    struct pm_values *values;
    bool plan_only; /* answer() only makes the plan, by pm_query_describe() */
    pm_answer *plan;
    struct pm_lacked lacked;    /* with plan_only: what the memory does not allow */
    const char *key;            /* what else the question says, for its checkpoint; NULL: nothing */
    struct pm_watched *watched; /* for answer(): who watches; may be NULL */
    struct pm_session *session; /* for answer(): what keeps pieces (run/pieces.h); may be NULL */
};

/* Calls call->answer() while the caller's watch is called (base/watched.h).  Engines stop when the
 * watch says so.  Errors: PM_INPUT if the table of plan/facility.h
 * refuses an option; PM_UNABLE if the problem has
 * gadgets. */
pm_status pm_query_run(struct pm_query_call *call);

/* The same for an answer that is a list of values. */
pm_status pm_query_values(struct pm_values **values, pm_question question,
                          pm_status (*answer)(struct pm_query_call *call),
                          const struct pm_problem *problem, const pm_options *options);

/* PM_DOMAIN: an entry is negative or complex, and the options (NULL: the defaults) do not allow
 * this.  The entries of gadgets do not count: pm_query_run() refuses them all. */
pm_status pm_query_signs(const struct pm_problem *problem, const pm_options *options);

/* call->plan = an answer that has only texts: how the engine answers, and the predicted seconds on
 * the threads of the call (INFINITY: unknown). */
pm_status pm_query_describe(struct pm_query_call *call, const char *engine, const char *note,
                            double seconds);

/* The plans of queries.  pm_question_plan() calls them, with options that are checked. */
typedef pm_status pm_query_plan(pm_answer **plan, size_t count, const pm_problem *problem,
                                const pm_options *options);
pm_query_plan pm_marginals_plan, pm_joint_plan, pm_sample_plan, pm_matchings_plan,
    pm_leave_out_plan;

/* The plan of a call: pm_query_run() with plan_only. */
pm_status pm_query_planned(pm_answer **plan, struct pm_query_call *call);
