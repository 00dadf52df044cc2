/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Graphs that igraph reads, GraphML and GML, and layouts that it computes.
 *
 * igraph's weights are doubles.  For each we use the shortest decimal number of at most 15 digits
 * that reads back as the same double (so 0.1 is 1/10); if there is none, all 17 digits. */
#include "read/formats.h"
#include "read/beginning.h"

#include "base/alloc.h"
#include "base/given.h"
#include "model/late_igraph.h"
#include "read/decimal.h"
#include "read/word.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------- formats */

typedef igraph_error_t read_file(igraph_t *graph, FILE *file);

static igraph_error_t read_graphml(igraph_t *graph, FILE *file)
{
    return pm_igraph.igraph_read_graph_graphml(graph, file, 0);
}

static igraph_error_t read_gml(igraph_t *graph, FILE *file)
{
    return pm_igraph.igraph_read_graph_gml(graph, file);
}

static const struct format {
    const char *name;
    read_file *read;
} formats[] = {
    {"graphml", read_graphml},
    {"gml", read_gml},
};

/* ---------------------------------------------------------------- conversion */

/* The decimal number that a double stands for. */
static pm_status weight_of(fmpq_t weight, double x, bool logs)
{
    char text[40];

    if (!isfinite(x))
        return pm_fail(PM_INPUT, "the weight is missing or not finite");
    snprintf(text, sizeof text, "%.15g", x);
    if (strtod(text, NULL) != x)
        snprintf(text, sizeof text, "%.17g", x);
    return pm_weight_parse(weight, text, strlen(text), logs);
}

struct weights {
    bool there, text, logs;
    const igraph_t *from;
};

/* The weight of one edge; a text attribute is read as a number. */
static pm_status edge_weight(fmpq_t weight, bool *decimal, const struct weights *w,
                             igraph_integer_t edge)
{
    *decimal = false;
    fmpq_one(weight);
    if (!w->there)
        return PM_OK;
    if (w->text) {
        const char *const text = pm_igraph.igraph_cattribute_EAS(w->from, "weight", edge);
        *decimal = !pm_word_is_integer((struct pm_word){text, strlen(text)});
        return pm_weight_parse(weight, text, strlen(text), w->logs);
    }
    PM_TRY(weight_of(weight, pm_igraph.igraph_cattribute_EAN(w->from, "weight", edge), w->logs));
    *decimal = !fmpz_is_one(fmpq_denref(weight));
    return PM_OK;
}

/* Finds the attribute `name` of edges or vertices, and whether it is a text. */
static igraph_error_t find_attribute(bool *there, bool *text, const igraph_t *from, bool of_edges,
                                     const char *name)
{
    igraph_strvector_t names[3]; /* of the graph, of vertices, of edges */
    igraph_vector_int_t types[3];
    igraph_error_t code = IGRAPH_SUCCESS;
    int made = 0;

    *there = *text = false;
    for (; made < 3; made++) {
        if ((code = pm_igraph.igraph_strvector_init(&names[made], 0)) != IGRAPH_SUCCESS)
            goto done;
        if ((code = pm_igraph.igraph_vector_int_init(&types[made], 0)) != IGRAPH_SUCCESS) {
            pm_igraph.igraph_strvector_destroy(&names[made]);
            goto done;
        }
    }
    code = pm_igraph.igraph_cattribute_list(from, &names[0], &types[0], &names[1], &types[1],
                                            &names[2], &types[2]);
    const int kind = of_edges ? 2 : 1;
    for (igraph_integer_t k = 0;
         code == IGRAPH_SUCCESS && k < pm_igraph.igraph_strvector_size(&names[kind]); k++) {
        const igraph_integer_t type = VECTOR(types[kind])[k];
        if (strcmp(pm_igraph.igraph_strvector_get(&names[kind], k), name) != 0)
            continue;
        *text = type == IGRAPH_ATTRIBUTE_STRING;
        *there = *text || type == IGRAPH_ATTRIBUTE_NUMERIC;
    }
done:
    for (int k = 0; k < made; k++) {
        pm_igraph.igraph_strvector_destroy(&names[k]);
        pm_igraph.igraph_vector_int_destroy(&types[k]);
    }
    return code;
}

static pm_status add_vertices(struct pm_graph *g, const igraph_t *from)
{
    static const char *const attributes[] = {"name", "label", "id"};
    const igraph_integer_t n = pm_igraph.igraph_vcount(from);
    bool there = false, text = false;

    for (size_t k = 0; k < sizeof attributes / sizeof *attributes; k++) {
        const igraph_error_t code = find_attribute(&there, &text, from, false, attributes[k]);
        if (code != IGRAPH_SUCCESS)
            return pm_igraph_failure(code);
        if (!there || !text)
            continue;
        for (igraph_integer_t v = 0; v < n; v++) {
            const char *const name = pm_igraph.igraph_cattribute_VAS(from, attributes[k], v);
            PM_TRY(pm_graph_add_named(g, name, strlen(name)));
        }
        return PM_OK;
    }
    return pm_graph_add_vertices(g, (int)n);
}

/* A note if no edge has a weight, and edges have an attribute like one. */
static pm_status note_unread(struct pm_graph *g, const igraph_t *from)
{
    bool there = false, text;

    for (const char *const *name = pm_weight_names; *name != NULL; name++) {
        const igraph_error_t code = find_attribute(&there, &text, from, true, *name);
        if (code != IGRAPH_SUCCESS)
            return pm_igraph_failure(code);
        if (there)
            return pm_graph_note_unread(g, *name);
    }
    return PM_OK;
}

static pm_status add_edges(struct pm_graph *g, const igraph_t *from)
{
    struct weights weights = {.logs = g->field == PM_FIELD_LOGS, .from = from};
    pm_status status = PM_OK;
    fmpq_t weight;
    bool decimal;

    const igraph_error_t code = find_attribute(&weights.there, &weights.text, from, true, "weight");
    if (code != IGRAPH_SUCCESS)
        return pm_igraph_failure(code);
    if (!weights.there)
        PM_TRY(note_unread(g, from));
    fmpq_init(weight);
    for (igraph_integer_t e = 0; status == PM_OK && e < pm_igraph.igraph_ecount(from); e++) {
        status = edge_weight(weight, &decimal, &weights, e);
        if (status != PM_OK) {
            pm_fail_at(status, "edge %jd", (intmax_t)e + 1);
            break;
        }
        pm_graph_note_weight(g, weight, decimal);
        /* igraph stores the larger end of an undirected edge first. */
        const int v = (int)IGRAPH_FROM(from, e), w = (int)IGRAPH_TO(from, e);
        status = pm_graph_add_edge(g, g->directed ? v : w, g->directed ? w : v, weight, NULL);
    }
    fmpq_clear(weight);
    return status;
}

static pm_status convert(struct pm_graph **graph, const igraph_t *from,
                         const struct pm_graph_reader *reader)
{
    struct pm_graph *g = NULL;
    pm_status status;

    PM_TRY_GOTO(status, pm_graph_begin(&g, pm_igraph.igraph_is_directed(from), reader->logs), done);
    PM_TRY_GOTO(status,
                pm_graph_check_size(reader->source, (uint64_t)pm_igraph.igraph_vcount(from)), done);
    PM_TRY_GOTO(status, add_vertices(g, from), done);
    PM_TRY_GOTO(status, add_edges(g, from), done);
    *graph = g;
    g = NULL;
done:
    pm_graph_free(g);
    return status == PM_OK ? PM_OK : pm_source_fail_at(reader->source, status);
}

/* -------------------------------------------------------------------- reading */

/* igraph allocates this times the length of the text (measured with 800,000 edges: 16 for GML, 5
 * for GraphML). */
enum { IGRAPH_TIMES = 16 };

/* The input for igraph. */
struct input {
    const struct format *format;
    const struct pm_graph_reader *reader;
    FILE *file;
};

static pm_status read_and_convert(struct pm_graph **graph, const struct input *in)
{
    igraph_t from;
    const igraph_error_t code = in->format->read(&from, in->file);

    if (code == IGRAPH_EINVAL && in->format->read == read_graphml)
        return pm_source_fail(in->reader->source, PM_INPUT, "there is no graph in it");
    if (code != IGRAPH_SUCCESS)
        return pm_source_fail_at(in->reader->source, pm_igraph_failure(code));
    const pm_status status = convert(graph, &from, in->reader);
    pm_igraph.igraph_destroy(&from);
    return status;
}

pm_status pm_igraph_next(struct pm_graph **graph, struct pm_graph_reader *reader)
{
    struct input in = {formats, reader, NULL};
    struct pm_igraph_before before;
    const char *text;
    size_t length;

    while (strcmp(in.format->name, reader->format->name) != 0)
        in.format++;
    PM_TRY(pm_source_rest(reader->source, &text, &length));
    if (length == 0)
        return pm_source_fail(reader->source, PM_INPUT, "the file is empty");
    pm_status status = pm_allowance_take(IGRAPH_TIMES * (uint64_t)length);
    if (status != PM_OK)
        return pm_source_fail_at(reader->source, status);
    if ((in.file = fmemopen((void *)text, length, "r")) == NULL)
        return pm_source_fail(reader->source, PM_NOMEM, "out of memory");
    status = pm_igraph_enter(&before);
    if (status == PM_OK) {
        status = read_and_convert(graph, &in);
        pm_igraph_leave(&before);
    } else {
        status = pm_source_fail_at(reader->source, status);
    }
    fclose(in.file);
    return status;
}

/* -------------------------------------------------------------------- layout */

enum { LAY_OUT_MOST = 3000, LAY_OUT_ROUNDS = 50 };

static igraph_error_t lay_out(double *at, const struct pm_graph *g)
{
    const igraph_integer_t n = g->edge.rows;
    igraph_matrix_t place;
    igraph_t graph;
    igraph_error_t code = pm_igraph.igraph_matrix_init(&place, n, 2);

    if (code != IGRAPH_SUCCESS)
        return code;
    code = pm_igraph_create(&graph, (int)n, false, g->edge.count, g->edge.row, g->edge.col);
    if (code != IGRAPH_SUCCESS)
        goto done;
    for (igraph_integer_t v = 0; v < n; v++) { /* starts from a circle, so nothing is random */
        MATRIX(place, v, 0) = cos(2 * 3.141592653589793 * (double)v / (double)n);
        MATRIX(place, v, 1) = sin(2 * 3.141592653589793 * (double)v / (double)n);
    }
    code = pm_igraph.igraph_layout_kamada_kawai(&graph, &place, true, LAY_OUT_ROUNDS * n, 0,
                                                (double)n, NULL, NULL, NULL, NULL, NULL);
    for (igraph_integer_t v = 0; v < n && code == IGRAPH_SUCCESS; v++) {
        at[2 * v] = MATRIX(place, v, 0);
        at[2 * v + 1] = MATRIX(place, v, 1);
    }
    pm_igraph.igraph_destroy(&graph);
done:
    pm_igraph.igraph_matrix_destroy(&place);
    return code;
}

/* Layout by springs whose lengths are shortest distances (Kamada and Kawai, An algorithm for
 * drawing general undirected graphs, Information Processing Letters 31, 1989). */
pm_status pm_graph_lay_out(pm_graph *graph)
{
    PM_GIVEN(graph);
    const int n = graph->edge.rows;
    struct pm_igraph_before before;
    double *at;

    if (graph->place != NULL || graph->layout != NULL)
        return PM_OK;
    if (n > LAY_OUT_MOST)
        return pm_fail(PM_UNABLE,
                       "positions are computed for at most %d vertices; the file has %d, "
                       "and gives no positions",
                       LAY_OUT_MOST, n);
    PM_NEW(at, 2 * (size_t)n);
    pm_status status = pm_igraph_enter(&before);
    if (status == PM_OK) {
        const igraph_error_t code = lay_out(at, graph);
        status = code == IGRAPH_SUCCESS ? PM_OK : pm_igraph_failure(code);
        pm_igraph_leave(&before);
        if (status == PM_INPUT)
            pm_fail_at(status = PM_UNABLE, "igraph finds no positions");
    }
    if (status == PM_OK)
        graph->layout = at;
    else
        free(at);
    return status;
}
