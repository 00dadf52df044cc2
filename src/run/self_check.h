/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Known answers, asked of an engine before it works for long. */
#ifndef PM_RUN_SELF_CHECK_H
#define PM_RUN_SELF_CHECK_H

#include "plan/way.h"

/* PM_WRONG where the engine of the way, over its numbers, gets a known permanent or hafnian wrong
 * on this machine. */
pm_status pm_self_check_way(const struct pm_way *way, const struct pm_limits *limits);

#endif
