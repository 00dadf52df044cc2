/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A node gets its number where its id is read first.  What was not declared is found at the end. */
#include "read/network.h"

#include "base/alloc.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct pm_network_node {
    uint64_t line; /* where its id was read first */
    bool declared;
    int label;     /* its number in the list; -1: none */
    int neighbour; /* the last vertex that has it among its neighbours, counted from 1 */
};

pm_status pm_network_begin(struct pm_network *n, const struct pm_graph_reader *reader,
                           bool directed)
{
    *n = (struct pm_network){.reader = reader};
    fmpq_init(n->weight);
    return pm_graph_begin(&n->names.graph, directed, reader->logs, reader->weights);
}

void pm_network_clear(struct pm_network *n)
{
    pm_names_clear(&n->names);
    pm_names_clear(&n->pairs);
    pm_labels_clear(&n->label);
    pm_spots_finish(&n->layout, NULL);
    if (n->reader != NULL)
        fmpq_clear(n->weight);
    free(n->node);
    *n = (struct pm_network){.reader = NULL};
}

pm_status pm_network_vertex(int *vertex, struct pm_network *n, struct pm_word id)
{
    const int before = pm_graph_vertices(n->names.graph);

    PM_TRY(pm_names_vertex(vertex, &n->names, id));
    if (*vertex < before)
        return PM_OK;
    PM_TRY(pm_alloc_grow((void **)&n->node, &n->room, (size_t)before + 1, sizeof *n->node));
    n->node[before] =
        (struct pm_network_node){.line = pm_source_number(n->reader->source), .label = -1};
    return PM_OK;
}

pm_status pm_network_node(int *vertex, struct pm_network *n, struct pm_word id,
                          struct pm_word label)
{
    PM_TRY(pm_network_vertex(vertex, n, id));
    PM_TRY(pm_network_declare(n, *vertex));
    return label.length > 0 ? pm_network_label(n, *vertex, label) : PM_OK;
}

pm_status pm_network_label(struct pm_network *n, int vertex, struct pm_word label)
{
    n->node[vertex].label = n->label.count;
    return pm_labels_add(&n->label, label.text, label.length);
}

pm_status pm_network_edge(struct pm_network *n, struct pm_word from, struct pm_word to,
                          struct pm_word weight, bool directed)
{
    int v, w;

    PM_TRY(pm_network_vertex(&v, n, from));
    PM_TRY(pm_network_vertex(&w, n, to));
    return pm_network_join(n, v, w, weight, directed ? PM_DIRECTED : PM_UNDIRECTED);
}

pm_status pm_network_join(struct pm_network *n, int v, int w, struct pm_word weight,
                          enum pm_direction direction)
{
    struct pm_graph *const g = n->names.graph;

    g->direction = direction;
    PM_REFUSE_IF(n->weights != (weight.length > 0 ? pm_graph_edges(g) : 0),
                 "an edge with%s a weight after one with%s: every edge has a weight, or none",
                 weight.length > 0 ? "" : "out", weight.length > 0 ? "out" : "");
    n->weights += weight.length > 0;
    PM_TRY(pm_graph_read_weight(n->weight, g, weight));
    return pm_graph_add_edge(g, v, w, n->weight, NULL);
}

/* Pair number k of the names is edge number k. */
pm_status pm_network_join_once(struct pm_network *n, int v, int w, struct pm_word weight,
                               enum pm_direction direction, bool ordered)
{
    struct pm_graph *const g = n->names.graph;
    const bool turned = !ordered && v > w;
    char text[32];
    int pair;

    if (n->pairs.graph == NULL)
        PM_TRY(pm_graph_begin(&n->pairs.graph, false, false, PM_WEIGHTS_NUMBERS));
    const int length = snprintf(text, sizeof text, "%d %d", turned ? w : v, turned ? v : w);
    PM_TRY(pm_names_vertex(&pair, &n->pairs, (struct pm_word){text, (size_t)length}));
    if ((size_t)pair == pm_graph_edges(g))
        return pm_network_join(n, v, w, weight, direction);
    PM_TRY(pm_graph_read_weight(n->weight, g, weight));
    PM_REFUSE_IF(!fmpq_equal(n->weight, g->edge.re + pair),
                 "an edge has two weights, and is listed once or with one weight");
    return PM_OK;
}

pm_status pm_network_neighbour(struct pm_network *n, int from, int to, struct pm_word weight,
                               enum pm_direction direction, bool ordered)
{
    PM_REFUSE_IF(n->node[to].neighbour == from + 1,
                 "a neighbour stands twice in a list; parallel edges are not read from lists");
    n->node[to].neighbour = from + 1;
    return pm_network_join_once(n, from, to, weight, direction, ordered);
}

pm_status pm_network_declare(struct pm_network *n, int vertex)
{
    PM_REFUSE_IF(n->node[vertex].declared, "the node '%.40s' is there a second time",
                 pm_graph_vertex_name(n->names.graph, vertex));
    n->node[vertex].declared = true;
    return PM_OK;
}

bool pm_network_is_declared(const struct pm_network *n, int vertex)
{
    return n->node[vertex].declared;
}

bool pm_network_is_weight(struct pm_network *n, struct pm_word attribute)
{
    for (const char *const *name = pm_weight_names; *name != NULL; name++)
        if (pm_word_is(attribute, *name))
            n->unread = (struct pm_word){*name, strlen(*name)};
    return pm_word_is(attribute, "weight");
}

pm_status pm_network_check_declared(const struct pm_network *n)
{
    const struct pm_graph *const g = n->names.graph;

    for (int v = 0; v < pm_graph_vertices(g); v++)
        if (!n->node[v].declared) {
            const char *const name = pm_graph_vertex_name(g, v);
            char quote[PM_QUOTE_SIZE];
            pm_source_set_line(n->reader->source, n->node[v].line);
            return pm_fail(PM_INPUT, "an edge leads to %s, and there is no such node",
                           pm_word_quote(quote, (struct pm_word){name, strlen(name)}));
        }
    return PM_OK;
}

/* True for names that can be printed on a line. */
static bool are_lines(const struct pm_labels *label)
{
    for (size_t k = 0; k < label->length; k++)
        if (label->text[k] != '\0' && (unsigned char)label->text[k] < ' ')
            return false;
    return true;
}

static pm_status use_labels(struct pm_network *n)
{
    const struct pm_labels none = {.count = 0};
    struct pm_graph *const g = n->names.graph;
    bool distinct = n->label.count == pm_graph_vertices(g) && are_lines(&n->label);

    if (distinct)
        PM_TRY(pm_labels_distinct(&distinct, &n->label, &none));
    if (!distinct || n->label.count == 0)
        return PM_OK;
    for (int v = 0; v < n->label.count; v++)
        g->name[v] = n->label.start[n->node[v].label];
    free(g->names);
    g->names = n->label.text;
    g->names_length = n->label.length;
    g->names_room = n->label.text_room;
    n->label.text = NULL;
    return PM_OK;
}

pm_status pm_network_finish(struct pm_graph **graph, struct pm_network *n, bool declared)
{
    struct pm_graph *const g = n->names.graph;

    if (declared)
        PM_TRY(pm_network_check_declared(n));
    PM_TRY(use_labels(n));
    if (n->weights == 0 && n->unread.length > 0)
        PM_TRY(pm_graph_note_unread(g, n->unread.text));
    pm_spots_finish(&n->layout, g);
    *graph = g;
    n->names.graph = NULL;
    pm_network_clear(n);
    return PM_OK;
}
