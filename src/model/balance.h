/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Powers of two that bring a matrix near 1. */
#ifndef PM_MODEL_BALANCE_H
#define PM_MODEL_BALANCE_H

#include "model/matrix.h"

/* Exponents row[i] and col[j] such that |a_ij| < 4 2^(row[i] + col[j]) for all entries; in a square
 * matrix that has a nonzero transversal, one of the largest modulus consists, up to a factor of 2
 * an entry, of entries 2^(row[i] + col[j]).  All col[j] are 0 where the matrix is not square: an
 * unused column's scale would not be paid back. */
pm_status pm_balance(int64_t *row, int64_t *col, const struct pm_matrix *a);

/* The same of a symmetric matrix, its diagonal aside: |a_ij| < 4 2^(scale[i] + scale[j]). */
pm_status pm_balance_symmetric(int64_t *scale, const struct pm_matrix *a);

#endif
