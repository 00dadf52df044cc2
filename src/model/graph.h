/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A graph or digraph as read: named vertices, and a list of edges with exact weights in which
 * parallel edges and loops stand as they came.  Questions turn it into a problem: perfect matchings
 * into the permanent of the biadjacency matrix or the hafnian of the adjacency matrix, cycle covers
 * into the permanent of the adjacency matrix. */
#ifndef PM_MODEL_GRAPH_H
#define PM_MODEL_GRAPH_H

#include "model/matrix.h"
#include "model/place.h"

struct pm_graph {
    bool directed; /* edge k leads from from[k] to to[k]; else it joins the two */
    int left;      /* vertices 0 .. left - 1 are one side, as the file says; -1: it does not say */
    pm_field field;
    struct pm_triplets edge; /* rows: from, cols: to; both sizes are the number of vertices */
    char *names;             /* one after the other, each with its NUL */
    size_t names_length, names_room;
    size_t *name; /* where the name of a vertex begins; NULL: vertices are called 1, 2, ... */
    size_t name_room;
    int64_t index;          /* what the input calls it; negative: nothing */
    struct pm_place *place; /* where the names put the vertices; NULL: nowhere */
    char *note;             /* what its reader wants said, a line or several; NULL: nothing */
    double *layout;         /* positions, two a vertex, that were made up; NULL: none */
};

/* An empty graph without vertices. */
pm_status pm_graph_new(struct pm_graph **graph, bool directed);

/* Adds `count` vertices without names. */
pm_status pm_graph_add_vertices(struct pm_graph *graph, int count);

/* Adds a vertex with a name (length bytes); either all vertices have names or none. */
pm_status pm_graph_add_named(struct pm_graph *graph, const char *name, size_t length);

/* Adds an edge; re and im as in pm_triplets_add(). */
pm_status pm_graph_add_edge(struct pm_graph *graph, int from, int to, const fmpq_t re,
                            const fmpq *im);

/* Gives an empty graph the edges, or arcs, of an adjacency matrix.  PM_INPUT: it is not square, or
 * not symmetric where there are no directions. */
pm_status pm_graph_add_adjacency(struct pm_graph *graph, const struct pm_matrix *a);

/* Adds a line to what is to be said of the graph to who reads it. */
pm_status pm_graph_note(struct pm_graph *graph, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* The field that a weight asks for: raised from pattern to integer to real as weights come. */
void pm_graph_note_weight(struct pm_graph *graph, const fmpq_t weight, bool decimal);

#endif
