/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Carries out a plan: the constant times the product of its cores. */
#pragma once

#include "num/value.h"
#include "plan/plan.h"

struct pm_session;

/* *value = the value of the plan.  session NULL: uses only the threads of the plan.  least NULL, or
 * *least = log2 of what the answer is not below, except with the probability that draws may miss;
 * -HUGE_VAL: nothing is known. */
pm_status pm_run_plan(struct pm_value *value, double *least, const struct pm_plan *plan,
                      struct pm_session *session);

/* The predicted seconds of one of so many parts of this run, on one thread of this machine.  Parts
 * together may take longer than a single run (core.c). */
double pm_run_part_seconds(const struct pm_plan *plan, uint64_t parts);

/* *value = per(core), by a way that splits it (plan/branch.h).  stage NULL: it is in no
 * checkpoint. */
pm_status pm_split_run(struct pm_value *value, const struct pm_matrix *core,
                       const struct pm_way *way, struct pm_session *session, const char *stage);
