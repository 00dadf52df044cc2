/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Formats of graphs and of matrices: what a reader of one of them is given, the readers, and how
 * each is recognised.  A reader makes the next graph, or matrix, of its source, or NULL where there
 * is none left. */
#ifndef PM_READ_FORMATS_H
#define PM_READ_FORMATS_H

#include "model/graph.h"
#include "model/problem.h"
#include "read/edge.h"
#include "read/beginning.h"
#include "read/source.h"

enum pm_matrix_as { PM_AS_EITHER, PM_AS_BIADJACENCY, PM_AS_ADJACENCY };

struct pm_format;

struct pm_graph_reader {
    const struct pm_format *format; /* NULL: not recognised yet */
    struct pm_source *source;
    enum pm_matrix_as as; /* what a matrix is of a graph */
    bool directed;        /* formats that do not say hold arcs */
    bool begun;           /* the format is known, and there is something to read */
    uint64_t done;        /* graphs or matrices so far */
    bool more;            /* where a file holds one as a rule: the source stands before another */
    /* What incremental sparse6 changes: the graph before, edges as smaller end 2^32 + larger end.
     */
    int last_order;
    size_t last_edges, last_room;
    uint64_t *last;
    bool high_first;    /* planar_code: of pairs of bytes the high one comes first */
    struct pm_npy *npy; /* NULL: there was no array yet */
};

typedef pm_status pm_graph_read(struct pm_graph **graph, struct pm_graph_reader *reader);
typedef pm_status pm_matrix_read(struct pm_problem **problem, struct pm_graph_reader *reader);

struct pm_format {
    const char *name; /* as in --format=NAME and the manual */
    const char *what; /* one line for --help and the manual */
    const char *ends; /* of file names, behind the last dot, separated by blanks */
    bool many;        /* a file may hold more than one graph, or matrix */
    pm_fits *fits;
    pm_graph_read *next;
    pm_matrix_read *matrix; /* NULL: it holds graphs */
    bool mute;              /* a matrix without a word about whose it is */
};

/* The table, which ends with a row without a name. */
extern const struct pm_format pm_formats[];

/* *format = that of the input, by its beginning and, among those that this leaves, by the end of
 * the name.  PM_INPUT: the input fits no format or two, or is known not to be read; the message
 * shows how it begins and says what would be right.  `matrices` are asked for, or graphs: that
 * decides who names the defect where two formats nearly fit. */
pm_status pm_format_recognise(const struct pm_format **format, const struct pm_source *source,
                              const struct pm_sample *sample, bool matrices);

/* Fails where the beginning is known to be of something else that is not read: SURE kinds, that
 * nothing else could be, those that are LIKELY, or the last guesses, BROKEN (foreign.c). */
pm_status pm_foreign_refuse(const struct pm_sample *sample, const struct pm_source *source,
                            enum pm_fit fit);

/* Edge lists and LGL (edgelist.c). */
pm_graph_read pm_edgelist_next, pm_lgl_next;
pm_fits pm_edgelist_fits, pm_lgl_fits, pm_ncol_fits;

/* NetworkX's adjacency lists (adjlist.c); those over several lines are not read. */
pm_graph_read pm_adjlist_next;
pm_fits pm_adjlist_fits;
bool pm_is_multiline_adjacency(const struct pm_sample *sample);

/* Edges as a table with a header line (csv_edges.c). */
pm_graph_read pm_csv_next;
pm_fits pm_csv_fits;

/* Any format of matrices as graphs (matrixgraph.c). */
pm_graph_read pm_matrix_graph_next;

/* Matrix Market (mtx.c). */
pm_matrix_read pm_mtx_next;
pm_fits pm_mtx_fits;

/* Tables of numbers (table.c). */
pm_matrix_read pm_table_next;
pm_fits pm_table_fits;

/* Arrays of NumPy (npy.c). */
pm_matrix_read pm_npy_next;
pm_fits pm_npy_fits;

/* graph6, sparse6 and digraph6, one graph a line (graph6.c). */
pm_graph_read pm_graph6_next;
pm_fits pm_graph6_fits;

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

/* Formats that igraph reads (igraph.c), by the name of the format. */
pm_graph_read pm_igraph_next;
pm_fits pm_graphml_fits, pm_gml_fits;

#endif
