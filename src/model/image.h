/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A matrix as an engine sees it: its entries turned into values of one number type, by rows and
 * by columns.
 *
 * Modular types take integer entries (PM_MOD also rationals whose denominators p does not divide);
 * a Gaussian entry a + bi becomes a + b iota.  Floating types first scale rows and columns by
 * powers of two, so that the largest entry of every row and column lies near 1 (balance.h), and
 * round each entry once, the error in its radius: per(matrix) = 2^exp per(image). */
#ifndef PM_MODEL_IMAGE_H
#define PM_MODEL_IMAGE_H

#include "model/matrix.h"
#include "num/number.h"

struct pm_image {
    struct pm_ring ring;
    int rows, cols, nnz;
    const int *row_start, *row_col; /* the matrix's own arrays: borrowed */
    int *col_start, *col_row;       /* cols + 1, nnz */
    void *row_val, *col_val;        /* T[nnz], in the order of row_col and col_row */
    int64_t exp;
};

/* The image of `a` (borrowed while the image lives) over `ring`.  PM_DOMAIN where p divides a
 * denominator; PM_UNABLE for PM_WRAP and an entry that is no real integer. */
pm_status pm_image_new(struct pm_image **image, const struct pm_matrix *a,
                       const struct pm_ring *ring);

/* The same of a symmetric matrix, for its hafnian: row i and column i are scaled alike, so that
 * haf(matrix) = 2^exp haf(image). */
pm_status pm_image_symmetric(struct pm_image **image, const struct pm_matrix *a,
                             const struct pm_ring *ring);
void pm_image_free(struct pm_image *image); /* NULL is fine */

/* Bytes of one T. */
size_t pm_number_size(enum pm_number number);

#endif
