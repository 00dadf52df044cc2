/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The vertices of closed curves on a torus without which the graph is planar, in random draws
 * (dissection.h).  The sums over matchings are those of four matrices, with the signs of the torus.
 * Some of these have no inverse: on a square lattice with even sides, one has none.  So each gets a
 * border with random entries (separator.h). */
#pragma once

#include "engine/planar/separator.h"

struct pm_curve {
    struct pm_separator sheet[4];
    bool minus[4]; /* the sum of this sheet is subtracted */
    int other;     /* sheet 0, or else this one, suits the rest of the graph */
    int vertices;  /* of the graph; those of the border have the numbers that follow */
};

/* Sets up the curves with the vertices ring[].  PM_UNABLE: there is no such inverse, or too little
 * memory.  The caller must free *curve. */
pm_status pm_curve_new(struct pm_curve **curve, const struct pm_matrix *a, enum pm_kind kind,
                       const struct pm_sheets *sheets, const struct pm_adjacent *graph,
                       const int *ring, int length, const struct pm_limits *limits);
void pm_curve_free(struct pm_curve *curve); /* NULL is fine */

/* *k = the matrix with its signs in one set. */
pm_status pm_curve_signed(struct pm_matrix **k, const struct pm_matrix *a,
                          const struct pm_signs *signs);
