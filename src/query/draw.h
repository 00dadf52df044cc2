/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Random matchings of a core, by an engine that can draw them. */
#ifndef PM_QUERY_DRAW_H
#define PM_QUERY_DRAW_H

#include "plan/query.h"

/* entry[k rows + i] = the entry of row i in draw k of `count`.  Entries of the core must be
 * integers >= 0, and the sum over all matchings below 2^bits.  PM_UNABLE: no engine can; *state is
 * unchanged.  PM_DOMAIN: there is no matching. */
pm_status pm_draw(int *entry, size_t count, uint64_t *state, const struct pm_core *core,
                  double bits, const struct pm_query_ask *ask);

#endif
