/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Graphs in brackets, as many programs print them:
 *     Python, Sage, Mathematica   edges, [(1, 2), (2, 3, 5)], {1 <-> 2, 2 <-> 3}, or neighbours,
 * {0: [1, 4], 1: {2: {'weight': 3}}}; perhaps in a call as Graph(...) GAP      Digraph( [ [ 2 ], [
 * 1 ] ] ), the neighbours of vertices 1, 2, ... GRAPE    rec( adjacencies := [ [ 2 ], [ 1 ] ],
 * order := 2, ... ), those of one vertex of each orbit; read where that are all vertices Magma
 * Graph, Vertex Neighbours, and for each vertex a line as 1 2 3 ; JSON     record.c reads it (De
 * Beule, Jonusas, Mitchell, Torpey & Wilson, Digraphs; Soicher, GRAPE; Bosma, Cannon & Playoust,
 * The Magma algebra system, 1997.)  A graph may stand after NAME =.  Lists of lists of numbers are
 * left to the format `lists`, since they may be matrices. */
#include "read/brackets.h"

#include "read/record.h"

#include <stdio.h>
#include <string.h>

struct brackets {
    struct pm_items v;
    struct pm_network n;
    bool dictionary;              /* there are lists of neighbours */
    bool declared;                /* all vertices must be declared */
    int class;                    /* of the vertices: 1 integers, 2 names, 3 points; 0: none yet */
    bool arcs, once;              /* pairs are arcs; they are listed at their first end alone */
    const struct pm_item *weight; /* of the next edge in EdgeWeight -> {...} */
    bool weighted;                /* there is such a list */
};

/* ----------------------------------------------------------- what an item is */

static bool is_pair(const struct pm_item *i, const char *link)
{
    return i->kind == PM_ITEM_PAIR && pm_word_is(i->word, link);
}

/* True for a list that is called by one of these names, or by none. */
static bool is_called(const struct pm_item *i, const char *names)
{
    const char *const dot = i->word.length > 0 ? memrchr(i->word.text, '.', i->word.length) : NULL;
    const char *const name = dot != NULL ? dot + 1 : i->word.text;
    char wanted[40];

    snprintf(wanted, sizeof wanted, " %.*s ", (int)(i->word.text + i->word.length - name), name);
    return i->kind == PM_ITEM_LIST && (i->word.length == 0 || strstr(names, wanted) != NULL);
}

static const char plain_lists[] = " set frozenset list tuple dict ",
                  graphs[] = " Graph EdgeView EdgeDataView AdjacencyView ",
                  digraphs[] = " DiGraph OutEdgeView OutEdgeDataView ",
                  edges[] = " UndirectedEdge DirectedEdge ", of_gap[] = " Digraph rec ";

/* True for a call in parentheses, as GAP prints graphs. */
static bool is_gap(const struct pm_item *i)
{
    return i->open == '(' && i->word.length > 0 && is_called(i, of_gap);
}

/* True for a record of JSON, of which only the beginning may have been parsed. */
static bool is_json(const struct pm_item *i)
{
    static const char keys[] =
        "nodes links edges directed multigraph graph vertices data matrix adjacency";
    const struct pm_item *const first = i->first, *const key =
                                                      first != NULL && first->kind == PM_ITEM_PAIR
                                                          ? first->first
                                                          : first;
    bool found = false;

    if (i->kind != PM_ITEM_LIST || i->word.length > 0 || i->open != '{' || key == NULL ||
        key->kind != PM_ITEM_TEXT)
        return false;
    PM_ITEMS_EACH(k, i)
    found |= pm_word_among(k->kind == PM_ITEM_PAIR ? k->first->word : k->word, keys);
    return found;
}

/* True for a neighbour or an edge in brackets. */
static bool is_edge(const struct pm_item *i)
{
    if (i->kind == PM_ITEM_PAIR)
        return !is_pair(i, ":") && !is_pair(i, "=") && !is_pair(i, ":=") &&
               i->first->kind != PM_ITEM_LIST;
    return is_called(i, edges) && (i->count == 2 || i->count == 3) &&
           i->first->kind != PM_ITEM_PAIR;
}

/* True where the keys of a dictionary have lists. */
static bool is_neighbours(const struct pm_item *i)
{
    return (is_pair(i, ":") || is_pair(i, "->")) && i->first->next->kind == PM_ITEM_LIST;
}

static bool is_vertices(const struct pm_item *list)
{
    PM_ITEMS_EACH(i, list)
    if (i->kind > PM_ITEM_TEXT)
        return false;
    return list->count > 0;
}

/* ------------------------------------------------------- vertices and weights */

/* *vertex = the vertex of a number, a name, or a point, which is called 0,1. */
static pm_status take_vertex(int *vertex, struct brackets *b, const struct pm_item *i)
{
    static const char expected[] = "a vertex is a number, a name or a point as (0, 1)";
    char room[128] = "";
    struct pm_word name = i->word;
    size_t length = 0;
    int class = pm_word_is_integer(name) ? 1 : 2;

    if (i->kind == PM_ITEM_LIST && i->word.length == 0) {
        PM_ITEMS_EACH(part, i)
        {
            if (part->kind != PM_ITEM_WORD || !pm_word_is_integer(part->word))
                return pm_items_fail(&b->v, i, expected);
            length += (size_t)snprintf(room + length, sizeof room - length, "%s%.*s",
                                       part == i->first ? "" : ",", (int)part->word.length,
                                       part->word.text);
            if (length >= sizeof room)
                return pm_items_fail(&b->v, i, "the vertex has too long a name");
        }
        name = (struct pm_word){room, length};
        class = 3;
    } else if (i->kind > PM_ITEM_TEXT || name.length == 0 ||
               (class == 2 && i->kind == PM_ITEM_WORD && pm_word_is_number(name))) {
        return pm_items_fail(&b->v, i, expected);
    }
    if (b->class != 0 && b->class != class)
        return pm_items_fail(&b->v, i, "vertices are all numbers, all names or all points");
    b->class = class;
    pm_source_set_line(b->v.t->source, i->line);
    return pm_network_vertex(vertex, &b->n, name);
}

/* Adds the vertices 1 .. n. */
static pm_status add_vertices(struct brackets *b, int64_t n)
{
    char text[24];
    int v;

    PM_TRY(pm_graph_check_size(b->v.t->source, (uint64_t)n));
    b->class = 1;
    for (int64_t k = 1; k <= n; k++) {
        const int length = snprintf(text, sizeof text, "%jd", (intmax_t)k);
        PM_TRY(pm_network_vertex(&v, &b->n, (struct pm_word){text, (size_t)length}));
    }
    return PM_OK;
}

/* *weight = the weight of an edge: a number, or a dictionary with 'weight'; empty: none. */
static pm_status take_weight(struct pm_word *weight, struct brackets *b, const struct pm_item *i)
{
    static const char expected[] = "a weight is a number, or stands in {'weight': 3}";

    *weight = (struct pm_word){"", 0};
    if (i->kind == PM_ITEM_WORD && pm_word_is(i->word, "None"))
        return PM_OK;
    if (i->kind == PM_ITEM_WORD || i->kind == PM_ITEM_TEXT) {
        *weight = i->word;
        return PM_OK;
    }
    if (i->kind != PM_ITEM_LIST || i->word.length > 0)
        return pm_items_fail(&b->v, i, expected);
    PM_ITEMS_EACH(pair, i)
    {
        if (!is_pair(pair, ":") || pair->first->kind == PM_ITEM_LIST)
            return pm_items_fail(&b->v, i, expected);
        if (!pm_network_is_weight(&b->n, pair->first->word))
            continue;
        *weight = pair->first->next->word;
        if (pair->first->next->kind > PM_ITEM_TEXT)
            return pm_items_fail(&b->v, pair, "a weight is a number");
    }
    return PM_OK;
}

/* ------------------------------------------------------- edges and neighbours */

static pm_status read_edge(struct brackets *b, const struct pm_item *i)
{
    const struct pm_item *const to = i->first->next;
    const bool arc =
        is_pair(i, "->") || is_pair(i, "\\[DirectedEdge]") || pm_word_is(i->word, "DirectedEdge");
    struct pm_word weight = {"", 0};
    int v, w;

    PM_TRY(take_vertex(&v, b, i->first));
    PM_TRY(take_vertex(&w, b, to));
    if (i->count == 3)
        PM_TRY(take_weight(&weight, b, to->next));
    if (b->weighted) {
        if (b->weight == NULL)
            return pm_items_fail(&b->v, i, "EdgeWeight has fewer weights than there are edges");
        PM_TRY(take_weight(&weight, b, b->weight));
        b->weight = b->weight->next;
    }
    pm_source_set_line(b->v.t->source, i->line);
    return pm_network_join(&b->n, v, w, weight,
                           arc || b->arcs                                  ? PM_DIRECTED
                           : i->kind == PM_ITEM_PAIR || i->word.length > 0 ? PM_UNDIRECTED
                                                                           : PM_UNSAID);
}

/* Reads the neighbours of a vertex.  An edge may stand at both of its ends. */
static pm_status read_neighbours(struct brackets *b, int v, const struct pm_item *list)
{
    int w;

    if (!is_called(list, plain_lists))
        return pm_items_fail(&b->v, list, "a list of neighbours is expected");
    PM_TRY(pm_network_declare(&b->n, v));
    PM_ITEMS_EACH(i, list)
    {
        const struct pm_item *const to = is_pair(i, ":") ? i->first : i;
        struct pm_word weight = {"", 0};
        if (to != i)
            PM_TRY(take_weight(&weight, b, to->next));
        PM_TRY(take_vertex(&w, b, to));
        PM_TRY(
            pm_network_neighbour(&b->n, v, w, weight, b->arcs ? PM_DIRECTED : PM_UNSAID, b->once));
    }
    return PM_OK;
}

/* Reads a list of edges, or of vertices with their neighbours. */
static pm_status read_body(struct brackets *b, const struct pm_item *list)
{
    int v;

    PM_ITEMS_EACH(i, list)
    if (is_neighbours(i)) {
        PM_TRY(take_vertex(&v, b, i->first));
        PM_TRY(read_neighbours(b, v, i->first->next));
        b->dictionary = true;
    } else if (is_edge(i)) {
        PM_TRY(read_edge(b, i));
    } else {
        return pm_items_fail(
            &b->v, i, "an edge as (1, 2) or 1 <-> 2, or neighbours as 1: [2, 3], are expected");
    }
    return PM_OK;
}

/* True for EdgeWeight -> {...}. */
static bool is_weights(const struct pm_item *i)
{
    return is_pair(i, "->") && pm_word_is(i->first->word, "EdgeWeight");
}

/* Reads what a graph's call has in its brackets: perhaps vertices, then edges, then options. */
static pm_status read_call(struct brackets *b, const struct pm_item *call)
{
    int64_t vertices;
    int v;

    PM_ITEMS_EACH(i, call)
    if (is_weights(i)) {
        b->weighted = true;
        b->weight = i->first->next->first;
    }
    PM_ITEMS_EACH(i, call)
    {
        if (is_weights(i))
            continue;
        if (i == call->first && pm_word_integer(&vertices, i->word) && vertices >= 0)
            PM_TRY(add_vertices(b, vertices));
        else if (call->open == '<' && is_edge(i))
            PM_TRY(read_edge(b, i));
        else if (call->open == '[' && i == call->first && i->kind == PM_ITEM_LIST && is_vertices(i))
            PM_ITEMS_EACH(part, i)
        PM_TRY(take_vertex(&v, b, part));
        else if (i->kind == PM_ITEM_LIST && is_called(i, plain_lists)) PM_TRY(read_body(b, i));
        else return pm_items_fail(&b->v, i, "a list of edges or of neighbours is expected");
    }
    return PM_OK;
}

/* ----------------------------------------------------------- GAP, GRAPE, Magma */

/* Reads the neighbours of the vertices 1, 2, ... */
static pm_status read_gap(struct brackets *b, const struct pm_item *call)
{
    static const char *const keys[] = {"adjacencies", "order", NULL};
    const bool record = pm_word_is(call->word, "rec");
    const struct pm_item *const lists = record ? pm_items_value(call, "adjacencies") : call->first,
                                *const order = pm_items_value(call, "order");
    int64_t vertices = 0;
    int v = 0;

    PM_TRY(pm_items_check_keys(&b->v, call, keys));
    if (record ? lists == NULL || order == NULL || !pm_word_integer(&vertices, order->word)
               : call->count != 1)
        return pm_items_fail(
            &b->v, call,
            record ? "the record is no graph of GRAPE"
                   : "one list of lists of neighbours, [ [ 2 ], [ 1 ] ], is expected");
    if (lists->kind != PM_ITEM_LIST)
        return pm_items_fail(&b->v, lists, "a list of lists of neighbours is expected");
    if (record && vertices != lists->count)
        return pm_items_fail(&b->v, call,
                             "the graph is given by its group, and its neighbours are not listed: "
                             "Print(Digraph(List(Vertices(G), v -> Adjacency(G, v)))) lists them");
    b->declared = true;
    PM_TRY(add_vertices(b, lists->count));
    PM_ITEMS_EACH(i, lists)
    PM_TRY(read_neighbours(b, v++, i));
    return PM_OK;
}

/* True for 'Graph' or 'Digraph', 'Vertex', 'Neighbours', which are read. */
static bool take_magma(bool *directed, struct pm_tokens *t)
{
    *directed = pm_tokens_take(t, "Digraph");
    return (*directed || pm_tokens_take(t, "Graph")) && pm_tokens_take(t, "Vertex") &&
           pm_tokens_take(t, "Neighbours");
}

/* An edge of a graph stands at both of its ends. */
static pm_status read_magma(struct brackets *b, bool directed)
{
    struct pm_tokens *const t = b->v.t;
    int from, to;

    if (t->now.kind != PM_TOKEN_WORD)
        return pm_tokens_expected(t, "a vertex with its neighbours");
    b->declared = true;
    while (t->now.kind == PM_TOKEN_WORD && !pm_tokens_is(t, "Graph") &&
           !pm_tokens_is(t, "Digraph")) {
        PM_TRY(pm_network_vertex(&from, &b->n, t->now.word));
        PM_TRY(pm_network_declare(&b->n, from));
        for (pm_tokens_next(t); !pm_tokens_take(t, ";"); pm_tokens_next(t)) {
            if (t->now.kind != PM_TOKEN_WORD)
                return pm_tokens_expected(t, "a neighbour or ';'");
            PM_TRY(pm_network_vertex(&to, &b->n, t->now.word));
            PM_TRY(pm_network_neighbour(&b->n, from, to, (struct pm_word){"", 0},
                                        directed ? PM_DIRECTED : PM_UNDIRECTED, directed));
        }
    }
    return PM_OK;
}

/* -------------------------------------------------------------------- reading */

static pm_status read_item(struct brackets *b, const struct pm_item *i)
{
    if ((is_pair(i, "=") || is_pair(i, ":=")) && i->first->kind == PM_ITEM_WORD)
        i = i->first->next;
    if (is_gap(i))
        return read_gap(b, i);
    if (is_json(i)) {
        b->declared = true;
        return pm_record_json(&b->n, &b->v, i);
    }
    b->arcs = i->word.length > 0 && is_called(i, digraphs);
    b->once = b->arcs || b->once;
    if (i->kind != PM_ITEM_LIST || i->count == 0)
        return pm_items_fail(&b->v, i, "edges or neighbours in brackets are expected");
    if (i->word.length > 0 && (b->arcs || is_called(i, graphs)))
        return read_call(b, i);
    return is_called(i, plain_lists) ? read_body(b, i)
                                     : pm_items_fail(&b->v, i, "Graph(...) or a list is expected");
}

/* True for a record of GAP, which has ranges as [ 1 .. 2 ]; perhaps after NAME :=. */
static bool is_record(struct pm_tokens t)
{
    t.source = NULL; /* its line stays */
    if (!pm_tokens_is(&t, "rec"))
        pm_tokens_next(&t);
    return pm_tokens_is(&t, "rec") || (pm_tokens_take(&t, ":=") && pm_tokens_is(&t, "rec"));
}

static pm_status read_graph(struct brackets *b)
{
    const struct pm_tokens before = *b->v.t;
    struct pm_item *root;
    bool directed;

    if (take_magma(&directed, b->v.t))
        return read_magma(b, directed);
    *b->v.t = before;
    b->v.loose = is_record(before);
    PM_TRY(pm_items_parse(&root, &b->v));
    pm_tokens_take(b->v.t, ";");
    return read_item(b, root);
}

pm_status pm_brackets_next(struct pm_graph **graph, struct pm_graph_reader *reader)
{
    struct brackets b = {.v = {.t = &reader->tokens},
                         .once = reader->directed && !reader->undirected};
    pm_status status;

    if (b.v.t->language == NULL)
        PM_TRY(pm_tokens_begin(b.v.t, &pm_items_language, reader->source));
    if (pm_tokens_end(b.v.t))
        return b.v.t->failed;
    PM_TRY_GOTO(status, pm_network_begin(&b.n, reader, false), done);
    PM_TRY_GOTO(status, read_graph(&b), done);
    status = pm_network_finish(graph, &b.n, b.declared || (b.class == 2 && b.dictionary));
done:
    pm_network_clear(&b.n);
    pm_items_clear(&b.v);
    return status;
}

pm_status pm_brackets_weight(struct pm_word *word)
{
    struct pm_tokens t = pm_tokens_of(&pm_items_language, word->text, word->length, NULL);
    struct brackets b = {.v = {.t = &t}};
    struct pm_item *root;

    pm_status status = pm_items_parse(&root, &b.v);
    PM_THEN(status, pm_tokens_end(&t) ? take_weight(word, &b, root) : PM_INPUT);
    pm_items_clear(&b.v);
    PM_REFUSE_IF(status == PM_INPUT,
                 "the attributes of an edge are a dictionary on its line, as in {'weight': 2.0}");
    return status;
}

/* ---------------------------------------------------------------- recognition */

/* True where the first part of a list is an edge or a vertex with neighbours, and no row of a
 * matrix. */
static bool begins_graph(const struct pm_item *list)
{
    const struct pm_item *const i = list->first;

    if (is_gap(list) || is_json(list))
        return true;
    if (i == NULL)
        return false;
    if (list->word.length > 0 && (is_called(list, graphs) || is_called(list, digraphs)))
        return true;
    if (list->open == '(' || !is_called(list, plain_lists) || i->count < 2) /* an edge of points */
        return false;
    if (is_neighbours(i) || (i->kind == PM_ITEM_PAIR && is_edge(i)) || i->word.length > 0)
        return is_neighbours(i) || is_edge(i);
    if (i->first->kind != i->first->next->kind)
        return false;
    PM_ITEMS_EACH(k, i)
    if (is_edge(i) && (i->open == '(' || k->kind != PM_ITEM_WORD ||
                       (i->open == '{' && !pm_word_is_number(k->word))))
        return true;
    return false;
}

/* True if no matrix can be meant. */
bool pm_brackets_fits(struct pm_sample *s)
{
    struct pm_tokens t = pm_tokens_of(&pm_items_language, s->text, s->binary ? 0 : s->length, NULL);
    struct pm_items v = {.t = &t};
    struct pm_tokens ahead = t;
    struct pm_item *i = NULL;
    bool directed;

    if (take_magma(&directed, &ahead))
        return true;
    /* What was parsed before an error of the text tells enough. */
    if (t.now.kind == PM_TOKEN_WORD || t.now.kind == PM_TOKEN_MARK)
        s->lacks_memory |= pm_items_parse(&i, &v) == PM_NOMEM;
    i = i != NULL && i->kind == PM_ITEM_PAIR ? i->first : i;
    i = i != NULL && i->kind != PM_ITEM_LIST ? i->next : i;
    const bool fits = i != NULL && i->kind == PM_ITEM_LIST && begins_graph(i);
    pm_items_clear(&v);
    return fits;
}
