/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The moduli of a matrix as doubles near 1, and their Sinkhorn scaling.
 *
 * value[k] is the least double, or hardly more, with |a_ij| <= value[k] 2^(row_exp[i] +
 * col_exp[j]).  So an upper bound of the permanent of these values, times 2^(all), is one of the
 * matrix.  Rows are at most as many as columns.  In a wide matrix the columns are not scaled by
 * powers of two, and n - m rows of ones are thought of below the others: a permanent of the square
 * matrix is (n - m)! times that of the wide one.
 *
 * Sinkhorn's iteration divides rows and columns by their sums in turn (Sinkhorn and Knopp, Pacific
 * J. Mathematics 21, 1967).  It only finds good factors; nothing that is proved depends on it. */
#pragma once

#include "model/matrix.h"

struct pm_positive {
    const struct pm_matrix *a; /* borrowed */
    int rows, cols, ones;      /* ones = cols - rows: rows of ones */
    double *value;             /* of each entry of `a` */
    int64_t all;               /* sum of the exponents of rows and columns */
    double *row, *col;         /* factors that bring the values near doubly stochastic form */
    double one;                /* the same for a row of ones */
    int *start_col, *entry;    /* entries by columns: entry[start_col[j] ..], ascending rows */
    int *row_of;               /* the row of each entry */
};

pm_status pm_positive_init(struct pm_positive *p, const struct pm_matrix *a);
void pm_positive_clear(struct pm_positive *p);
