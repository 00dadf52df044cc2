/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests an engine with known answers before it works for long. */
#ifndef PM_RUN_SELF_CHECK_H
#define PM_RUN_SELF_CHECK_H

#include "plan/way.h"

/* PM_WRONG: the engine of the way, in its numbers, computes a known permanent or hafnian wrongly on
 * this machine. */
pm_status pm_self_check_way(const struct pm_way *way, const struct pm_limits *limits);

#endif
