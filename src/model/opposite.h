/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Cycle covers without cycles of two vertices. */
#pragma once

#include "model/matrix.h"

/* Replaces the adjacency matrix *a of a digraph without loops.  The permanent of the new matrix is
 * the sum over the cycle covers of *a that use no two opposite arcs together.  The new matrix is *a
 * followed by two rows and columns for each of the *pairs pairs of opposite arcs. */
pm_status pm_opposite_forbid(struct pm_matrix **a, int *pairs);
