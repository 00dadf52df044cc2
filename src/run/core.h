/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A core by its way; where that leaves too few digits, by the ways that stand by for it. */
#ifndef PM_RUN_CORE_H
#define PM_RUN_CORE_H

#include "num/value.h"
#include "plan/way.h"

struct pm_session;

/* *value = per(core), or haf(core), by an engine's way; its first stage (session.h) has the number
 * `number` + 1. */
pm_status pm_core_run(struct pm_value *value, const struct pm_matrix *core,
                      const struct pm_way *way, struct pm_session *session, size_t number);

/* The same with nothing but the threads of `limits`. */
pm_status pm_core_alone(struct pm_value *value, const struct pm_matrix *core,
                        const struct pm_way *way, const struct pm_limits *limits);

/* True where a value has about six digits, or nothing stands by for the way that gave it. */
bool pm_core_is_enough(const struct pm_value *value, const struct pm_way *way);

#endif
