/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lists matchings of a matrix some of whose lines are copies of each other. */
#pragma once

#include "model/problem.h"

/* As pm_list(), for a matrix with rows <= cols.  Rows from twin_row on, and columns from twin_col
 * on, are copies of each other but for lines with one entry: of the matchings that only exchange
 * copies, one is listed.  INT_MAX: there are none.  Of a hafnian, the rows count. */
pm_status pm_list_matrix(const struct pm_matrix *a, enum pm_kind kind, int twin_row, int twin_col,
                         pm_visit *visit, void *visitor);
