/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Vertices by their names, in the order in which the names come. */
#ifndef PM_READ_NAMES_H
#define PM_READ_NAMES_H

#include "model/graph.h"
#include "read/word.h"

/* A hash table with open addressing over the names of a graph.  All zero but for the graph. */
struct pm_names {
    struct pm_graph *graph;
    int *slot; /* 1 + a vertex, 0: empty */
    size_t slots;
};

void pm_names_clear(struct pm_names *names);

/* *vertex = the one of that name, which is added where it is new. */
pm_status pm_names_vertex(int *vertex, struct pm_names *names, struct pm_word name);

#endif
