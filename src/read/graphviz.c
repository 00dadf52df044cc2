/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The DOT language of Graphviz (Gansner, Koutsofios & North, Drawing graphs with dot, 2015,
 * appendix A).  A chain a -- {b c} -- d has an edge for each pair of neighbouring ends.  A weight
 * is the attribute 'weight' of an edge, by default 1.  Ports and other attributes describe the
 * drawing. */
#include "read/network.h"

#include "base/alloc.h"
#include "base/compare.h"

#include <stdlib.h>
#include <string.h>

static const struct pm_language language = {.marks = "{}[]=;,:+",
                                            .links = {"--", "->", "//", "/*", NULL},
                                            .quotes = "\"",
                                            .escapes = true,
                                            .comments = "l/*"};

enum { DEEPEST = 64 }; /* subgraphs within each other */

struct dot {
    struct pm_tokens *t;
    struct pm_network n;
    bool directed, strict;
    int depth;
    struct pm_word weight; /* of edges, by default */
    int *vertex;           /* the ends of the statement, those of an outer one first */
    size_t count, room;
    size_t *start; /* where the groups of ends of the chains begin */
    size_t starts, start_room;
    struct pm_names parts; /* names of subgraphs */
};

/* What the last tokens but one mean is an error. */
static pm_status fail(const struct dot *d, pm_status status)
{
    if (status != PM_OK)
        pm_tokens_blame(d->t);
    return status;
}

/* True for a number, or for letters, digits and _. */
static bool is_plain(struct pm_word word)
{
    for (size_t k = 0; k < word.length; k++) {
        const unsigned char x = (unsigned char)word.text[k];
        if (x < 128 && x != '_' && !('0' <= x && x <= '9') && !('a' <= (x | 32) && (x | 32) <= 'z'))
            return pm_word_is_number(word);
    }
    return true;
}

/* Takes a name, a number, a text or <HTML>. */
static pm_status take_id(struct pm_word *id, struct pm_tokens *t)
{
    if (t->now.kind != PM_TOKEN_WORD && t->now.kind != PM_TOKEN_TEXT)
        return pm_tokens_expected(t, "a name");
    *id = t->now.word;
    if (t->now.kind == PM_TOKEN_WORD && id->text[0] == '<') {
        int depth = 0;
        for (t->at = id->text; t->at < t->end; t->at++) {
            depth += (*t->at == '<') - (*t->at == '>');
            t->line += *t->at == '\n' && t->at >= id->text + id->length;
            if (depth == 0)
                break;
        }
        if (t->at == t->end)
            return pm_tokens_expected(t, "the end of '<...>'");
        *id = (struct pm_word){id->text, (size_t)(++t->at - id->text)};
    }
    if (t->now.kind == PM_TOKEN_WORD && id->text[0] != '<' && !is_plain(*id))
        return pm_tokens_expected(t, "a name of letters, digits and _, or in quotes,");
    pm_tokens_next(t);
    return pm_tokens_is(t, "+") ? pm_tokens_expected(t, "one text without '+'") : PM_OK;
}

/* Reads '[name = value, ...] ...'; *weight is set where one is called so. */
static pm_status read_attributes(struct pm_word *weight, struct dot *d)
{
    struct pm_word name, value;

    while (pm_tokens_take(d->t, "["))
        while (!pm_tokens_take(d->t, "]")) {
            PM_TRY(take_id(&name, d->t));
            value = (struct pm_word){"true", 4};
            if (pm_tokens_take(d->t, "="))
                PM_TRY(take_id(&value, d->t));
            if (weight != NULL && pm_word_is(name, "weight"))
                *weight = value;
            if (!pm_tokens_take(d->t, ","))
                pm_tokens_take(d->t, ";");
        }
    return d->t->failed;
}

/* Each end from `first` on stays once. */
static void unify(struct dot *d, size_t first)
{
    size_t kept = first;

    if (d->count > first)
        pm_alloc_sort(d->vertex + first, d->count - first, sizeof *d->vertex, pm_compare_ints);
    for (size_t k = first; k < d->count; k++)
        if (k == first || d->vertex[k] != d->vertex[kept - 1])
            d->vertex[kept++] = d->vertex[k];
    d->count = kept;
}

static pm_status read_statements(struct dot *d);

/* Reads '[subgraph [name]] { ... }': pushes its vertices. */
static pm_status read_subgraph(struct dot *d)
{
    const struct pm_word weight = d->weight;
    const int before = pm_graph_vertices(d->parts.graph);
    const size_t first = d->count;
    struct pm_word name;
    int v = before;

    if (pm_tokens_take(d->t, "subgraph") && !pm_tokens_is(d->t, "{")) {
        PM_TRY(take_id(&name, d->t));
        PM_TRY(pm_names_vertex(&v, &d->parts, name));
    }
    PM_REFUSE_IF(v < before, "a subgraph stands a second time; every subgraph is read once");
    if (!pm_tokens_take(d->t, "{"))
        return pm_tokens_expected(d->t, "'{'");
    PM_REFUSE_IF(++d->depth > DEEPEST, "more than %d subgraphs are nested", DEEPEST);
    PM_TRY(read_statements(d));
    d->depth--;
    d->weight = weight;
    unify(d, first);
    return PM_OK;
}

/* Reads one end of an edge: a name, perhaps with a port, or a subgraph.  Pushes its vertices. */
static pm_status read_end(struct dot *d)
{
    struct pm_word id, port;
    int v;

    if (pm_tokens_is(d->t, "{") || pm_tokens_is(d->t, "subgraph"))
        return read_subgraph(d);
    PM_TRY(take_id(&id, d->t));
    for (int k = 0; k < 2 && pm_tokens_take(d->t, ":"); k++)
        PM_TRY(take_id(&port, d->t));
    PM_TRY(fail(d, pm_network_vertex(&v, &d->n, id)));
    PM_TRY(pm_alloc_grow((void **)&d->vertex, &d->room, d->count + 1, sizeof *d->vertex));
    d->vertex[d->count++] = v;
    return PM_OK;
}

/* Adds the edges between two groups of ends. */
static pm_status join(struct dot *d, size_t first, size_t second, size_t end, struct pm_word weight)
{
    const enum pm_direction direction = d->directed ? PM_DIRECTED : PM_UNDIRECTED;

    for (size_t k = first; k < second; k++)
        for (size_t l = second; l < end; l++) {
            const int v = d->vertex[k], w = d->vertex[l];
            PM_TRY(d->strict ? pm_network_join_once(&d->n, v, w, weight, direction, d->directed)
                             : pm_network_join(&d->n, v, w, weight, direction));
        }
    return PM_OK;
}

static pm_status begin_group(struct dot *d)
{
    PM_TRY(pm_alloc_grow((void **)&d->start, &d->start_room, d->starts + 1, sizeof *d->start));
    d->start[d->starts++] = d->count;
    return PM_OK;
}

/* Reads a chain of ends, or one end alone. */
static pm_status read_chain(struct dot *d)
{
    const size_t first = d->starts;
    struct pm_word weight = d->weight;

    do {
        PM_TRY(begin_group(d));
        PM_TRY(read_end(d));
        if (pm_tokens_is(d->t, d->directed ? "--" : "->"))
            return pm_tokens_expected(d->t, d->directed ? "'->', an edge of a digraph,"
                                                        : "'--', an edge of a graph,");
    } while (pm_tokens_take(d->t, d->directed ? "->" : "--"));
    PM_TRY(begin_group(d));
    PM_TRY(read_attributes(d->starts - first > 2 ? &weight : NULL, d));
    for (size_t k = first; k + 2 < d->starts; k++)
        PM_TRY(fail(d, join(d, d->start[k], d->start[k + 1], d->start[k + 2], weight)));
    d->starts = first;
    return PM_OK;
}

/* True for 'name = value', an attribute of the graph, which is read. */
static pm_status read_setting(bool *read, struct dot *d)
{
    const struct pm_tokens before = *d->t;
    struct pm_word word;

    *read = false;
    if (before.now.kind == PM_TOKEN_MARK)
        return PM_OK;
    PM_TRY(take_id(&word, d->t));
    *read = pm_tokens_take(d->t, "=");
    if (*read)
        return take_id(&word, d->t);
    *d->t = before;
    return PM_OK;
}

static pm_status read_statement(struct dot *d)
{
    bool setting;

    if (pm_tokens_take(d->t, "edge"))
        return read_attributes(&d->weight, d);
    if (pm_tokens_take(d->t, "node") || pm_tokens_take(d->t, "graph"))
        return read_attributes(NULL, d);
    PM_TRY(read_setting(&setting, d));
    return setting ? PM_OK : read_chain(d);
}

/* Reads up to '}'. */
static pm_status read_statements(struct dot *d)
{
    while (!pm_tokens_take(d->t, "}")) {
        if (pm_tokens_take(d->t, ";"))
            continue;
        PM_TRY(read_statement(d));
        if (d->depth == 0)
            d->count = 0;
    }
    return PM_OK;
}

/* Reads '[strict] (graph | digraph) [name] {'. */
static pm_status read_head(bool *directed, bool *strict, struct pm_tokens *t)
{
    struct pm_word name;

    *strict = pm_tokens_take(t, "strict");
    *directed = pm_tokens_take(t, "digraph");
    if (!*directed && !pm_tokens_take(t, "graph"))
        return pm_tokens_expected(t, "'graph' or 'digraph'");
    if (!pm_tokens_is(t, "{"))
        PM_TRY(take_id(&name, t));
    return pm_tokens_take(t, "{") ? PM_OK : pm_tokens_expected(t, "'{'");
}

pm_status pm_dot_next(struct pm_graph **graph, struct pm_graph_reader *reader)
{
    struct dot d = {.t = &reader->tokens, .weight = {"1", 1}};
    pm_status status;

    if (d.t->language == NULL)
        PM_TRY(pm_tokens_begin(d.t, &language, reader->source));
    if (pm_tokens_end(d.t))
        return d.t->failed;
    PM_TRY(read_head(&d.directed, &d.strict, d.t));
    PM_TRY_GOTO(status, pm_network_begin(&d.n, reader, d.directed), done);
    PM_TRY_GOTO(status, pm_graph_begin(&d.parts.graph, false, false, PM_WEIGHTS_NUMBERS), done);
    PM_TRY_GOTO(status, read_statements(&d), done);
    status = fail(&d, pm_network_finish(graph, &d.n, false));
done:
    pm_network_clear(&d.n);
    pm_names_clear(&d.parts);
    PM_FREE(d.vertex, d.start);
    return status;
}

bool pm_dot_fits(struct pm_sample *s)
{
    struct pm_tokens t = pm_tokens_of(&language, s->text, s->binary ? 0 : s->length, NULL);
    bool directed, strict;

    return read_head(&directed, &strict, &t) == PM_OK;
}
