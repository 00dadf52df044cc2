/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Upper bounds of permanents and hafnians, from which the number of primes of an exact answer is
 * taken. */
#ifndef PM_MODEL_BOUND_H
#define PM_MODEL_BOUND_H

#include "model/problem.h"

/* *bits: |per(a)|, or |haf(a)|, < 2^bits; -HUGE_VAL where a row or (square) a column is empty. */
pm_status pm_bound_bits(double *bits, const struct pm_matrix *a, enum pm_kind kind);

#endif
