/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A plan as text for people. */
#ifndef PM_PLAN_EXPLAIN_H
#define PM_PLAN_EXPLAIN_H

#include "plan/machine.h"
#include "plan/plan.h"

#include <stdio.h>

void pm_explain_machine(FILE *text, const struct pm_machine *machine);

/* The problem of matrix `a`, of which a reader noted `about` (NULL: nothing), and its reduction. */
void pm_explain_problem(FILE *text, const struct pm_plan *plan, const struct pm_matrix *a,
                        const char *about);

/* Core k of the plan.  Where there are so many that this one is left out, NULL, else `text`. */
FILE *pm_explain_core(FILE *text, const struct pm_plan *plan, size_t k);
void pm_explain_way(FILE *text, const struct pm_way *way);

/* What it takes; machine NULL: here. */
void pm_explain_time(FILE *text, const struct pm_plan *plan, const struct pm_machine *machine);

#endif
