/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Stops pm_solve() when it shows a plan that takes too long. */
#include "query/choosing.h"

#include <stddef.h>

pm_request pm_choosing_watch(void *watcher, const pm_progress *progress)
{
    struct pm_choosing *const c = watcher;

    c->declined = c->declined || (progress->plan != NULL && progress->left > c->most);
    return c->declined                 ? PM_STOP
           : c->options->watch == NULL ? PM_GO_ON
                                       : c->options->watch(c->options->watcher, progress);
}
