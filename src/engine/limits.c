/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Compares the predicted time and memory of a way with the user's limits. */
#include "engine/limits.h"

#include <math.h>

double pm_limits_memory(const struct pm_limits *limits)
{
    return limits->memory > 0 ? (double)limits->memory : INFINITY;
}

pm_status pm_limits_allow(const struct pm_limits *limits, double seconds, double bytes)
{
    if (limits->seconds > 0 && seconds > limits->seconds)
        return pm_fail(PM_UNABLE,
                       "predicted to take %.3g s on %d threads, more than the %.3g s allowed",
                       seconds, limits->threads, limits->seconds);
    if (bytes > pm_limits_memory(limits))
        return pm_fail_memory("needs %.3g bytes of memory, %.3g are allowed", bytes,
                              (double)limits->memory);
    return PM_OK;
}
