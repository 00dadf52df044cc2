/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Computes a core by its way; if the answer is vague, by its fallbacks. */
#pragma once

#include "num/value.h"
#include "plan/way.h"

struct pm_session;

/* *value = per(core), or haf(core).  Its first stage (session.h) is called `number` + 1. */
pm_status pm_core_run(struct pm_value *value, const struct pm_matrix *core,
                      const struct pm_way *way, struct pm_session *session, size_t number);

/* The predicted seconds of one of so many parts of this run, on one thread of this machine. */
double pm_core_part_seconds(const struct pm_way *way, uint64_t parts);

/* The value with only the threads of `limits`, without a session. */
pm_status pm_core_alone(struct pm_value *value, const struct pm_matrix *core,
                        const struct pm_way *way, const struct pm_limits *limits);

/* Tests the engine of a way with known answers (known_answers.c).  PM_WRONG: in the numbers of the
 * way, it computes one wrongly on this machine. */
pm_status pm_known_answers(const struct pm_way *way, const struct pm_limits *limits);
