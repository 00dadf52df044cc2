/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of formats for writing graphs, and the edge list. */
#include "print/writers.h"

#include "base/alloc.h"
#include "base/argument.h"
#include "base/text.h"
#include "print/exact.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------- edge list */

static pm_status put_vertex(FILE *out, const struct pm_graph *g, int v)
{
    const char *const name = pm_graph_vertex_name(g, v);

    if (name == NULL)
        fprintf(out, "%d", v + 1);
    else if (*name == '\0' || strchr("#%", *name) != NULL || strpbrk(name, " \t\r\n") != NULL)
        return pm_fail(PM_UNABLE, "an edge list cannot hold the vertex name '%s'", name);
    else
        fputs(name, out);
    return PM_OK;
}

static pm_status put_edges(FILE *out, bool *met, const struct pm_graph *g)
{
    for (size_t k = 0; k < g->edge.count; k++) {
        const int v = g->edge.row[k], w = g->edge.col[k];
        PM_TRY(put_vertex(out, g, v));
        putc(' ', out);
        PM_TRY(put_vertex(out, g, w));
        if (g->field != PM_FIELD_PATTERN) {
            putc(' ', out);
            pm_print_exact(out, g->edge.re + k);
        }
        putc('\n', out);
        met[v] = met[w] = true;
    }
    return PM_OK;
}

/* The line that begins graph `number` of the output, if there is something to say: the number, and
 * the direction of edges if the input said it. */
static void put_graph_line(FILE *out, const struct pm_graph *g, long number)
{
    static const char *const says[] = {
        [PM_UNSAID] = "", [PM_UNDIRECTED] = " undirected", [PM_DIRECTED] = " directed"};
    const int64_t index = g->index >= 0 ? g->index : number > 1 ? number : PM_INDEX_NONE;

    if (index < 0 && g->index == PM_INDEX_NONE && g->said == PM_UNSAID)
        return;
    fputs("%graph", out);
    if (index >= 0)
        fprintf(out, " %" PRId64, index);
    fputs(says[g->said], out);
    if (g->title != NULL && *g->title != '\0' && strchr(g->title, '"') == NULL)
        fprintf(out, " \"%s\"", g->title);
    putc('\n', out);
}

/* Writes each edge as a line, then the vertices without edges. */
static pm_status write_list(FILE *out, const struct pm_graph *g)
{
    bool *met;

    if (g->edge.complex_values)
        return pm_fail(PM_UNABLE, "an edge list cannot hold complex weights");
    PM_NEW(met, g->edge.rows);
    pm_status status = put_edges(out, met, g);
    for (int v = 0; v < g->edge.rows && status == PM_OK; v++)
        if (!met[v]) {
            status = put_vertex(out, g, v);
            putc('\n', out);
        }
    free(met);
    return status;
}

/* ----------------------------------------------------------------------- table */

static const struct {
    const char *name, *what;
    pm_graph_writer *write;
    bool many; /* a file may contain several graphs */
} formats[] = {
    {"el", "edge list: lines 'u v [weight]'", write_list, true},
    {"graph6", "graph6, or digraph6 for arcs: one graph on each line, no weights", pm_writer_graph6,
     true},
    {"sparse6", "sparse6: one graph on each line, no weights", pm_writer_sparse6, true},
    {"graphml", "GraphML", pm_writer_graphml, false},
    {"gml", "GML", pm_writer_gml, false},
    {"dot", "DOT, as Graphviz draws it", pm_writer_dot, false},
    {"pajek", "Pajek", pm_writer_pajek, false},
    {"leda", "LEDA", pm_writer_leda, false},
    {"lgl", "Large Graph Layout", pm_writer_lgl, false},
};

enum { FORMATS = sizeof formats / sizeof *formats };

const char *pm_graph_format_name(int i, const char **what)
{
    *what = i < FORMATS ? formats[i].what : NULL;
    return i < FORMATS ? formats[i].name : NULL;
}

pm_status pm_graph_text(char **text, const pm_graph *graph, const char *format, long number)
{
    PM_ARGUMENTS(text, graph, format);
    PM_AT_LEAST(0, number);
    struct pm_text buffer;
    int i = 0;

    while (i < FORMATS && strcmp(formats[i].name, format) != 0)
        i++;
    if (i == FORMATS)
        return pm_fail(PM_INPUT, "'%s' is no format that graphs are written in", format);
    if (number > 1 && !formats[i].many)
        return pm_fail(PM_UNABLE, "a file in the format %s holds one graph, and this is number %ld",
                       format, number);
    if (graph->of_edge != NULL)
        return pm_fail(PM_UNABLE,
                       "the graph has edges and arcs, and in the format %s all are of one kind",
                       format);
    PM_TRY(pm_text_open(&buffer));
    if (formats[i].write == write_list)
        put_graph_line(buffer.file, graph, number);
    return pm_text_close(text, &buffer, formats[i].write(buffer.file, graph));
}
