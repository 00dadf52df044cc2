/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What every edge of a graph that need not be bipartite contributes to its hafnian, by one exact
 * hafnian an edge of what is left without its ends: whatever engine is best computes them. */
#ifndef PM_QUERY_HAFNIANS_H
#define PM_QUERY_HAFNIANS_H

#include "engine/engine.h"
#include "num/gauss.h"

/* sum[e] = the sum over the perfect matchings with entry e, for those above the diagonal in the
 * first so many rows of `a`, initialised by the caller.  PM_UNABLE where a hafnian takes more than
 * the limits allow. */
pm_status pm_hafnian_sums(struct pm_gauss *sum, const struct pm_matrix *a, int rows,
                          const struct pm_limits *limits);

#endif
