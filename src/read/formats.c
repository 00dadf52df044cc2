/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of formats. */
#include "read/formats.h"

#include "unpack/archive.h"

#include <string.h>

const struct pm_format pm_formats[] = {
    {"el", "edge list: lines 'u v [weight]', vertices named by any words", "el edges ncol",
     .fits = pm_edges_fit, .next = pm_edge_list_next, .holds = PM_HOLDS_EDGES},
    {"mtx", "Matrix Market: a biadjacency or an adjacency matrix", "mtx", .many = true,
     .begins = "%%MatrixMarket|%MatrixMarket", .matrix = pm_mtx_next},
    {"npy", "array of NumPy: a matrix, or several matrices if it has three dimensions", "npy",
     .many = true, .begins = "\x93NUMPY", .matrix = pm_npy_next, .holds = PM_HOLDS_NUMBERS},
    {"npz", "sparse matrix of SciPy: as save_npz() writes it, CSR, CSC or COO", "npz",
     .begins = PM_PART_SIGNATURE, .matrix = pm_npz_next, .holds = PM_HOLDS_NUMBERS},
    {"octave", "text of Octave: matrices as 'save -text' writes them", "", .many = true,
     .fits = pm_octave_fits, .matrix = pm_octave_next, .holds = PM_HOLDS_NUMBERS},
    {"mat", "file of MATLAB: full and sparse matrices, level 5", "mat", .many = true,
     .begins = "MATLAB 5.0 MAT-file", .matrix = pm_matlab_next, .holds = PM_HOLDS_NUMBERS},
    {"boeing", "Harwell-Boeing or Rutherford-Boeing: a matrix",
     "hb rb rua rsa rra pua psa pra cua csa cha cra rza cza", .fits = pm_boeing_fits,
     .matrix = pm_boeing_next},
    {"table", "table of numbers: a matrix, as written by numpy.savetxt()", "csv tsv",
     .matrix = pm_table_next, .holds = PM_HOLDS_NUMBERS},
    {"digits", "rows of digits: a matrix, each digit a number, lines such as 0110", "",
     .matrix = pm_digits_next, .holds = PM_HOLDS_NUMBERS},
    {"lists", "list of rows: a matrix as in Python, or {{1,2},{3,4}}", "", .fits = pm_lists_fits,
     .matrix = pm_lists_next, .holds = PM_HOLDS_NUMBERS},
    {"brackets",
     "edges in brackets: edges or neighbours as in Python, Sage, Mathematica, [(1, 2), (2, 3)]", "",
     .many = true, .fits = pm_brackets_fits, .next = pm_brackets_next},
    {"graph6", "graph6, sparse6 or digraph6: one graph on each line, as written by nauty",
     "g6 s6 d6 sparse6 digraph6", .many = true, .begins = ">>graph6<<|>>sparse6<<|>>digraph6<<",
     .next = pm_graph6_next},
    {"planar_code", "planar_code: as written by plantri, buckygen and CaGe",
     "plc pc planarcode planar_code", .many = true, .begins = ">>planar_code",
     .next = pm_planarcode_next},
    {"mol", "molecule: .mol or .sdf, perfect matchings are Kekule structures", "mol sdf sd mdl",
     .many = true, .fits = pm_molfile_fits, .next = pm_molfile_next},
    {"graphml", "GraphML: edge attribute 'weight'", "graphml xml", .many = true,
     .fits = pm_graphml_fits, .next = pm_xml_next},
    {"gexf", "GEXF: as written by Gephi", "gexf", .many = true, .fits = pm_gexf_fits,
     .next = pm_xml_next},
    {"gml", "GML: edge attribute 'weight'", "gml", .many = true, .fits = pm_gml_fits,
     .next = pm_gml_next},
    {"dot", "DOT of Graphviz: edge attribute 'weight'", "dot gv", .many = true, .fits = pm_dot_fits,
     .next = pm_dot_next},
    {"pajek", "Pajek", "net paj", .fits = pm_pajek_fits, .next = pm_pajek_next},
    {"dimacs", "DIMACS: the problems 'edge', 'col' and 'max' (capacities are weights), and PACE",
     "dimacs col gr", .fits = pm_dimacs_fits, .next = pm_dimacs_next},
    {"csv", "table of edges: a header line such as 'source,target,weight'", "csv tsv",
     .next = pm_edge_list_next, .holds = PM_HOLDS_COLUMNS},
    {"adjlist", "adjacency lists: lines 'u v w ...' as written by NetworkX, or 'u: v w ...'",
     "adjlist", .fits = pm_neighbours_fit, .next = pm_edge_list_next, .holds = PM_HOLDS_NEIGHBOURS},
    {"lgl", "Large Graph Layout", "lgl", .next = pm_edge_list_next, .holds = PM_HOLDS_HEADS},
    {"ncol", "Large Graph Layout: one edge on each line: 'u v [weight]'", "ncol",
     .next = pm_edge_list_next, .holds = PM_HOLDS_EDGES},
    {.name = NULL},
};

bool pm_format_is_signed(const struct pm_format *format)
{
    return format->begins != NULL || format->fits != NULL;
}

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
