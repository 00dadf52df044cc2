/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Carries out one way of an engine: all units of all rings of a core, then the Chinese remainder
 * theorem. */
#pragma once

#include "num/value.h"
#include "plan/way.h"

struct pm_session;

/* *value = per(core), or haf(core), possibly with too few digits.  If the way is short, `stage`
 * (session.h) is not kept. */
pm_status pm_rings_run(struct pm_value *value, const struct pm_matrix *core,
                       const struct pm_way *way, struct pm_session *session, const char *stage);
