/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The coefficients of a polynomial that are the digits of one number (model/variable.h). */
#pragma once

#include "query/values.h"

/* Digit d to the base 2^bits belongs to the exponent (step d - shift) unit - offset. */
struct pm_coefficients {
    const fmpz *number;
    ulong bits;
    bool negative; /* digits are from -2^(bits - 1) on, below 2^(bits - 1); else at least 0 */
    slong step, shift;
    const fmpq *unit, *offset;
};

/* *values = the exponents and digits in turn, for the digits that are not 0, in the type of the
 * problem. */
pm_status pm_coefficients_take(struct pm_values **values, const struct pm_coefficients *c,
                               const struct pm_problem *problem);

/* *own = the caller's options, for an exact answer.  PM_INPUT: they ask for another one. */
pm_status pm_coefficients_options(pm_options *own, const pm_options *options);
