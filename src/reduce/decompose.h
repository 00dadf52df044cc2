/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The blocks of the Dulmage-Mendelsohn decomposition of a matrix (Dulmage & Mendelsohn, Canadian J.
 * Math. 10, 1958): of a square matrix found by BTF (Davis & Palamadai Natarajan, ACM TOMS 37,
 * 2010), of others by CXSparse (Pothen & Fan, ACM TOMS 16, 1990).  For graphs that are not
 * bipartite, the edges that no largest matching uses (edmonds.c). */
#pragma once

#include "model/blossom.h"
#include "model/matrix.h"

/* Gives each row (row_name) and each column (col_name) the number of its block, from 0 to
 * rows + cols - 1.  A column without a block gets -1.  If the rows cannot all be matched to
 * different columns, *full is false, and row_name and col_name have no meaning. */
pm_status pm_decompose(int *row_name, int *col_name, bool *full, const struct pm_matrix *a);

/* The order of rows and columns that makes a matrix block upper triangular.  Block b has the rows
 * row[row_start[b]] .. row[row_start[b + 1] - 1], and columns likewise.  `rank` entries are the
 * most with no two in one row or column. */
struct pm_block_form {
    int blocks, rank;
    bool horizontal; /* the first block has more columns than rows, and no other block has */
    bool vertical;   /* the last block has more rows than columns, and no other block has */
    int *row, *col, *row_start, *col_start;
};

/* Clear the form with pm_decompose_form_clear(). */
pm_status pm_decompose_form_find(struct pm_block_form *form, const struct pm_matrix *a);
void pm_decompose_form_clear(struct pm_block_form *form);

/* keep[k] = some largest matching uses edge k of the forest's graph; *forbidden = the number of
 * others.  The forest has a largest matching.  label[v] says whether a tree from a free vertex
 * reaches v; NULL: the matching is perfect.  After 2e8 steps, edges that were not looked at are
 * kept. */
pm_status pm_edmonds_forbidden(int *forbidden, bool *keep, struct pm_forest *f, const char *label);
