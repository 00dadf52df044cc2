/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Permanents and hafnians modulo 2, in polynomial time. */
#pragma once

#include "model/problem.h"

/* *parity = per(a) or haf(a) modulo 2; for a Gaussian number, the real plus the imaginary part.
 * PM_UNABLE: an entry is a fraction with an even denominator, or this takes more than so many
 * steps on machine words. */
pm_status pm_parity(int *parity, const struct pm_matrix *a, enum pm_kind kind, double steps);
