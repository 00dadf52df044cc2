/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What every entry of a core contributes to its permanent or hafnian. */
#ifndef PM_QUERY_ENTRY_SHARES_H
#define PM_QUERY_ENTRY_SHARES_H

#include "num/value.h"
#include "plan/query.h"

/* sum[e] = the sum over the matchings with entry e, for those of the first so many rows (of a
 * symmetric matrix above the diagonal), and sum[nnz] = over all, exactly; all zeros of the caller.
 * Entries must be integers.  PM_UNABLE with the prediction where no engine can. */
pm_status pm_entry_sums(struct pm_gauss *sum, const struct pm_core *core, int rows,
                        const struct pm_query_ask *ask);

/* share[e] = the quotient of both, as asked; of a symmetric matrix 0 on the diagonal.  PM_DOMAIN
 * where the sum over all is 0. */
pm_status pm_entry_shares(struct pm_value *share, const struct pm_core *core,
                          const struct pm_query_ask *ask);

#endif
