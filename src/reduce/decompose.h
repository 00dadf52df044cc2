/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which rows and columns of a matrix stand together: the blocks of its Dulmage-Mendelsohn
 * decomposition (Dulmage & Mendelsohn, Canadian J. Math. 10, 1958), by libraries.
 *
 * Square matrices of full structural rank have only the fine decomposition, the block triangular
 * form, which BTF of SuiteSparse computes (Duff, ACM TOMS 7, 1981; Duff & Reid, ACM TOMS 4, 1978).
 * CXSparse decomposes all others (Pothen & Fan, ACM TOMS 16, 1990). */
#ifndef PM_REDUCE_DECOMPOSE_H
#define PM_REDUCE_DECOMPOSE_H

#include "model/matrix.h"

/* Gives all rows (row_name) and columns (col_name) of one block the same name, a number from 0 to
 * rows + cols - 1; the name of a column without a block is -1.  *full is false, and there are no
 * names, where not all rows can have columns of their own.  pm_decompose_square() takes square
 * matrices alone. */
pm_status pm_decompose_square(int *row_name, int *col_name, bool *full, const struct pm_matrix *a);
pm_status pm_decompose(int *row_name, int *col_name, bool *full, const struct pm_matrix *a);

/* *match = a maximum matching: the row of each column, then the column of each row, -1 where there
 * is none.  The caller's, to be released with free(). */
pm_status pm_decompose_match(int **match, const struct pm_matrix *a);

#endif
