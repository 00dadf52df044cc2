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

/* Computes the permanents of all matrices of a stack.  The permanent of matrix k is values[k], or
 * for complex entries values[2 k] + i values[2 k + 1].  bounds[k] is a proved bound of its absolute
 * error, and it is 0 only for an exact value; `bounds` may be NULL.  Both arrays are the caller's.
 * `threads` is the number of threads; 0: the default of OpenMP.  No plan is made.
 *
 * Bounds in double arithmetic are small beside the permanent of the moduli.  So a value whose terms
 * cancel may have a large relative error; more precision helps.  Where the range of doubles does
 * not suffice, in any precision, the matrix is computed again in balls, until the value has 56
 * correct bits.  Without pm_stack.exponents, a value above the range of doubles is infinite, and so
 * is its bound.  If a number cannot be proved to be in that range or above it within 2^34 steps, it
 * is NaN, and its bound is infinite.  A number of bits that leaves no correct bit and a bound above
 * that range is doubled.
 *
 * Without multiplicities and in double arithmetic, the cost is about 2^(n-1) n multiplications for
 * an m x n matrix, m = n, and 2^(m-1) m n for m < n; with m > 16 it is 2^(m-1) (n - m + 1) n.  With
 * multiplicities r_i of rows and c_j of columns, the cost is min(prod (r_i + 1), prod (c_j + 1)) /
 * 2 terms, times the number of different rows or columns on the other side.
 *
 * Method: a table over subsets for m = n <= 12, and for m <= 16 if m < n (Nijenhuis and Wilf,
 * Combinatorial Algorithms, 1978, chapter 23), else Glynn's formula (European Journal of
 * Combinatorics 31, 2010), with multiplicities after Shchesnovich (International Journal of Quantum
 * Information 11, 2013). If the call fails, the arrays may have been changed. Errors: PM_INPUT (an
 * entry that is not finite, a negative multiplicity, entries of GMP), normalized values with
 * unequal sums of multiplicities), PM_UNABLE (too large), PM_STOPPED, PM_NOMEM. */
pm_status pm_batch(double *values, double *bounds, const pm_stack *stack, int threads);

/* Makes an answer of one value of these functions, with its bound: both times 2^exponent
 * (pm_stack.exponents).  `value` has one double, or for PM_ENTRIES_COMPLEX two.  So a value of any
 * size has its text, its bound and its logarithm.  *answer is the caller's, to be released with
 * pm_answer_free().  Errors: PM_UNABLE (the value is NaN: it could not be found), PM_NOMEM. */
pm_status pm_answer_of_doubles(pm_answer **answer, pm_entries entries, const double *value,
                               double bound, int64_t exponent);

/* Solves many small problems together, without plans.  answers[k] is a new answer to problem k,
 * with the value and the bound that pm_solve() gives; the caller releases it with pm_answer_free().
 * It is NULL if pm_solve() must be asked: the shorter side has more than 12 lines or the longer
 * side more than 48, the problem is symmetric, the exact answer is very long, a floating precision
 * is asked for, or the options ask for an engine, rules, a modulus, a plan, GPUs, a time limit, a
 * checkpoint, a part or an audit.  Both arrays are the caller's.  The options that apply are
 * precision, epsilon, strict and threads (NULL: the defaults).  It is fastest if many problems have
 * the same shape.  Every answer is computed exactly; a floating answer is the exact answer,
 * rounded.  If the call fails, all answers are NULL.
 * Method: residues by a table over subsets (Nijenhuis and Wilf, Combinatorial Algorithms, 1978,
 * chapter 23), and the Chinese remainder theorem.
 * Errors: PM_INPUT (an option that pm_solve() refuses), PM_NOMEM. */
pm_status pm_solve_small(pm_answer **answers, pm_problem *const *problems, size_t count,
                         const pm_options *options);

/* Computes all minors of the matrices of a stack.  Value (k rows + i) cols + j is the permanent of
 * matrix k without row i and column j.  With multiplicities, one copy of the row and one copy of
 * the column are removed; the value is 0 if there is no copy.  The derivative with respect to entry
 * (i, j) is this value times the multiplicities of row i and column j.  Every minor of an m x n
 * matrix is (m - 1) x (n - 1), also if the matrix is not square.  Values, bounds, threads and
 * errors are those of pm_batch().  A matrix takes three to five times as long as in pm_batch().
 * Method: tables over subsets from both ends for m = n <= 7, and for m <= 16 if m < n, else
 * products from both ends in every term of Glynn's formula. */
pm_status pm_minors(double *values, double *bounds, const pm_stack *stack, int threads);

/* The same minors times the multiplicities of row i and column j: the derivatives of the permanents
 * by the entries, where all copies of an entry are one variable.  Bounds include the roundings of
 * these products.  pm_stack.exponents is ignored. */
pm_status pm_gradient(double *values, double *bounds, const pm_stack *stack, int threads);

/* Writes the mean of each square matrix and its transpose, row by row, if entries (i, j) and (j, i)
 * differ by at most rtol times the largest modulus of their matrix; 2 doubles for a complex entry.
 * So functions that take exactly symmetric matrices can be given rounded ones.  *means is the
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

/* Computes the permanents of products.  Value k is the permanent of left matrix k, n x r, times
 * right matrix k, r x n.  Multiplicities are those of the left rows and of the right columns.
 * `precision` and `normalized` are those of `left`, but PM_PRECISION_AUTO works like
 * PM_PRECISION_EXACT: every value is correct to the last digit of a double.  The cost is
 * n r C(n + r - 1, r - 1) steps.
 * Method: Barvinok, Mathematics of Operations Research 21, 1996.
 * Errors: those of pm_batch(); PM_INPUT if the shapes do not fit. */
pm_status pm_rank(double *values, double *bounds, const pm_stack *left, const pm_stack *right,
                  int threads);

/* Computes the loop hafnians of symmetric matrices.  A loop hafnian is the sum over all ways to
 * match every vertex with another vertex or with itself.  A pair of vertices i < j has the factor
 * entry (i, j), and a vertex i of matrix k that is matched with itself has the factor
 * loops[k n + i].  The type of the loops is that of the entries.  If `loops` is NULL, there are no
 * loops, and the values are hafnians.
 *
 * Vertex i has row_times[k n + i] copies.  Two copies may be matched with each other, with the
 * factor entry (i, i).  col_times is ignored.  If `normalized` is set, the value is divided by
 * sqrt(prod row_times!).
 *
 * Method: all S copies are joined to S / 2 pairs, among them many equal ones (Bulmer et al.,
 * Science Advances 8, eabl9236, 2022).  This takes the product of (number of equal pairs + 1)
 * terms, without the largest factor: 2^(S/2 - 1) if nothing is repeated.  A term takes about 4 S^2
 * multiplications; walks that end in loops are as in Bjorklund, Gupt and Quesada, ACM Journal of
 * Experimental Algorithmics 24, 2019.
 * Errors: those of pm_batch(); PM_INPUT if a matrix is not symmetric. */
pm_status pm_loop_hafnian(double *values, double *bounds, const pm_stack *stack, const void *loops,
                          int threads);

/* Computes the loop hafnians of all patterns of copies below a cutoff.  Vertex i has p_i copies,
 * 0 <= p_i < cutoff, and value k cutoff^n + sum over i of p_i cutoff^(n-1-i) is the loop hafnian of
 * matrix k with these copies, as in pm_loop_hafnian().  The copies of the stack are ignored, and
 * `normalized` divides by sqrt(prod p_i!).  Every value has its own bound.  It may be large where
 * terms cancel: with PM_PRECISION_AUTO, values are computed in double-double.
 * Method: the recurrence of multivariate Hermite polynomials, about n multiplications a value
 * (Bourassa et al., PRX Quantum 2, 040315, 2021).
 * Errors: those of pm_batch(); PM_INPUT if a matrix is not symmetric or the cutoff is below 1;
 * PM_UNABLE if there are more than 2^30 patterns. */
pm_status pm_hafnian_patterns(double *values, double *bounds, const pm_stack *stack,
                              const void *loops, int cutoff, int threads);

/* Computes the derivatives of the hafnians of symmetric matrices.  Value (k n + i) n + j is the
 * hafnian of matrix k without the rows and columns i and j.  It is the derivative with respect to
 * the value of the two equal entries (i, j) and (j, i).  It is 0 if i = j or if n is odd.
 * Multiplicities are not allowed.  Precisions are those of pm_rank().  The cost is about
 * 16 2^(n/2) n^2 / 4 multiplications, three times the cost of the hafnian.
 * Method: reverse accumulation (Griewank and Walther, Evaluating Derivatives, 2008, chapter 3)
 * through the sum of Bjorklund, SODA 2012.
 * Errors: those of pm_batch(); PM_INPUT if a matrix is not symmetric. */
pm_status pm_hafnian_gradient(double *values, double *bounds, const pm_stack *stack, int threads);

/* Computes the torontonians of Hermitian matrices O with 2 n rows, where rows i and i + n belong to
 * mode i.  With M = I - O, which must be positive definite, it is the sum over all sets Z of modes
 * of (-1)^(n - |Z|) exp(g M_Z^-1 g* / 2) / sqrt(det M_Z), where M_Z has the rows and columns of the
 * modes in Z, and g is row k of `loops` (2 n entries of the type of the matrices) without the other
 * modes.  If `loops` is NULL, g is 0.  The values are real also for complex entries: one for each
 * matrix.  For a Gaussian state with covariance matrix S of a and a* (Q = S + I / 2), O = I - Q^-1
 * and g = a* Q^-1, all n detectors click with probability tor / sqrt(det Q) exp(-a* Q^-1 a / 2).
 *
 * Numbers that must be conjugates of each other, and differ by at most `rtol` times the largest
 * modulus, are replaced by their means: of entries (i, j) and (j, i), and, for complex matrices, of
 * the rows of a and a*.  The bounds are those for the means.
 *
 * The sum is computed in double-double, in about 2^n 0.2 us; eight times as long if the matrix is
 * complex without the symmetry of a and a*.  If the bound does not suffice, it is computed in
 * balls: with PM_PRECISION_AUTO, of a relative error of 1e-12; with PM_PRECISION_EXACT, of the last
 * digit of a double. Method: eliminations that are shared by all sets with equal beginnings (Kaposi
 * et al., arXiv:2109.04528, 2022; loops: Bulmer et al., Physical Review A 106, 043712, 2022).
 * Errors: those of pm_batch(); PM_INPUT if a matrix is not Hermitian, entries are integers, or
 * there are multiplicities; PM_DOMAIN if I - O is not positive definite. */
pm_status pm_torontonian(double *values, double *bounds, const pm_stack *stack, const void *loops,
                         double rtol, int threads);
