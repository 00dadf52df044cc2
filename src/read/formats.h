/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Formats of graphs and of matrices: the state of a reader, the readers, and how each format is
 * recognised.  A reader returns the next graph or matrix of its source; NULL at the end. */
#pragma once

#include "model/graph.h"
#include "model/problem.h"
#include "read/edge.h"
#include "read/beginning.h"
#include "read/ending.h"
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
    bool said;            /* the caller has named the format */
    bool begun;           /* the format is known, and there is something to read */
    uint64_t done;        /* number of graphs or matrices read */
    bool skipped;         /* the last record was bad, and the next one can be read */
    char *skipped_title;  /* of that record; NULL: none */
    bool in_stream;       /* molecules: an earlier record was read */
    bool wide;            /* a matrix in text had, or the next one has, several columns */
    bool tall;            /* ... or several rows without a blank line between them */
    bool uneven;          /* matrices in text have different numbers of columns, or names */
    int cols;             /* columns of the last one */
    bool more;            /* another one follows, in a format whose files usually hold one */
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

struct pm_format {
    const char *name; /* the NAME in --format=NAME and the manual */
    const char *what; /* one line for --help and the manual */
    const char *ends; /* endings of file names after the last dot, separated by blanks */
    bool many;        /* a file may hold several graphs or matrices */
    pm_fits *fits;
    pm_graph_read *next;
    pm_matrix_read *matrix; /* NULL: the format holds graphs */
    bool mute;              /* the format does not say which matrix of a graph it holds */
};

/* The table; it ends with a row without a name. */
extern const struct pm_format pm_formats[];

/* *format = the format of the input.  Its beginning decides; where several formats are left, the
 * end of the file's name decides.  PM_INPUT: no format fits, or two fit, or permatch cannot read
 * this kind of file; the message shows the beginning and says what to do.  `matrices`: matrices are
 * wanted, not graphs; where a graph format and a matrix format nearly fit, this decides which
 * reader reports the defect. */
pm_status pm_format_recognise(const struct pm_format **format, const struct pm_source *source,
                              const struct pm_sample *sample, bool matrices);

/* Fails where the beginning looks like a kind of file that permatch cannot read (foreign.c), or its
 * name has such an ending.  `fit` says which kinds to check: SURE, LIKELY, or BROKEN as the last
 * guess. */
pm_status pm_foreign_refuse(const struct pm_sample *sample, const struct pm_source *source,
                            struct pm_word end, enum pm_fit fit);

/* Text that more likely means something else than the format that it fits (misread.c): lists of
 * neighbours, as lines of two or three numbers. */
pm_fits pm_neighbours_from_0_fits, pm_neighbours_from_1_fits;

/* Rows of digits: as many rows of as many digits as a line above them says; others that hardly are
 * a column of numbers; and those with points for 0. */
pm_fits pm_sized_digits_fits, pm_digit_rows_fits, pm_pointed_digits_fits;

/* graph6 in the first, or the second, column of lines that look like edges; and alone in the first
 * of them. */
pm_fits pm_graph6_before_fits, pm_graph6_after_fits, pm_graph6_above_fits;

/* Edge lists and LGL (edgelist.c). */
pm_graph_read pm_edgelist_next, pm_lgl_next;
pm_fits pm_edgelist_fits, pm_lgl_fits, pm_ncol_fits;

/* NetworkX's adjacency lists (adjlist.c), except those over several lines. */
pm_graph_read pm_adjlist_next;
pm_fits pm_adjlist_fits;
bool pm_is_multiline_adjacency(const struct pm_sample *sample);

/* Reads the next field of a line, without quotes and surrounding blanks; false at the end, where
 * *at is NULL (csv_edges.c). */
bool pm_csv_field(struct pm_word *field, const char **at, char delimiter);

/* Edges as a table with a header line (csv_edges.c). */
pm_graph_read pm_csv_next;
pm_fits pm_csv_fits;

/* Any format of matrices as graphs (matrixgraph.c). */
pm_graph_read pm_matrix_graph_next;

/* Matrix Market (mtx.c). */
pm_matrix_read pm_mtx_next;
pm_fits pm_mtx_fits;

/* Tables of numbers, of digits, and lists of lists (table.c). */
pm_matrix_read pm_table_next, pm_digits_next, pm_lists_next;
pm_fits pm_table_fits, pm_digits_fits, pm_lists_fits;
bool pm_table_is_matrix(const struct pm_sample *sample);
bool pm_table_has_gaps(const struct pm_sample *sample);
bool pm_table_is_binary_pairs(const struct pm_sample *sample);
bool pm_table_is_stream(const struct pm_sample *sample);
bool pm_table_is_decimal(const struct pm_sample *sample);
bool pm_table_is_tall(const struct pm_sample *sample);
bool pm_table_is_uneven(const struct pm_sample *sample);

/* Arrays of NumPy (npy.c). */
pm_matrix_read pm_npy_next;
pm_fits pm_npy_fits;

/* Sparse matrices of SciPy (npz.c), variables of Octave (octave.c) and MATLAB (matlab.c),
 * Harwell-Boeing and Rutherford-Boeing (boeing.c). */
pm_matrix_read pm_npz_next, pm_octave_next, pm_matlab_next, pm_boeing_next;
pm_fits pm_npz_fits, pm_octave_fits, pm_matlab_fits, pm_boeing_fits;

/* graph6, sparse6 and digraph6, one graph a line (graph6.c). */
pm_graph_read pm_graph6_next;
pm_fits pm_graph6_fits;
bool pm_graph6_is_graph(struct pm_word word);

/* planar_code (planarcode.c). */
pm_graph_read pm_planarcode_next;
pm_fits pm_planarcode_fits;

/* Molecules, .mol and .sdf (molfile.c). */
pm_graph_read pm_molfile_next;
pm_fits pm_molfile_fits;

/* DIMACS (dimacs.c). */
pm_graph_read pm_dimacs_next;
pm_fits pm_dimacs_fits;

/* Pajek (pajek.c). */
pm_graph_read pm_pajek_next;
pm_fits pm_pajek_fits;

/* GraphML and GEXF (xml.c), GML (gml.c), DOT (graphviz.c). */
pm_graph_read pm_xml_next, pm_gml_next, pm_dot_next;
pm_fits pm_graphml_fits, pm_gexf_fits, pm_gml_fits, pm_dot_fits;
