/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Matrices as calls, as Sage, SymPy and Maple print them: Matrix(2, 2, [[1, 2], [3, 4]]). */
#pragma once

#include "read/formats.h"

/* True for the name of such a call. */
bool pm_matrix_call_begins(struct pm_word word);

/* Reads the next matrix, perhaps after NAME =, as an item of its own. */
pm_status pm_matrix_call_read(struct pm_problem **problem, struct pm_graph_reader *reader);
