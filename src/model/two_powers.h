/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Permanents and hafnians modulo 4 and 8, in polynomial time. */
#pragma once

#include "model/problem.h"

/* *residue = per(a) or haf(a) modulo 4 or 8.  PM_UNABLE: the matrix is not square or complex, an
 * entry is a fraction with an even denominator, or this takes more than so many steps. */
pm_status pm_two_powers(int *residue, const struct pm_matrix *a, enum pm_kind kind, int modulus,
                        double steps);
