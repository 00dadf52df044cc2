/* SPDX-License-Identifier: GPL-3.0-or-later */
/* GML (Himsolt, GML: A portable graph file format, University of Passau, 1997): keys with values,
 * which are numbers, texts or lists of such pairs in brackets.  Every list 'graph' at the top is a
 * graph.  Keys that say nothing of nodes and edges are skipped. */
#include "read/network.h"

#include <stdlib.h>
#include <string.h>

static const struct pm_language language = {
    .marks = "[]", .links = {NULL}, .quotes = "\"", .comments = "l"};

/* Skips the value of a key. */
static pm_status skip_value(struct pm_tokens *t)
{
    int depth = 0;

    do {
        if (t->now.kind == PM_TOKEN_END || (depth == 0 && pm_tokens_is(t, "]")))
            return pm_tokens_expected(t, depth == 0 ? "the value of a key" : "']'");
        depth += pm_tokens_is(t, "[") - pm_tokens_is(t, "]");
        PM_TRY(pm_tokens_next(t));
    } while (depth > 0);
    return PM_OK;
}

/* Takes a number or a text. */
static pm_status take_value(struct pm_word *value, struct pm_tokens *t)
{
    if (t->now.kind != PM_TOKEN_WORD && t->now.kind != PM_TOKEN_TEXT)
        return pm_tokens_expected(t, "a number or a text");
    *value = t->now.word;
    return pm_tokens_next(t);
}

/* The letter that an entity as &quot; or &#34; stands for, and its length; 0: none. */
static char entity(size_t *length, const char *text, size_t most)
{
    static const struct {
        const char *name;
        char letter;
    } entities[] = {
        {"&quot;", '"'}, {"&amp;", '&'}, {"&lt;", '<'}, {"&gt;", '>'}, {"&apos;", '\''}};
    char *end;

    if (most > 3 && text[1] == '#') {
        const long code = strtol(text + 2, &end, 10);
        *length = (size_t)(end + 1 - text);
        if (' ' <= code && code <= '~' && *length <= most && *end == ';')
            return (char)code;
    }
    for (size_t k = 0; k < sizeof entities / sizeof *entities; k++) {
        *length = strlen(entities[k].name);
        if (*length <= most && memcmp(text, entities[k].name, *length) == 0)
            return entities[k].letter;
    }
    return 0;
}

/* Replaces entities in a label. */
static struct pm_word decoded(char *room, size_t size, struct pm_word label)
{
    size_t length = 0, taken;

    if (label.length >= size || memchr(label.text, '&', label.length) == NULL)
        return label;
    for (size_t at = 0; at < label.length; at += taken) {
        const char letter = entity(&taken, label.text + at, label.length - at);
        taken = letter != 0 ? taken : 1;
        room[length++] = letter != 0 ? letter : label.text[at];
    }
    return (struct pm_word){room, length};
}

/* The keys of nodes and edges that are read. */
enum { ID, NAME, LABEL, SOURCE, TARGET, WEIGHT, KEYS };
static const char *const keys[] = {"id", "name", "label", "source", "target", "weight"};

/* Reads '[ key value ... ]' of a node, whose first value of a key counts, or of an edge. */
static pm_status read_list(struct pm_word value[KEYS], struct pm_network *n, struct pm_tokens *t,
                           bool edge)
{
    bool taken;

    for (int k = 0; k < KEYS; k++)
        value[k] = (struct pm_word){"", 0};
    PM_TRY(pm_tokens_take(&taken, t, "["));
    if (!taken)
        return pm_tokens_expected(t, "'['");
    for (;;) {
        int key = edge ? SOURCE : ID;
        PM_TRY(pm_tokens_take(&taken, t, "]"));
        if (taken)
            break;
        if (pm_tokens_is(t, "graph"))
            return pm_fail(PM_INPUT, "a graph in a node: nested graphs are not read");
        if (t->now.kind != PM_TOKEN_WORD)
            return pm_tokens_expected(t, "a key or ']'");
        while (key < (edge ? KEYS : SOURCE) && !pm_tokens_is(t, keys[key]))
            key++;
        if (edge)
            pm_network_is_weight(n, t->now.word);
        PM_TRY(pm_tokens_next(t));
        struct pm_word word;
        const bool wanted = key < (edge ? KEYS : SOURCE);
        PM_TRY(wanted ? take_value(&word, t) : skip_value(t));
        if (wanted && (edge || value[key].length == 0))
            value[key] = word;
    }
    pm_tokens_blame(t);
    return PM_OK;
}

static pm_status read_node(struct pm_network *n, struct pm_tokens *t)
{
    struct pm_word value[KEYS];
    char room[256];

    PM_TRY(read_list(value, n, t, false));
    if (value[ID].length == 0)
        return pm_fail(PM_INPUT, "the node has no id");
    return pm_network_node(
        n, value[ID], decoded(room, sizeof room, value[value[NAME].length > 0 ? NAME : LABEL]));
}

static pm_status read_edge(struct pm_network *n, struct pm_tokens *t)
{
    struct pm_word value[KEYS];

    PM_TRY(read_list(value, n, t, true));
    if (value[SOURCE].length == 0 || value[TARGET].length == 0)
        return pm_fail(PM_INPUT, "the edge has no %s",
                       keys[value[SOURCE].length == 0 ? SOURCE : TARGET]);
    return pm_network_edge(n, value[SOURCE], value[TARGET], value[WEIGHT], false);
}

/* Reads what follows 'graph ['. */
static pm_status read_graph(bool *directed, struct pm_network *n, struct pm_tokens *t)
{
    struct pm_word value;
    bool taken;

    for (;;) {
        PM_TRY(pm_tokens_take(&taken, t, "]"));
        if (taken)
            return PM_OK;
        const bool node = pm_tokens_is(t, "node"), edge = pm_tokens_is(t, "edge");
        if (pm_tokens_is(t, "graph"))
            return pm_fail(PM_INPUT, "a graph in a graph is not read");
        if (t->now.kind != PM_TOKEN_WORD)
            return pm_tokens_expected(t, "a key or ']'");
        const bool direction = pm_tokens_is(t, "directed");
        PM_TRY(pm_tokens_next(t));
        if (direction) {
            PM_TRY(take_value(&value, t));
            *directed = !pm_word_is(value, "0");
            if (*directed && !pm_word_is(value, "1"))
                return pm_fail(PM_INPUT, "'directed 0' or 'directed 1'");
            continue;
        }
        PM_TRY(node ? read_node(n, t) : edge ? read_edge(n, t) : skip_value(t));
    }
}

/* *found: a list 'graph' begins, and its '[' is read. */
static pm_status find_graph(bool *found, struct pm_tokens *t)
{
    *found = false;
    while (t->now.kind != PM_TOKEN_END) {
        const bool graph = pm_tokens_is(t, "graph");
        if (t->now.kind != PM_TOKEN_WORD)
            return pm_tokens_expected(t, "a key as 'graph'");
        PM_TRY(pm_tokens_next(t));
        if (graph && pm_tokens_is(t, "["))
            return pm_tokens_take(found, t, "[");
        PM_TRY(skip_value(t));
    }
    return PM_OK;
}

pm_status pm_gml_next(struct pm_graph **graph, struct pm_graph_reader *reader)
{
    struct pm_network n = {.reader = NULL};
    struct pm_tokens *const t = &reader->tokens;
    bool found, directed = false;
    pm_status status;

    if (t->language == NULL)
        PM_TRY(pm_tokens_begin(t, &language, reader->source));
    PM_TRY(find_graph(&found, t));
    if (!found)
        return reader->done > 0 ? PM_OK : pm_fail(PM_INPUT, "there is no graph in it");
    status = pm_network_begin(&n, reader, false);
    if (status == PM_OK)
        status = read_graph(&directed, &n, t);
    if (status == PM_OK && directed) {
        n.names.graph->direction = PM_DIRECTED;
        if (n.names.graph->of_edge != NULL)
            memset(n.names.graph->of_edge, PM_DIRECTED, pm_graph_edges(n.names.graph));
    }
    if (status == PM_OK)
        status = pm_network_finish(graph, &n, true);
    pm_network_clear(&n);
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
    struct pm_tokens t;
    bool found;

    return !s->binary && pm_tokens_sample(&t, &language, s->text, s->length) == PM_OK &&
           find_graph(&found, &t) == PM_OK && found &&
           (pm_tokens_is(&t, "]") || (t.now.kind == PM_TOKEN_WORD && is_key(t.now.word)));
}
