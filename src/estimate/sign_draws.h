/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Gurvits' estimator of a permanent whose entries have any signs (sign_draws.c). */
#ifndef PM_ESTIMATE_SIGN_DRAWS_H
#define PM_ESTIMATE_SIGN_DRAWS_H

#include "base/stop.h"
#include "estimate/logs.h"
#include "model/matrix.h"

struct pm_sign_draws {
    const struct pm_matrix *a; /* borrowed */
    double *re, *im;           /* [nnz] the entries over 2^exp norm; im NULL: real ones */
    double norm;               /* at least |A|_2 / 2^exp */
    int64_t exp;
    double above; /* the unit, (2^exp norm)^n, is at most this many times |A|_2^n */
    double loose; /* at least the rounding errors of a draw */
};

/* For a square matrix. */
pm_status pm_sign_draws_init(struct pm_sign_draws *s, const struct pm_matrix *a, const int *stop);
void pm_sign_draws_clear(struct pm_sign_draws *s);

/* The natural logarithm of the unit. */
void pm_sign_draws_log(arb_t x, const struct pm_sign_draws *s);

/* So many draws have a mean that is wrong by more than epsilon |A|_2^n with a probability of at
 * most delta. */
double pm_sign_draws_enough(const struct pm_sign_draws *s, double epsilon, double delta);

/* draw[0] + i draw[1]: a number of modulus at most 1, whose mean is the permanent over the unit.
 * sign[] is memory for the signs of all columns. */
void pm_sign_draws_next(double draw[2], double *sign, const struct pm_sign_draws *s,
                        uint64_t *state);

#endif
