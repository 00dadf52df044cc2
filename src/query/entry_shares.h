/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The contribution of every entry of a core to its permanent or hafnian. */
#pragma once

#include "num/value.h"
#include "plan/choice.h"
#include "run/session.h"

/* sum[e] = the exact sum over the matchings with entry e, at least for the entries of the first
 * row; sum[nnz] = the sum over all matchings.  The caller initialises `sum` to zeros.  Entries must
 * be integers.  Returns PM_UNABLE, with the predicted time as message, if no engine can compute the
 * sums.  The session, which may be NULL, keeps what is done (run/pieces.h). */
pm_status pm_entry_sums(struct pm_gauss *sum, const struct pm_core *core,
                        const struct pm_planner *planner, struct pm_session *session);

/* *seconds = predicted for these sums.  PM_UNABLE as above.  The first row must have an entry. */
pm_status pm_entry_sums_seconds(double *seconds, const struct pm_core *core,
                                const struct pm_planner *planner);

/* share[e] = sum[e] / sum[nnz], in the numbers that the planner's ask selects (exact or rounded).
 * On the diagonal of a symmetric matrix the share is 0.  Returns PM_DOMAIN if the sum over all
 * matchings is 0. */
pm_status pm_entry_shares(struct pm_value *share, const struct pm_core *core,
                          const struct pm_planner *planner, struct pm_session *session);

/* What pm_entry_shares() is predicted to take, and random matchings by an engine; infinite: there
 * is no prediction. */
struct pm_entry_costs {
    double seconds, bytes, drawn; /* seconds: on the reference machine, for choices */
    double here;                  /* the same on this machine, for the user */
    double again;                 /* exact ones after floating ones with too few digits; 0: none */
    const struct pm_engine *engine; /* of the shares; NULL: none */
};

pm_status pm_entry_foresee(struct pm_entry_costs *costs, const struct pm_core *core, double draws,
                           const struct pm_planner *planner);
