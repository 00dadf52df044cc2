/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds vertices by their names, and numbers new names in order of appearance.  The first and the
 * second end of an edge may have names of their own. */
#pragma once

#include "model/graph.h"
#include "read/word.h"

/* A hash table with open addressing over the names of a graph.  Initialise all members but the
 * graph to zero. */
struct pm_names {
    struct pm_graph *graph;
    int *slot; /* 1 + a vertex, 0: empty */
    size_t slots;
    bool alone;   /* some vertices were named without an edge */
    bool sided;   /* first ends are vertices of one side, second ends of the other */
    char *second; /* whether a vertex is of the second side; NULL where not sided */
    size_t second_room;
};

struct pm_graph_reader;

void pm_names_clear(struct pm_names *names);

/* *vertex = the vertex with that name; a new name becomes a new vertex. */
pm_status pm_names_vertex(int *vertex, struct pm_names *names, struct pm_word name);

/* The same for the two ends of an edge. */
pm_status pm_names_ends(int *from, int *to, struct pm_names *names, struct pm_word first,
                        struct pm_word second);

/* All edges are added: the vertices of the first side become the first ones.  Fails, without a
 * place, where the user must say whether there are two sides. */
pm_status pm_names_finish(struct pm_names *names, const struct pm_graph_reader *reader);
