/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Refusals of what is more than the limits allow. */
#ifndef PM_ENGINE_LIMITS_H
#define PM_ENGINE_LIMITS_H

#include "engine/engine.h"

/* PM_UNABLE where so many seconds on the threads of `limits`, or so many bytes, are more than
 * allowed. */
pm_status pm_limits_allow(const struct pm_limits *limits, double seconds, double bytes);

#endif
