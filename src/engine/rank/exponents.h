/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The exponents of the polynomials whose coefficients give the permanent of a matrix A of rank r.
 * If A = L R, where L has r columns, then
 *
 *     per(A) = sum over m_1 + ... + m_r = n of m_1! ... m_r! l_m r_m,
 *
 * where l_m is the coefficient of y^m in prod_i (sum_t L_it y_t), and r_m is the coefficient of y^m
 * in prod_j (sum_t R_tj y_t).  Each of these products of linear forms has C(n + r - 1, r - 1)
 * coefficients.  Multiplying by one more form takes r multiplications for each coefficient.  The
 * degrees of the products grow from 0 to n, so both take 2 n C(n + r - 1, r - 1) multiplications in
 * total.  Source: Barvinok, Two algorithmic results for the traveling salesman problem, Mathematics
 * of Operations Research 21, 1996, section 3.
 *
 * y_r is replaced by 1, and the coefficients are sorted by the degree in the other variables.  So
 * the coefficients of a product of fewer forms come first.  A coefficient comes after those that
 * have one exponent less by 1. */
#pragma once

#include "base/status.h"
#include "num/arb.h"

struct pm_exponents {
    int n, rank; /* degree and number of variables; rank >= 1 */
    long count;
    int *exponent;   /* [count][rank] the exponents, in the order described above */
    const int *stop; /* base/stop.h */
    long *less; /* [count][rank - 1]: for each variable but the last, the place of the exponents
                 * in which the exponent of this variable is less by 1; -1: there is none */
};

/* C(n + rank - 1, rank - 1), the number of exponents; rounded if it is large. */
double pm_exponents_count(int n, int rank);

/* `stop` is asked now and then, also by the functions below, whose results are then worth nothing.
 * Errors: PM_STOPPED, PM_NOMEM. */
pm_status pm_exponents_new(struct pm_exponents **exponents, int n, int rank, const int *stop);
void pm_exponents_free(struct pm_exponents *exponents); /* NULL is fine */

/* The number of coefficients of a product of `degree` forms.  They are the first ones in the
 * list. */
long pm_exponents_of_degree(const struct pm_exponents *exponents, int degree);

/* Multiplies a product by one more form, in balls of `bits` bits.  c: the e->count coefficients of
 * the product of `degree` forms; the caller owns them.  form: the e->rank coefficients of the form.
 */
void pm_exponents_multiply(acb_ptr c, const struct pm_exponents *e, acb_srcptr form, int degree,
                           slong bits);

/* *sum = the permanent.  left, right: the e->count coefficients of the products of all rows of L
 * and of all columns of R, as forms. */
void pm_exponents_add_up(acb_t sum, const struct pm_exponents *e, acb_srcptr left, acb_srcptr right,
                         slong bits);

/* *sum = the mean of a product of e->n forms with coefficients c, if the variables are independent
 * and normal with mean 0 and variance 1; `constant`: the last one is 1 instead. */
void pm_exponents_add_means(acb_t sum, const struct pm_exponents *e, acb_srcptr c, bool constant,
                            slong bits);
