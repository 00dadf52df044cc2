/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Powers of two that bring the entries of a matrix near 1. */
#pragma once

#include "model/matrix.h"

/* Finds exponents row[i] and col[j] such that |a_ij| < 4 2^(row[i] + col[j]) for all entries.  If a
 * square matrix has a nonzero transversal, one of the largest modulus consists of entries 2^(row[i]
 * + col[j]), up to a factor of 2 for each entry.  If the matrix is not square, all col[j] are 0,
 * since the scale of an unused column could not be undone. */
pm_status pm_balance(int64_t *row, int64_t *col, const struct pm_matrix *a);

/* The same for a symmetric matrix without its diagonal: |a_ij| < 4 2^(scale[i] + scale[j]). */
pm_status pm_balance_symmetric(int64_t *scale, const struct pm_matrix *a);
