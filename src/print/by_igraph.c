/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Formats that igraph writes.  igraph writes numbers with 15 digits.  If a weight has more digits
 * or is not a decimal, all weights are written as texts, which this library's readers accept as
 * numbers. */
#include "print/writers.h"

#include "base/text.h"
#include "model/igraph.h"
#include "print/exact.h"

#include <stdlib.h>
#include <string.h>

struct foreign {
    const char *name, *named; /* the format, and its attribute for the names of vertices */
    bool texts;               /* weights may be texts */
    const char *forbidden;    /* characters that names cannot contain */
    igraph_error_t (*write)(const igraph_t *graph, FILE *out, const struct pm_graph *g);
};

enum { DIGITS = 15 };

static bool is_short(const char *number)
{
    return strchr(number, '/') == NULL && strlen(number + (*number == '-')) <= DIGITS;
}

/* ------------------------------------------------------------------- attributes */

static igraph_error_t name_vertices(igraph_t *graph, const struct pm_graph *g, const char *called)
{
    igraph_strvector_t names;

    if (g->name == NULL)
        return IGRAPH_SUCCESS;
    igraph_error_t code = pm_igraph.igraph_strvector_init(&names, g->edge.rows);
    if (code != IGRAPH_SUCCESS)
        return code;
    for (int v = 0; v < g->edge.rows && code == IGRAPH_SUCCESS; v++)
        code = pm_igraph.igraph_strvector_set(&names, v, pm_graph_vertex_name(g, v));
    if (code == IGRAPH_SUCCESS)
        code = pm_igraph.igraph_cattribute_VAS_setv(graph, called, &names);
    pm_igraph.igraph_strvector_destroy(&names);
    return code;
}

static igraph_error_t weigh_by_numbers(igraph_t *graph, const igraph_strvector_t *text)
{
    const igraph_integer_t count = pm_igraph.igraph_strvector_size(text);
    igraph_vector_t number;
    igraph_error_t code = pm_igraph.igraph_vector_init(&number, count);

    if (code != IGRAPH_SUCCESS)
        return code;
    for (igraph_integer_t k = 0; k < count; k++)
        VECTOR(number)[k] = strtod(pm_igraph.igraph_strvector_get(text, k), NULL);
    code = pm_igraph.igraph_cattribute_EAN_setv(graph, "weight", &number);
    pm_igraph.igraph_vector_destroy(&number);
    return code;
}

/* *text = the weights; *all_short: each fits in 15 digits; *status: whether memory ran out. */
static igraph_error_t list_weights(igraph_strvector_t *text, bool *all_short, pm_status *status,
                                   const struct pm_graph *g)
{
    igraph_error_t code = IGRAPH_SUCCESS;
    struct pm_text buffer;
    char *number;

    *all_short = true;
    for (size_t k = 0; k < g->edge.count && code == IGRAPH_SUCCESS; k++) {
        if ((*status = pm_text_open(&buffer)) != PM_OK)
            return IGRAPH_ENOMEM;
        pm_print_exact(buffer.file, g->edge.re + k);
        if ((*status = pm_text_close(&number, &buffer, PM_OK)) != PM_OK)
            return IGRAPH_ENOMEM;
        *all_short &= is_short(number);
        code = pm_igraph.igraph_strvector_set(text, (igraph_integer_t)k, number);
        free(number);
    }
    return code;
}

static pm_status weigh_edges(igraph_t *graph, const struct pm_graph *g, const struct foreign *f)
{
    igraph_strvector_t text;
    pm_status status = PM_OK;
    bool all_short;

    if (g->field == PM_FIELD_PATTERN)
        return PM_OK;
    igraph_error_t code = pm_igraph.igraph_strvector_init(&text, (igraph_integer_t)g->edge.count);
    if (code != IGRAPH_SUCCESS)
        return pm_igraph_failure(code);
    code = list_weights(&text, &all_short, &status, g);
    if (code == IGRAPH_SUCCESS && !all_short && !f->texts)
        status = pm_fail(PM_UNABLE,
                         "%s cannot hold a weight, which needs more than %d digits or is no "
                         "decimal number; el can",
                         f->name, DIGITS);
    else if (code == IGRAPH_SUCCESS)
        code = all_short ? weigh_by_numbers(graph, &text)
                         : pm_igraph.igraph_cattribute_EAS_setv(graph, "weight", &text);
    pm_igraph.igraph_strvector_destroy(&text);
    return status != PM_OK || code == IGRAPH_SUCCESS ? status : pm_igraph_failure(code);
}

/* ------------------------------------------------------------------- writing */

static pm_status check_names(const struct pm_graph *g, const struct foreign *f)
{
    for (int v = 0; v < g->edge.rows && g->name != NULL; v++) {
        const char *const name = pm_graph_vertex_name(g, v);
        if (strpbrk(name, f->forbidden) != NULL)
            return pm_fail(PM_UNABLE, "%s cannot hold the vertex name '%s'", f->name, name);
    }
    return PM_OK;
}

/* Call it only between pm_igraph_enter() and pm_igraph_leave(). */
static pm_status write_graph(FILE *out, const struct pm_graph *g, const struct foreign *f)
{
    const struct pm_triplets *const edge = &g->edge;
    igraph_t graph;

    igraph_error_t code =
        pm_igraph_create(&graph, edge->rows, g->directed, edge->count, edge->row, edge->col);
    if (code != IGRAPH_SUCCESS)
        return pm_igraph_failure(code);
    code = name_vertices(&graph, g, f->named);
    pm_status status = code == IGRAPH_SUCCESS ? weigh_edges(&graph, g, f) : pm_igraph_failure(code);
    if (status == PM_OK && (code = f->write(&graph, out, g)) != IGRAPH_SUCCESS)
        status = pm_igraph_failure(code);
    pm_igraph.igraph_destroy(&graph);
    return status;
}

static pm_status write_foreign(FILE *out, const struct pm_graph *g, const struct foreign *f)
{
    struct pm_igraph_before before;

    if (g->edge.complex_values)
        return pm_fail(PM_UNABLE, "%s cannot hold complex weights", f->name);
    PM_TRY(check_names(g, f));
    PM_TRY(pm_igraph_enter(&before));
    const pm_status status = write_graph(out, g, f);
    pm_igraph_leave(&before);
    return status == PM_INPUT ? pm_fail_at(PM_UNABLE, "%s", f->name) : status;
}

static igraph_error_t graphml(const igraph_t *graph, FILE *out, const struct pm_graph *g)
{
    (void)g;
    return pm_igraph.igraph_write_graph_graphml(graph, out, true);
}

static igraph_error_t gml(const igraph_t *graph, FILE *out, const struct pm_graph *g)
{
    (void)g;
    return pm_igraph.igraph_write_graph_gml(graph, out, IGRAPH_WRITE_GML_DEFAULT_SW, NULL,
                                            "permatch");
}

static igraph_error_t dot(const igraph_t *graph, FILE *out, const struct pm_graph *g)
{
    (void)g;
    return pm_igraph.igraph_write_graph_dot(graph, out);
}

static igraph_error_t pajek(const igraph_t *graph, FILE *out, const struct pm_graph *g)
{
    (void)g;
    return pm_igraph.igraph_write_graph_pajek(graph, out);
}

static igraph_error_t leda(const igraph_t *graph, FILE *out, const struct pm_graph *g)
{
    return pm_igraph.igraph_write_graph_leda(graph, out, g->name != NULL ? "name" : NULL,
                                             g->field != PM_FIELD_PATTERN ? "weight" : NULL);
}

static igraph_error_t lgl(const igraph_t *graph, FILE *out, const struct pm_graph *g)
{
    return pm_igraph.igraph_write_graph_lgl(graph, out, g->name != NULL ? "name" : NULL,
                                            g->field != PM_FIELD_PATTERN ? "weight" : NULL, true);
}

pm_status pm_writer_graphml(FILE *out, const struct pm_graph *g)
{
    return write_foreign(out, g, &(struct foreign){"graphml", "name", true, "", graphml});
}

pm_status pm_writer_gml(FILE *out, const struct pm_graph *g)
{
    return write_foreign(out, g, &(struct foreign){"gml", "name", true, "", gml});
}

pm_status pm_writer_dot(FILE *out, const struct pm_graph *g)
{
    return write_foreign(out, g, &(struct foreign){"dot", "name", true, "", dot});
}

pm_status pm_writer_pajek(FILE *out, const struct pm_graph *g)
{
    return write_foreign(out, g, &(struct foreign){"pajek", "id", false, "\"", pajek});
}

pm_status pm_writer_leda(FILE *out, const struct pm_graph *g)
{
    return write_foreign(out, g, &(struct foreign){"leda", "name", true, "|}", leda});
}

pm_status pm_writer_lgl(FILE *out, const struct pm_graph *g)
{
    return write_foreign(out, g, &(struct foreign){"lgl", "name", false, " \t#", lgl});
}
