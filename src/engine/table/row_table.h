/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Exact sums over the matchings of few rows with any number of columns, of integers of any size. */
#pragma once

#include "engine/engine_query.h"
#include "num/gauss.h"

/* The number of products in a table for a core; HUGE_VAL: it has none, since it has too many rows,
 * or complex entries, or is a graph. */
double pm_row_table_steps(const struct pm_core *core);

/* The seconds of a product. */
static const double PM_ROW_STEP_SECONDS = 5e-8;

/* sum[e] = the sum over the matchings with entry e; sum[nnz] = that over all matchings.  `sum` is
 * initialised.  Errors: PM_UNABLE (there is no table), PM_STOPPED, PM_NOMEM. */
pm_status pm_row_sums(struct pm_gauss *sum, const struct pm_core *core, const int *stop);

/* Random matchings. */
extern const struct pm_engine_query pm_table_draws_query;
