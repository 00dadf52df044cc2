/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Weights that are given by their natural logarithms.  Each is rounded to PM_LOGS_BITS bits.  An
 * answer is a sum of products of weights without subtractions, or a quotient of two; so the
 * relative error of an answer is at most 2^-PM_LOGS_PROVED for products of up to 2^49 weights. */
#pragma once

#include "base/status.h"
#include "num/value.h"

enum { PM_LOGS_BITS = 192, PM_LOGS_PROVED = 140 };

/* x = exp(x), rounded.  PM_INPUT: the result is beyond the range of numbers in text (decimal.h). */
pm_status pm_exponential(fmpq_t x);

/* m 2^e = exp(log), 0.7 < m < 1.5, with a relative error of at most 8 u; 0 for -HUGE_VAL.  False:
 * log is NaN or beyond 1.4e9. */
bool pm_exponential_double(double *m, int64_t *e, double log);

/* Adds to the bound what the rounded weights change. */
void pm_exponential_of_logs(struct pm_value *x);
