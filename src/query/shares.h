/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What every entry of one block contributes to its permanent. */
#ifndef PM_QUERY_SHARES_H
#define PM_QUERY_SHARES_H

#include "engine/tree/layout.h"
#include "num/value.h"
#include "query/request.h"

/* A layout with all tables kept; PM_UNABLE with the block's size and the prediction where there is
 * no room for them. */
pm_status pm_shares_plan(struct pm_layout **layout, const struct pm_matrix *a,
                         enum pm_number number, const struct pm_limits *limits);

/* Whether the tables for integers modulo 2^128 take more than a moment, or cannot be had. */
bool pm_shares_are_slow(const struct pm_matrix *a, const struct pm_limits *limits);

/* share[e] = entry e x the permanent of what is left without its row and column, and share[nnz] =
 * the permanent of `a`, all initialised by the caller.  Entries must be integers.  PM_UNABLE with
 * the prediction where the tables do not fit. */
pm_status pm_shares_exact(struct pm_gauss *share, const struct pm_matrix *a,
                          const struct pm_limits *limits);

/* The same divided by the permanent, for e < nnz alone, rounded as requested.  PM_DOMAIN where the
 * permanent is 0. */
pm_status pm_shares_of_one(struct pm_value *share, const struct pm_matrix *a,
                           const struct pm_request *request);

#endif
