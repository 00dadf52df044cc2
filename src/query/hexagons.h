/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The hexagons of a graph: its cycles of six vertices without a chord.  In benzenoids and in
 * fullerenes these are the faces with six sides. */
#pragma once

#include "model/adjacent.h"

#include <stddef.h>

struct pm_hexagons {
    size_t count, room;
    int (*at)[6]; /* the vertices of each, around it */
};

/* Finds all; *hexagons is empty at first.  Clear it also after a failure. */
pm_status pm_hexagons_find(struct pm_hexagons *hexagons, const struct pm_adjacent *graph);
void pm_hexagons_clear(struct pm_hexagons *hexagons);
