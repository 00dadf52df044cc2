/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shares and random matchings of graphs that are not bipartite. */
#ifndef PM_QUERY_HAFNIANS_H
#define PM_QUERY_HAFNIANS_H

#include "num/value.h"
#include "plan/query.h"

/* share[e] = what part of the hafnian of `a` the perfect matchings with entry e have; 0 on the
 * diagonal.  PM_DOMAIN where the hafnian is 0. */
pm_status pm_hafnian_shares(struct pm_value *share, const struct pm_matrix *a,
                            const struct pm_limits *limits);

/* partner[k n + v] = the partner of vertex v of n in draw k of `count`; entries are at least 0.
 * PM_DOMAIN where the hafnian is 0. */
pm_status pm_hafnian_sample(int *partner, size_t count, uint64_t seed, const struct pm_matrix *a,
                            const struct pm_query_ask *ask);

#endif
