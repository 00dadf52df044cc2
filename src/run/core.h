/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A core by its way; where the answer is vague, by its fallbacks. */
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

/* True where a value has less than about six digits, and its way a fallback. */
bool pm_core_is_vague(const struct pm_value *value, const struct pm_way *way);

#endif
