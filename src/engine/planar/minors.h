/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All minors of one line (row or column) of a dense matrix of residues, by a single elimination. */
#ifndef PM_ENGINE_PLANAR_MINORS_H
#define PM_ENGINE_PLANAR_MINORS_H

#include "num/part.h"

/* A square matrix by rows, and working memory.  All arrays belong to the caller. */
struct pm_minors {
    const struct pm_ring *ring;
    int size;
    uint64_t *a;    /* size x size residues, in the form of the ring */
    uint64_t *work; /* size x size numbers */
    uint64_t *null; /* size numbers */
    int *order;     /* size numbers */
};

/* minor[j] = the determinant of the matrix without row `line` and column j.  If `column` is true:
 * without column `line` and row j. */
void pm_minors_of_line(uint64_t *minor, const struct pm_minors *m, int line, bool column);

/* minor[j] = the Pfaffian of a skew-symmetric matrix without the rows and columns `line` and j;
 * minor[line] = 0. */
void pm_minors_of_pair(uint64_t *minor, const struct pm_minors *m, int line);

#endif
