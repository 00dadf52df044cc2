/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A graph or digraph as it was read: named vertices, and a list of edges with exact weights.
 * Parallel edges and loops are kept.  A question turns it into a problem: perfect matchings into
 * the permanent of the biadjacency matrix or the hafnian of the adjacency matrix, cycle covers into
 * the permanent of the adjacency matrix. */
#pragma once

#include "model/matrix.h"
#include "model/place.h"
#include "model/rotation.h"

/* Indices of graphs that have no number: nothing, or a line without a number, begins the graph in
 * its input. */
enum { PM_INDEX_NONE = -1, PM_INDEX_OPEN = -2 };

/* What an input says of an edge: nothing, that it has no direction, or that it is an arc from
 * from[k] to to[k].  The question decides where the input says nothing (pm_graph_settle()). */
enum pm_direction { PM_UNSAID, PM_UNDIRECTED, PM_DIRECTED };

/* What the weights are while they are read: numbers; exponents, or numbers, until the first term;
 * packed terms (variable.h). */
enum pm_weights { PM_WEIGHTS_NUMBERS, PM_WEIGHTS_EXPONENTS, PM_WEIGHTS_EITHER, PM_WEIGHTS_TERMS };

struct pm_graph {
    const char *format;          /* what was read (formats.h); NULL: nothing */
    uint64_t memory;             /* bytes that its reader was allowed; 0: any number */
    double seconds;              /* that it was allowed, and positions are; 0: any time */
    bool listed;                 /* read from a list of edges, whose columns may be two sides */
    bool directed;               /* settled: some edges are arcs, or would be */
    enum pm_direction direction; /* of the edges that are added next; a reader sets it */
    enum pm_direction said;      /* settled: what the input says of all edges */
    unsigned char *of_edge;      /* enum pm_direction of each edge; after pm_graph_settle() NULL
                                  * unless there are both edges and arcs */
    size_t of_edge_room;
    int left; /* vertices 0 .. left - 1 are one side, according to the file; -1: not said */
    pm_field field;
    struct pm_triplets edge; /* rows: from, cols: to; both sizes are the number of vertices */
    char *names;             /* one after another, each with its NUL */
    size_t names_length, names_room;
    size_t *name; /* where the name of a vertex begins; NULL: vertices are called 1, 2, ... */
    size_t name_room;
    int looped; /* the vertices from this one on stand for loops, which are edges to them (loops.c);
                 * 0: there are none */
    int64_t index;              /* the number that the input gives this graph, or one of these */
    struct pm_place *place;     /* positions of the vertices, taken from their names; NULL: none */
    struct pm_rotation *around; /* of its vertices, without loops and with each neighbour once;
                                 * NULL: the input has none */
    char *note;                 /* what the reader wants to tell the user, one or more lines; NULL:
                                 * nothing */
    char *title;                /* what the input calls the graph; NULL: nothing */
    enum pm_weights weights;
    struct pm_variable *powers;   /* the weights are powers of one variable; NULL: they are not */
    struct pm_molecule *molecule; /* whose skeleton it is; vertices have places there (atoms.h);
                                   * NULL: none */
    double *layout;               /* computed positions, two numbers for each vertex; NULL: none */
};

/* An empty graph without vertices; direction = PM_DIRECTED or PM_UNDIRECTED. */
pm_status pm_graph_new(struct pm_graph **graph, bool directed);

/* Replaces every weight w by x^w, or c*x^k by its value, for pm_coefficients().  `any_degrees`:
 * also for a problem of pm_problem_factors().  PM_INPUT: complex weights, logarithms.  PM_UNABLE:
 * the exponents are too large multiples of one number. */
pm_status pm_graph_to_powers(struct pm_graph *graph, bool any_degrees);

/* After the last edge: edges of which nothing is said are arcs if `arcs`, else edges. */
void pm_graph_settle(struct pm_graph *graph, bool arcs);

/* True if edge k of a settled graph is an arc. */
bool pm_graph_is_arc(const struct pm_graph *graph, size_t k);

/* Removes the edges k for which removed[k]. */
void pm_graph_remove(struct pm_graph *graph, const bool *removed);

/* Adds `count` vertices without names. */
pm_status pm_graph_add_vertices(struct pm_graph *graph, int count);

/* Adds a vertex with a name (length bytes), which is made printable; either all vertices have names
 * or none. */
pm_status pm_graph_add_named(struct pm_graph *graph, const char *name, size_t length);

/* Adds an edge with the direction graph->direction; re and im are as in pm_triplets_add(). */
pm_status pm_graph_add_edge(struct pm_graph *graph, int from, int to, const fmpq_t re,
                            const fmpq *im);

/* Gives a graph without edges those of an adjacency matrix, and its vertices if it has none.
 * PM_INPUT: the matrix is not square, or the graph is undirected and the matrix is not symmetric.
 */
pm_status pm_graph_add_adjacency(struct pm_graph *graph, const struct pm_matrix *a);

/* Gives an empty graph the vertices and the edges of a matrix.  In the first, rows and columns are
 * the two sides; unless that is `sure`, there is a note where the matrix may be an adjacency
 * matrix. In the second, they are the same vertices.  These have the names of rows and columns if
 * all have one, and no two are the same.  PM_INPUT: row and column of one vertex have two names. */
struct pm_problem;
pm_status pm_graph_biadjacency(struct pm_graph *graph, const struct pm_problem *problem, bool sure);
pm_status pm_graph_adjacency(struct pm_graph *graph, const struct pm_problem *problem);

/* at[2 v], at[2 v + 1] = the position of vertex v in a layout by springs whose lengths are shortest
 * distances (Kamada and Kawai, An algorithm for drawing general undirected graphs, Information
 * Processing Letters 31, 1989).  PM_UNABLE: igraph is not there, or finds none. */
pm_status pm_graph_springs(double *at, const struct pm_graph *graph);

/* Adds a line to the notes that are shown to the user. */
pm_status pm_graph_note(struct pm_graph *graph, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Updates the graph's field for one more weight: from pattern to integer, or to real. */
void pm_graph_note_weight(struct pm_graph *graph, const fmpq_t weight, bool decimal);
