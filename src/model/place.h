/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where the vertices of a graph lie in the plane, and along which way an edge goes: from the
 * coordinates that their names are made of ("3,5"), a linear map of these to the plane, and the
 * periods of coordinates that close to a ring. */
#ifndef PM_MODEL_PLACE_H
#define PM_MODEL_PLACE_H

#include "base/status.h"

#include <stddef.h>

enum { PM_PLACE_DIMS = 64 };

struct pm_place {
    int dims;                                  /* coordinates of a vertex; 0: not said */
    double x[PM_PLACE_DIMS], y[PM_PLACE_DIMS]; /* the map */
    int periods;                               /* 0: none are given */
    int period[PM_PLACE_DIMS];                 /* 0: the coordinate does not close */
    int *at;                                   /* the coordinates of all vertices */
};

/* Takes a line "%place A,B,... C,D,..." (x = A i + B j + ..., y = C i + D j + ...) or "%period
 * M,N,..." into *place, which is made where it is NULL; other lines that are comments mean nothing.
 * PM_INPUT. */
pm_status pm_place_line(struct pm_place **place, const char *line);

/* Once all n vertices are known: takes their coordinates out of their names, of which that of v is
 * names + name[v]; name NULL: they have none.  PM_INPUT where a name is not made of as many
 * integers. */
pm_status pm_place_finish(struct pm_place *place, int n, const char *names, const size_t *name);

/* Where vertex v lies, and the way from u to v, the shortest one where coordinates close. */
void pm_place_at(const struct pm_place *place, int v, double *x, double *y);
void pm_place_way(const struct pm_place *place, int u, int v, double *x, double *y);

void pm_place_free(struct pm_place *place); /* NULL is fine */

#endif
