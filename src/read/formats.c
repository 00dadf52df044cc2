/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of formats. */
#include "read/formats.h"

#include <string.h>

const struct pm_format pm_formats[] = {
    {"el", "edge list: lines 'u v [weight]', vertices named by any words", "el edges ncol", false,
     pm_edges_fit, pm_edge_list_next, NULL, PM_HOLDS_EDGES},
    {"mtx", "Matrix Market: a biadjacency or an adjacency matrix", "mtx", true, pm_mtx_fits,
     pm_matrix_graph_next, pm_mtx_next, PM_HOLDS_GRAPH},
    {"npy", "array of NumPy: a matrix, or several matrices if it has three dimensions", "npy", true,
     pm_npy_fits, pm_matrix_graph_next, pm_npy_next, PM_HOLDS_NUMBERS},
    {"npz", "sparse matrix of SciPy: as save_npz() writes it, CSR, CSC or COO", "npz", false,
     pm_npz_fits, pm_matrix_graph_next, pm_npz_next, PM_HOLDS_NUMBERS},
    {"octave", "text of Octave: matrices as 'save -text' writes them", "", true, pm_octave_fits,
     pm_matrix_graph_next, pm_octave_next, PM_HOLDS_NUMBERS},
    {"mat", "file of MATLAB: full and sparse matrices, level 5", "mat", true, pm_matlab_fits,
     pm_matrix_graph_next, pm_matlab_next, PM_HOLDS_NUMBERS},
    {"boeing", "Harwell-Boeing or Rutherford-Boeing: a matrix",
     "hb rb rua rsa rra pua psa pra cua csa cha cra rza cza", false, pm_boeing_fits,
     pm_matrix_graph_next, pm_boeing_next, PM_HOLDS_GRAPH},
    {"table", "table of numbers: a matrix, as written by numpy.savetxt()", "csv tsv", false, NULL,
     pm_matrix_graph_next, pm_table_next, PM_HOLDS_NUMBERS},
    {"digits", "rows of digits: a matrix, each digit a number, lines such as 0110", "", false, NULL,
     pm_matrix_graph_next, pm_digits_next, PM_HOLDS_NUMBERS},
    {"lists", "list of rows: a matrix as in Python, or {{1,2},{3,4}}", "", false, pm_lists_fits,
     pm_matrix_graph_next, pm_lists_next, PM_HOLDS_NUMBERS},
    {"brackets",
     "edges in brackets: edges or neighbours as in Python, Sage, Mathematica, [(1, 2), (2, 3)]", "",
     true, pm_brackets_fits, pm_brackets_next, NULL, PM_HOLDS_GRAPH},
    {"graph6", "graph6, sparse6 or digraph6: one graph on each line, as written by nauty",
     "g6 s6 d6 sparse6 digraph6", true, pm_graph6_fits, pm_graph6_next, NULL, PM_HOLDS_GRAPH},
    {"planar_code", "planar_code: as written by plantri, buckygen and CaGe",
     "plc pc planarcode planar_code", true, pm_planarcode_fits, pm_planarcode_next, NULL,
     PM_HOLDS_GRAPH},
    {"mol", "molecule: .mol or .sdf, perfect matchings are Kekule structures", "mol sdf sd mdl",
     true, pm_molfile_fits, pm_molfile_next, NULL, PM_HOLDS_GRAPH},
    {"graphml", "GraphML: edge attribute 'weight'", "graphml xml", true, pm_graphml_fits,
     pm_xml_next, NULL, PM_HOLDS_GRAPH},
    {"gexf", "GEXF: as written by Gephi", "gexf", true, pm_gexf_fits, pm_xml_next, NULL,
     PM_HOLDS_GRAPH},
    {"gml", "GML: edge attribute 'weight'", "gml", true, pm_gml_fits, pm_gml_next, NULL,
     PM_HOLDS_GRAPH},
    {"dot", "DOT of Graphviz: edge attribute 'weight'", "dot gv", true, pm_dot_fits, pm_dot_next,
     NULL, PM_HOLDS_GRAPH},
    {"pajek", "Pajek", "net paj", false, pm_pajek_fits, pm_pajek_next, NULL, PM_HOLDS_GRAPH},
    {"dimacs", "DIMACS: the problems 'edge', 'col' and 'max' (capacities are weights), and PACE",
     "dimacs col gr", false, pm_dimacs_fits, pm_dimacs_next, NULL, PM_HOLDS_GRAPH},
    {"csv", "table of edges: a header line such as 'source,target,weight'", "csv tsv", false, NULL,
     pm_edge_list_next, NULL, PM_HOLDS_COLUMNS},
    {"adjlist", "adjacency lists: lines 'u v w ...' as written by NetworkX, or 'u: v w ...'",
     "adjlist", false, pm_neighbours_fit, pm_edge_list_next, NULL, PM_HOLDS_NEIGHBOURS},
    {"lgl", "Large Graph Layout", "lgl", false, NULL, pm_edge_list_next, NULL, PM_HOLDS_HEADS},
    {"ncol", "Large Graph Layout: one edge on each line: 'u v [weight]'", "ncol", false, NULL,
     pm_edge_list_next, NULL, PM_HOLDS_EDGES},
    {.name = NULL},
};

bool pm_format_has_columns(const struct pm_format *format)
{
    return format->holds == PM_HOLDS_EDGES || format->holds == PM_HOLDS_COLUMNS;
}

const struct pm_format *pm_format_named(const char *name)
{
    const struct pm_format *f = pm_formats;

    while (f->name != NULL && strcmp(f->name, name) != 0)
        f++;
    return f->name != NULL ? f : NULL;
}

const char *pm_format_name(int i, const char **what)
{
    for (int k = 0; pm_formats[k].name != NULL; k++)
        if (k == i) {
            *what = pm_formats[k].what;
            return pm_formats[k].name;
        }
    return NULL;
}

const char *pm_format_called(const char *word)
{
    const struct pm_format *f = pm_format_named(word);

    for (f = f != NULL ? f : pm_formats; f->name != NULL && strcmp(f->name, word) != 0; f++)
        if (pm_word_among((struct pm_word){word, strlen(word)}, f->ends))
            break;
    return f->name;
}
