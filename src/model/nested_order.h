/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Nested rows: the columns of a matrix can be ordered so that the entries of every row are in the
 * first places (a prefix) or in the last places (a suffix).  Examples are staircases, chain graphs
 * and their submatrices. */
#ifndef PM_MODEL_NESTED_ORDER_H
#define PM_MODEL_NESTED_ORDER_H

#include "model/matrix.h"

struct pm_nested {
    int rows, cols;
    int prefixes; /* the number of rows that are prefixes; the others are suffixes */
    int *column;  /* cols: the columns in order */
    int *row;     /* rows: prefixes by ascending length, then suffixes by ascending length */
    int *edge; /* for each row in that order: the length of a prefix, or the number of places before
                * a suffix */
};

/* *nested = the order of the columns of `a`; NULL where there is none.  Time and memory are linear
 * in the entries, apart from sorting rows and columns. */
pm_status pm_nested_new(struct pm_nested **nested, const struct pm_matrix *a);
void pm_nested_free(struct pm_nested *nested); /* NULL is fine */

#endif
