/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The value of a permanent, where speed does not matter: an exact Gaussian rational centre, and a
 * bound of its distance to the true value.  A floating result is a dyadic rational.  So centres of
 * any size are stored, multiplied and added without rounding, and only the bound grows. */
#pragma once

#include "num/gauss.h"
#include "num/mag.h"
#include "num/part.h"

struct pm_value {
    struct pm_gauss centre;
    struct pm_mag error; /* 0: exact */
};

void pm_value_init(struct pm_value *x); /* 0, exact */
void pm_value_clear(struct pm_value *x);
void pm_value_set(struct pm_value *x, const struct pm_value *y);
void pm_value_set_gauss(struct pm_value *x, const struct pm_gauss *g);
void pm_value_add(struct pm_value *x, const struct pm_value *y); /* x += y */
void pm_value_mul(struct pm_value *x, const struct pm_value *y); /* x *= y */

void pm_value_mul_2exp(struct pm_value *x, int64_t exp);

/* True where the error is at most epsilon >= 0 times the modulus of the centre. */
bool pm_value_within(const struct pm_value *x, double epsilon);

/* *least = a number > 0 that the modulus of the true value reaches: the larger of |re| and |im| of
 * the centre, without the error.  False: there is none, since the value may be 0. */
bool pm_value_least(fmpq_t least, const struct pm_value *x);

/* True where the two true values differ for certain: |re| or |im| of the difference of the centres
 * exceeds the sum of the errors. */
bool pm_value_differs(const struct pm_value *x, const struct pm_value *y);

/* A floating part.  PM_UNABLE: it is not finite, since it left the range of double. */
pm_status pm_value_set_part(struct pm_value *x, const struct pm_part *part);

/* The bound becomes at least that of one rounding to `bits` bits: no arithmetic with so many bits
 * proves less, unless its result is 0. */
void pm_value_round(struct pm_value *x, int bits);

/* A value as one line of text, which the caller must free; pm_value_read() reads it back exactly.
 * PM_INPUT: the text is no such line. */
pm_status pm_value_text(char **text, const struct pm_value *x);
pm_status pm_value_read(struct pm_value *x, const char *text);
