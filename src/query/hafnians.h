/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The contribution of every edge of a general graph to its hafnian.  For each edge, the
 * best engine computes the exact hafnian of the graph without the two ends of the edge. */
#pragma once

#include "num/gauss.h"
#include "num/value.h"
#include "plan/plan.h"
#include "run/session.h"

/* *value = the permanent (rows <= cols) or hafnian of `a`, exactly, by a plan of its own, made by
 * the planner's policy.  `times`: how many such sums the time limit is for. */
pm_status pm_hafnian_exact_sum(struct pm_value *value, const struct pm_matrix *a, enum pm_kind kind,
                               double times, const struct pm_planner *planner);

/* The plan of this. */
pm_status pm_hafnian_exact_sum_plan(struct pm_plan **plan, const struct pm_matrix *a,
                                    enum pm_kind kind, const struct pm_planner *planner);

/* sum[e] = the sum over the perfect matchings with entry e, for the entries above the diagonal in
 * the first `rows` rows of `a`.  Other elements of `sum` do not change.  The caller initialises all
 * of them.  Returns PM_UNABLE if a hafnian exceeds the limits.  The session, which may be NULL,
 * keeps each (run/pieces.h). */
pm_status pm_hafnian_sums(struct pm_gauss *sum, const struct pm_matrix *a, int rows,
                          const struct pm_planner *planner, struct pm_session *session);

/* *seconds = predicted to plan and compute these sums for the first row, which must have an entry,
 * if the last one stands for all of them. */
pm_status pm_hafnian_row_seconds(double *seconds, const struct pm_matrix *a,
                                 const struct pm_planner *planner);
