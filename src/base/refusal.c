/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The sentences. */
#include "base/refusal.h"

pm_status pm_refusal_of_memory(const char *what, double bytes, double allowed)
{
    return pm_fail_memory("%s%sneeds %.3g bytes of memory, %.3g are allowed",
                          what != NULL ? what : "", what != NULL ? " " : "", bytes, allowed);
}

pm_status pm_refusal_of_seconds(const char *what, double seconds, int threads, double allowed)
{
    return pm_fail(PM_UNABLE,
                   "%s%spredicted to take %.3g s on %d thread%s, more than the %.3g s allowed",
                   what != NULL ? what : "", what != NULL ? " is " : "", seconds, threads,
                   threads == 1 ? "" : "s", allowed);
}

pm_status pm_refusal_of_lateness(const char *what, double seconds, double allowed, const char *path)
{
    return pm_fail(path != NULL ? PM_STOPPED : PM_UNABLE,
                   "%s%sstopped after %.3g s, more than the time limit of %g s%s%s",
                   what != NULL ? what : "", what != NULL ? " was " : "", seconds, allowed,
                   path != NULL ? "; the same command continues from " : "",
                   path != NULL ? path : "");
}
