/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Refuses work that exceeds the limits. */
#pragma once

#include "engine/engine.h"

/* The bytes that tables may take; infinite if no limit was given. */
double pm_limits_memory(const struct pm_limits *limits);

/* PM_UNABLE: `seconds`, the predicted time on limits->threads threads, or `bytes` exceeds the
 * limits. */
pm_status pm_limits_allow(const struct pm_limits *limits, double seconds, double bytes);
