/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Nested rows: the columns of a matrix have an order in which the entries of every row stand in the
 * first places, or in the last ones.  Staircases and chain graphs are such, and submatrices of
 * them. */
#ifndef PM_MODEL_NESTED_ORDER_H
#define PM_MODEL_NESTED_ORDER_H

#include "model/matrix.h"

struct pm_nested {
    int rows, cols;
    int prefixes; /* rows in the first places; the others are suffixes */
    int *column;  /* cols: the columns in order */
    int *row;     /* rows: the prefixes, the shortest first, then the suffixes likewise */
    int *edge; /* of each in that order: how many places a prefix has; how many a suffix leaves free
                */
};

/* *nested = the order of the columns of `a`, NULL where there is none.  It takes time and memory in
 * proportion to the entries, up to a sort of the lines. */
pm_status pm_nested_new(struct pm_nested **nested, const struct pm_matrix *a);
void pm_nested_free(struct pm_nested *nested); /* NULL is fine */

#endif
