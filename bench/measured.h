/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Matrices for measurements. */
#ifndef PM_BENCH_MEASURED_H
#define PM_BENCH_MEASURED_H

#include "model/problem.h"

/* Random numbers in 0 .. below - 1, the same on every machine. */
long bench_draw(uint64_t *state, long below);

/* Sets the next entry, row by row; false if the place is empty.  *im is 0 before. */
typedef bool bench_entry(fmpq *re, fmpq *im, int i, int j, void *context);

pm_status bench_matrix(struct pm_matrix **a, int n, bool complex_values, bench_entry *entry,
                       void *context);

/* Makes a problem that owns the matrix; frees the matrix on failure. */
pm_status bench_problem(pm_problem **problem, struct pm_matrix *a);

#endif
