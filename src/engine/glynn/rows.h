/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rows that Glynn's formula adds up, in exact arithmetic: bordered, scaled, and divided by a
 * pivot column. */
#pragma once

#include "model/matrix.h"
#include "num/gauss.h"

enum {
    PM_ROWS_LEAST = 11, /* smaller matrices are bordered by ones on the diagonal up to this order */
};

/* Returns the order of the bordered matrix for a matrix of order n. */
int pm_rows_order(int n);

/* An exact square matrix with scaled rows and columns:
 *     per(original) = 2^exp factor per(this). */
struct pm_rows {
    int n, parts;
    fmpq *part[2]; /* re, im: [n * n]; im NULL where parts is 1 */
    int64_t exp;
    struct pm_gauss factor;
    int pivot;       /* the column whose two signs are combined */
    int ones, zeros; /* the first `ones` rows of the walk have pivot 1; rows up to `zeros` have
                      * pivot 0; the others have any pivot */
    int order[64];   /* rows in the order of the walk */
};

/* Copies `a`, bordered by ones on the diagonal, and scales rows and columns by powers of two, so
 * that the largest entry of each is near 1.  Rows keep their order and are not divided. */
pm_status pm_rows_load(struct pm_rows *rows, const struct pm_matrix *a, int parts);

/* Divides row i by its entry in column c, and multiplies the factor by it. */
void pm_rows_divide(struct pm_rows *rows, int i, int c);

/* Loads, chooses a pivot and divides the rows by it. */
pm_status pm_rows_init(struct pm_rows *rows, const struct pm_matrix *a, int parts);

/* Does the same as pm_rows_init() for a real matrix whose rows and columns are already scaled. */
pm_status pm_rows_scaled(struct pm_rows *rows, const struct pm_matrix *a);
void pm_rows_clear(struct pm_rows *rows);

/* column[0 .. n - 2] = all columns but the pivot, by ascending weight. */
void pm_rows_sort_columns(int *column, const double *weight, int n, int pivot);
