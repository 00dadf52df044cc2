/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A flag that asks threads which compute to stop: one thread sets an int to nonzero, they read it,
 * give up and return PM_STOPPED.  The only thread of a question asks its budget (budget.h). */
#pragma once

#include "base/status.h"

/* `stop` NULL: nobody will ask to stop. */
static inline bool pm_stop_wanted(const int *stop)
{
    return stop != NULL && __atomic_load_n(stop, __ATOMIC_RELAXED) != 0;
}

static inline pm_status pm_go_on(const int *stop)
{
    return pm_stop_wanted(stop) ? pm_fail(PM_STOPPED, "stopped") : PM_OK;
}
