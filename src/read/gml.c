/* SPDX-License-Identifier: GPL-3.0-or-later */
/* GML (Himsolt, GML: A portable graph file format, University of Passau, 1997): keys with values,
 * which are numbers, texts or lists of such pairs in brackets.  Every list 'graph' at the top is a
 * graph, with lists 'node' and 'edge'.  Keys that say nothing of them are skipped. */
#include "read/record.h"

#include <string.h>

static const struct pm_language language = {
    .marks = "[]", .links = {NULL}, .quotes = "\"", .comments = "l"};

/* Reads the next key and its value at the top, or in a graph; the items before it are lost. */
static pm_status next_pair(struct pm_item **pair, struct pm_items *v)
{
    pm_items_forget(v);
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

static pm_status take_direction(struct pm_records *r, const struct pm_item *i)
{
    r->directed = pm_word_is(i->word, "1");
    return r->directed || pm_word_is(i->word, "0")
               ? PM_OK
               : pm_items_fail(r->v, i, "'directed 0' or 'directed 1' is expected");
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

/* Reads what follows 'graph ['. */
static pm_status read_graph(struct pm_records *r, struct pm_items *v)
{
    struct pm_item *pair;

    while (!pm_tokens_take(v->t, "]")) {
        PM_TRY(next_pair(&pair, v));
        const struct pm_word key = pair->first->word;
        if (!is_key(key))
            return pm_items_fail(v, pair, "a key of letters, digits and _ is expected");
        if (pm_word_is(key, "graph"))
            return pm_items_fail(v, pair, "a graph in a graph is not read");
        PM_TRY(pm_word_is(key, "node")       ? pm_record_node(r, pair->first->next)
               : pm_word_is(key, "edge")     ? pm_record_edge(r, pair->first->next)
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
    struct pm_records r = {.kind = PM_RECORD_GML, .n = &n, .v = &v};
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
