/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Derivatives of the sum over all matchings, if the weights depend on a number t. */
#pragma once

#include "engine/planar/planar.h"

enum { PM_SERIES = 3 };

/* The cost, as a multiple of that of the sum in balls. */
enum { PM_SERIES_COST = 6 };

/* *second = the second derivative, at t = 0, of the logarithm of the sum over the matchings with
 * the entries a[0] + a[1] t + a[2] t^2, which have one pattern; with some 40 bits, or an error
 * below 2^-80.  PM_UNABLE: there is no matching, the surface has no orientation, or so many bits
 * are not reached. */
pm_status pm_series_second(struct pm_value *second, const struct pm_kasteleyn *k,
                           const struct pm_matrix *const a[PM_SERIES]);
