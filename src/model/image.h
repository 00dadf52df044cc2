/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A matrix in the form that an engine uses: its entries are values of one number type, stored by
 * rows and by columns.
 *
 * Modular types take integer entries.  PM_MOD also takes rationals whose denominators p does not
 * divide.  A Gaussian entry a + bi becomes a + b iota.  Floating types first scale rows and columns
 * by powers of two, so that the largest entry of every row and column is near 1 (balance.h).  Then
 * each entry is rounded once, and its radius contains the error: per(matrix) = 2^exp per(image). */
#pragma once

#include "model/matrix.h"
#include "num/number.h"

struct pm_image {
    struct pm_ring ring;
    int rows, cols, nnz;
    const int *row_start, *row_col; /* the matrix's own arrays, not to be freed */
    int *col_start, *col_row;       /* cols + 1, nnz */
    void *row_val, *col_val;        /* T[nnz], in the order of row_col and col_row */
    int64_t exp;
};

/* The image of `a` over `ring`; `a` must exist as long as the image.  PM_DOMAIN: p divides a
 * denominator.  PM_UNABLE: PM_WRAP cannot hold an entry that is not a real integer. */
pm_status pm_image_new(struct pm_image **image, const struct pm_matrix *a,
                       const struct pm_ring *ring);

/* The same for a symmetric matrix and its hafnian: row i and column i get the same scale, so
 * haf(matrix) = 2^exp haf(image). */
pm_status pm_image_symmetric(struct pm_image **image, const struct pm_matrix *a,
                             const struct pm_ring *ring);
void pm_image_free(struct pm_image *image); /* NULL is fine */

/* Bytes of one T. */
size_t pm_image_number_size(enum pm_number number);
