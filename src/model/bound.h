/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Upper bounds of permanents and hafnians.  They tell how many primes an exact answer needs. */
#pragma once

#include "model/problem.h"

/* |per(a)| or |haf(a)| < 2^*bits; *bits is -HUGE_VAL where a row or (square) a column is empty. */
pm_status pm_bound_bits(double *bits, const struct pm_matrix *a, enum pm_kind kind);

/* row[i], col[j] = log2 of the factors of the bounds of a square matrix: the permanent of any
 * square part of it is below 2^x, where x is the sum over the rows of the part, or over its
 * columns, and 0.01 more. */
pm_status pm_bound_lines(double *row, double *col, const struct pm_matrix *a);
