/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Upper bounds of permanents, from which the number of primes of an exact answer is taken. */
#ifndef PM_PLAN_BOUND_H
#define PM_PLAN_BOUND_H

#include "model/matrix.h"

/* *bits: |per(a)| < 2^bits; -HUGE_VAL where a row or (square) a column is empty. */
pm_status pm_bound_bits(double *bits, const struct pm_matrix *a);

#endif
