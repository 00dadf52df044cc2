/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Carries out plans: rings, units, threads, fold, Chinese remainders. */
#ifndef PM_RUN_RUN_H
#define PM_RUN_RUN_H

#include "num/value.h"
#include "plan/plan.h"

struct pm_session;

/* *value = per(core) by an engine's way. */
pm_status pm_run_way(struct pm_value *value, const struct pm_matrix *core, const struct pm_way *way,
                     const struct pm_planner *planner);

/* *value = that of a way from the sums of its rings; not *enough: with too few digits, and there is
 * another way. */
pm_status pm_run_recover(struct pm_value *value, bool *enough, const struct pm_way *way,
                         const struct pm_images *images, const struct pm_part *part);

/* *value = per(core) by splitting (run/split.c). */
pm_status pm_run_split(struct pm_value *value, const struct pm_matrix *core,
                       const struct pm_planner *planner, struct pm_session *session,
                       const char *stage);

/* *value = what the plan computes; session NULL: with nothing but the planner's threads. */
pm_status pm_run_plan(struct pm_value *value, const struct pm_plan *plan,
                      struct pm_session *session);

#endif
