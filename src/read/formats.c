/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of formats, and what several readers need. */
#include "read/formats.h"

#include "read/decimal.h"

#include <limits.h>

const struct pm_format pm_formats[] = {
    {"el", "edge list: lines 'u v [weight]', any words as names", "el edges", false,
     pm_edgelist_fits, pm_edgelist_next, NULL, false},
    {"mtx", "Matrix Market: a biadjacency or an adjacency matrix", "mtx", true, pm_mtx_fits,
     pm_matrix_graph_next, pm_mtx_next, false},
    {"npy", "array of NumPy: a matrix, or with three dimensions a stream of them", "npy", true,
     pm_npy_fits, pm_matrix_graph_next, pm_npy_next, true},
    {"table", "a matrix as a table of numbers, as numpy.savetxt() and spreadsheets write",
     "csv tsv", false, pm_table_fits, pm_matrix_graph_next, pm_table_next, true},
    {"graph6", "graph6, sparse6 or digraph6: a graph a line, as nauty writes", "g6 s6 d6", true,
     pm_graph6_fits, pm_graph6_next, NULL, false},
    {"graphml", "GraphML, edge attribute 'weight'", "graphml xml", false, pm_graphml_fits,
     pm_igraph_next, NULL, false},
    {"gml", "GML, edge attribute 'weight'", "gml", false, pm_gml_fits, pm_igraph_next, NULL, false},
    {"pajek", "Pajek", "net paj", false, pm_pajek_fits, pm_pajek_next, NULL, false},
    {"dimacs", "DIMACS, the problems 'edge', 'col' and 'max' (capacities are weights)",
     "dimacs col", false, pm_dimacs_fits, pm_dimacs_next, NULL, false},
    {"csv", "edges as a table with a header line such as 'source,target,weight'", "csv tsv", false,
     pm_csv_fits, pm_csv_next, NULL, false},
    {"adjlist", "adjacency lists as NetworkX writes: lines 'u v w ...'", "adjlist", false,
     pm_adjlist_fits, pm_adjlist_next, NULL, false},
    {"lgl", "Large Graph Layout", "lgl", false, pm_lgl_fits, pm_lgl_next, NULL, false},
    {"ncol", "Large Graph Layout by lines: 'u v [weight]'", "ncol", false, pm_ncol_fits,
     pm_edgelist_next, NULL, false},
    {NULL, NULL, NULL, false, NULL, NULL, NULL, false},
};

const char *pm_format_name(int i, const char **what)
{
    for (int k = 0; pm_formats[k].name != NULL; k++)
        if (k == i) {
            *what = pm_formats[k].what;
            return pm_formats[k].name;
        }
    return NULL;
}

pm_status pm_graph_check_size(const struct pm_source *source, uint64_t vertices)
{
    enum { VERTEX_BYTES = 64 }; /* of the arrays by vertex that are there at once */
    const uint64_t memory = pm_source_memory(source);

    if (vertices > INT_MAX)
        return pm_fail(PM_INPUT, "%ju vertices are too many; at most %d are read",
                       (uintmax_t)vertices, INT_MAX);
    if (vertices * VERTEX_BYTES > memory)
        return pm_fail(PM_NOMEM, "%ju vertices: more than the memory of %ju MiB can hold",
                       (uintmax_t)vertices, (uintmax_t)(memory >> 20));
    return PM_OK;
}

pm_status pm_graph_read_vertex(int *vertex, const struct pm_graph *graph, struct pm_word word,
                               const char *expected)
{
    const int vertices = pm_graph_vertices(graph);
    char quote[PM_QUOTE_SIZE];
    int64_t number;

    if (!pm_word_integer(&number, word))
        return pm_fail(PM_INPUT, "%s is no vertex; %s is expected", pm_word_quote(quote, word),
                       expected);
    if (number < 1 || number > vertices)
        return pm_fail(PM_INPUT, "vertex %s is not one of 1 to %d", pm_word_quote(quote, word),
                       vertices);
    *vertex = (int)(number - 1);
    return PM_OK;
}

pm_status pm_graph_read_weight(fmpq_t weight, struct pm_graph *graph, struct pm_word word)
{
    if (word.length == 0) {
        fmpq_one(weight);
        return PM_OK;
    }
    PM_TRY(pm_decimal_parse(weight, word.text, word.length));
    pm_graph_note_weight(graph, weight, !pm_word_is_integer(word));
    return PM_OK;
}
