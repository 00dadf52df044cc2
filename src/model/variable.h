/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers as exponents of one variable x.  Each is a multiple m of a unit, and x^unit is a power of
 * two, which is so large that the coefficients of a sum of products of x^m are its digits
 * (Kronecker, Grundzuege einer arithmetischen Theorie der algebraischen Groessen, 1882, section 4).
 */
#pragma once

#include "base/status.h"

#include <flint/fmpq.h>

struct pm_variable {
    fmpq_t unit;
    slong *multiple;    /* m of each number */
    slong below, above; /* the sums of the negative and of the positive m, both without signs */
    ulong bits;         /* x^unit = 2^bits */
    bool negative;      /* coefficients may be negative */
};

/* *packed = one number for a coefficient and an exponent, which NULL stands for 0.  Without an
 * exponent it is the coefficient.  PM_INPUT: they are no integers, or have more than PM_TERM_BITS
 * bits. */
enum { PM_TERM_BITS = 255 };
pm_status pm_variable_pack(fmpq_t packed, const fmpq_t coefficient, const fmpq *exponent);

/* Replaces packed numbers by their exponents. */
void pm_variable_unpack(fmpq *exponent, fmpq *coefficient, size_t count);

/* Finds unit and multiples.  PM_UNABLE: these are too large.  Clear *variable also after a failure.
 */
pm_status pm_variable_find(struct pm_variable *variable, const fmpq *exponent, size_t count);
void pm_variable_clear(struct pm_variable *variable);

/* Sets the bits.  PM_NOMEM: a product of all powers needs more memory than the budget allows. */
pm_status pm_variable_bits(struct pm_variable *variable, ulong bits);

/* Sets the bits and `negative` for sums of products of integer weights.  Weight k has the
 * coefficient c[k] and belongs to the lines row[k] and, unless col is NULL, col[k]; a product has
 * at most one weight of each line, or with lines = 0 any weights, each at most twice.  Then no
 * coefficient exceeds the product over the lines of 1 + the sum of |c|, or that over the weights of
 * (1 + |c|)^2.  Errors: those of pm_variable_bits(). */
pm_status pm_variable_fit(struct pm_variable *variable, const fmpq *c, size_t count, int lines,
                          const int *row, const int *col);

/* x = 2^(bits m) */
void pm_variable_set(fmpq_t x, const struct pm_variable *variable, slong m);
