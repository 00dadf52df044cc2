/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Checks of the answers to queries, which cost nothing beside them. */
#pragma once

#include "query/values.h"

/* The sums over matchings with 0, 1 and 2 entries follow from sums over lines.  The sum over all
 * sizes passes the checks of an exact answer (run/check.h) for pm_problem_total().  `values` has
 * all sizes. */
pm_status pm_check_sizes(struct pm_values *values, const struct pm_problem *problem);

/* Each line of the shorter side, or each vertex, has one entry in every matching: the sum of its
 * shares is 1. */
pm_status pm_check_shares(struct pm_values *values, const struct pm_problem *problem);

/* The expansions along all lines of the shorter side give the same permanent; if exact, it passes
 * the checks of an exact answer. */
pm_status pm_check_minors(struct pm_values *values, const struct pm_problem *problem);

/* Each draw is a matching of the shorter side, or of all vertices, by entries that are not 0. NULL,
 * of a plan: PM_DOMAIN where there is no matching, which a plan need not see. */
pm_status pm_check_draws(const int *partner, size_t count, const struct pm_problem *problem);
