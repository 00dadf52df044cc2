/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Eigenvalues of symmetric matrices in double arithmetic, without proofs: for conditions that hold
 * up to roundings, and for random numbers with a given covariance matrix. */
#pragma once

#include "base/status.h"

#include <complex.h>

/* *least and *most of the eigenvalues of a Hermitian matrix h[n][n]; 1 and 1 for n = 0. */
pm_status pm_eigen_range(double *least, double *most, const double complex *h, int n);

/* to[n][n] = the function f of the symmetric matrix a[n][n]: f of the eigenvalues, with the same
 * eigenvectors.  They may be the same array. */
pm_status pm_eigen_map(double *to, const double *a, int n, double (*f)(double));
