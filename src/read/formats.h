/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Graph formats: what a reader of one of them is given, and the readers.  Each makes the next graph
 * of its source, or NULL where there is none left. */
#ifndef PM_READ_FORMATS_H
#define PM_READ_FORMATS_H

#include "model/graph.h"
#include "read/source.h"
#include "read/word.h"

enum pm_matrix_as { PM_AS_EITHER, PM_AS_BIADJACENCY, PM_AS_ADJACENCY };

struct pm_format;

struct pm_graph_reader {
    const struct pm_format *format;
    struct pm_source *source;
    enum pm_matrix_as as; /* what a Matrix Market file is */
    bool directed;        /* formats that do not say hold arcs */
    uint64_t done;        /* graphs so far */
    /* What incremental sparse6 changes: the graph before, edges as smaller end 2^32 + larger end.
     */
    int last_order;
    size_t last_edges, last_room;
    uint64_t *last;
};

struct pm_format {
    const char *name; /* as in --format=NAME and the manual */
    const char *what; /* one line for --help and the manual */
    const char *ends; /* of file names, behind the last dot, separated by blanks */
    bool many;        /* a file may hold more than one graph */
    pm_status (*next)(struct pm_graph **graph, struct pm_graph_reader *reader);
};

/* Edge lists and LGL (edgelist.c). */
pm_status pm_edgelist_next(struct pm_graph **graph, struct pm_graph_reader *reader);
pm_status pm_lgl_next(struct pm_graph **graph, struct pm_graph_reader *reader);

/* Matrix Market files as graphs (mtxgraph.c). */
pm_status pm_mtx_graph_next(struct pm_graph **graph, struct pm_graph_reader *reader);

/* graph6, sparse6 and digraph6, one graph a line (graph6.c). */
pm_status pm_graph6_next(struct pm_graph **graph, struct pm_graph_reader *reader);

/* DIMACS (dimacs.c). */
pm_status pm_dimacs_next(struct pm_graph **graph, struct pm_graph_reader *reader);

/* Pajek (pajek.c). */
pm_status pm_pajek_next(struct pm_graph **graph, struct pm_graph_reader *reader);

/* Formats that igraph reads (graph.c), by the name of the format. */
pm_status pm_igraph_next(struct pm_graph **graph, struct pm_graph_reader *reader);

/* PM_NOMEM where a graph of so many vertices would not fit the machine; asked before anything of
 * that size is allocated.  Fails without a place. */
pm_status pm_graph_check_size(const struct pm_source *source, uint64_t vertices);

/* *vertex = the vertex, counted from 0, whose number from 1 the word is; fails without a place. */
pm_status pm_graph_read_vertex(int *vertex, const struct pm_graph *graph, struct pm_word word,
                               const char *expected);

/* *weight = the number that the word is, 1 where there is none, noted for the graph's field; fails
 * without a place. */
pm_status pm_graph_read_weight(fmpq_t weight, struct pm_graph *graph, struct pm_word word);

#endif
