/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lattices as a table: a box of integer points, some of them inside the region, and steps that lead
 * from a point to its neighbours. */
#ifndef PM_TOOLS_LATTICE_H
#define PM_TOOLS_LATTICE_H

#include <stdbool.h>

enum { LATTICE_DIMS = 40, LATTICE_SIZES = 3, LATTICE_STEPS = 4, LATTICE_COORDINATES = 4 };

struct lattice {
    const char *name;
    const char *sizes; /* their names, for the usage */
    const char *what;
    int size_count, least, most; /* sizes and their range */
    int dims;                    /* 0: as many as the first size says */
    unsigned wrapped;            /* bit d: dimension d closes to a ring */
    unsigned closes;             /* the same, with --periodic; 0: it has no such form */
    /* The box; NULL: the sizes. */
    void (*box)(int *extent, const int *size);
    /* Which points of the box are vertices; NULL: all. */
    bool (*inside)(const int *at, const int *size);
    int steps; /* 0: a unit step in every dimension */
    signed char step[LATTICE_STEPS][LATTICE_COORDINATES];
    /* How many times each coordinate counts to the right and down in a picture; all 0: dimension d
     * goes in a direction of its own. */
    double place[2][LATTICE_COORDINATES];
};

/* Terminated by a NULL name. */
extern const struct lattice lattices[];

#endif
