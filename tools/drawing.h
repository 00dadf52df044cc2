/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A lattice of given sizes, optionally with weights and without some vertices, as an edge list. */
#pragma once

#include "lattice.h"

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct mask;

enum { HEIGHT_MOST = 1000 }; /* of the first coordinate, where heights are weighed */

struct drawing {
    FILE *out;
    const struct lattice *lattice;
    int size[LATTICE_SIZES];
    unsigned wrapped; /* bit d: dimension d is cyclic */
    bool mirrored;    /* the first dimension closes to its mirror image */
    int twist;        /* ... or further along the second dimension by so many points */
    int dims, steps;
    int extent[LATTICE_DIMS];
    uint64_t *hole; /* removed points, sorted */
    size_t holes;
    const struct mask *mask; /* of the first two coordinates; NULL: there is none */
    char *weights;           /* a copy of the option, split at its commas; NULL: none */
    const char *weight[LATTICE_DIMS];
    char number[LATTICE_DIMS][24]; /* those that a range gives */
    char *letters;                 /* likewise */
    const char *of_letter[128];    /* weights by direction, with colons; NULL: as other cells */
    long q[2];                     /* numerator and denominator; 0: none */
    bool q_is_x;                   /* it is the variable x of countmatch */
    unsigned short *signs;         /* of nrand48(), for weights 1 and -1 at random; NULL: none */
};

/* Computes members from the lattice and d->size.  `periodic`: every dimension that can be cyclic
 * is. */
void lattice_start(struct drawing *d, const struct lattice *lattice, bool periodic);

/* Writes the edge list to d->out. */
void lattice_print(const struct drawing *d);

/* The number of a point of the box; holes are sorted by it. */
uint64_t lattice_number(const struct drawing *d, const int *at);
int lattice_compare(const void *x, const void *y);

/* Reads the coordinates in one name; *end = the text after them.  False: it is no name of a
 * vertex. */
bool lattice_parse_point(int *at, const struct drawing *d, const char *text, char **end);
