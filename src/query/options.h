/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The options that marginals, samples and numbers of matchings use. */
#ifndef PM_QUERY_OPTIONS_H
#define PM_QUERY_OPTIONS_H

#include "model/problem.h"
#include "plan/query.h"

/* Reads what the options (NULL: the defaults) ask about a problem.  PM_INPUT: an option has no
 * meaning here. */
pm_status pm_query_options(struct pm_query_ask *ask, const struct pm_problem *problem,
                           const pm_options *options);

#endif
