/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The lines of a matrix as the vertices of a graph: of a permanent rows, then columns; of a hafnian
 * the rows, which are the columns. */
#ifndef PM_MODEL_LINES_H
#define PM_MODEL_LINES_H

#include "model/problem.h"

/* Vertex v is adjacent to to[start[v]] .. to[start[v + 1] - 1]. */
struct pm_lines {
    int count, rows;
    int *start, *to;
};

pm_status pm_lines_new(struct pm_lines *lines, const struct pm_matrix *a, enum pm_kind kind);
void pm_lines_clear(struct pm_lines *lines);

#endif
