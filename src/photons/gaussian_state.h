/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A Gaussian state in balls. */
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
    arb_mat_t q; /* [2 modes][2 modes]: covariance matrix of x_1 ..., p_1 ..., plus 1/2 */
    arb_ptr mean;
};

/* `state` was checked.  The caller clears *s. */
void pm_gaussian_take(struct pm_gaussian_state *s, const pm_gaussian *state, slong bits);
void pm_gaussian_clear(struct pm_gaussian_state *s);

/* PM_INPUT: there is no covariance matrix or hbar, or a number is not finite. */
pm_status pm_gaussian_check(const pm_gaussian *state);
