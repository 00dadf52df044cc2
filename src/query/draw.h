/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Random matchings of a core by an engine that can draw. */
#ifndef PM_QUERY_DRAW_H
#define PM_QUERY_DRAW_H

#include "plan/query.h"

/* entry[k rows + i] = the entry that row i has in draw k of `count`; entries of the core are
 * integers of at least 0, the sum over all matchings is below 2^bits.  PM_UNABLE, with *state as it
 * was, where no engine can; PM_DOMAIN where there is no matching. */
pm_status pm_draw(int *entry, size_t count, uint64_t *state, const struct pm_core *core,
                  double bits, const struct pm_query_ask *ask);

#endif
