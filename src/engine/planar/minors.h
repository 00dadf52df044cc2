/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All minors of one line of a dense matrix of residues, by a single elimination. */
#ifndef PM_ENGINE_PLANAR_MINORS_H
#define PM_ENGINE_PLANAR_MINORS_H

#include "num/part.h"

/* A square matrix by rows, and working memory. */
struct pm_minors {
    const struct pm_ring *ring;
    int size;
    uint64_t *a;    /* size x size, in the form of the ring; belongs to the caller */
    uint64_t *work; /* size x size */
    uint64_t *null; /* size */
    int *order;     /* size */
};

/* minor[j] = the determinant without row `line` and column j; with `column`, for the transposed
 * matrix. */
void pm_minors_of_line(uint64_t *minor, const struct pm_minors *m, int line, bool column);

/* The same for the Pfaffian of a skew-symmetric matrix without the rows and columns `line` and j;
 * minor[line] = 0. */
void pm_minors_of_pair(uint64_t *minor, const struct pm_minors *m, int line);

#endif
