/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two ways to ask a computation to stop.  With a flag: one thread sets an int to nonzero, and the
 * computing threads read it, give up and return PM_STOPPED.  With a poll: where the only thread is
 * the one that computes, nobody could set a flag, so that thread calls a function now and then. */
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

/* A function that says whether to stop.  It may be called as often as wanted. */
struct pm_poll {
    bool (*stop)(void *asked);
    void *asked;
};

/* `poll` NULL: there is nobody to ask. */
static inline pm_status pm_poll(const struct pm_poll *poll)
{
    return poll != NULL && poll->stop(poll->asked) ? pm_fail(PM_STOPPED, "stopped") : PM_OK;
}
