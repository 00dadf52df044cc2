/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The quadratic forms of a Gaussian state, whose loop hafnians are elements of its density matrix
 * and moments of its photon numbers. */
#pragma once

#include "photons/gaussian_state.h"

struct pm_gaussian_form {
    int modes;
    slong bits;   /* of the following */
    acb_ptr a, l; /* [2 modes][2 modes], symmetric, and [2 modes] loops: rows of a*, then of a */
    arb_t factor; /* of all loop hafnians */
};

void pm_gaussian_form_init(struct pm_gaussian_form *f, int modes);
void pm_gaussian_form_clear(struct pm_gaussian_form *f);

/* The form of <n|rho|k>, times the root of the product of all n! k!: k_i copies of row i, and n_i
 * copies of row i + modes.  PM_UNABLE: more bits are needed. */
pm_status pm_gaussian_form_density(struct pm_gaussian_form *f, const pm_gaussian *state,
                                   slong bits);

/* The form of the mean of the product of all a*^k a^k: k_i copies of rows i and i + modes. */
void pm_gaussian_form_moments(struct pm_gaussian_form *f, const pm_gaussian *state, slong bits);
