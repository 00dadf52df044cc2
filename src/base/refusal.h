/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Refusals of work that exceeds the user's limits: PM_UNABLE, with one sentence wherever a limit is
 * met.  `what` begins the sentence; NULL: the caller puts a name before it. */
#pragma once

#include "base/status.h"

pm_status pm_refusal_of_memory(const char *what, double bytes, double allowed);
pm_status pm_refusal_of_seconds(const char *what, double seconds, int threads, double allowed);

/* Work that was stopped after so many seconds, more than are allowed: PM_STOPPED if it can be
 * continued from the checkpoint at `path`; NULL: PM_UNABLE. */
pm_status pm_refusal_of_lateness(const char *what, double seconds, double allowed,
                                 const char *path);
