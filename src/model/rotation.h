/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A rotation system: the cyclic order of the neighbours around every vertex.  The ends of an edge
 * use the same direction, clockwise or counterclockwise, unless the edge is twisted.  It defines an
 * embedding in a closed surface; its faces tell which surface. */
#pragma once

#include "model/matrix.h"

#include <stdio.h>

/* The vertices of a permanent are rows 0 .. n - 1 and columns n .. 2n - 1; those of a hafnian are 0
 * .. n - 1.  The neighbours of v are to[start[v]] .. to[start[v + 1] - 1]. */
struct pm_rotation {
    int vertices;
    int *start, *to;
    bool *twisted; /* for each neighbour: the edge to it is twisted; NULL: no edge is */
};

/* Makes a rotation with the neighbours in the order of the entries of `a`; the caller must put them
 * into a useful order.  A symmetric matrix stands for a hafnian, another square one for a
 * permanent. */
pm_status pm_rotation_new(struct pm_rotation **rotation, const struct pm_matrix *a, bool symmetric);

/* Writes the neighbours of all vertices as numbers from 1, with a blank before each, and '~' before
 * those at twisted edges.  Reads them for a matrix that has these neighbours.  PM_INPUT: the text
 * lists others. */
void pm_rotation_write(FILE *file, const struct pm_rotation *rotation);
pm_status pm_rotation_read(struct pm_rotation **rotation, const struct pm_matrix *a, bool symmetric,
                           const char *text);
void pm_rotation_free(struct pm_rotation *rotation); /* NULL is fine */
