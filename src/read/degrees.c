/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Degrees of the vertices of a graph: a number for all of them, or a file with lines
 * 'vertex degree'. */
#include "base/alloc.h"
#include "base/argument.h"
#include "base/status.h"
#include "read/names.h"
#include "read/source.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct taking {
    struct pm_source *source;
    struct pm_names names; /* of a graph with the same vertices */
    int *degree;           /* -1: not given */
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

static pm_status take_line(void *context, const char *line)
{
    struct taking *const t = context;
    const struct pm_word name = pm_word_next(&line), number = pm_word_next(&line);
    char quote[PM_QUOTE_SIZE];
    int vertex, degree;

    if (name.length == 0 || *name.text == '#' || *name.text == '%')
        return PM_OK;
    if (!is_degree(&degree, number) || pm_word_next(&line).length > 0)
        return pm_source_fail(t->source, PM_INPUT,
                              "a vertex and its degree are expected, as in %s 2",
                              pm_word_quote(quote, name));
    PM_TRY(pm_names_vertex(&vertex, &t->names, name));
    if (vertex >= t->count || t->degree[vertex] >= 0)
        return pm_source_fail(t->source, PM_INPUT,
                              vertex >= t->count ? "the graph has no vertex %s"
                                                 : "vertex %s has a degree already",
                              pm_word_quote(quote, name));
    t->degree[vertex] = degree;
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

    for (int v = 0; v < t->count; v++) {
        PM_TRY(pm_names_vertex(&vertex, &t->names, name_of(number, graph, v)));
        t->degree[v] = -1;
    }
    PM_TRY(pm_source_each(t->source, take_line, t));
    for (int v = 0; v < t->count; v++)
        if (t->degree[v] < 0)
            return pm_source_fail(t->source, PM_INPUT, "no line gives the degree of vertex %s",
                                  pm_word_quote(quote, name_of(number, graph, v)));
    return PM_OK;
}

static pm_status read_file(struct taking *t, const struct pm_graph *graph, const char *path)
{
    struct pm_graph *names = NULL;
    pm_status status;

    PM_TRY(pm_source_open(&t->source, path));
    PM_TRY_GOTO(status, pm_graph_new(&names, false), done);
    t->names.graph = names;
    pm_source_limit(t->source, graph->memory, 0);
    pm_source_enter(t->source);
    status = pm_source_leave(t->source, take_file(t, graph));
done:
    pm_names_clear(&t->names);
    pm_graph_free(names);
    pm_source_close(t->source);
    return status;
}

pm_status pm_graph_degrees(int **degree, const pm_graph *graph, const char *degrees)
{
    PM_ARGUMENTS(degree, graph, degrees);
    struct taking t = {.count = graph->edge.rows};
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
