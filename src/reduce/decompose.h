/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The blocks of the Dulmage-Mendelsohn decomposition of a matrix (Dulmage & Mendelsohn, Canadian J.
 * Math. 10, 1958), found by CXSparse (Pothen & Fan, ACM TOMS 16, 1990). */
#ifndef PM_REDUCE_DECOMPOSE_H
#define PM_REDUCE_DECOMPOSE_H

#include "model/matrix.h"

/* Gives each row (row_name) and each column (col_name) the number of its block, from 0 to
 * rows + cols - 1.  A column without a block gets -1.  If the rows cannot all be matched to
 * different columns, *full is false, and row_name and col_name have no meaning. */
pm_status pm_decompose(int *row_name, int *col_name, bool *full, const struct pm_matrix *a);

#endif
