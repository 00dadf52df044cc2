/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The contribution of every edge of a general graph to its hafnian.  Computes one exact hafnian for
 * each edge, of the graph without its ends, by the best engine. */
#ifndef PM_QUERY_HAFNIANS_H
#define PM_QUERY_HAFNIANS_H

#include "engine/engine.h"
#include "num/gauss.h"

/* sum[e] = the sum over the perfect matchings with entry e, for the entries above the diagonal in
 * the first `rows` rows of `a`; the caller initialises it.  PM_UNABLE: a hafnian exceeds the
 * limits. */
pm_status pm_hafnian_sums(struct pm_gauss *sum, const struct pm_matrix *a, int rows,
                          const struct pm_limits *limits);

#endif
