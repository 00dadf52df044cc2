/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Part of permatch.h: many small matrices in arrays, and GPUs for them. */
#pragma once

/* ------------------------------------------------------- many small matrices */

/* Opens the GPUs of this machine, at most `most` of them.  Only one call may use them at a time.
 * Kernels that are loaded stay loaded.  *gpus is the caller's, to be released with pm_gpus_close().
 * Errors: PM_UNABLE (there is no GPU, or no compiler for its kernels), PM_NOMEM. */
pm_status pm_gpus_usable(pm_gpus **gpus, int most);

/* Releases GPUs; NULL is fine. */
void pm_gpus_close(pm_gpus *gpus);

/* Copies `size` bytes to new memory of the d-th GPU, counted from 1.  *at is the caller's, to be
 * released with pm_gpus_drop().  Errors: PM_INPUT (there is no such GPU), PM_UNABLE, PM_NOMEM. */
pm_status pm_gpus_put(void **at, pm_gpus *gpus, int device, const void *data, size_t size);
void pm_gpus_drop(pm_gpus *gpus, int device, void *at);

/* Computes what the stack asks for of each of its matrices (pm_stack.kind): value k is values[k],
 * or for complex entries values[2 k] + i values[2 k + 1].  bounds[k] is a proved bound of its
 * absolute error, and it is 0 only for an exact value; `bounds` may be NULL.  Both arrays are the
 * caller's. `threads` is the number of threads; 0: the default of OpenMP.  A plan is made
 * only for one large matrix alone, of doubles without multiplicities and loops: with more than 22
 * lines for a permanent, 34 for a hafnian.
 *
 * Bounds in double arithmetic are small beside the sum of the moduli.  So a value whose terms
 * cancel may have a large relative error; more precision helps.  Where the range of doubles does
 * not suffice, in any precision, the matrix is computed again in balls, until the value has 56
 * correct bits.  Without pm_stack.exponents, a value above the range of doubles is infinite, and so
 * is its bound.  If a number cannot be proved to be in that range or above it within 2^34 steps, it
 * is NaN, and its bound is infinite.  A number of bits that leaves no correct bit and a bound above
 * that range is doubled.
 *
 * Permanents: without multiplicities and in double arithmetic, the cost is about 2^(n-1) n
 * multiplications for an m x n matrix, m = n, and 2^(m-1) m n for m < n; with m > 16 it is 2^(m-1)
 * (n - m + 1) n.  With multiplicities r_i of rows and c_j of columns, the cost is min(prod (r_i +
 * 1), prod (c_j + 1)) / 2 terms, times the number of different rows or columns on the other side.
 * Method: a table over subsets for m = n <= 12, and for m <= 16 if m < n (Nijenhuis and Wilf,
 * Combinatorial Algorithms, 1978, chapter 23), else Glynn's formula (European Journal of
 * Combinatorics 31, 2010), with multiplicities after Shchesnovich (International Journal of Quantum
 * Information 11, 2013).
 *
 * Permanents of products: with PM_PRECISION_AUTO, too, every value is correct to the last digit of
 * a double.  n r C(n + r - 1, r - 1) steps (Barvinok, Mathematics of Operations Research 21, 1996).
 *
 * Hafnians: all S copies are joined to S / 2 pairs, among them many equal ones (Bulmer et al.,
 * Science Advances 8, eabl9236, 2022).  This takes the product of (number of equal pairs + 1)
 * terms, without the largest factor: 2^(S/2 - 1) if nothing is repeated.  A term takes about 4 S^2
 * multiplications; walks that end in loops are as in Bjorklund, Gupt and Quesada, ACM Journal of
 * Experimental Algorithmics 24, 2019.  Patterns: the recurrence of multivariate Hermite polynomials
 * in double-double, about n multiplications a value (Bourassa et al., PRX Quantum 2, 040315, 2021).
 *
 * Torontonians: in double-double, in about 2^n 0.2 us; eight times as long if the matrix is complex
 * without the symmetry of a and a*.  With PM_PRECISION_EXACT, every value is correct to the last
 * digit of a double.  Method: eliminations that are shared by all sets with equal beginnings
 * (Kaposi et al., arXiv:2109.04528, 2022; loops: Bulmer et al., Physical Review A 106, 043712,
 * 2022).
 *
 * Pfaffians: about n^3 multiplications.  Elimination of pairs of rows with pivots finds a matrix X
 * with ones on its diagonal, and the Pfaffian of X A X', which is nearly one of 2 x 2 blocks, is
 * proved (Bunch, Mathematics of Computation 38, 1982; Wimmer, ACM Transactions on Mathematical
 * Software 38, 30, 2012).  Exact values are found from residues.
 *
 * If the call fails, the arrays may have been changed.  Errors: PM_INPUT (an entry that is not
 * finite, a negative multiplicity, entries of GMP, normalized values with unequal sums of
 * multiplicities, a matrix that is not symmetric, skew-symmetric or Hermitian, a member that does
 * not belong to this kind), PM_DOMAIN (I - O is not positive definite), PM_UNABLE (too large),
 * PM_STOPPED, PM_NOMEM. */
pm_status pm_batch(double *values, double *bounds, const pm_stack *stack, int threads);

/* Makes an answer of one value of these functions, with its bound: both times 2^exponent
 * (pm_stack.exponents).  `value` has one double, or for PM_ENTRIES_COMPLEX two.  So a value of any
 * size has its text, its bound and its logarithm.  *answer is the caller's, to be released with
 * pm_answer_free().  Errors: PM_UNABLE (the value is NaN: it could not be found), PM_NOMEM. */
pm_status pm_answer_of_doubles(pm_answer **answer, pm_entries entries, const double *value,
                               double bound, int64_t exponent);

/* Computes all minors of the matrices of a stack.  Value (k rows + i) cols + j is the permanent of
 * matrix k without row i and column j.  With multiplicities, one copy of the row and one copy of
 * the column are removed; the value is 0 if there is no copy.  Every minor of an m x n matrix is
 * (m - 1) x (n - 1), also if the matrix is not square.  A matrix takes three to five times as long
 * as in pm_batch(), which describes values, bounds, threads and errors.
 * Method: tables over subsets from both ends for m = n <= 7, and for m <= 16 if m < n, else
 * products from both ends in every term of Glynn's formula.
 *
 * For hafnians, value (i, j) is that without one copy of vertex i and one of vertex j, for i = j
 * without two copies; it is 0 if there are not so many.  With loops, each row of n values has one
 * more, behind them: without one copy of vertex i.  Values are not normalized.  pm_gradient() takes
 * the equal entries (i, j) and (j, i) for one variable.  The derivative by entry (i, i), which is
 * for two of t copies, is the minor times t (t - 1) / 2, that by a loop is the minor times t.
 * Method: pm_batch() for each of them.
 *
 * For Pfaffians, value (i, j) is the derivative by entry (i, j), where entry (j, i) stays minus
 * entry (i, j): it is minus value (j, i), and 0 if i = j or if n is odd.  It is the Pfaffian times
 * entry (j, i) of the inverse, and without an inverse the limit of this.  If both entries are
 * variables of their own, as in (A - A') / 2, it is twice the derivative.  2 n^3 multiplications.
 */
pm_status pm_minors(double *values, double *bounds, const pm_stack *stack, int threads);

/* Computes the derivatives by the entries, where all copies of an entry are one variable: the
 * minors of pm_minors() times the multiplicities of row i and column j.  Bounds include the
 * roundings of these products.  pm_stack.exponents is ignored. */
pm_status pm_gradient(double *values, double *bounds, const pm_stack *stack, int threads);

/* Writes the mean of each square matrix and its transpose, row by row, if opposite entries differ
 * by at most rtol times the largest modulus of their matrix; 2 doubles for a complex entry. So
 * functions that take exactly symmetric matrices can be given rounded ones.  *means is the
 * caller's.  Errors: PM_INPUT (they differ by more, an entry is not finite, a matrix is not square,
 * entries are not floating-point numbers). */
pm_status pm_stack_symmetric(double *means, const pm_stack *stack, double rtol);

/* Computes the shares of all entries in the permanents of the matrices of a stack, as
 * pm_marginals().  Share (k rows + i) cols + j is entry (i, j) of matrix k times its minor, divided
 * by the permanent.  Entries may be negative or complex; shares are then only quotients.  A
 * permanent that is 0, or may be, gives NaN and infinite bounds.  There are no multiplicities.  The
 * relative error of a share is at most `epsilon` with PM_PRECISION_AUTO.
 * Method: pm_batch() and pm_minors(), with exponents, so that no share depends on the range of
 * doubles.  Matrices whose shorter side has more than 24 lines, or for logarithms 16, are asked of
 * pm_marginals().
 * Errors: those of pm_batch() and pm_marginals(). */
pm_status pm_shares(double *values, double *bounds, const pm_stack *stack, int threads);

/* Computes joint shares of chosen rows of one m x n matrix, m <= n.  There are n^count values.  The
 * one for the columns c[0], c[1], ..., which are the digits of its number to the base n, the first
 * one leading, is the sum of the products that contain the entries (rows[t], c[t]) for all t,
 * divided by the permanent; it is 0 if two columns are equal.  Cost: n! / (n - count)! permanents.
 * Errors: those of pm_shares(); PM_DOMAIN (the permanent is 0, or may be). */
pm_status pm_joint_shares(double *values, double *bounds, const pm_stack *stack, const int *rows,
                          int count, int threads);
