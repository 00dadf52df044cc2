/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds vertices by their names, and numbers new names in order of appearance. */
#pragma once

#include "model/graph.h"
#include "read/word.h"

/* A hash table with open addressing over the names of a graph.  Initialise all members but the
 * graph to zero. */
struct pm_names {
    struct pm_graph *graph;
    int *slot; /* 1 + a vertex, 0: empty */
    size_t slots;
};

void pm_names_clear(struct pm_names *names);

/* *vertex = the vertex with that name; a new name becomes a new vertex. */
pm_status pm_names_vertex(int *vertex, struct pm_names *names, struct pm_word name);
