/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Gurvits' estimator of a permanent whose entries have any signs (sign_draws.c). */
#pragma once

#include "base/budget.h"
#include "estimate/logs.h"
#include "model/matrix.h"

struct pm_sign_draws {
    struct pm_matrix *b; /* the different columns of the matrix, or of its transpose */
    int *times;          /* [b->cols] how often each stands in it */
    int *start;          /* [b->cols + 1] of the values of each variable */
    double *value;       /* [2 start[b->cols]] these complex values */
    bool repeats;        /* some columns are equal */
    double *re, *im;     /* [nnz] the entries over 2^exp norm; im NULL: real ones */
    double norm;         /* at least |B|_2 / 2^exp */
    int64_t exp;
    double above; /* the unit is at most this many times the one with |B|_2 itself */
    double loose; /* at least the rounding errors of a draw */
};

/* rows <= cols: a wide matrix gets rows of ones, and its permanent is (cols - rows)! times as large
 * then.  The norm may take so many products; HUGE_VAL: as many as it needs. */
pm_status pm_sign_draws_init(struct pm_sign_draws *s, const struct pm_matrix *a, double products);
void pm_sign_draws_clear(struct pm_sign_draws *s);

/* x = the natural logarithm of a bound of |haf(a)|; `products` as above. */
pm_status pm_sign_draws_norm_of_pairs(arb_t x, const struct pm_matrix *a, double products);

/* The natural logarithm of the unit; the modulus of the permanent is at most one unit. */
void pm_sign_draws_log(arb_t x, const struct pm_sign_draws *s);

/* So many draws have a mean that is wrong by more than epsilon units, with |B|_2 itself, with a
 * probability of at most delta. */
double pm_sign_draws_enough(const struct pm_sign_draws *s, double epsilon, double delta);

/* draw[0] + i draw[1]: a number of modulus at most 1, whose mean is the permanent over the unit.
 * z is memory for 2 b->cols numbers. */
void pm_sign_draws_next(double draw[2], double *z, const struct pm_sign_draws *s, uint64_t *state);
