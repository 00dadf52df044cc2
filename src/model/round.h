/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Converts rationals to doubles, and bounds the rounding error. */
#pragma once

#include "num/dd.h"

#include <flint/fmpq.h>
#include <stdint.h>

/* floor(log2 |x|) or floor(log2 |x|) + 1, for x != 0. */
static inline int64_t pm_fmpq_exponent(const fmpq *x)
{
    return (int64_t)fmpz_bits(fmpq_numref(x)) - (int64_t)fmpz_bits(fmpq_denref(x));
}

/* 2^shift x, rounded to nearest, where |x| 2^shift < 2^1000.  *error bounds the distance; it is 0
 * if the result is exact. */
double pm_round(double *error, const fmpq *x, int64_t shift);

/* The same, to double-double. */
struct pm_dd pm_round_dd(double *error, const fmpq *x, int64_t shift);
