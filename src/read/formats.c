/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of graph formats, and the reader that callers of the library see.  A format is taken
 * from the options, else from how the input begins, else from the end of the file's name, else it
 * is the edge list. */
#include "read/formats.h"

#include "base/alloc.h"
#include "read/decimal.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static const struct pm_format formats[] = {
    {"el", "edge list: lines 'u v [weight]', any words as names", "el edges txt", false,
     pm_edgelist_next},
    {"mtx", "Matrix Market: a biadjacency or an adjacency matrix", "mtx", false, pm_mtx_graph_next},
    {"graph6", "graph6, sparse6 or digraph6: a graph a line, as nauty writes", "g6 s6 d6", true,
     pm_graph6_next},
    {"graphml", "GraphML, edge attribute 'weight'", "graphml xml", false, pm_igraph_next},
    {"gml", "GML, edge attribute 'weight'", "gml", false, pm_igraph_next},
    {"pajek", "Pajek", "net paj", false, pm_pajek_next},
    {"dimacs", "DIMACS, the problems 'edge', 'col' and 'max' (capacities are weights)",
     "dimacs col", false, pm_dimacs_next},
    {"lgl", "Large Graph Layout", "lgl", false, pm_lgl_next},
    {"ncol", "Large Graph Layout by lines: 'u v [weight]'", "ncol", false, pm_edgelist_next},
    {NULL, NULL, NULL, false, NULL},
};

/* How files begin that are nothing else. */
static const struct {
    const char *begin, *format;
} signatures[] = {
    {"%%MatrixMarket", "mtx"},  {">>graph6<<", "graph6"}, {">>sparse6<<", "graph6"},
    {">>digraph6<<", "graph6"}, {"<?xml", "graphml"},     {"<graphml", "graphml"},
    {"*Vertices", "pajek"},     {"*Network", "pajek"},    {NULL, NULL},
};

const char *pm_format_name(int i, const char **what)
{
    for (int k = 0; formats[k].name != NULL; k++)
        if (k == i) {
            *what = formats[k].what;
            return formats[k].name;
        }
    return NULL;
}

static const struct pm_format *format_named(const char *name)
{
    for (const struct pm_format *f = formats; f->name != NULL; f++)
        if (strcmp(f->name, name) == 0)
            return f;
    return NULL;
}

static pm_status format_from_begin(const struct pm_format **format, struct pm_source *source)
{
    const char *text;
    size_t length = 16; /* no signature is longer */

    PM_TRY(pm_source_peek(source, &text, &length));
    for (int k = 0; signatures[k].begin != NULL; k++) {
        const size_t wanted = strlen(signatures[k].begin);
        if (length >= wanted && strncasecmp(text, signatures[k].begin, wanted) == 0)
            *format = format_named(signatures[k].format);
    }
    return PM_OK;
}

/* The word of a list of words separated by blanks, whatever the case. */
static bool has_word(const char *list, const char *word, size_t length)
{
    for (const char *at = list; *at != '\0';) {
        const size_t here = strcspn(at, " ");
        if (here == length && strncasecmp(at, word, length) == 0)
            return true;
        at += here + (at[here] == ' ');
    }
    return false;
}

static const struct pm_format *format_from_name(const char *path)
{
    const size_t all = strlen(path);
    const size_t length = all > 3 && strcasecmp(path + all - 3, ".gz") == 0 ? all - 3 : all;

    for (size_t dot = length; dot-- > 0 && path[dot] != '/';) {
        if (path[dot] != '.')
            continue;
        for (const struct pm_format *f = formats; f->name != NULL; f++)
            if (has_word(f->ends, path + dot + 1, length - dot - 1))
                return f;
        break;
    }
    return NULL;
}

static pm_status parse_options(struct pm_graph_reader *reader, const pm_graph_options *options)
{
    reader->directed = options->directed;
    if (options->as == NULL)
        reader->as = PM_AS_EITHER;
    else if (strcmp(options->as, "biadjacency") == 0)
        reader->as = PM_AS_BIADJACENCY;
    else if (strcmp(options->as, "adjacency") == 0)
        reader->as = PM_AS_ADJACENCY;
    else
        return pm_fail(PM_INPUT, "a matrix is a biadjacency or an adjacency matrix, not '%s'",
                       options->as);
    if (options->format != NULL && (reader->format = format_named(options->format)) == NULL)
        return pm_fail(PM_INPUT, "there is no graph format '%s'", options->format);
    return PM_OK;
}

/* A reader of an open source, which it takes over in any case. */
static pm_status reader_new(pm_graph_reader **reader, struct pm_source *source, const char *path,
                            const pm_graph_options *options)
{
    static const pm_graph_options defaults;
    pm_status status = PM_NOMEM;
    struct pm_graph_reader *const r = pm_alloc(1, sizeof *r);

    if (r == NULL) {
        pm_source_close(source);
        return status;
    }
    r->source = source;
    PM_TRY_GOTO(status, parse_options(r, options != NULL ? options : &defaults), fail);
    if (r->format == NULL)
        PM_TRY_GOTO(status, format_from_begin(&r->format, r->source), fail);
    if (r->format == NULL)
        r->format = format_from_name(path);
    if (r->format == NULL)
        r->format = formats;
    *reader = r;
    return PM_OK;
fail:
    pm_graph_close(r);
    return status;
}

pm_status pm_graph_open(pm_graph_reader **reader, const char *path, const pm_graph_options *options)
{
    struct pm_source *source;

    PM_TRY(pm_source_open(&source, path));
    return reader_new(reader, source, path, options);
}

pm_status pm_graph_open_text(pm_graph_reader **reader, const char *name, const char *text,
                             size_t length, const pm_graph_options *options)
{
    struct pm_source *source;

    PM_TRY(pm_source_open_text(&source, name, text, length));
    return reader_new(reader, source, name, options);
}

pm_status pm_graph_next(pm_graph **graph, pm_graph_reader *reader)
{
    struct pm_graph *g = NULL;

    if (reader->format->many || reader->done == 0)
        PM_TRY(reader->format->next(&g, reader));
    reader->done++;
    *graph = g;
    return PM_OK;
}

void pm_graph_close(pm_graph_reader *reader)
{
    if (reader == NULL)
        return;
    pm_source_close(reader->source);
    free(reader->last);
    free(reader);
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
