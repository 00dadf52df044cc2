/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Records are lists of keys and values:
 *     GML (Himsolt, GML: A portable graph file format, University of Passau, 1997): every list
 *     'graph' at the top is a graph, with lists 'node' and 'edge'.
 *     JSON, as node_link_data() of NetworkX makes it (Hagberg, Schult & Swart, 2008): {"directed":
 *     false, "nodes": [{"id": 0}], "links": [{"source": 0, "target": 0}]}; "edges" in place of
 *     "links" since its version 3.4.
 * Keys that say nothing of nodes and edges are skipped. */
#include "read/gml.h"

#include "base/alloc.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

struct records {
    struct pm_network *n;
    const struct pm_items *v;
    bool gml, directed;
};

/* ---------------------------------------------------------------------- texts */

/* The letter that an entity as &quot; or &#34; stands for, and its length; 0: none. */
static char entity(size_t *length, struct pm_word rest)
{
    static const struct {
        const char *name;
        char letter;
    } entities[] = {
        {"&quot;", '"'}, {"&amp;", '&'}, {"&lt;", '<'}, {"&gt;", '>'}, {"&apos;", '\''}};
    char *end;

    if (rest.length > 3 && rest.text[1] == '#') {
        const long code = strtol(rest.text + 2, &end, 10);
        *length = (size_t)(end + 1 - rest.text);
        if (' ' <= code && code <= '~' && *length <= rest.length && *end == ';')
            return (char)code;
    }
    for (size_t k = 0; k < sizeof entities / sizeof *entities; k++) {
        *length = strlen(entities[k].name);
        if (*length <= rest.length && memcmp(rest.text, entities[k].name, *length) == 0)
            return entities[k].letter;
    }
    return 0;
}

/* Replaces entities. */
static pm_status decode_entities(char **text, struct pm_word word)
{
    size_t length = 0, taken;

    PM_NEW(*text, word.length + 1);
    for (; word.length > 0; word.text += taken, word.length -= taken) {
        const char letter = *word.text == '&' ? entity(&taken, word) : 0;
        taken = letter != 0 ? taken : 1;
        (*text)[length++] = letter != 0 ? letter : *word.text;
    }
    return PM_OK;
}

/* Replaces escapes of JSON. */
static pm_status decode_escapes(char **text, struct pm_word word)
{
    json_t *const string =
        json_loadb(word.text - 1, word.length + 2, JSON_DECODE_ANY, NULL); /* with quotes */

    if (string == NULL)
        return pm_fail(PM_INPUT, "the text is no text of JSON");
    *text = strdup(json_string_value(string));
    json_decref(string);
    return *text != NULL ? PM_OK : pm_no_memory();
}

/* *word = the text of a value, which may be in *room; the caller frees it. */
static pm_status take_text(struct pm_word *word, char **room, const struct records *r,
                           const struct pm_item *i)
{
    *word = i->word;
    pm_source_set_line(r->v->t->source, i->line);
    if (i->kind != PM_ITEM_TEXT || memchr(word->text, r->gml ? '&' : '\\', word->length) == NULL)
        return PM_OK;
    PM_TRY((r->gml ? decode_entities : decode_escapes)(room, *word));
    *word = (struct pm_word){*room, strlen(*room)};
    return PM_OK;
}

/* -------------------------------------------------------------------- records */

/* PM_INPUT: it is no record, or has one of the keys that are read twice. */
static pm_status check(const struct records *r, const struct pm_item *record)
{
    if (record->kind != PM_ITEM_LIST)
        return pm_items_fail(r->v, record, "a list of keys and values is expected");
    return pm_items_check_keys(r->v, record, "nodes links edges directed id source target weight");
}

/* *vertex = the one that a value names, a number or a text. */
static pm_status take_vertex(int *vertex, const struct records *r, const struct pm_item *record,
                             const char *key)
{
    const struct pm_item *const i = pm_items_value(record, key);
    struct pm_word id;
    char *room = NULL;

    if (i == NULL || i->kind > PM_ITEM_TEXT || i->word.length == 0 ||
        (!r->gml && i->kind == PM_ITEM_WORD && !pm_word_is_number(i->word))) {
        pm_source_set_line(r->v->t->source, record->line);
        return pm_fail(PM_INPUT, "a node or an edge has no '%s' that is a number or a text", key);
    }
    pm_status status = take_text(&id, &room, r, i);
    if (status == PM_OK)
        status = pm_network_vertex(vertex, r->n, id);
    free(room);
    return status;
}

/* A name goes before a label; JSON has none. */
static pm_status read_node(const struct records *r, const struct pm_item *node)
{
    const struct pm_item *const name = pm_items_value(node, "name"), *const label =
                                                                         name != NULL
                                                                             ? name
                                                                             : pm_items_value(
                                                                                   node, "label");
    struct pm_word text;
    char *room = NULL;
    int v;

    PM_TRY(check(r, node));
    if (r->gml && pm_items_value(node, "graph") != NULL)
        return pm_items_fail(r->v, node, "a graph in a node: nested graphs are not read");
    PM_TRY(take_vertex(&v, r, node, "id"));
    PM_TRY(pm_network_declare(r->n, v));
    if (!r->gml || label == NULL || label->kind > PM_ITEM_TEXT || label->word.length == 0)
        return PM_OK;
    pm_status status = take_text(&text, &room, r, label);
    if (status == PM_OK)
        status = pm_network_label(r->n, v, text);
    free(room);
    return status;
}

static pm_status read_edge(const struct records *r, const struct pm_item *edge)
{
    const struct pm_item *const weight = pm_items_value(edge, "weight");
    int v, w;

    PM_TRY(check(r, edge));
    if (weight != NULL && (weight->kind > PM_ITEM_TEXT || weight->word.length == 0))
        return pm_items_fail(r->v, weight, "a weight is a number");
    PM_ITEMS_EACH(i, edge)
    if (i->kind == PM_ITEM_PAIR)
        pm_network_is_weight(r->n, i->first->word);
    PM_TRY(take_vertex(&v, r, edge, "source"));
    PM_TRY(take_vertex(&w, r, edge, "target"));
    pm_source_set_line(r->v->t->source, edge->line);
    return pm_network_join(r->n, v, w, weight != NULL ? weight->word : (struct pm_word){"", 0},
                           r->directed ? PM_DIRECTED : PM_UNDIRECTED);
}

/* Reads whether edges have directions. */
static pm_status take_direction(struct records *r, const struct pm_item *i)
{
    r->directed = pm_word_is(i->word, r->gml ? "1" : "true");
    return i->kind == PM_ITEM_WORD && (r->directed || pm_word_is(i->word, r->gml ? "0" : "false"))
               ? PM_OK
               : pm_items_fail(r->v, i,
                               r->gml ? "'directed 0' or 'directed 1' is expected"
                                      : "'directed' is true or false");
}

/* ----------------------------------------------------------------------- JSON */

pm_status pm_gml_records(struct pm_network *network, const struct pm_items *v,
                         const struct pm_item *data)
{
    struct records r = {.n = network, .v = v};
    const struct pm_item *const nodes = pm_items_value(data, "nodes"),
                                *links = pm_items_value(data, "links");
    const struct pm_item *const edges = pm_items_value(data, "edges"), *const directed =
                                                                           pm_items_value(
                                                                               data, "directed");

    PM_TRY(check(&r, data));
    if (links != NULL && edges != NULL)
        return pm_items_fail(v, data, "'links' and 'edges' are one list under two names");
    PM_TRY(directed != NULL ? take_direction(&r, directed) : PM_OK);
    links = links != NULL ? links : edges;
    if (nodes == NULL || links == NULL || nodes->kind != PM_ITEM_LIST ||
        links->kind != PM_ITEM_LIST)
        return pm_items_fail(v, data,
                             "JSON is read as node_link_data() of NetworkX makes it, with "
                             "'nodes', and 'links' or 'edges'");
    PM_ITEMS_EACH(i, nodes)
    PM_TRY(read_node(&r, i));
    PM_ITEMS_EACH(i, links)
    PM_TRY(read_edge(&r, i));
    return PM_OK;
}

/* ------------------------------------------------------------------------ GML */

static const struct pm_language language = {
    .marks = "[]", .links = {NULL}, .quotes = "\"", .comments = "l"};

/* Reads the next key and its value at the top, or in a graph; the items before it are lost. */
static pm_status next_pair(struct pm_item **pair, struct pm_items *v)
{
    pm_items_clear(v);
    return pm_items_parse(pair, v);
}

/* *found: a list 'graph' begins, and its '[' is read. */
static pm_status find_graph(bool *found, struct pm_items *v)
{
    struct pm_item *pair;

    for (*found = false; !*found && !pm_tokens_end(v->t);) {
        if (!pm_tokens_take(v->t, "graph"))
            PM_TRY(next_pair(&pair, v));
        else if (!(*found = pm_tokens_take(v->t, "[")))
            return pm_tokens_expected(v->t, "'['");
    }
    return v->t->failed;
}

/* Reads what follows 'graph ['. */
static pm_status read_graph(struct records *r, struct pm_items *v)
{
    struct pm_item *pair;

    while (!pm_tokens_take(v->t, "]")) {
        PM_TRY(next_pair(&pair, v));
        const struct pm_word key = pair->first->word;
        if (pm_word_is(key, "graph"))
            return pm_items_fail(v, pair, "a graph in a graph is not read");
        PM_TRY(pm_word_is(key, "node")       ? read_node(r, pair->first->next)
               : pm_word_is(key, "edge")     ? read_edge(r, pair->first->next)
               : pm_word_is(key, "directed") ? take_direction(r, pair->first->next)
                                             : PM_OK);
    }
    return PM_OK;
}

/* A graph may say after its edges that they have directions. */
static void set_directions(struct pm_graph *g)
{
    g->direction = PM_DIRECTED;
    if (g->of_edge != NULL)
        memset(g->of_edge, PM_DIRECTED, pm_graph_edges(g));
}

pm_status pm_gml_next(struct pm_graph **graph, struct pm_graph_reader *reader)
{
    struct pm_network n = {.reader = NULL};
    struct pm_items v = {.t = &reader->tokens, .loose = true, .keys = true};
    struct records r = {.n = &n, .v = &v, .gml = true};
    bool found = false;
    pm_status status = PM_OK;

    if (v.t->language == NULL)
        PM_TRY(pm_tokens_begin(v.t, &language, reader->source));
    PM_TRY_GOTO(status, find_graph(&found, &v), done);
    if (!found && reader->done == 0)
        status = pm_fail(PM_INPUT, "there is no graph in it");
    if (!found)
        goto done;
    PM_TRY_GOTO(status, pm_network_begin(&n, reader, false), done);
    PM_TRY_GOTO(status, read_graph(&r, &v), done);
    if (r.directed)
        set_directions(n.names.graph);
    status = pm_network_finish(graph, &n, true);
done:
    pm_network_clear(&n);
    pm_items_clear(&v);
    return status;
}

static bool is_key(struct pm_word word)
{
    for (size_t k = 0; k < word.length; k++) {
        const char x = word.text[k] | 32;
        if ((x < 'a' || x > 'z') && !(k > 0 && '0' <= word.text[k] && word.text[k] <= '9') &&
            word.text[k] != '_')
            return false;
    }
    return true;
}

/* Keys with values, of which one is 'graph ['. */
bool pm_gml_fits(struct pm_sample *s)
{
    struct pm_tokens t = pm_tokens_of(&language, s->text, s->binary ? 0 : s->length, NULL);
    struct pm_items v = {.t = &t, .loose = true, .keys = true};
    bool found;

    const pm_status status = find_graph(&found, &v);
    pm_items_clear(&v);
    s->lacks_memory |= status == PM_NOMEM;
    return status == PM_OK && found &&
           (pm_tokens_is(&t, "]") || (t.now.kind == PM_TOKEN_WORD && is_key(t.now.word)));
}
