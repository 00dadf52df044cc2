/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Random perfect matchings of planar graphs. */
#ifndef PM_RUN_PLANAR_H
#define PM_RUN_PLANAR_H

#include "engine/engine.h"

/* mate[k n + i] = what draw k of `count` gives row i of the n x n matrix: a column, or, of a hafnian,
 * another row.  Entries are integers of at least 0.  PM_UNABLE where the graph is not planar;
 * PM_DOMAIN where it has no perfect matching. */
pm_status pm_planar_sample(int *mate, size_t count, uint64_t *state, const struct pm_matrix *a,
                           enum pm_kind kind, const struct pm_limits *limits);

#endif
