/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Random matchings of a core, by an engine that can draw them. */
#pragma once

#include "plan/query.h"

/* Draws `count` matchings: entry[k rows + i] = the entry that draw k contains in row i.  Entries of
 * the core must be integers >= 0, and the sum over all matchings must be below 2^bits.  *state is
 * the state of the random generator.  Errors: PM_UNABLE if no engine can draw them (*state is then
 * unchanged), PM_DOMAIN if there is no matching. */
pm_status pm_draw(int *entry, size_t count, uint64_t *state, const struct pm_core *core,
                  double bits, const struct pm_query_ask *ask);

enum { PM_DRAW_SMALL = 12 };

/* The same for permanents with at most PM_DRAW_SMALL columns, of any size, by a table over sets of
 * columns.  Rows must not be more than columns.  PM_UNABLE: it is another core. */
pm_status pm_draw_small(int *entry, size_t count, uint64_t *state, const struct pm_core *core,
                        const int *stop);

/* The same by acceptance: each matching is a draw of the engine `estimate`, and is accepted with
 * the probability that makes the matchings proportional to their products, but for roundings.  For
 * cores that no engine can draw from.  Errors: PM_UNABLE, with the predicted time. */
pm_status pm_draw_accepted(int *entry, size_t count, uint64_t *state, const struct pm_core *core,
                           const struct pm_query_ask *ask);
