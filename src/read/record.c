/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The readers of GML and XML add one record after another.  JSON is read as node_link_data() of
 * NetworkX makes it (Hagberg, Schult & Swart, NetworkX, 2008): {"directed": false, "nodes": [{"id":
 * 0}], "links": [{"source": 0, "target": 0}]}; "edges" in place of "links" since its version 3.4.
 * Keys that say nothing of nodes and edges are skipped. */
#include "read/record.h"

#include "base/alloc.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

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

    PM_REFUSE_IF(string == NULL, "the text is no text of JSON");
    *text = strdup(json_string_value(string));
    json_decref(string);
    return *text != NULL ? PM_OK : pm_no_memory();
}

/* Decodes the text of a value. */
static pm_status decode(const struct pm_records *r, struct pm_item *i)
{
    const char mark = r->kind == PM_RECORD_GML ? '&' : '\\';

    pm_source_set_line(r->v->t->source, i->line);
    if (r->kind == PM_RECORD_XML || i->kind != PM_ITEM_TEXT || i->room != NULL ||
        memchr(i->word.text, mark, i->word.length) == NULL)
        return PM_OK;
    PM_TRY((mark == '&' ? decode_entities : decode_escapes)(&i->room, i->word));
    i->word = (struct pm_word){i->room, strlen(i->room)};
    return PM_OK;
}

/* -------------------------------------------------------------------- records */

/* PM_INPUT: it is no record, or has one of the keys that are read twice. */
static pm_status check(const struct pm_records *r, const struct pm_item *record)
{
    static const char *const keys[] = {"nodes",  "links",  "edges",  "directed", "id",
                                       "source", "target", "weight", NULL};

    if (record->kind != PM_ITEM_LIST)
        return pm_items_fail(r->v, record, "a list of keys and values is expected");
    return pm_items_check_keys(r->v, record, keys);
}

/* *vertex = the one that a value names, a number or a text. */
static pm_status take_vertex(int *vertex, const struct pm_records *r, const struct pm_item *record,
                             const char *key)
{
    struct pm_item *const i = pm_items_value(record, key);

    if (i == NULL || i->kind > PM_ITEM_TEXT || i->word.length == 0 ||
        (r->kind == PM_RECORD_JSON && i->kind == PM_ITEM_WORD && !pm_word_is_number(i->word))) {
        pm_source_set_line(r->v->t->source, record->line);
        return pm_fail(PM_INPUT, "a node or an edge has no '%s' that is a number or a text", key);
    }
    PM_TRY(decode(r, i));
    return pm_network_vertex(vertex, r->n, i->word);
}

/* A node has its position as GML says, in a list 'graphics', or as others, directly. */
static pm_status take_position(const struct pm_records *r, const struct pm_item *node, int vertex)
{
    const struct pm_item *const graphics = pm_items_value(node, "graphics");
    const struct pm_item *const at =
        graphics != NULL && graphics->kind == PM_ITEM_LIST ? graphics : node;
    const struct pm_item *const x = pm_items_value(at, "x"), *const y = pm_items_value(at, "y");

    return x == NULL || y == NULL || x->kind > PM_ITEM_TEXT || y->kind > PM_ITEM_TEXT
               ? PM_OK
               : pm_spots_put(&r->n->layout, vertex, x->word, y->word);
}

/* A name goes before a label; JSON has none. */
pm_status pm_record_node(const struct pm_records *r, const struct pm_item *node)
{
    struct pm_item *label = pm_items_value(node, "name");
    int v;

    PM_TRY(check(r, node));
    if (pm_items_value(node, "graph") != NULL)
        return pm_items_fail(r->v, node, "a graph in a node: nested graphs are not read");
    PM_TRY(take_vertex(&v, r, node, "id"));
    PM_TRY(pm_network_declare(r->n, v));
    PM_TRY(take_position(r, node, v));
    label = label != NULL ? label : pm_items_value(node, "label");
    if (r->kind == PM_RECORD_JSON || label == NULL || label->kind > PM_ITEM_TEXT ||
        label->word.length == 0)
        return PM_OK;
    PM_TRY(decode(r, label));
    return pm_network_label(r->n, v, label->word);
}

pm_status pm_record_edge(const struct pm_records *r, const struct pm_item *edge)
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

/* ----------------------------------------------------------------------- JSON */

pm_status pm_record_json(struct pm_network *network, struct pm_items *v, const struct pm_item *data)
{
    struct pm_records r = {.n = network, .v = v};
    const struct pm_item *const nodes = pm_items_value(data, "nodes");
    const struct pm_item *const edges = pm_items_value(data, "edges");
    const struct pm_item *const said = pm_items_value(data, "directed");
    const struct pm_item *links = pm_items_value(data, "links");

    PM_TRY(check(&r, data));
    if (links != NULL && edges != NULL)
        return pm_items_fail(v, data, "'links' and 'edges' are one list under two names");
    r.directed = said != NULL && pm_word_is(said->word, "true");
    if (said != NULL &&
        (said->kind != PM_ITEM_WORD || (!r.directed && !pm_word_is(said->word, "false"))))
        return pm_items_fail(v, data, "'directed' is true or false");
    links = links != NULL ? links : edges;
    if (nodes == NULL || links == NULL || nodes->kind != PM_ITEM_LIST ||
        links->kind != PM_ITEM_LIST)
        return pm_items_fail(v, data,
                             "JSON is read as node_link_data() of NetworkX makes it, with 'nodes', "
                             "and 'links' or 'edges'");
    PM_ITEMS_EACH(i, nodes)
    PM_TRY(pm_record_node(&r, i));
    PM_ITEMS_EACH(i, links)
    PM_TRY(pm_record_edge(&r, i));
    return PM_OK;
}
