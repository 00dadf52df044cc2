/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Formats of graphs and of matrices: the state of a reader, the readers, and how each format is
 * recognised.  A reader returns the next graph or matrix of its source; NULL at the end. */
#pragma once

#include "model/graph.h"
#include "model/problem.h"
#include "read/edge.h"
#include "read/beginning.h"
#include "read/source.h"
#include "read/tokens.h"

enum pm_matrix_as {
    PM_AS_EITHER,
    PM_AS_BIADJACENCY,
    PM_AS_ADJACENCY,
    PM_AS_MOLECULE, /* from here on for molecules */
    PM_AS_SKELETON,
};

struct pm_format;

struct pm_graph_reader {
    const struct pm_format *format; /* NULL: not recognised yet */
    struct pm_source *source;
    enum pm_matrix_as as; /* which matrix of a graph the input contains */
    bool directed;        /* edges without a direction are read as arcs */
    bool undirected;      /* ... they are not, although arcs are asked about */
    bool from_zero;       /* vertices without names are called 0, 1, ..., not 1, 2, ... */
    bool logs;            /* numbers are logarithms */
    enum pm_weights weights;
    bool any_degrees;    /* with powers as weights: for subgraphs with given degrees, too */
    const char *missing; /* the number for those that are missing; NULL: they are refused */
    const char *columns; /* titles of columns of edges, with commas; NULL: known ones */
    bool said;           /* the caller has named the format */
    bool strict;         /* the format was found by rules for all lines */
    bool trial;    /* the input is the beginning of another one, to see whether the format fits */
    bool whole;    /* ... all of it */
    bool begun;    /* the format is known, and there is something to read */
    uint64_t done; /* number of graphs or matrices read */
    bool titled;   /* edge lists: the first graph has a title */
    bool skipped;  /* the last record was bad, and the next one can be read */
    char *skipped_title; /* of that record; NULL: none */
    bool in_stream;      /* molecules: an earlier record was read */
    bool wide;           /* a matrix in text had, or the next one has, several columns */
    bool tall;           /* ... or several rows without a blank line between them */
    bool uneven;         /* matrices in text have different numbers of columns, or names */
    int cols;            /* columns of the last one */
    bool more;           /* another one follows, in a format whose files usually hold one */
    /* For incremental sparse6: the previous graph; an edge is smaller end 2^32 + larger end. */
    int last_order;
    size_t last_edges, last_room;
    uint64_t *last;
    bool high_first;         /* planar_code: the high byte of a pair comes first */
    struct pm_tokens tokens; /* of a text that is not made of lines; no language: not begun */
    void *state;             /* of the format's reader; NULL: none */
    void (*state_free)(void *state);
};

typedef pm_status pm_graph_read(struct pm_graph **graph, struct pm_graph_reader *reader);
typedef pm_status pm_matrix_read(struct pm_problem **problem, struct pm_graph_reader *reader);

/* What a format holds: graphs, or matrices of which it is known whether they are adjacency
 * matrices; numbers alone; lists of edges in lines (edge_list.c). */
enum pm_holds {
    PM_HOLDS_GRAPH,
    PM_HOLDS_NUMBERS,
    PM_HOLDS_EDGES,
    PM_HOLDS_COLUMNS,
    PM_HOLDS_NEIGHBOURS,
    PM_HOLDS_HEADS
};

struct pm_format {
    const char *name;       /* the NAME in --format=NAME and the manual */
    const char *what;       /* one line for --help and the manual */
    const char *ends;       /* endings of file names after the last dot, separated by blanks */
    bool many;              /* a file may hold several graphs or matrices */
    const char *begins;     /* the signature, as pm_sample_begins() takes it; or NULL */
    pm_fits *fits;          /* or whether an input has it; or NULL */
    pm_graph_read *next;    /* NULL: matrixgraph.c makes graphs of matrices */
    pm_matrix_read *matrix; /* NULL: the format holds graphs */
    enum pm_holds holds;
};

/* The table; it ends with a row without a name. */
extern const struct pm_format pm_formats[];

/* True for a format with a signature; grammar.c has rules for the others. */
bool pm_format_is_signed(const struct pm_format *format);

/* True for lists of edges, whose columns may be two sides. */
bool pm_format_has_columns(const struct pm_format *format);

/* The format with this name; NULL: there is none. */
const struct pm_format *pm_format_named(const char *name);

/* What the caller of a reader wants. */
enum pm_wanted {
    PM_WANTED_GRAPH,
    PM_WANTED_MATRIX,
    PM_WANTED_SAID, /* a graph, and the user has said of which matrix */
};

/* Finds the format of the reader's input, by its beginning (recognise.c).  The reader is strict if
 * the format has no signature: all lines must be as strict as those.  PM_INPUT: no format fits, or
 * two fit, or permatch cannot read this kind of file; the message shows a line and says what to do.
 */
pm_status pm_format_recognise(struct pm_graph_reader *reader, struct pm_sample *sample,
                              enum pm_wanted wanted);

/* Fails where the beginning or the ending of the name is that of a file of another program
 * (foreign.c), or where it is a binary file. */
pm_status pm_foreign_refuse(const struct pm_sample *sample, const struct pm_source *source);

/* The readers.  Of edge_list.c: lists of edges in lines; of matrixgraph.c: matrices as graphs. */
pm_graph_read pm_edge_list_next, pm_matrix_graph_next, pm_graph6_next, pm_planarcode_next,
    pm_molfile_next, pm_dimacs_next, pm_pajek_next, pm_xml_next, pm_gml_next, pm_dot_next,
    pm_brackets_next;
pm_matrix_read pm_mtx_next, pm_table_next, pm_digits_next, pm_lists_next, pm_npy_next, pm_npz_next,
    pm_octave_next, pm_matlab_next, pm_boeing_next;

/* The signatures. */
pm_fits pm_edges_fit, pm_neighbours_fit, pm_lists_fits, pm_octave_fits, pm_boeing_fits,
    pm_molfile_fits, pm_dimacs_fits, pm_pajek_fits, pm_brackets_fits, pm_graphml_fits, pm_gexf_fits,
    pm_gml_fits, pm_dot_fits;

/* The first line that is no graph in graph6.  Where most lines are graphs, bad ones are passed
 * over: each of them fails alone. */
size_t pm_graph6_first_bad(const struct pm_sample *sample);
