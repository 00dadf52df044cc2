/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The options that marginals, samples and numbers of matchings use. */
#ifndef PM_QUERY_OPTIONS_H
#define PM_QUERY_OPTIONS_H

#include "base/watched.h"
#include "model/problem.h"
#include "plan/query.h"

/* Reads what the options (NULL: the defaults) ask about a problem.  PM_INPUT: an option has no
 * meaning here. */
pm_status pm_query_options(struct pm_query_ask *ask, const struct pm_problem *problem,
                           const pm_options *options);

/* Makes the limits heed a wish to stop; watched NULL: there is none.  *ask must stay where it is.
 */
void pm_query_heed(struct pm_query_ask *ask, struct pm_watched *watched);

/* A query: its answer goes to *out. */
struct pm_query_call {
    void *out;
    const struct pm_problem *problem;
    const pm_options *options;
};

/* Calls answer(call, watched) while the options' watch is called (base/watched.h). */
pm_status pm_query_run(pm_status (*answer)(void *call, struct pm_watched *watched),
                       struct pm_query_call *call);

#endif
