/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The exponents m_1 + ... + m_r = n of the polynomials whose coefficients give the permanent of a
 * matrix of rank r, A = L R with r columns in L:
 *
 *     per(A) = sum over m_1 + ... + m_r = n of m_1! ... m_r! l_m r_m,
 *
 * l_m the coefficient of y^m in prod_i (sum_t L_it y_t), r_m that in prod_j (sum_t R_tj y_t).
 * C(n + r - 1, r - 1) coefficients of each; a product by one more form takes r multiplications for
 * each, so 2 n C(n + r - 1, r - 1) in all, since degrees grow from 0.  Source: Barvinok, Two
 * algorithmic results for the traveling salesman problem, Mathematics of Operations Research 21,
 * 1996, section 3.
 *
 * With y_r = 1 coefficients stand by the degree of the other variables; so those of a lower degree,
 * and a variable less, come before. */
#ifndef PM_ENGINE_RANK_EXPONENTS_H
#define PM_ENGINE_RANK_EXPONENTS_H

#include "base/status.h"

struct pm_exponents {
    int n, rank; /* rank >= 1 */
    long count;
    int *exponent; /* [count][rank] */
    long *less;    /* [count][rank - 1]: where the exponents with one less stand; -1 */
};

/* C(n + rank - 1, rank - 1), as far as such numbers are of use. */
double pm_exponents_count(int n, int rank);

pm_status pm_exponents_new(struct pm_exponents **exponents, int n, int rank);
void pm_exponents_free(struct pm_exponents *exponents); /* NULL is fine */

/* How many belong to a product of `degree` forms: the first ones. */
long pm_exponents_of_degree(const struct pm_exponents *exponents, int degree);

#endif
