/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Random perfect matchings of planar graphs, and what share each edge has. */
#ifndef PM_QUERY_PLANAR_H
#define PM_QUERY_PLANAR_H

#include "engine/engine.h"
#include "num/value.h"
#include "query/request.h"

/* mate[k n + i] = what draw k of `count` gives row i of the n x n matrix: a column, or, of a
 * hafnian, another row.  Entries are integers of at least 0.  PM_UNABLE where the graph is not
 * planar; PM_DOMAIN where it has no perfect matching. */
pm_status pm_planar_sample(int *mate, size_t count, uint64_t *state, const struct pm_matrix *a,
                           enum pm_kind kind, const struct pm_limits *limits);

/* share[e] = what part of the permanent or hafnian of `a` the matchings with entry e have, 0 on a
 * diagonal, rounded as requested; initialised by the caller.  PM_UNABLE where the graph is neither
 * planar nor embedded in a torus by `around` (NULL: no embedding is known), or where it takes more
 * than the limits allow; PM_DOMAIN where the sum over the matchings is 0. */
pm_status pm_planar_shares(struct pm_value *share, const struct pm_matrix *a, enum pm_kind kind,
                           const struct pm_rotation *around, const struct pm_request *request);

#endif
