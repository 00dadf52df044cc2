/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The exponents m_1 + ... + m_r = n of the polynomials whose coefficients give the permanent of a
 * matrix of rank r, A = L R with r columns in L:
 *
 *     per(A) = sum over m_1 + ... + m_r = n of m_1! ... m_r! l_m r_m,
 *
 * where l_m is the coefficient of y^m in prod_i (sum_t L_it y_t), and r_m that in prod_j (sum_t
 * R_tj y_t).  Each has C(n + r - 1, r - 1) coefficients.  Multiplying by one more form takes r
 * multiplications for each coefficient; since degrees grow from 0, 2 n C(n + r - 1, r - 1) in
 * total.  Source: Barvinok, Two algorithmic results for the traveling salesman problem, Mathematics
 * of Operations Research 21, 1996, section 3.
 *
 * With y_r = 1, coefficients are sorted by the degree of the other variables.  So coefficients of a
 * lower degree, and those with one variable less, come first. */
#ifndef PM_ENGINE_RANK_EXPONENTS_H
#define PM_ENGINE_RANK_EXPONENTS_H

#include "base/status.h"

struct pm_exponents {
    int n, rank; /* rank >= 1 */
    long count;
    int *exponent; /* [count][rank] */
    long *less;    /* [count][rank - 1]: places of the exponents with one less; -1: none */
};

/* C(n + rank - 1, rank - 1), or a large number if it is too large to be useful. */
double pm_exponents_count(int n, int rank);

pm_status pm_exponents_new(struct pm_exponents **exponents, int n, int rank);
void pm_exponents_free(struct pm_exponents *exponents); /* NULL is fine */

/* How many belong to a product of `degree` forms; these are the first ones. */
long pm_exponents_of_degree(const struct pm_exponents *exponents, int degree);

#endif
