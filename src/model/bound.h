/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Upper bounds of permanents and hafnians.  They tell how many primes an exact answer needs. */
#ifndef PM_MODEL_BOUND_H
#define PM_MODEL_BOUND_H

#include "model/problem.h"

/* |per(a)| or |haf(a)| < 2^*bits; *bits is -HUGE_VAL where a row or (square) a column is empty. */
pm_status pm_bound_bits(double *bits, const struct pm_matrix *a, enum pm_kind kind);

#endif
