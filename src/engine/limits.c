/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Compares the predicted time and memory of a way with the user's limits. */
#include "engine/limits.h"

#include "base/refusal.h"

#include <math.h>

double pm_limits_memory(const struct pm_limits *limits)
{
    return limits->memory > 0 ? (double)limits->memory : INFINITY;
}

pm_status pm_limits_allow(const struct pm_limits *limits, double seconds, double bytes)
{
    if (limits->seconds > 0 && seconds > limits->seconds)
        return pm_refusal_of_seconds(NULL, seconds, limits->threads, limits->seconds);
    if (bytes > pm_limits_memory(limits))
        return pm_refusal_of_memory(NULL, bytes, (double)limits->memory);
    return PM_OK;
}
