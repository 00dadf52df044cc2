/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Graphs that igraph reads (Csardi & Nepusz, The igraph software package for complex network
 * research, 2006): GraphML and GML; and positions that it makes up.  Nothing else knows igraph.
 *
 * igraph keeps its handlers, and as it is often built also its stack of things to free, in globals:
 * a lock lets one thread in at a time, and the handlers that were there come back afterwards.  It
 * brings some twenty libraries with it, so it is opened only when it is needed.  Its
 * weights are doubles; the shortest decimal number of at most 15 digits that reads back as the
 * double is taken for what the file says (0.1 is 1/10), else all 17 digits. */
#include "read/formats.h"
#include "read/sample.h"

#include "base/alloc.h"
#include "base/late.h"
#include "read/decimal.h"
#include "read/word.h"

#include <igraph/igraph.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t igraph_lock = PTHREAD_MUTEX_INITIALIZER;

/* ------------------------------------------------------------------- the library */

/* What is used of it. */
#define SYMBOLS(X)                                                                                 \
    X(IGRAPH_FINALLY_FREE)                                                                         \
    X(igraph_cattribute_EAN)                                                                       \
    X(igraph_cattribute_EAS)                                                                       \
    X(igraph_cattribute_VAS)                                                                       \
    X(igraph_cattribute_list)                                                                      \
    X(igraph_cattribute_table)                                                                     \
    X(igraph_create)                                                                               \
    X(igraph_destroy)                                                                              \
    X(igraph_ecount)                                                                               \
    X(igraph_is_directed)                                                                          \
    X(igraph_layout_kamada_kawai)                                                                  \
    X(igraph_matrix_destroy)                                                                       \
    X(igraph_matrix_init)                                                                          \
    X(igraph_read_graph_gml)                                                                       \
    X(igraph_read_graph_graphml)                                                                   \
    X(igraph_set_attribute_table)                                                                  \
    X(igraph_set_error_handler)                                                                    \
    X(igraph_set_warning_handler)                                                                  \
    X(igraph_strerror)                                                                             \
    X(igraph_strvector_destroy)                                                                    \
    X(igraph_strvector_get)                                                                        \
    X(igraph_strvector_init)                                                                       \
    X(igraph_strvector_size)                                                                       \
    X(igraph_vcount)                                                                               \
    X(igraph_vector_int_destroy)                                                                   \
    X(igraph_vector_int_init)

#define POINTER(name) __typeof__(name) *name;
#define SYMBOL(name)  {#name, &lib.name},

/* Filled once, under the lock. */
static struct {
    bool there;
    SYMBOLS(POINTER)
} lib;

static pm_status open_library(void)
{
    static const char *const names[] = {
        IGRAPH_VERSION_MAJOR > 0 ? "libigraph.so.4" : "libigraph.so.3", NULL};
    static const struct pm_late_symbol symbols[] = {SYMBOLS(SYMBOL)};

    if (!lib.there)
        PM_TRY(pm_late_load(symbols, sizeof symbols / sizeof *symbols, names));
    lib.there = true;
    return PM_OK;
}

/* What igraph says, which may quote any bytes on any number of lines, becomes this thread's
 * message, a printable line. */
static void keep_reason(const char *reason, const char *file, int line, igraph_error_t code)
{
    char text[512];

    (void)file, (void)line;
    snprintf(text, sizeof text, "%s", reason[0] != '\0' ? reason : lib.igraph_strerror(code));
    for (char *c = text + strlen(text); c > text && (c[-1] == '\n' || c[-1] == ' '); c--)
        c[-1] = '\0';
    for (char *c = text; *c != '\0'; c++)
        if (*c < ' ' || *c > '~')
            *c = *c == '\n' ? ' ' : '?';
    pm_fail(PM_INPUT, "%s", text);
    lib.IGRAPH_FINALLY_FREE();
}

static void ignore_warning(const char *reason, const char *file, int line)
{
    (void)reason, (void)file, (void)line;
}

/* ------------------------------------------------------------------- formats */

typedef igraph_error_t read_file(igraph_t *graph, FILE *file);

static igraph_error_t read_graphml(igraph_t *graph, FILE *file)
{
    return lib.igraph_read_graph_graphml(graph, file, 0);
}

static igraph_error_t read_gml(igraph_t *graph, FILE *file)
{
    return lib.igraph_read_graph_gml(graph, file);
}

static const struct format {
    const char *name;
    read_file *read;
} formats[] = {
    {"graphml", read_graphml},
    {"gml", read_gml},
};

/* ---------------------------------------------------------------- conversion */

/* The decimal number that stands for a double. */
static pm_status weight_of(fmpq_t weight, double x)
{
    char text[40];

    if (!isfinite(x))
        return pm_fail(PM_INPUT, "the weight is missing or not finite");
    snprintf(text, sizeof text, "%.15g", x);
    if (strtod(text, NULL) != x)
        snprintf(text, sizeof text, "%.17g", x);
    return pm_decimal_parse(weight, text, strlen(text));
}

struct weights {
    bool there, text;
    const igraph_t *from;
};

/* One edge's weight; an attribute that is text is read as the number that it writes. */
static pm_status edge_weight(fmpq_t weight, bool *decimal, const struct weights *w,
                             igraph_integer_t edge)
{
    *decimal = false;
    fmpq_one(weight);
    if (!w->there)
        return PM_OK;
    if (w->text) {
        const char *const text = lib.igraph_cattribute_EAS(w->from, "weight", edge);
        *decimal = !pm_word_is_integer((struct pm_word){text, strlen(text)});
        return pm_decimal_parse(weight, text, strlen(text));
    }
    PM_TRY(weight_of(weight, lib.igraph_cattribute_EAN(w->from, "weight", edge)));
    *decimal = !fmpz_is_one(fmpq_denref(weight));
    return PM_OK;
}

/* The attribute `name` of edges or vertices, and whether it is a text. */
static igraph_error_t find_attribute(bool *there, bool *text, const igraph_t *from, bool of_edges,
                                     const char *name)
{
    igraph_strvector_t names[3]; /* of the graph, of vertices, of edges */
    igraph_vector_int_t types[3];
    igraph_error_t code = IGRAPH_SUCCESS;
    int made = 0;

    *there = *text = false;
    for (; made < 3; made++) {
        if ((code = lib.igraph_strvector_init(&names[made], 0)) != IGRAPH_SUCCESS)
            goto done;
        if ((code = lib.igraph_vector_int_init(&types[made], 0)) != IGRAPH_SUCCESS) {
            lib.igraph_strvector_destroy(&names[made]);
            goto done;
        }
    }
    code = lib.igraph_cattribute_list(from, &names[0], &types[0], &names[1], &types[1], &names[2],
                                      &types[2]);
    const int kind = of_edges ? 2 : 1;
    for (igraph_integer_t k = 0;
         code == IGRAPH_SUCCESS && k < lib.igraph_strvector_size(&names[kind]); k++) {
        const igraph_integer_t type = VECTOR(types[kind])[k];
        if (strcmp(lib.igraph_strvector_get(&names[kind], k), name) != 0)
            continue;
        *text = type == IGRAPH_ATTRIBUTE_STRING;
        *there = *text || type == IGRAPH_ATTRIBUTE_NUMERIC;
    }
done:
    for (int k = 0; k < made; k++) {
        lib.igraph_strvector_destroy(&names[k]);
        lib.igraph_vector_int_destroy(&types[k]);
    }
    return code;
}

static pm_status igraph_failure(igraph_error_t code)
{
    return code == IGRAPH_ENOMEM ? pm_fail(PM_NOMEM, "out of memory") : PM_INPUT;
}

static pm_status add_vertices(struct pm_graph *g, const igraph_t *from)
{
    static const char *const attributes[] = {"name", "label", "id"};
    const igraph_integer_t n = lib.igraph_vcount(from);
    bool there = false, text = false;

    for (size_t k = 0; k < sizeof attributes / sizeof *attributes; k++) {
        const igraph_error_t code = find_attribute(&there, &text, from, false, attributes[k]);
        if (code != IGRAPH_SUCCESS)
            return igraph_failure(code);
        if (!there || !text)
            continue;
        for (igraph_integer_t v = 0; v < n; v++) {
            const char *const name = lib.igraph_cattribute_VAS(from, attributes[k], v);
            PM_TRY(pm_graph_add_named(g, name, strlen(name)));
        }
        return PM_OK;
    }
    return pm_graph_add_vertices(g, (int)n);
}

static pm_status add_edges(struct pm_graph *g, const igraph_t *from)
{
    struct weights weights = {.from = from};
    pm_status status = PM_OK;
    fmpq_t weight;
    bool decimal;

    const igraph_error_t code = find_attribute(&weights.there, &weights.text, from, true, "weight");
    if (code != IGRAPH_SUCCESS)
        return igraph_failure(code);
    fmpq_init(weight);
    for (igraph_integer_t e = 0; status == PM_OK && e < lib.igraph_ecount(from); e++) {
        status = edge_weight(weight, &decimal, &weights, e);
        if (status != PM_OK) {
            pm_fail_at(status, "edge %jd", (intmax_t)e + 1);
            break;
        }
        pm_graph_note_weight(g, weight, decimal);
        /* igraph puts the larger end of an undirected edge first. */
        const int v = (int)IGRAPH_FROM(from, e), w = (int)IGRAPH_TO(from, e);
        status = pm_graph_add_edge(g, g->directed ? v : w, g->directed ? w : v, weight, NULL);
    }
    fmpq_clear(weight);
    return status;
}

static pm_status convert(struct pm_graph **graph, const igraph_t *from,
                         const struct pm_source *source)
{
    struct pm_graph *g = NULL;
    pm_status status;

    PM_TRY_GOTO(status, pm_graph_new(&g, lib.igraph_is_directed(from)), done);
    PM_TRY_GOTO(status, pm_graph_check_size(source, (uint64_t)lib.igraph_vcount(from)), done);
    PM_TRY_GOTO(status, add_vertices(g, from), done);
    PM_TRY_GOTO(status, add_edges(g, from), done);
    *graph = g;
    g = NULL;
done:
    pm_graph_free(g);
    return status == PM_OK ? PM_OK : pm_source_fail_at(source, status);
}

/* -------------------------------------------------------------------- reading */

/* What igraph is to read. */
struct input {
    const struct format *format;
    const struct pm_source *source;
    FILE *file;
};

/* With igraph's handlers being ours. */
static pm_status read_and_convert(struct pm_graph **graph, const struct input *in)
{
    igraph_t from;
    const igraph_error_t code = in->format->read(&from, in->file);

    if (code != IGRAPH_SUCCESS)
        return pm_source_fail_at(in->source, igraph_failure(code));
    const pm_status status = convert(graph, &from, in->source);
    lib.igraph_destroy(&from);
    return status;
}

static pm_status read_with_handlers(struct pm_graph **graph, const struct input *in)
{
    igraph_error_handler_t *const old_error = lib.igraph_set_error_handler(keep_reason);
    igraph_warning_handler_t *const old_warning = lib.igraph_set_warning_handler(ignore_warning);
    igraph_attribute_table_t *const old_table =
        lib.igraph_set_attribute_table(lib.igraph_cattribute_table);
    const pm_status status = read_and_convert(graph, in);
    lib.igraph_set_attribute_table(old_table);
    lib.igraph_set_warning_handler(old_warning);
    lib.igraph_set_error_handler(old_error);
    return status;
}

pm_status pm_igraph_next(struct pm_graph **graph, struct pm_graph_reader *reader)
{
    struct input in = {formats, reader->source, NULL};
    const char *text;
    size_t length;

    while (strcmp(in.format->name, reader->format->name) != 0)
        in.format++;
    PM_TRY(pm_source_rest(reader->source, &text, &length));
    if (length == 0)
        return pm_source_fail(reader->source, PM_INPUT, "the file is empty");
    if ((in.file = fmemopen((void *)text, length, "r")) == NULL)
        return pm_source_fail(reader->source, PM_NOMEM, "out of memory");
    pthread_mutex_lock(&igraph_lock);
    pm_status status = open_library();
    status = status == PM_OK ? read_with_handlers(graph, &in)
                             : pm_source_fail_at(reader->source, status);
    pthread_mutex_unlock(&igraph_lock);
    fclose(in.file);
    return status;
}

/* ----------------------------------------------------------------- recognition */

enum pm_fit pm_graphml_fits(const struct pm_sample *s)
{
    if (s->binary || s->lines == 0 || s->line->word[0].text[0] != '<')
        return PM_FIT_NO;
    for (size_t k = 0; k < s->lines; k++)
        if (strstr(s->line[k].text, "<graphml") != NULL)
            return PM_FIT_SURE;
    return PM_FIT_NO;
}

/* Signed by "graph [", perhaps with a line end in between. */
enum pm_fit pm_gml_fits(const struct pm_sample *s)
{
    for (size_t k = 0; k < s->lines; k++) {
        const struct pm_sample_line *const line = s->line + k;
        const struct pm_word second =
            line->words > 1 || k + 1 == s->lines ? pm_sample_word(line, 1) : line[1].word[0];
        if (pm_word_is(line->word[0], "graph") && second.length > 0 && second.text[0] == '[')
            return PM_FIT_SURE;
        if (pm_word_is(line->word[0], "graph["))
            return PM_FIT_SURE;
    }
    return PM_FIT_NO;
}

/* -------------------------------------------------------------------- layout */

enum { LAY_OUT_MOST = 3000, LAY_OUT_ROUNDS = 50 };

static igraph_error_t lay_out(double *at, const igraph_vector_int_t *ends, igraph_integer_t n)
{
    igraph_matrix_t place;
    igraph_t graph;
    igraph_error_t code = lib.igraph_matrix_init(&place, n, 2);

    if (code != IGRAPH_SUCCESS)
        return code;
    if ((code = lib.igraph_create(&graph, ends, n, IGRAPH_UNDIRECTED)) != IGRAPH_SUCCESS)
        goto done;
    for (igraph_integer_t v = 0; v < n; v++) { /* from a ring, so that nothing is random */
        MATRIX(place, v, 0) = cos(2 * 3.141592653589793 * (double)v / (double)n);
        MATRIX(place, v, 1) = sin(2 * 3.141592653589793 * (double)v / (double)n);
    }
    code = lib.igraph_layout_kamada_kawai(&graph, &place, true, LAY_OUT_ROUNDS * n, 0, (double)n,
                                          NULL, NULL, NULL, NULL, NULL);
    for (igraph_integer_t v = 0; v < n && code == IGRAPH_SUCCESS; v++) {
        at[2 * v] = MATRIX(place, v, 0);
        at[2 * v + 1] = MATRIX(place, v, 1);
    }
    lib.igraph_destroy(&graph);
done:
    lib.igraph_matrix_destroy(&place);
    return code;
}

static igraph_error_t lay_out_edges(double *at, const struct pm_graph *g)
{
    igraph_vector_int_t ends;
    const igraph_error_t code =
        lib.igraph_vector_int_init(&ends, 2 * (igraph_integer_t)g->edge.count);

    if (code != IGRAPH_SUCCESS)
        return code;
    for (size_t k = 0; k < g->edge.count; k++) {
        VECTOR(ends)[2 * k] = g->edge.row[k];
        VECTOR(ends)[2 * k + 1] = g->edge.col[k];
    }
    const igraph_error_t result = lay_out(at, &ends, g->edge.rows);
    lib.igraph_vector_int_destroy(&ends);
    return result;
}

static pm_status lay_out_with_handlers(double *at, const struct pm_graph *g)
{
    igraph_error_handler_t *const old_error = lib.igraph_set_error_handler(keep_reason);
    const igraph_error_t code = lay_out_edges(at, g);

    lib.igraph_set_error_handler(old_error);
    if (code == IGRAPH_SUCCESS)
        return PM_OK;
    return code == IGRAPH_ENOMEM
               ? pm_fail(PM_NOMEM, "out of memory")
               : pm_fail(PM_UNABLE, "igraph finds no positions: %s", lib.igraph_strerror(code));
}

/* By springs of the lengths of shortest ways (Kamada and Kawai, An algorithm for drawing general
 * undirected graphs, Information Processing Letters 31, 1989). */
pm_status pm_graph_lay_out(pm_graph *graph)
{
    const int n = graph->edge.rows;
    double *at;

    if (graph->place != NULL || graph->layout != NULL)
        return PM_OK;
    if (n > LAY_OUT_MOST)
        return pm_fail(PM_UNABLE,
                       "positions are made up for at most %d vertices; the file gives "
                       "none for its %d",
                       LAY_OUT_MOST, n);
    PM_NEW(at, 2 * (size_t)n);
    pthread_mutex_lock(&igraph_lock);
    pm_status status = open_library();
    if (status == PM_OK)
        status = lay_out_with_handlers(at, graph);
    pthread_mutex_unlock(&igraph_lock);
    if (status == PM_OK)
        graph->layout = at;
    else
        free(at);
    return status;
}
