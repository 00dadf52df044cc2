/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Matrices of which most entries are products u_i v_j. */
#pragma once

#include "model/matrix.h"

struct pm_outer {
    int rows, cols;
    fmpq *u, *v;
};

/* *found = whether one number is the quotient of most entries of each row by those of this row, and
 * then one number that of most entries of each column by u.  The numbers are not 0.  The caller
 * must clear *outer in any case. */
pm_status pm_outer_find(struct pm_outer *outer, bool *found, const struct pm_matrix *a, int row);
void pm_outer_clear(struct pm_outer *outer);

/* The place of the only candidate for the value of more than half of them, or -1. */
int pm_outer_majority(const fmpq *value, int count);
