/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the programs print:
 *     GAP      Digraph( [ [ 2 ], [ 1 ] ] ), the neighbours of vertices 1, 2, ...
 *     GRAPE    rec( adjacencies := [ [ 2 ], [ 1 ] ], order := 2, ... ), those of one vertex of each
 *              orbit; read where that are all vertices
 *     Magma    Graph, Vertex Neighbours, and for each vertex a line as 1 2 3 ;
 *     NetworkX {"directed": false, "nodes": [{"id": 0}], "links": [{"source": 0, "target": 0}]}, as
 *              node_link_data() makes it; "edges" in place of "links" since its version 3.4
 * (De Beule, Jonusas, Mitchell, Torpey & Wilson, Digraphs; Soicher, GRAPE; Bosma, Cannon &
 * Playoust, The Magma algebra system, 1997; Hagberg, Schult & Swart, NetworkX, 2008). */
#include "read/prints.h"

#include "base/alloc.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* True for a word with these letters, in this case. */
static bool is(const struct pm_nested_item *i, const char *text)
{
    return i != NULL && i->word.length == strlen(text) &&
           memcmp(i->word.text, text, i->word.length) == 0;
}

/* The value of a key; NULL: there is none. */
static const struct pm_nested_item *value_of(const struct pm_nested *v,
                                             const struct pm_nested_item *list, const char *key)
{
    for (const struct pm_nested_item *i = pm_nested_part(v, list->first); i != NULL;
         i = pm_nested_part(v, i->next))
        if (i->kind == PM_NESTED_PAIR && is(pm_nested_part(v, i->first), key))
            return pm_nested_part(v, pm_nested_part(v, i->first)->next);
    return NULL;
}

/* PM_INPUT: a record has one of the keys that are read twice. */
static pm_status check_keys(const struct pm_nested *v, const struct pm_nested_item *record)
{
    static const char *const keys[] = {"nodes",  "links",  "edges",  "directed",    "id",
                                       "source", "target", "weight", "adjacencies", "order"};
    unsigned seen = 0;

    for (const struct pm_nested_item *i = pm_nested_part(v, record->first); i != NULL;
         i = pm_nested_part(v, i->next))
        for (size_t k = 0; k < sizeof keys / sizeof *keys; k++)
            if (i->kind == PM_NESTED_PAIR && is(pm_nested_part(v, i->first), keys[k])) {
                if (seen >> k & 1)
                    return pm_nested_fail(v, i, "a key stands twice in one record");
                seen |= 1u << k;
            }
    return PM_OK;
}

enum pm_print pm_print_of(const struct pm_nested *v, int item)
{
    static const char *const keys[] = {"nodes", "links",    "edges", "directed", "multigraph",
                                       "graph", "vertices", "data",  "matrix",   "adjacency"};
    const struct pm_nested_item *const i = v->item + item, *const key = (size_t)item + 1 < v->items
                                                                            ? i + 1
                                                                            : NULL;

    if (i->kind != PM_NESTED_LIST)
        return PM_PRINT_NONE;
    if (i->open == '(' && (is(i, "Digraph") || is(i, "rec")))
        return is(i, "rec") ? PM_PRINT_GRAPE : PM_PRINT_DIGRAPH;
    if (i->word.length > 0 || i->open != '{' || key == NULL || key->kind != PM_NESTED_TEXT)
        return PM_PRINT_NONE;
    for (size_t k = 0; k < sizeof keys / sizeof *keys; k++)
        if (is(key, keys[k]) || value_of(v, i, keys[k]) != NULL)
            return PM_PRINT_LINKS;
    return PM_PRINT_NONE;
}

/* ------------------------------------------------------------------ GAP, GRAPE */

/* Reads the neighbours of vertex `from`.  An edge may stand at both of its ends.  last[k] = the
 * last list that had vertex k. */
static pm_status read_list(struct pm_network *n, int *last, const struct pm_nested *v,
                           const struct pm_nested_item *list, int from)
{
    const int vertices = pm_graph_vertices(n->names.graph);
    int64_t to;

    if (list->kind != PM_NESTED_LIST)
        return pm_nested_fail(v, list, "a list of the neighbours of each vertex is expected");
    for (const struct pm_nested_item *i = pm_nested_part(v, list->first); i != NULL;
         i = pm_nested_part(v, i->next)) {
        if (!pm_word_integer(&to, i->word) || to < 1 || to > vertices)
            return pm_nested_fail(v, i, "a neighbour is the number of a list");
        if (last[to - 1] == from + 1)
            return pm_nested_fail(
                v, i, "a neighbour stands twice in a list; parallel edges are not read");
        last[to - 1] = from + 1;
        pm_source_set_line(v->t->source, i->line);
        PM_TRY(pm_network_join_once(n, from, (int)to - 1, (struct pm_word){"", 0}, PM_UNSAID,
                                    n->reader->directed && !n->reader->undirected));
    }
    return PM_OK;
}

/* Reads the lists of neighbours of the vertices 1, 2, ... */
static pm_status read_neighbours(struct pm_network *n, const struct pm_nested *v,
                                 const struct pm_nested_item *lists)
{
    pm_status status = PM_OK;
    int vertex, from = 0, *last;
    char text[24];

    for (int k = 1; k <= lists->count; k++) {
        const int length = snprintf(text, sizeof text, "%d", k);
        PM_TRY(pm_network_vertex(&vertex, n, (struct pm_word){text, (size_t)length}));
    }
    PM_NEW(last, lists->count);
    for (const struct pm_nested_item *i = pm_nested_part(v, lists->first);
         i != NULL && status == PM_OK; i = pm_nested_part(v, i->next))
        status = read_list(n, last, v, i, from++);
    free(last);
    return status;
}

static pm_status read_grape(struct pm_network *n, const struct pm_nested *v,
                            const struct pm_nested_item *record)
{
    const struct pm_nested_item *const lists = value_of(v, record, "adjacencies"), *const order =
                                                                                       value_of(
                                                                                           v,
                                                                                           record,
                                                                                           "order");
    int64_t vertices;

    PM_TRY(check_keys(v, record));
    if (lists == NULL || order == NULL || lists->kind != PM_NESTED_LIST ||
        !pm_word_integer(&vertices, order->word))
        return pm_nested_fail(v, record, "the record is no graph of GRAPE");
    if (vertices != lists->count)
        return pm_nested_fail(v, record,
                              "the graph is given by its group, and its neighbours are not listed: "
                              "Print(Digraph(List(Vertices(G), v -> Adjacency(G, v)))) lists them");
    return read_neighbours(n, v, lists);
}

/* ------------------------------------------------------------------------ JSON */

/* *id = the name of a node, which is a number or a text.  *room, which the caller frees, may hold
 * it. */
static pm_status take_id(struct pm_word *id, char **room, const struct pm_nested *v,
                         const struct pm_nested_item *part_of, const char *key)
{
    const struct pm_nested_item *const i = value_of(v, part_of, key);

    if (i == NULL || i->kind > PM_NESTED_TEXT || i->word.length == 0 ||
        (i->kind == PM_NESTED_WORD && !pm_word_is_number(i->word))) {
        pm_source_set_line(v->t->source, part_of->line);
        return pm_fail(PM_INPUT, "a node or an edge has no '%s' that is a number or a text", key);
    }
    *id = i->word;
    if (i->kind == PM_NESTED_WORD || memchr(i->word.text, '\\', i->word.length) == NULL)
        return PM_OK;
    json_t *const text =
        json_loadb(i->word.text - 1, i->word.length + 2, JSON_DECODE_ANY, NULL); /* with quotes */
    if (text == NULL || (*room = strdup(json_string_value(text))) == NULL) {
        json_decref(text);
        return text == NULL ? pm_nested_fail(v, i, "the text is no text of JSON") : pm_no_memory();
    }
    json_decref(text);
    *id = (struct pm_word){*room, strlen(*room)};
    return PM_OK;
}

static pm_status read_link(struct pm_network *n, const struct pm_nested *v,
                           const struct pm_nested_item *link, bool directed)
{
    const struct pm_nested_item *const weight = value_of(v, link, "weight");
    struct pm_word from, to, none = {"", 0};
    char *room[2] = {NULL, NULL};

    PM_TRY(check_keys(v, link));
    if (weight != NULL && weight->kind != PM_NESTED_WORD)
        return pm_nested_fail(v, weight, "a weight is a number");
    for (const struct pm_nested_item *i = pm_nested_part(v, link->first); i != NULL;
         i = pm_nested_part(v, i->next))
        if (i->kind == PM_NESTED_PAIR)
            pm_network_is_weight(n, pm_nested_part(v, i->first)->word);
    pm_status status = take_id(&from, room, v, link, "source");
    if (status == PM_OK)
        status = take_id(&to, room + 1, v, link, "target");
    pm_source_set_line(v->t->source, link->line);
    if (status == PM_OK)
        status = pm_network_edge(n, from, to, weight != NULL ? weight->word : none, directed);
    free(room[0]);
    free(room[1]);
    return status;
}

static pm_status read_links(struct pm_network *n, const struct pm_nested *v,
                            const struct pm_nested_item *data)
{
    const struct pm_nested_item *const nodes = value_of(v, data, "nodes"),
                                       *links = value_of(v, data, "links");
    const struct pm_nested_item *const edges = value_of(v, data, "edges"), *const said = value_of(
                                                                               v, data, "directed");
    const bool directed = is(said, "true");

    PM_TRY(check_keys(v, data));
    if (links != NULL && edges != NULL)
        return pm_nested_fail(v, data, "'links' and 'edges' are one list under two names");
    if (said != NULL && (said->kind != PM_NESTED_WORD || (!directed && !is(said, "false"))))
        return pm_nested_fail(v, data, "'directed' is true or false");
    links = links != NULL ? links : edges;
    if (nodes == NULL || links == NULL || nodes->kind != PM_NESTED_LIST ||
        links->kind != PM_NESTED_LIST)
        return pm_nested_fail(v, data,
                              "JSON is read as node_link_data() of NetworkX makes it, with "
                              "'nodes', and 'links' or 'edges'");
    for (const struct pm_nested_item *i = pm_nested_part(v, nodes->first); i != NULL;
         i = pm_nested_part(v, i->next)) {
        struct pm_word id;
        char *room = NULL;
        PM_TRY(check_keys(v, i));
        pm_status status = take_id(&id, &room, v, i, "id");
        if (status == PM_OK)
            status = pm_network_node(n, id, (struct pm_word){"", 0});
        free(room);
        PM_TRY(status);
    }
    for (const struct pm_nested_item *i = pm_nested_part(v, links->first); i != NULL;
         i = pm_nested_part(v, i->next))
        PM_TRY(read_link(n, v, i, directed));
    return PM_OK;
}

pm_status pm_print_read(struct pm_network *n, const struct pm_nested *v, int item)
{
    const struct pm_nested_item *const i = v->item + item;
    const enum pm_print print = pm_print_of(v, item);

    if (print == PM_PRINT_GRAPE)
        return read_grape(n, v, i);
    if (print == PM_PRINT_LINKS)
        return read_links(n, v, i);
    return i->count == 1 && pm_nested_part(v, i->first)->kind == PM_NESTED_LIST
               ? read_neighbours(n, v, pm_nested_part(v, i->first))
               : pm_nested_fail(v, i,
                                "one list of lists of neighbours, [ [ 2 ], [ 1 ] ], is expected");
}

/* ----------------------------------------------------------------------- Magma */

pm_status pm_print_vertices_begin(bool *found, bool *directed, struct pm_tokens *t)
{
    static const char *const words[] = {"Vertex", "Neighbours"};

    PM_TRY(pm_tokens_take(directed, t, "Digraph"));
    *found = *directed;
    if (!*found)
        PM_TRY(pm_tokens_take(found, t, "Graph"));
    for (int k = 0; k < 2 && *found; k++)
        PM_TRY(pm_tokens_take(found, t, words[k]));
    return PM_OK;
}

/* An edge of a graph stands at both of its ends. */
pm_status pm_print_vertices(struct pm_network *n, struct pm_tokens *t, bool directed)
{
    const struct pm_word none = {"", 0};
    int from, to;
    bool ends;

    while (t->now.kind == PM_TOKEN_WORD && !pm_tokens_is(t, "Graph") &&
           !pm_tokens_is(t, "Digraph")) {
        PM_TRY(pm_network_vertex(&from, n, t->now.word));
        PM_TRY(pm_network_declare(n, from));
        PM_TRY(pm_tokens_next(t));
        for (;;) {
            PM_TRY(pm_tokens_take(&ends, t, ";"));
            if (ends)
                break;
            if (t->now.kind != PM_TOKEN_WORD)
                return pm_tokens_expected(t, "a neighbour or ';'");
            PM_TRY(pm_network_vertex(&to, n, t->now.word));
            PM_TRY(pm_network_join_once(n, from, to, none, directed ? PM_DIRECTED : PM_UNDIRECTED,
                                        directed));
            PM_TRY(pm_tokens_next(t));
        }
    }
    return pm_graph_vertices(n->names.graph) > 0
               ? PM_OK
               : pm_tokens_expected(t, "a vertex with its neighbours");
}
