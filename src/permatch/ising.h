/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Part of permatch.h: Ising models. */
#pragma once

/* Spins s = +1 or -1 at the vertices of a graph, with the energy E = - sum over the edges
 * of J_uv s_u s_v - H sum of s_v, at one temperature T = 1 / beta (Boltzmann's constant is 1).  Z
 * is the sum of exp(-beta E) over all states of the spins. */
typedef struct pm_ising pm_ising;

/* Makes a model from a graph with weights, the couplings J.  Directions are ignored, parallel edges
 * are added up, and a loop is a constant energy.  `beta` is a number as in the input formats; with
 * `inverse`, it is the temperature.  `field` is H, likewise; NULL: 0.  *model is the caller's, to
 * be released with pm_ising_free(); the graph may be released before.  Errors: PM_INPUT (beta below
 * 0, a temperature that is not positive, text that is no number, complex couplings or logarithms,
 * |beta J| above 20000), PM_NOMEM. */
pm_status pm_ising_new(pm_ising **model, const pm_graph *couplings, const char *beta, bool inverse,
                       const char *field);
void pm_ising_free(pm_ising *model); /* NULL is fine */

/* The problem of perfect matchings whose sum is Z but for a factor.  In the plane, its matchings
 * are domain walls, and its weights are positive.  Otherwise they are even sets of edges, and
 * weights have both signs if couplings have.  The model owns it. */
pm_problem *pm_ising_problem(const pm_ising *model);

/* Computes log Z by pm_solve() of that problem.  The bound of the answer is proved: it contains the
 * roundings of the weights.  Its error, of log Z, is at most epsilon times the larger of 1 and n
 * log 2, for n spins, if this can be reached.  The options are those of pm_solve() without modulus,
 * estimate, parts and logarithm.  *answer is the caller's, to be released with pm_answer_free().
 * Errors: those of pm_solve(); PM_UNABLE (not even the sign of Z is proved). */
pm_status pm_ising_solve(pm_answer **answer, const pm_ising *model, const pm_options *options);

/* Computes means.  Value 0 is log Z, value 1 the mean energy <E>, value 2 the entropy log Z + beta
 * <E>, and value 3 + k is <s_u s_v> of coupling k of pm_ising_coupling().  They are floating, with
 * proved bounds, from one pm_marginals() of the model's problem and one pm_ising_solve().  The
 * options are those of both.  *values is the caller's, to be released with pm_values_free(). */
pm_status pm_ising_means(pm_values **values, const pm_ising *model, const pm_options *options);

/* The ends of coupling k = 0, 1, ..., as vertices of the graph; parallel edges are one, and loops
 * and sums that are 0 none.  The couplings of the field have the end -1.  False past the last one.
 */
bool pm_ising_coupling(const pm_ising *model, size_t k, int *u, int *v);

/* Computes <s_u s_v> of chosen pairs of vertices, value k for u[k] and v[k], from one pm_solve()
 * for all and one for each pair; v[k] = -1 stands for the field: <s_u>.  They are floating, with
 * proved bounds.  The options are those of pm_ising_solve().  *values is the caller's, to be
 * released with pm_values_free().  Errors: PM_INPUT (there is no such vertex, or no field), and
 * those of pm_ising_solve(). */
pm_status pm_ising_pairs(pm_values **values, const pm_ising *model, size_t count, const int *u,
                         const int *v, const pm_options *options);

/* Computes <s_u s_v> of one pair for `count` models, which differ from this one by signs: model k
 * has the coupling e, of pm_ising_coupling(), times sign[k m + e], 1 or -1, for m couplings;
 * parallel edges are one coupling.  mean[k] differs from the true value by at most bound[k].  All
 * models have one drawing and one order of elimination, which are found once.  v = -1 as in
 * pm_ising_pairs().  The options are those of pm_marginals(); threads take models side by side. The
 * arrays are the caller's. Errors: PM_INPUT (there is no such vertex, or a sign is neither 1 nor
 * -1), PM_UNABLE (the graph, with the field, is not drawn in the plane, on a surface, or so but for
 * a few edges; or the error of Z may be as large as Z). */
pm_status pm_ising_signed_pair(double *mean, double *bound, const pm_ising *model, int u, int v,
                               size_t count, const signed char *sign, const pm_options *options);

/* Computes the specific heat per spin: (<E^2> - <E>^2) / (n T^2), value 0, floating, with a proved
 * bound.  Method: the second derivative of log Z, from Kasteleyn's Pfaffians over power series. The
 * options are those of pm_marginals().  *values is the caller's, to be released with
 * pm_values_free().  Errors: PM_UNABLE (the graph, with the field, is not drawn in the plane, on a
 * surface with an orientation, or so but for a few edges). */
pm_status pm_ising_heat(pm_values **values, const pm_ising *model, const pm_options *options);

/* Counts the states of every energy, exactly, for couplings and a field that are integers, or
 * integral multiples of one number.  Value 2 k is an energy E, and value 2 k + 1 the number of
 * states that have it, which is not 0; energies ascend, so that the first one is the ground
 * state's.  The temperature does not matter.  Method: Z is a polynomial in exp(-beta), whose
 * coefficients are the digits of one exact value of pm_solve(), at a power of 2 (Kronecker's
 * substitution).  The options are those of pm_solve() without modulus, estimate, parts, logarithm,
 * epsilon and precision.  *values is the caller's, to be released with pm_values_free().  Errors:
 * those of pm_solve(); PM_UNABLE (more than 2^24 energies are possible). */
pm_status pm_ising_energies(pm_values **values, const pm_ising *model, const pm_options *options);

/* Draws `count` independent random states of the spins: spin[k n + v] is +1 or -1, for n vertices.
 * Their probabilities are those of pm_sample() for the model's problem, whose weights are rounded
 * (2^-190).  The same seed gives the same states on every machine.  The options are those of
 * pm_sample(). Errors: PM_UNABLE (the graph, with the field, is not planar), and those of
 * pm_sample(). */
pm_status pm_ising_sample(signed char *spin, size_t count, uint64_t seed, const pm_ising *model,
                          const pm_options *options);

/* What can be asked about a model. */
typedef enum {
    PM_ISING_LOG_Z,
    PM_ISING_MEANS,
    PM_ISING_PAIRS,
    PM_ISING_HEAT,
    PM_ISING_ENERGIES,
    PM_ISING_DRAWS
} pm_ising_question;

/* Makes the plan of a question and answers nothing, as pm_question_plan() does; `count` is the
 * number of pairs or of states.  *plan is the caller's, to be released with pm_answer_free().  The
 * options and errors are those of the question; PM_INPUT: there is no such question. */
pm_status pm_ising_plan(pm_answer **plan, pm_ising_question question, size_t count,
                        const pm_ising *model, const pm_options *options);
