/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The contribution of every entry of a core to its permanent or hafnian. */
#ifndef PM_QUERY_ENTRY_SHARES_H
#define PM_QUERY_ENTRY_SHARES_H

#include "num/value.h"
#include "plan/query.h"

/* sum[e] = the exact sum over the matchings with entry e, for the entries of the first `rows` rows
 * (of a symmetric matrix: above the diagonal); sum[nnz] = the sum over all.  The caller passes
 * zeros.  Entries must be integers.  PM_UNABLE with the predicted time: no engine can. */
pm_status pm_entry_sums(struct pm_gauss *sum, const struct pm_core *core, int rows,
                        const struct pm_query_ask *ask);

/* share[e] = sum[e] / sum[nnz], in the numbers asked for; 0 on the diagonal of a symmetric matrix.
 * PM_DOMAIN: the sum over all is 0. */
pm_status pm_entry_shares(struct pm_value *share, const struct pm_core *core,
                          const struct pm_query_ask *ask);

#endif
