/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Prints a plan as text for the user. */
#ifndef PM_PLAN_EXPLAIN_H
#define PM_PLAN_EXPLAIN_H

#include "plan/plan.h"

#include <stdio.h>

/* Prints the problem of matrix `a`, the reader's note `about` it (may be NULL), and its
 * reduction. */
void pm_explain_problem(FILE *text, const struct pm_plan *plan, const struct pm_matrix *a,
                        const char *about);

/* Prints core k of the plan.  Returns `text`; or NULL if there are so many cores that this one is
 * not printed. */
FILE *pm_explain_core(FILE *text, const struct pm_plan *plan, size_t k);
void pm_explain_way(FILE *text, const struct pm_way *way);

/* plan->summary = the plan in at most twelve lines.  plan->status is set; if it is PM_UNABLE, the
 * message says why. */
pm_status pm_plan_summarize(struct pm_plan *plan, const struct pm_matrix *a, const char *about);

/* plan->reasons = why the plan is as it is, in sentences. */
pm_status pm_plan_explain(struct pm_plan *plan, const struct pm_matrix *a, const char *about);

/* Prints the predicted time. */
void pm_explain_time(FILE *text, const struct pm_plan *plan);

#endif
