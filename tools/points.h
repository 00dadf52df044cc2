/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Points of the plane or of space, and edges between those at one distance. */
#pragma once

#include "cli.h"

#include <stdio.h>

struct point {
    double at[3];
    long number, line; /* among the points, from 1, and in the file */
};

struct points {
    struct point *point; /* sorted by their coordinates */
    long count;
    double distance;
};

/* Reads --points: a point on each line, two or three numbers.  The distance is --distance, or that
 * of the nearest points.  Returns an exit status, after a message.  The caller must free
 * points->point. */
int points_read(struct points *points, const struct cli *cli);

/* Writes the graph as GML, which has positions. */
void points_print(FILE *out, const struct points *points);
