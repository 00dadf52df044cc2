/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A lattice of given sizes, perhaps with weights and without some vertices, as an edge list. */
#ifndef PM_TOOLS_DRAWING_H
#define PM_TOOLS_DRAWING_H

#include "lattice.h"

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct drawing {
    FILE *out;
    const struct lattice *lattice;
    int size[LATTICE_SIZES];
    unsigned wrapped; /* bit d: dimension d closes to a ring */
    int dims, steps;
    int extent[LATTICE_DIMS];
    uint64_t *hole; /* points that are left out, sorted */
    size_t holes;
    char *weights; /* a copy of the option, cut at its commas; NULL: none */
    const char *weight[LATTICE_DIMS];
};

/* Sets what follows from the lattice and d->size; `periodic`: all of it that can closes to rings.
 */
void lattice_start(struct drawing *d, const struct lattice *lattice, bool periodic);

/* Writes the edge list to d->out. */
void lattice_print(const struct drawing *d);

/* The number of a point of the box, by which holes are sorted. */
uint64_t lattice_number(const struct drawing *d, const int *at);
int lattice_compare(const void *x, const void *y);

/* The coordinates in one name; what follows them in *end; false where it is no name of a vertex. */
bool lattice_parse_point(int *at, const struct drawing *d, const char *text, char **end);

#endif
