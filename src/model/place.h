/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Positions of the vertices of a graph in the plane, and directions of edges.  They are computed
 * from the coordinates in the vertices' names ("3,5"), a linear map of these to the plane, the
 * periods of coordinates that are cyclic, and a seam: a map of the coordinates that goes from
 * points to the same points, round a twisted torus or a Klein bottle. */
#pragma once

#include "base/status.h"

#include <stddef.h>
#include <stdint.h>

enum { PM_PLACE_DIMS = 64 };

struct pm_place {
    int dims;                                  /* coordinates of a vertex; 0: not known */
    double x[PM_PLACE_DIMS], y[PM_PLACE_DIMS]; /* the map */
    int periods;                               /* length of period[]: 0 or dims */
    int period[PM_PLACE_DIMS];                 /* 0: the coordinate is not cyclic */
    int seams;                                 /* length of a list in seam[]: 0 or dims */
    int64_t *seam; /* of dims + 1 lists: the image of the origin, then of each unit step */
    int *at;       /* the coordinates of all vertices */
};

/* Stores a line "%place A,B,... C,D,..." (x = A i + B j + ..., y = C i + D j + ...) or "%period
 * M,N,..." or "%seam A,B,... C,D,... ..." in *place, which is allocated if it is NULL.  Other
 * comment lines are ignored.  Error: PM_INPUT. */
pm_status pm_place_line(struct pm_place **place, const char *line);

/* True for such a line where *place has one of its kind; place NULL: there is none. */
bool pm_place_repeats(const struct pm_place *place, const char *line);

/* Call this when all n vertices are known.  Reads their coordinates from their names: names +
 * name[v] for vertex v; name NULL: vertices have no names.  PM_INPUT: a name does not consist of
 * the right number of integers. */
pm_status pm_place_finish(struct pm_place *place, int n, const char *names, const size_t *name);

/* True if the drawing is on a closed surface. */
bool pm_place_closes(const struct pm_place *place);

/* pm_place_at(): the position of vertex v.  pm_place_way(): the displacement from u to v, which is
 * the shortest one if there are periods or a seam; true if it ends in a mirror image. */
void pm_place_at(const struct pm_place *place, int v, double *x, double *y);
bool pm_place_way(const struct pm_place *place, int u, int v, double *x, double *y);

void pm_place_free(struct pm_place *place); /* NULL is fine */
