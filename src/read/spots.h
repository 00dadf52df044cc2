/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Positions that an input gives the vertices of a graph. */
#pragma once

#include "model/graph.h"
#include "read/word.h"

struct pm_spots {
    double *at; /* x and y of each vertex */
    size_t room;
    int count; /* vertices that have a position */
};

/* Gives a vertex its position, once.  Words that are no numbers give none. */
pm_status pm_spots_put(struct pm_spots *layout, int vertex, struct pm_word x, struct pm_word y);

/* Gives the graph its positions, if all vertices have one.  Clears the layout. */
void pm_spots_finish(struct pm_spots *layout, struct pm_graph *graph);
