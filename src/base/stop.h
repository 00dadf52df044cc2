/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A wish to stop: an int that becomes other than 0, set by one thread and looked at by those that
 * compute.  Who sees it gives up what it is at and returns PM_STOPPED.  Where nobody could set it,
 * because the only thread is the one that computes, that one asks by itself now and then. */
#ifndef PM_BASE_STOP_H
#define PM_BASE_STOP_H

#include "base/status.h"

/* NULL: nobody will ever wish. */
static inline bool pm_stop_wanted(const int *stop)
{
    return stop != NULL && __atomic_load_n(stop, __ATOMIC_RELAXED) != 0;
}

static inline pm_status pm_go_on(const int *stop)
{
    return pm_stop_wanted(stop) ? pm_fail(PM_STOPPED, "stopped") : PM_OK;
}

/* A question that may be put as often as one likes. */
struct pm_poll {
    bool (*stop)(void *asked);
    void *asked;
};

/* NULL: there is nobody to ask. */
static inline pm_status pm_poll(const struct pm_poll *poll)
{
    return poll != NULL && poll->stop(poll->asked) ? pm_fail(PM_STOPPED, "stopped") : PM_OK;
}

#endif
