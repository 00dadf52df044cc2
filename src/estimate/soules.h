/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Soules' upper bound of a permanent, row by row, at the best column scaling that was found.
 *
 * With g(k) = (k!)^(1/k), g(0) = 0, and the entries of each row in descending order,
 *
 *     per(A) <= prod_i S_i,   S_i = sum_k a_(k) (g(k) - g(k - 1))
 *
 * (Soules, New permanental upper bounds for nonnegative matrices, Linear and Multilinear Algebra
 * 51, 2003; for 0/1 matrices Bregman's bound).  For any y > 0, per(A) = per(A diag(y)) / prod
 * y_j. */
#pragma once

#include "base/budget.h"
#include "estimate/positive.h"

struct pm_soules {
    const struct pm_positive *p; /* borrowed */
    double *y;                   /* [cols] factors of columns */
    double *taper;               /* [cols + 1]: g(k) - g(k - 1), rounded up; taper[0] = 0 */
    double *share;               /* [cols] sums over the rows of the parts of S_i, over S_i */
    struct pm_soules_term {
        double x;
        int col;
    } * term; /* [cols] the entries of a row */
};

/* Finds the factors y.  Errors: PM_STOPPED. */
pm_status pm_soules_init(struct pm_soules *s, const struct pm_positive *p);
void pm_soules_clear(struct pm_soules *s);

/* At least S_i of A diag(y).  Row p->rows is a row of ones. */
double pm_soules_row(struct pm_soules *s, int i);
