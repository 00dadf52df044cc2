/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Carries out a split of a core (plan/branch.h). */
#ifndef PM_RUN_SPLIT_RUN_H
#define PM_RUN_SPLIT_RUN_H

#include "num/value.h"
#include "plan/way.h"

struct pm_session;

/* *value = per(core), by a way that splits it.  stage NULL: it is in no checkpoint. */
pm_status pm_split_run(struct pm_value *value, const struct pm_matrix *core,
                       const struct pm_way *way, struct pm_session *session, const char *stage);

#endif
