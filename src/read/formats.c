/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of formats. */
#include "read/formats.h"

#include <string.h>

const struct pm_format pm_formats[] = {
    {"el", "edge list: lines 'u v [weight]', vertices named by any words", "el edges ncol", false,
     pm_edgelist_fits, pm_edgelist_next, NULL, false},
    {"mtx", "Matrix Market: a biadjacency or an adjacency matrix", "mtx", true, pm_mtx_fits,
     pm_matrix_graph_next, pm_mtx_next, false},
    {"npy", "NumPy array: a matrix, or several matrices if it has three dimensions", "npy", true,
     pm_npy_fits, pm_matrix_graph_next, pm_npy_next, true},
    {"npz", "a sparse matrix as scipy.sparse.save_npz() writes it: CSR, CSC or COO", "npz", false,
     pm_npz_fits, pm_matrix_graph_next, pm_npz_next, true},
    {"octave", "matrices as 'save -text' of Octave writes them", "", true, pm_octave_fits,
     pm_matrix_graph_next, pm_octave_next, true},
    {"mat", "matrices of MATLAB, MAT-files of level 5, full and sparse", "mat", true,
     pm_matlab_fits, pm_matrix_graph_next, pm_matlab_next, true},
    {"boeing", "a matrix in the Harwell-Boeing or Rutherford-Boeing format",
     "hb rb rua rsa rra pua psa pra cua csa cha cra rza cza", false, pm_boeing_fits,
     pm_matrix_graph_next, pm_boeing_next, false},
    {"table", "a matrix as a table of numbers, as written by numpy.savetxt()", "csv tsv", false,
     NULL, pm_matrix_graph_next, pm_table_next, true},
    {"digits", "a matrix of digits, each of them a number: lines such as 0110", "", false, NULL,
     pm_matrix_graph_next, pm_digits_next, true},
    {"lists", "a matrix as a list of its rows, as in Python, or {{1,2},{3,4}}", "", false,
     pm_lists_fits, pm_matrix_graph_next, pm_lists_next, true},
    {"brackets",
     "edges or neighbours in brackets, as in Python, Sage, Mathematica: [(1, 2), (2, 3)]", "", true,
     pm_brackets_fits, pm_brackets_next, NULL, false},
    {"graph6", "graph6, sparse6 or digraph6: one graph on each line, as written by nauty",
     "g6 s6 d6 sparse6 digraph6", true, pm_graph6_fits, pm_graph6_next, NULL, false},
    {"planar_code", "planar_code, as written by plantri, buckygen and CaGe",
     "plc pc planarcode planar_code", true, pm_planarcode_fits, pm_planarcode_next, NULL, false},
    {"mol", "molecules, .mol or .sdf: perfect matchings are Kekule structures", "mol sdf sd mdl",
     true, pm_molfile_fits, pm_molfile_next, NULL, false},
    {"graphml", "GraphML, edge attribute 'weight'", "graphml xml", true, pm_graphml_fits,
     pm_xml_next, NULL, false},
    {"gexf", "GEXF, as written by Gephi", "gexf", true, pm_gexf_fits, pm_xml_next, NULL, false},
    {"gml", "GML, edge attribute 'weight'", "gml", true, pm_gml_fits, pm_gml_next, NULL, false},
    {"dot", "the DOT language of Graphviz, edge attribute 'weight'", "dot gv", true, pm_dot_fits,
     pm_dot_next, NULL, false},
    {"pajek", "Pajek", "net paj", false, pm_pajek_fits, pm_pajek_next, NULL, false},
    {"dimacs", "DIMACS, the problems 'edge', 'col' and 'max' (capacities are weights), and PACE",
     "dimacs col gr", false, pm_dimacs_fits, pm_dimacs_next, NULL, false},
    {"csv", "edges as a table with a header line such as 'source,target,weight'", "csv tsv", false,
     NULL, pm_csv_next, NULL, false},
    {"adjlist", "adjacency lists, as written by NetworkX: lines 'u v w ...'", "adjlist", false,
     pm_adjlist_fits, pm_adjlist_next, NULL, false},
    {"lgl", "Large Graph Layout", "lgl", false, NULL, pm_lgl_next, NULL, false},
    {"ncol", "Large Graph Layout, one edge on each line: 'u v [weight]'", "ncol", false, NULL,
     pm_edgelist_next, NULL, false},
    {NULL, NULL, NULL, false, NULL, NULL, NULL, false},
};

bool pm_format_has_columns(const struct pm_format *format)
{
    return format->next == pm_edgelist_next || format->next == pm_csv_next;
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
    const struct pm_format *f = pm_formats;

    while (f->name != NULL && strcmp(f->name, word) != 0)
        f++;
    if (f->name != NULL)
        return f->name;
    for (f = pm_formats; f->name != NULL && !pm_ending_in(f->ends, word, strlen(word));)
        f++;
    return f->name;
}
