/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Conditions that numbers of physics fulfil.  They hold up to PM_PHYSICAL_TOLERANCE, so that
 * numbers of eight digits are taken. */
#pragma once

#include "photons/interferometer.h"

static const double PM_PHYSICAL_TOLERANCE = 1e-6;

/* PM_INPUT: an interferometer makes photons, or loses some and is not lossy. */
pm_status pm_physical_interferometer(const struct pm_interferometer *u, bool lossy);

/* PM_INPUT: no inner states of n photons have these overlaps, gram[n][n], complex and finite. */
pm_status pm_physical_overlaps(const double *gram, int n);

/* PM_INPUT: no state has the symmetric covariance matrix v[2 modes][2 modes] of x_1, p_1, x_2 ...,
 * where the vacuum has 1/2. */
pm_status pm_physical_covariance(const double *v, int modes);
