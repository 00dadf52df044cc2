/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Part of permatch.h: photons in linear interferometers and in Gaussian states. */
#pragma once

/* ------------------------------------------------------------------- photons */

/* An interferometer is a stack of one matrix of doubles or complex numbers: a photon that enters
 * mode j leaves in mode i with amplitude (i, j).  Photon numbers are multiplicities: col_times of
 * those that enter, row_times of those that leave.  With all functions of this part:
 *
 * Probability k is values[k], and bounds[k] is a proved bound of its absolute error, for the
 * numbers as they are given; it is 0 only for an exact value.  Both arrays are the caller's, and
 * `bounds` may be NULL.  The relative error is at most `epsilon` of the options, 1e-12 where this
 * is 0, if this can be proved; a probability that is 0 is 0 with a tiny bound, or exactly.  Numbers
 * that are rounded may lead to a probability below 0: it becomes 0, with a bound of this size.  If
 * `logarithm` is set, values are natural logarithms of probabilities, and bounds those of their
 * absolute errors; the logarithm of a 0 that is exact is -infinity, with bound 0.  The other
 * options that apply are threads, seconds, watch and watcher.  Errors: PM_INPUT (an entry that is
 * not finite, a negative number of photons), PM_UNABLE (it takes too long), PM_STOPPED, PM_NOMEM.
 */

/* Checks that the columns of an interferometer, where photons enter, are orthonormal up to 1e-6, so
 * that it neither makes nor loses photons; if it is lossy, it may lose them.  The functions below
 * compute with the numbers as they are.  Errors: PM_INPUT (they are not). */
pm_status pm_photons_check(const pm_stack *interferometer, bool lossy);

/* The probabilities of outputs: the squared moduli of the permanents that pm_batch() computes of
 * this stack, normalized; 0 where another number of photons leaves than enters.  Source: Scheel,
 * arXiv:quant-ph/0406127, 2004. */
pm_status pm_photons_probabilities(double *values, double *bounds, const pm_stack *stack,
                                   const pm_options *options);

/* *count = the number of outputs of an interferometer; SIZE_MAX: more than 2^31.  If it is lossy,
 * outputs have all numbers of photons up to those that enter. */
pm_status pm_photons_count(size_t *count, const pm_stack *interferometer, bool lossy);

/* The probabilities of all outputs, which are patterns[k rows + i] photons in mode i, in
 * colexicographic order of the lists of modes.  If it is lossy, lost photons go to other modes,
 * which are not seen.  Probabilities add up to 1, so `epsilon` is an absolute error here, and there
 * are no logarithms.  row_times are ignored.
 * Method: photons enter one after another, about n m C(n + m - 1, n) steps (Heurtel, Mansfield,
 * Senellart and Valiron, Computer Physics Communications 291, 108848, 2023). */
pm_status pm_photons_outputs(double *values, double *bounds, int *patterns,
                             const pm_stack *interferometer, bool lossy, const pm_options *options);

/* The probability of one output of photons that are not quite alike.  `gram` has the overlaps of
 * their n inner states, n x n complex numbers, entry (i, j) = <i|j>.  Photons are numbered by their
 * modes.  Only permutations that move at most `exchanged` photons are added up, whose sum may be
 * below 0; negative: all.  What this leaves out, in the mean over random interferometers and summed
 * over all outputs, is *error: 0 if it is nothing, and infinite if it is unknown, since not all
 * overlaps are the same real number.  `error` may be NULL.  PM_INPUT also for what cannot be
 * overlaps, up to 1e-6.
 *
 * Method: for a set S of the photons that leave, let A(S) be the matrix of gram (i, j) times the
 * sum over S of u* (s, i) u (s, j).  The sum over all permutations is that of (-1)^(n - |S|) per
 * A(S), by Ryser's formula, divided by the factorials of the output and by the squared norm of the
 * input: the product over its modes of the permanents of their blocks of `gram`.  4^n n steps.
 * Sources: Tichy, Physical Review A 91, 022316, 2015; Renema et al., Physical Review Letters 120,
 * 220502, 2018. */
pm_status pm_photons_partly(double *value, double *bound, double *error,
                            const pm_stack *interferometer, const double *gram, int exchanged,
                            const pm_options *options);

/* The probabilities that exactly those of `count` sets of threshold detectors click, for such
 * photons: a detector is a row of the interferometer, and in patterns[k rows + i] it clicks, 1, or
 * not, 0.  If it is lossy, what the columns lack to norm 1 goes to modes without detectors; else no
 * photon is lost.  row_times are ignored.
 * Method: with A(S) as above for a set S of the detectors that click, plus gram (i, j) times entry
 * (i, j) of 1 - U* U if it is lossy, the sum over S of (-1)^(clicks - |S|) per A(S).  2^(clicks +
 * n) n steps.  Source: Bulmer, Paesani, Chadwick and Quesada, Physical Review A 106, 043712, 2022,
 * where the sums are called Bristolians. */
pm_status pm_photons_partly_clicks(double *values, double *bounds, const pm_stack *interferometer,
                                   const double *gram, bool lossy, const int *patterns,
                                   size_t count, const pm_options *options);

/* A Gaussian state: the covariance matrix, 2m x 2m, row by row, and the means of x_1 ... x_m, p_1
 * ... p_m, or of x_1, p_1, x_2 ... if `xpxp` is set.  The vacuum has the covariance matrix hbar
 * / 2. The mean of the covariance matrix and its transpose counts.  `means` may be NULL: zeros.
 * PM_INPUT: the matrix is not symmetric, or violates the uncertainty relation, by more than 1e-6 of
 * its largest entry or of hbar. */
typedef struct pm_gaussian {
    size_t size; /* sizeof(pm_gaussian) */
    int modes;
    const double *covariance, *means;
    double hbar;
    bool xpxp;
} pm_gaussian;

/* The probabilities of `count` patterns of `modes` photon numbers in a Gaussian state.  Bounds
 * include the inverse of the covariance matrix.
 * Method: loop hafnians (Bjorklund, Gupt and Quesada, ACM Journal of Experimental Algorithmics 24,
 * 2019), in double arithmetic, and in balls where this does not suffice.
 * Errors: PM_DOMAIN if the covariance matrix plus hbar / 2 is not positive definite. */
pm_status pm_photons_gaussian(double *values, double *bounds, const pm_gaussian *state,
                              const int *patterns, size_t count, const pm_options *options);

/* The elements <left[k]|rho|right[k]> of the density matrix of a Gaussian state, for `count` pairs
 * of patterns of `modes` photon numbers.  Values are complex: values[2 k] + i values[2 k + 1], and
 * bounds are of moduli.  There are no logarithms.  With right = 0, elements are the amplitudes of a
 * pure state times the conjugate amplitude of no photons.  Method and errors: those of
 * pm_photons_gaussian() (Quesada et al., Physical Review A 100, 022341, 2019). */
pm_status pm_photons_density(double *values, double *bounds, const pm_gaussian *state,
                             const int *left, const int *right, size_t count,
                             const pm_options *options);

/* The factorial moments of photon numbers in a Gaussian state: for `count` patterns of `modes`
 * powers, the mean of the product of all n_i (n_i - 1) ... (n_i - powers[i] + 1), which may be
 * above 1.
 * Method: loop hafnians of the covariances of normally ordered operators (Cardin and Quesada,
 * arXiv:2212.06067), as in pm_photons_gaussian(). */
pm_status pm_photons_moments(double *values, double *bounds, const pm_gaussian *state,
                             const int *powers, size_t count, const pm_options *options);

/* The factorial cumulants of photon numbers, likewise.  Those of powers 0 and 1 are the cumulants
 * themselves, for two modes the covariance.  They may be below 0, and have no logarithms.
 * Method: sums over single cycles of matchings, montrealers (PM_STACK_MONTREALERS), of the same
 * covariances.  Errors: PM_UNABLE (the powers add up to more than 18). */
pm_status pm_photons_cumulants(double *values, double *bounds, const pm_gaussian *state,
                               const int *powers, size_t count, const pm_options *options);

/* values[i] = the probability that mode i has at least `cutoff` photons; `epsilon` is for the
 * probabilities of fewer photons, so that it is an absolute error here.  The sum over all modes is
 * at least the total variation between the photon numbers of the state and those below the cutoff.
 * Source: Quesada and Arrazola, Physical Review Research 2, 023005, 2020, Appendix B. */
pm_status pm_photons_beyond(double *values, double *bounds, const pm_gaussian *state, int cutoff,
                            const pm_options *options);

/* The probabilities that exactly those of `modes` threshold detectors click whose numbers in a
 * pattern are not 0.
 * Method: the probability that a set of modes is empty is a determinant and a form of the
 * covariance matrix of these modes.  Inclusion and exclusion of the modes that click, 2^clicks
 * sets. */
pm_status pm_photons_clicks(double *values, double *bounds, const pm_gaussian *state,
                            const int *patterns, size_t count, const pm_options *options);

/* ------------------------------------------------------------------- random outputs */

/* The following functions make `count` independent draws, `modes` numbers each: patterns[k modes +
 * i].  Draw k depends on the seed and on k alone, not on `count` or on the number of threads.  They
 * compute in double arithmetic, without proofs.  The options threads, seconds, watch and watcher
 * apply.  log() and cos() may differ between machines in the last bit, and so may some draws. */

/* Photon numbers of the modes where photons leave an interferometer, which must be unitary
 * (pm_photons_check()).  If there are few outputs, they are drawn by their probabilities.
 * Method: Clifford and Clifford, SODA 2018 and arXiv:2005.04214, about n 2^n steps for a draw. */
pm_status pm_photons_sample(int *patterns, size_t count, uint64_t seed,
                            const pm_stack *interferometer, const pm_options *options);

/* Photon numbers of a Gaussian state.  No mode has more than `cutoff` photons: the probabilities of
 * 0 to `cutoff` photons are divided by their sum.
 * Method: pure states with random means, and loop hafnians as large as the number of photons
 * (Quesada et al., PRX Quantum 3, 010306, 2022; Bulmer et al., Science Advances 8, eabl9236, 2022).
 * Errors: PM_UNABLE (a draw has more than `most` photons). */
pm_status pm_photons_gaussian_sample(int *patterns, size_t count, uint64_t seed,
                                     const pm_gaussian *state, int cutoff, int most,
                                     const pm_options *options);

/* Which threshold detectors click, 1 or 0.
 * Method: torontonians of the detectors so far (Quesada, Arrazola and Killoran, Physical Review A
 * 98, 062322, 2018); draws that agree so far share one.
 * Errors: PM_UNABLE (a draw has more than `most` clicks before its last mode, or more than 40). */
pm_status pm_photons_clicks_sample(int *patterns, size_t count, uint64_t seed,
                                   const pm_gaussian *state, int most, const pm_options *options);
