/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The options that marginals, samples and numbers of matchings use. */
#ifndef PM_QUERY_OPTIONS_H
#define PM_QUERY_OPTIONS_H

#include "base/watched.h"
#include "model/problem.h"
#include "plan/query.h"

/* Sets *ask to what the options demand for this problem.
 * Errors: PM_INPUT if an option has no meaning here; PM_UNABLE if the problem has gadgets. */
pm_status pm_query_options(struct pm_query_ask *ask, const struct pm_problem *problem,
                           const pm_options *options);

/* Connects the limits in *ask with `watched`, so that engines stop when the watch says so.  Does
 * nothing if `watched` is NULL.  *ask must not be moved afterwards: its limits point into it. */
void pm_query_heed(struct pm_query_ask *ask, struct pm_watched *watched);

/* The arguments of a query.  The answer is written to *out. */
struct pm_query_call {
    void *out;
    const struct pm_problem *problem;
    const pm_options *options; /* the caller's; NULL: the defaults.  pm_query_run() copies them */
};

/* Calls answer(call, watched) with a copy of the options in *call, while their watch is called
 * (base/watched.h). */
pm_status pm_query_run(pm_status (*answer)(void *call, struct pm_watched *watched),
                       struct pm_query_call *call);

#endif
