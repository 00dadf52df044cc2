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

/* Replaces entities as &quot; and &#34; in a label. */
static struct pm_word decoded(char *room, size_t size, struct pm_word label)
{
    static const struct {
        const char *name;
        char letter;
    } entities[] = {
        {"&quot;", '"'}, {"&amp;", '&'}, {"&lt;", '<'}, {"&gt;", '>'}, {"&apos;", '\''}};
    size_t length = 0;

    if (label.length >= size || memchr(label.text, '&', label.length) == NULL)
        return label;
    for (size_t at = 0; at < label.length; length++) {
        const char *const here = label.text + at;
        room[length] = *here;
        size_t taken = 1;
        char *end;
        if (label.length - at > 3 && here[1] == '#') {
            const long code = strtol(here + 2, &end, 10);
            if (' ' <= code && code <= '~' && *end == ';' && end < label.text + label.length) {
                room[length] = (char)code;
                taken = (size_t)(end + 1 - here);
            }
        }
        for (size_t k = 0; k < sizeof entities / sizeof *entities; k++)
            if (strlen(entities[k].name) <= label.length - at &&
                memcmp(here, entities[k].name, strlen(entities[k].name)) == 0) {
                room[length] = entities[k].letter;
                taken = strlen(entities[k].name);
            }
        at += taken;
    }
    return (struct pm_word){room, length};
}

/* The keys of a node or an edge; those that are not asked for have no place for their value. */
struct part {
    const char *key;
    struct pm_word *value;
};

/* Reads '[ key value ... ]' of a node or an edge. */
static pm_status read_list(struct pm_network *n, struct pm_tokens *t, const struct part *part,
                           bool edge)
{
    bool taken;

    PM_TRY(pm_tokens_take(&taken, t, "["));
    if (!taken)
        return pm_tokens_expected(t, "'['");
    for (;;) {
        struct pm_word *to = NULL;
        PM_TRY(pm_tokens_take(&taken, t, "]"));
        if (taken)
            return PM_OK;
        if (pm_tokens_is(t, "graph"))
            return pm_source_fail(t->source, PM_INPUT,
                                  "a graph in a node: nested graphs are not "
                                  "read");
        if (t->now.kind != PM_TOKEN_WORD)
            return pm_tokens_expected(t, "a key or ']'");
        for (const struct part *p = part; p->key != NULL; p++)
            if (pm_tokens_is(t, p->key))
                to = p->value;
        struct pm_word ignored;
        if (edge && pm_network_is_weight(n, t->now.word))
            to = part[2].value;
        PM_TRY(pm_tokens_next(t));
        PM_TRY(to == NULL                ? skip_value(t)
               : to->length > 0 && !edge ? take_value(&ignored, t)
                                         : take_value(to, t));
    }
}

static pm_status read_node(struct pm_network *n, struct pm_tokens *t)
{
    struct pm_word id = {"", 0}, name = id, label = id;
    const struct part parts[] = {{"id", &id}, {"name", &name}, {"label", &label}, {NULL, NULL}};
    char room[256];

    PM_TRY(read_list(n, t, parts, false));
    if (id.length == 0)
        return pm_source_fail(t->source, PM_INPUT, "the node has no id");
    pm_tokens_blame(t);
    label = decoded(room, sizeof room, name.length > 0 ? name : label);
    const pm_status status = pm_network_node(n, id, label);
    return status == PM_OK ? PM_OK : pm_source_fail_at(t->source, status);
}

static pm_status read_edge(struct pm_network *n, struct pm_tokens *t)
{
    struct pm_word from = {"", 0}, to = from, weight = from;
    const struct part parts[] = {
        {"source", &from}, {"target", &to}, {"weight", &weight}, {NULL, NULL}};

    PM_TRY(read_list(n, t, parts, true));
    if (from.length == 0 || to.length == 0)
        return pm_source_fail(t->source, PM_INPUT, "the edge has no %s",
                              from.length == 0 ? "source" : "target");
    pm_tokens_blame(t);
    const pm_status status = pm_network_edge(n, from, to, weight, false);
    return status == PM_OK ? PM_OK : pm_source_fail_at(t->source, status);
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
            return pm_source_fail(t->source, PM_INPUT, "a graph in a graph is not read");
        if (t->now.kind != PM_TOKEN_WORD)
            return pm_tokens_expected(t, "a key or ']'");
        const bool direction = pm_tokens_is(t, "directed");
        PM_TRY(pm_tokens_next(t));
        if (direction) {
            PM_TRY(take_value(&value, t));
            *directed = !pm_word_is(value, "0");
            if (*directed && !pm_word_is(value, "1"))
                return pm_source_fail(t->source, PM_INPUT, "'directed 0' or 'directed 1'");
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

    *graph = NULL;
    if (t->language == NULL)
        PM_TRY(pm_tokens_begin(t, &language, reader->source));
    PM_TRY(find_graph(&found, t));
    if (!found)
        return reader->done > 0 ? PM_OK
                                : pm_source_fail(reader->source, PM_INPUT,
                                                 "there is no graph in "
                                                 "it");
    PM_TRY_GOTO(status, pm_network_begin(&n, reader, false), done);
    PM_TRY_GOTO(status, read_graph(&directed, &n, t), done);
    n.names.graph->direction = directed ? PM_DIRECTED : PM_UNDIRECTED;
    if (directed && n.names.graph->of_edge != NULL)
        memset(n.names.graph->of_edge, PM_DIRECTED, pm_graph_edges(n.names.graph));
    status = pm_network_finish(graph, &n, true);
    if (status != PM_OK)
        pm_source_fail_at(reader->source, status);
done:
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
enum pm_fit pm_gml_fits(const struct pm_sample *s)
{
    struct pm_tokens t;
    bool found;

    return !s->binary && pm_tokens_sample(&t, &language, s->text, s->length) == PM_OK &&
                   find_graph(&found, &t) == PM_OK && found &&
                   (pm_tokens_is(&t, "]") || (t.now.kind == PM_TOKEN_WORD && is_key(t.now.word)))
               ? PM_FIT_SURE
               : PM_FIT_NO;
}
