/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Degrees of the vertices of a graph, or weights of monomers: a number for all of them, or a file
 * with lines 'vertex degree' or 'vertex weight'. */
#include "base/alloc.h"
#include "base/argument.h"
#include "base/status.h"
#include "model/problem.h"
#include "read/decimal.h"
#include "read/names.h"
#include "read/source.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct taking {
    struct pm_source *source;
    struct pm_names names; /* of a graph with the same vertices */
    const char *what, *example;
    int *degree; /* NULL: weights are read */
    fmpq *weight;
    bool *given;
    int count;
};

static bool is_degree(int *degree, struct pm_word word)
{
    int64_t value;

    if (!pm_word_integer(&value, word) || value < 0 || value > INT_MAX)
        return false;
    *degree = (int)value;
    return true;
}

/* The value of a vertex; false: it is none. */
static bool take_value(const struct taking *t, int vertex, struct pm_word word)
{
    return t->degree != NULL
               ? is_degree(t->degree + vertex, word)
               : pm_decimal_parse(t->weight + vertex, word.text, word.length) == PM_OK &&
                     fmpq_sgn(t->weight + vertex) > 0;
}

static pm_status take_line(void *context, const char *line)
{
    struct taking *const t = context;
    const struct pm_word name = pm_word_next(&line), number = pm_word_next(&line);
    char quote[PM_QUOTE_SIZE];
    int vertex;

    if (name.length == 0 || *name.text == '#' || *name.text == '%')
        return PM_OK;
    PM_TRY(pm_names_vertex(&vertex, &t->names, name));
    if (vertex >= t->count)
        return pm_source_fail(t->source, PM_INPUT, "the graph has no vertex %s",
                              pm_word_quote(quote, name));
    if (t->given[vertex])
        return pm_source_fail(t->source, PM_INPUT, "vertex %s has a %s already",
                              pm_word_quote(quote, name), t->what);
    if (!take_value(t, vertex, number) || pm_word_next(&line).length > 0)
        return pm_source_fail(t->source, PM_INPUT, "a vertex and its %s are expected, as in %s %s",
                              t->what, pm_word_quote(quote, name), t->example);
    t->given[vertex] = true;
    return PM_OK;
}

/* The name of a vertex, or its number from 1 on. */
static struct pm_word name_of(char number[12], const struct pm_graph *graph, int v)
{
    const char *name = pm_graph_vertex_name(graph, v);

    if (name == NULL)
        snprintf(number, 12, "%d", v + 1);
    name = name != NULL ? name : number;
    return (struct pm_word){name, strlen(name)};
}

static pm_status take_file(struct taking *t, const struct pm_graph *graph)
{
    char number[12], quote[PM_QUOTE_SIZE];
    int vertex;

    PM_NEW(t->given, t->count);
    for (int v = 0; v < t->count; v++)
        PM_TRY(pm_names_vertex(&vertex, &t->names, name_of(number, graph, v)));
    PM_TRY(pm_source_each(t->source, take_line, t));
    for (int v = 0; v < t->count; v++)
        if (!t->given[v])
            return pm_source_fail(t->source, PM_INPUT, "no line gives the %s of vertex %s", t->what,
                                  pm_word_quote(quote, name_of(number, graph, v)));
    return PM_OK;
}

static pm_status read_file(struct taking *t, const struct pm_graph *graph, const char *path)
{
    pm_status status;

    PM_TRY(pm_source_open(&t->source, path));
    PM_TRY_GOTO(status, pm_graph_new(&t->names.graph, false), done);
    pm_source_limit(t->source, graph->memory, 0);
    pm_source_enter(t->source);
    status = pm_source_leave(t->source, take_file(t, graph));
done:
    pm_names_clear(&t->names);
    free(t->given);
    pm_source_close(t->source);
    return status;
}

pm_status pm_graph_degrees(int **degree, const pm_graph *graph, const char *degrees)
{
    PM_ARGUMENTS(degree, graph, degrees);
    struct taking t = {.count = graph->edge.rows, .what = "degree", .example = "2"};
    pm_status status = PM_OK;
    int all;

    PM_NEW(t.degree, t.count);
    if (!is_degree(&all, (struct pm_word){degrees, strlen(degrees)}))
        status = read_file(&t, graph, degrees);
    else
        for (int v = 0; v < t.count; v++)
            t.degree[v] = all;
    PM_GIVE(degree, t.degree, status, free);
}

/* *alone = the weight of each line of the problem, which the caller clears; 1 for lines of no
 * vertex. */
static pm_status line_weights(fmpq *alone, const struct pm_problem *problem, const pm_graph *graph,
                              const char *weights)
{
    struct taking t = {.what = "weight", .example = "1/2, above 0"};
    const int lines = pm_problem_lines(problem);
    fmpq_t all;
    pm_status status;

    fmpq_init(all);
    status = pm_decimal_parse(all, weights, strlen(weights));
    if (status != PM_OK && strcmp(weights, "x") == 0) {
        status =
            pm_fail(PM_INPUT, "x is not a number: the polynomial in the weight of a monomer has "
                              "the numbers of matchings by their size (--matchings)");
    } else if (status != PM_OK && graph != NULL) {
        t.count = graph->edge.rows;
        PM_NEW_GOTO(status, t.weight, t.count, done);
        status = read_file(&t, graph, weights);
    } else if (status == PM_OK && fmpq_is_zero(all)) {
        status = pm_fail(PM_INPUT, "monomers of weight 0 are no monomers: leave the weight out, "
                                   "and the perfect matchings are counted");
    }
    for (int v = 0; v < lines && status == PM_OK; v++) {
        const int vertex = pm_problem_line_vertex(problem, v);
        if (vertex < 0)
            fmpq_one(alone + v);
        else
            fmpq_set(alone + v, t.weight != NULL ? t.weight + vertex : all);
    }
done:
    for (int v = 0; t.weight != NULL && v < t.count; v++)
        fmpq_clear(t.weight + v);
    free(t.weight);
    fmpq_clear(all);
    return status;
}

pm_status pm_problem_monomers(pm_problem **out, const pm_problem *problem, const pm_graph *graph,
                              const char *weights)
{
    fmpq *alone;

    PM_ARGUMENTS(out, problem);
    PM_ARGUMENTS(weights);
    PM_NEW(alone, pm_problem_lines(problem) + 1);
    pm_status status = line_weights(alone, problem, graph, weights);
    PM_THEN(status, pm_total_weighted(out, problem, alone));
    for (int v = 0; v < pm_problem_lines(problem); v++)
        fmpq_clear(alone + v);
    free(alone);
    return status;
}
