/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A rotation system: the neighbours of every vertex in their order around it, in one sense for all
 * vertices.  It is an embedding in some closed surface, which its faces tell. */
#ifndef PM_MODEL_ROTATION_H
#define PM_MODEL_ROTATION_H

#include "model/matrix.h"

#include <stdio.h>

/* Vertices are, of a permanent, rows 0 .. n - 1 and columns n .. 2n - 1; of a hafnian, 0 .. n - 1.
 * The neighbours of v are to[start[v]] .. to[start[v + 1] - 1]. */
struct pm_rotation {
    int vertices;
    int *start, *to;
};

/* The neighbours in the order of the entries of `a`, which is of no use yet; a symmetric matrix is
 * of a hafnian, any other square one of a permanent. */
pm_status pm_rotation_new(struct pm_rotation **rotation, const struct pm_matrix *a, bool symmetric);

/* Writes the neighbours of all vertices as numbers from 1, a blank before each; reads them, for a
 * matrix with these neighbours: PM_INPUT where that is not what the text lists. */
void pm_rotation_write(FILE *file, const struct pm_rotation *rotation);
pm_status pm_rotation_read(struct pm_rotation **rotation, const struct pm_matrix *a, bool symmetric,
                           const char *text);
void pm_rotation_free(struct pm_rotation *rotation); /* NULL is fine */

#endif
