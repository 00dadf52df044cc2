/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A Gaussian state in balls, and in doubles. */
#pragma once

#include "engine/stack_balls.h"

#if __has_include(<flint/arb_mat.h>) /* FLINT 3 */
#include <flint/arb_mat.h>
#else
#include <arb_mat.h>
#endif

/* The Q function of a state, in units where the vacuum has the covariance matrix 1/2. */
struct pm_gaussian_state {
    int modes;
    arb_mat_t q; /* [2 modes][2 modes]: the symmetric part of the covariance
                  * matrix of x_1 ..., p_1 ..., plus 1/2 */
    arb_ptr mean;
};

/* `state` was checked.  The caller clears *s. */
void pm_gaussian_take(struct pm_gaussian_state *s, const pm_gaussian *state, slong bits);
void pm_gaussian_clear(struct pm_gaussian_state *s);

/* PM_INPUT: there is no covariance matrix or hbar, a number is not finite, or no state has this
 * covariance matrix. */
pm_status pm_gaussian_check(const pm_gaussian *state);

/* v[2 modes][2 modes], symmetric, and mean[2 modes], of x_1, p_1, x_2 ..., rounded to doubles.  The
 * caller releases *v and *mean with free(), also after an error. */
pm_status pm_gaussian_doubles(double **v, double **mean, const pm_gaussian *state);

/* k[n + 1][n + 1], with rows `stride` apart, from k[n][n]: the inverse of a symmetric matrix that
 * gets one more line, of n + 1 entries.  The factor by which its determinant grows. */
double pm_gaussian_border(double *k, int stride, int n, const double *line);
