/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All minors of a matrix in one pass, exactly. */
#ifndef PM_QUERY_MINORS_AT_ONCE_H
#define PM_QUERY_MINORS_AT_ONCE_H

#include "model/matrix.h"
#include "num/value.h"

/* Returns the predicted seconds of pm_minors_at_once(), or HUGE_VAL if `a` has too many columns or
 * no rows.  `a` has rows <= cols. */
double pm_minors_at_once_seconds(const struct pm_matrix *a);

/* Computes value[i cols + j] = the permanent of `a` without row i and column j.
 * Errors: PM_STOPPED, PM_NOMEM. */
pm_status pm_minors_at_once(struct pm_value *value, const struct pm_matrix *a, const int *stop);

#endif
