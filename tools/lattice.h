/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lattices as a table: a box of integer points, which of them are vertices, and steps from a point
 * to its neighbours. */
#pragma once

#include <stdbool.h>

enum { LATTICE_DIMS = 40, LATTICE_SIZES = 3, LATTICE_STEPS = 4, LATTICE_COORDINATES = 4 };

struct lattice {
    const char *name;
    const char *sizes; /* their names, for the usage line */
    const char *what;
    const char *known; /* sequences of the OEIS with its counts, or a formula; NULL: none */
    int size_count, least, most; /* number of sizes, and their range */
    int dims;                    /* 0: the first size is the number */
    unsigned wrapped;            /* bit d: dimension d is cyclic */
    unsigned closes;             /* the same with --periodic; 0: not available */
    /* Sets the box; NULL: the sizes are the box. */
    void (*box)(int *extent, const int *size);
    /* True for points of the box that are vertices; NULL: all are. */
    bool (*inside)(const int *at, const int *size);
    /* True if two points have an edge, of the first weight; NULL: the steps say it. */
    bool (*joined)(const int *one, const int *other);
    /* The mirror image of a point, which keeps the first coordinate, modulo the box: each other
     * coordinate is a number plus multiples of all coordinates.  All 0: there is none. */
    signed char mirror[LATTICE_COORDINATES][LATTICE_COORDINATES + 1];
    bool mirrored; /* the first direction closes to the mirror image */
    bool heights;  /* tilings have heights that edges of the first step alone can weigh */
    int steps;     /* 0: a unit step in every dimension */
    signed char step[LATTICE_STEPS][LATTICE_COORDINATES];
    /* How far each coordinate moves a point to the right, and down, in a picture.  All 0: each
     * dimension gets a direction of its own; with joined(), the program that draws chooses. */
    double place[2][LATTICE_COORDINATES];
};

/* Ends with a NULL name. */
extern const struct lattice lattices[];
