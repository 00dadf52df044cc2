/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The Pfaffian of a skew-symmetric n x n matrix A: the sum, over all perfect matchings of the
 * lines, of the products of the entries (i, j), i < j, of the pairs, with the sign of the
 * permutation i1 j1 i2 j2 ...  Its square is the determinant.
 *
 * Pairs of lines are eliminated by congruences A -> X A X' with det X = 1, which change no
 * Pfaffian, until the matrix consists of n / 2 blocks (0 d; -d 0): then it is the product of all d,
 * times the sign of the order of the lines (Bunch, Mathematics of Computation 38, 1982; Wimmer, ACM
 * Transactions on Mathematical Software 38, 30, 2012).
 *
 * Minor (i, j) is the derivative by entry (i, j), where entry (j, i) stays its negative: Pf(A)
 * times entry (j, i) of the inverse of A, or, if there is no inverse, what this is for matrices
 * nearby. In rows of X: minor = sum over blocks of (product of the other d) (x_ki x_lj - x_li
 * x_kj), where k and l are the lines of a block. */
#pragma once

#include "engine/stack.h"
#include "model/matrix.h"
#include "num/gauss.h"

/* Delivers the Pfaffian of matrix k of a stack, or its minors, in double; they are missing where
 * their bounds do not suffice.  The matrix is skew-symmetric. */
pm_status pm_pfaffian_double(const struct pm_batch *b, size_t k);

/* answer[0] = the Pfaffian; or answer[i n + j] = minor (i, j).  The matrix is skew-symmetric. */
pm_status pm_pfaffian_exact(struct pm_gauss *answer, const struct pm_matrix *a, bool minors,
                            int threads, const int *stop);

/* y += z x, `count` numbers of a row; with `low`, y + low is the sum but for errors of errors. */
typedef void pm_pfaffian_row(double *y, double *low, const double *x, double z, int count);
