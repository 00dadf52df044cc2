/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pm_solve() as one of two ways: its plan is declined if it takes longer than the other way may. */
#pragma once

#include "base/status.h"

/* What stands between the caller's watch and pm_solve(). */
struct pm_choosing {
    const pm_options *options; /* the caller's, with that watch */
    double most;               /* seconds that the plan may take */
    bool declined;             /* it takes longer, or there is none */
};

/* For pm_options.watch, with a struct pm_choosing as watcher.  The caller's watch does not see a
 * plan that is declined. */
pm_request pm_choosing_watch(void *watcher, const pm_progress *progress);
