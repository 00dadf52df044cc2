/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Permanents and hafnians modulo 4, in polynomial time. */
#pragma once

#include "model/problem.h"

/* *residue = per(a) or haf(a) modulo 4.  PM_UNABLE: the matrix is not square or complex, an entry
 * is a fraction with an even denominator, or this takes more than so many steps on machine words.
 */
pm_status pm_modulo_4(int *residue, const struct pm_matrix *a, enum pm_kind kind, double steps);
