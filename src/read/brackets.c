/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Graphs in brackets, as Python, Sage, Magma and Mathematica print them: lists of edges, [(1, 2),
 * (2, 3, 5)], {1 <-> 2, 2 <-> 3}, and neighbours, {0: [1, 4], 1: {2: {'weight': 3}}}; perhaps in a
 * call as Graph(...), or after NAME =; and what prints.c reads.  Lists of lists of numbers are left
 * to the format `lists`, since they may be matrices. */
#include "read/brackets.h"

#include "read/nested.h"
#include "read/prints.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct brackets {
    struct pm_nested v;
    struct pm_network n;
    bool dictionary; /* there are lists of neighbours */
    bool declared;   /* all vertices must be declared */
    int class;       /* of the vertices: 1 integers, 2 names, 3 points; 0: none yet */
    bool arcs, once; /* pairs are arcs; they are listed at their first end alone */
    int weight;      /* the list EdgeWeight -> {...}; -1: none */
};

static bool is_pair(const struct pm_nested_item *i, const char *link)
{
    return i->kind == PM_NESTED_PAIR && pm_word_is(i->word, link);
}

/* True for a list that is called by one of these names, or by none. */
static bool is_called(const struct pm_nested_item *i, const char *names)
{
    const char *const dot = i->word.length > 0 ? memrchr(i->word.text, '.', i->word.length) : NULL;
    const char *const name = dot != NULL ? dot + 1 : i->word.text;
    char wanted[40];

    snprintf(wanted, sizeof wanted, " %.*s ", (int)(i->word.text + i->word.length - name), name);
    return i->kind == PM_NESTED_LIST && (i->word.length == 0 || strstr(names, wanted) != NULL);
}

static const char plain_lists[] = " set frozenset list tuple dict ",
                  graphs[] = " Graph EdgeView EdgeDataView AdjacencyView ",
                  digraphs[] = " DiGraph OutEdgeView OutEdgeDataView ",
                  edges[] = " UndirectedEdge DirectedEdge ";

/* True for a neighbour or an edge in brackets. */
static bool is_edge(const struct brackets *b, const struct pm_nested_item *i)
{
    const struct pm_nested_item *const part = i->first >= 0 ? b->v.item + i->first : NULL;

    if (i->kind == PM_NESTED_PAIR)
        return !is_pair(i, ":") && !is_pair(i, "=") && !is_pair(i, ":=") &&
               part->kind != PM_NESTED_LIST;
    return is_called(i, edges) && (i->count == 2 || i->count == 3) && part->kind != PM_NESTED_PAIR;
}

/* True where the keys of a dictionary have lists. */
static bool is_neighbours(const struct brackets *b, const struct pm_nested_item *i)
{
    return (is_pair(i, ":") || is_pair(i, "->")) &&
           b->v.item[b->v.item[i->first].next].kind == PM_NESTED_LIST;
}

/* *vertex = the vertex of a number, a name, or a point, which is called 0,1. */
static pm_status take_vertex(int *vertex, struct brackets *b, const struct pm_nested_item *i)
{
    char room[128] = "";
    struct pm_word name = i->word;
    size_t length = 0;
    int class = pm_word_is_integer(name) ? 1 : 2;

    if (i->kind == PM_NESTED_LIST && i->word.length == 0) {
        for (int k = i->first; k >= 0; k = b->v.item[k].next) {
            const struct pm_nested_item *const part = b->v.item + k;
            if (part->kind != PM_NESTED_WORD || !pm_word_is_integer(part->word))
                return pm_nested_fail(&b->v, i,
                                      "a vertex is a number, a name or a point as (0, 1)");
            length +=
                (size_t)snprintf(room + length, sizeof room - length, "%s%.*s",
                                 k == i->first ? "" : ",", (int)part->word.length, part->word.text);
            if (length >= sizeof room)
                return pm_nested_fail(&b->v, i, "the vertex has too long a name");
        }
        name = (struct pm_word){room, length};
        class = 3;
    } else if (i->kind > PM_NESTED_TEXT || name.length == 0 ||
               (class == 2 && i->kind == PM_NESTED_WORD && pm_word_is_number(name))) {
        return pm_nested_fail(&b->v, i, "a vertex is a number, a name or a point as (0, 1)");
    }
    if (b->class != 0 && b->class != class)
        return pm_nested_fail(&b->v, i, "vertices are all numbers, all names or all points");
    b->class = class;
    pm_source_set_line(b->v.t->source, i->line);
    return pm_network_vertex(vertex, &b->n, name);
}

/* *weight = the weight of an edge: a number, or a dictionary with 'weight'; empty: none. */
static pm_status take_weight(struct pm_word *weight, struct brackets *b,
                             const struct pm_nested_item *i)
{
    *weight = (struct pm_word){"", 0};
    if (i->kind == PM_NESTED_WORD && pm_word_is(i->word, "None"))
        return PM_OK;
    if (i->kind == PM_NESTED_WORD || i->kind == PM_NESTED_TEXT) {
        *weight = i->word;
        return PM_OK;
    }
    if (i->kind != PM_NESTED_LIST || i->word.length > 0)
        return pm_nested_fail(&b->v, i, "a weight is a number, or stands in {'weight': 3}");
    for (int k = i->first; k >= 0; k = b->v.item[k].next) {
        const struct pm_nested_item *const key = b->v.item + k;
        if (!is_pair(key, ":") || b->v.item[key->first].kind == PM_NESTED_LIST)
            return pm_nested_fail(&b->v, i, "a weight is a number, or stands in {'weight': 3}");
        const struct pm_nested_item *const value = b->v.item + b->v.item[key->first].next;
        if (pm_network_is_weight(&b->n, b->v.item[key->first].word)) {
            if (value->kind > PM_NESTED_TEXT)
                return pm_nested_fail(&b->v, value, "a weight is a number");
            *weight = value->word;
        }
    }
    return PM_OK;
}

static pm_status read_edge(struct brackets *b, const struct pm_nested_item *i, int number)
{
    const struct pm_nested_item *const from = b->v.item + i->first, *const to =
                                                                        b->v.item + from->next;
    const bool arc =
        is_pair(i, "->") || is_pair(i, "\\[DirectedEdge]") || pm_word_is(i->word, "DirectedEdge");
    struct pm_word weight = {"", 0};
    int v, w;

    PM_TRY(take_vertex(&v, b, from));
    PM_TRY(take_vertex(&w, b, to));
    if (i->count == 3)
        PM_TRY(take_weight(&weight, b, b->v.item + to->next));
    if (b->weight >= 0) {
        int k = b->v.item[b->weight].first;
        for (; number > 0 && k >= 0; number--)
            k = b->v.item[k].next;
        if (k < 0)
            return pm_nested_fail(&b->v, i, "EdgeWeight has fewer weights than there are edges");
        PM_TRY(take_weight(&weight, b, b->v.item + k));
    }
    pm_source_set_line(b->v.t->source, i->line);
    return pm_network_join(&b->n, v, w, weight,
                           arc || b->arcs                                    ? PM_DIRECTED
                           : i->kind == PM_NESTED_PAIR || i->word.length > 0 ? PM_UNDIRECTED
                                                                             : PM_UNSAID);
}

/* Reads 'vertex: neighbours'.  An edge may stand at both of its ends. */
static pm_status read_neighbours(struct brackets *b, const struct pm_nested_item *i)
{
    const struct pm_nested_item *const key = b->v.item + i->first, *const list =
                                                                       b->v.item + key->next;
    int v, w;

    if (!is_called(list, plain_lists))
        return pm_nested_fail(&b->v, list, "a list of neighbours is expected");
    PM_TRY(take_vertex(&v, b, key));
    PM_TRY(pm_network_declare(&b->n, v));
    b->dictionary = true;
    for (int k = list->first; k >= 0; k = b->v.item[k].next) {
        const struct pm_nested_item *to = b->v.item + k;
        struct pm_word weight = {"", 0};
        if (is_pair(to, ":")) {
            to = b->v.item + to->first;
            PM_TRY(take_weight(&weight, b, b->v.item + to->next));
        }
        PM_TRY(take_vertex(&w, b, to));
        pm_source_set_line(b->v.t->source, to->line);
        PM_TRY(
            pm_network_join_once(&b->n, v, w, weight, b->arcs ? PM_DIRECTED : PM_UNSAID, b->once));
    }
    return PM_OK;
}

/* Adds the vertices 1 .. n. */
static pm_status add_vertices(struct brackets *b, const struct pm_nested_item *i)
{
    char text[24];
    int64_t n;
    int v;

    if (!pm_word_integer(&n, i->word) || n < 0)
        return pm_nested_fail(&b->v, i, "edges, or the number of vertices, are expected");
    PM_TRY(pm_graph_check_size(b->v.t->source, (uint64_t)n));
    b->class = 1;
    for (int64_t k = 1; k <= n; k++) {
        const int length = snprintf(text, sizeof text, "%jd", (intmax_t)k);
        PM_TRY(pm_network_vertex(&v, &b->n, (struct pm_word){text, (size_t)length}));
    }
    return PM_OK;
}

/* Reads a list of edges, or of vertices with their neighbours.  *number counts edges. */
static pm_status read_body(struct brackets *b, const struct pm_nested_item *list, int *number)
{
    for (int k = list->first; k >= 0; k = b->v.item[k].next) {
        const struct pm_nested_item *const i = b->v.item + k;
        if (is_neighbours(b, i))
            PM_TRY(read_neighbours(b, i));
        else if (is_edge(b, i))
            PM_TRY(read_edge(b, i, (*number)++));
        else
            return pm_nested_fail(&b->v, i,
                                  "an edge as (1, 2) or 1 <-> 2, or neighbours as 1: [2, 3], are "
                                  "expected");
    }
    return PM_OK;
}

/* True for a list of vertices. */
static bool is_vertices(const struct brackets *b, const struct pm_nested_item *list)
{
    for (int k = list->first; k >= 0; k = b->v.item[k].next)
        if (b->v.item[k].kind > PM_NESTED_TEXT)
            return false;
    return list->count > 0;
}

/* Reads what a graph's call has in its brackets: perhaps vertices, then edges, then options. */
static pm_status read_call(struct brackets *b, const struct pm_nested_item *call)
{
    int number = 0, v;

    for (int k = call->first; k >= 0; k = b->v.item[k].next) {
        const struct pm_nested_item *const i = b->v.item + k;
        if (is_pair(i, "->") && pm_word_is(b->v.item[i->first].word, "EdgeWeight"))
            b->weight = b->v.item[i->first].next;
    }
    for (int k = call->first; k >= 0; k = b->v.item[k].next) {
        const struct pm_nested_item *const i = b->v.item + k;
        if (is_pair(i, "->") && pm_word_is(b->v.item[i->first].word, "EdgeWeight"))
            continue;
        if (i->kind == PM_NESTED_WORD && k == call->first)
            PM_TRY(add_vertices(b, i));
        else if (call->open == '<' && is_edge(b, i))
            PM_TRY(read_edge(b, i, number++));
        else if (call->open == '[' && k == call->first && i->kind == PM_NESTED_LIST &&
                 is_vertices(b, i))
            for (int l = i->first; l >= 0; l = b->v.item[l].next)
                PM_TRY(take_vertex(&v, b, b->v.item + l));
        else if (i->kind == PM_NESTED_LIST && is_called(i, plain_lists))
            PM_TRY(read_body(b, i, &number));
        else
            return pm_nested_fail(&b->v, i, "a list of edges or of neighbours is expected");
    }
    return PM_OK;
}

static pm_status read_graph(struct brackets *b, int root)
{
    const struct pm_nested_item *i = b->v.item + root;
    int number = 0;

    if ((is_pair(i, "=") || is_pair(i, ":=")) && b->v.item[i->first].kind == PM_NESTED_WORD)
        i = b->v.item + b->v.item[i->first].next;
    const enum pm_print print = pm_print_of(&b->v, (int)(i - b->v.item));
    b->declared = print == PM_PRINT_LINKS;
    if (print != PM_PRINT_NONE)
        return pm_print_read(&b->n, &b->v, (int)(i - b->v.item));
    b->arcs = i->word.length > 0 && is_called(i, digraphs);
    b->once = b->arcs || b->once;
    if (i->kind != PM_NESTED_LIST || i->count == 0)
        return pm_nested_fail(&b->v, i, "edges or neighbours in brackets are expected");
    if (i->word.length > 0 && (b->arcs || is_called(i, graphs)))
        return read_call(b, i);
    return is_called(i, plain_lists) ? read_body(b, i, &number)
                                     : pm_nested_fail(&b->v, i, "Graph(...) or a list is expected");
}

/* True for a record of GAP, which has ranges as [ 1 .. 2 ]; perhaps after NAME :=. */
static bool is_record(struct pm_tokens t)
{
    bool taken = false;

    return pm_tokens_is(&t, "rec") ||
           (pm_tokens_next(&t) == PM_OK && pm_tokens_take(&taken, &t, ":=") == PM_OK && taken &&
            pm_tokens_is(&t, "rec"));
}

pm_status pm_brackets_next(struct pm_graph **graph, struct pm_graph_reader *reader)
{
    struct brackets b = {
        .v = {.t = &reader->tokens}, .weight = -1, .once = reader->directed && !reader->undirected};
    pm_status status;
    bool taken, vertices, directed;
    int root;

    if (b.v.t->language == NULL)
        PM_TRY(pm_tokens_begin(b.v.t, &pm_nested_language, reader->source));
    if (b.v.t->now.kind == PM_TOKEN_END)
        return PM_OK;
    PM_TRY_GOTO(status, pm_network_begin(&b.n, reader, false), done);
    const struct pm_tokens before = *b.v.t;
    PM_TRY_GOTO(status, pm_print_vertices_begin(&vertices, &directed, b.v.t), done);
    if (vertices) {
        b.declared = true;
        status = pm_print_vertices(&b.n, b.v.t, directed);
    } else {
        *b.v.t = before;
        b.v.loose = is_record(before);
        PM_TRY_GOTO(status, pm_nested_parse(&root, &b.v), done);
        PM_TRY_GOTO(status, pm_tokens_take(&taken, b.v.t, ";"), done);
        status = read_graph(&b, root);
    }
    if (status == PM_OK)
        status = pm_network_finish(graph, &b.n, b.declared || (b.class == 2 && b.dictionary));
done:
    pm_network_clear(&b.n);
    free(b.v.item);
    return status;
}

pm_status pm_brackets_weight(struct pm_word *word)
{
    struct pm_tokens t;
    struct brackets b = {.v = {.t = &t}};
    int root;

    pm_status status = pm_tokens_sample(&t, &pm_nested_language, word->text, word->length);
    if (status == PM_OK)
        status = pm_nested_parse(&root, &b.v);
    if (status == PM_OK)
        status = t.now.kind == PM_TOKEN_END ? take_weight(word, &b, b.v.item + root) : PM_INPUT;
    free(b.v.item);
    return status != PM_INPUT ? status
                              : pm_fail(PM_INPUT, "the attributes of an edge are a dictionary on "
                                                  "its line, as in {'weight': 2.0}");
}

/* True where the first part of a list is an edge or a vertex with neighbours, and no row of a
 * matrix. */
static bool begins_graph(const struct brackets *b, const struct pm_nested_item *list)
{
    const struct pm_nested_item *const i = list->first >= 0 ? b->v.item + list->first : NULL;

    if (pm_print_of(&b->v, (int)(list - b->v.item)) != PM_PRINT_NONE)
        return true;
    if (i == NULL || (list->word.length == 0 && !is_called(list, plain_lists)))
        return false;
    if (list->word.length > 0 && (is_called(list, graphs) || is_called(list, digraphs)))
        return true;
    if (list->open == '(' || !is_called(list, plain_lists) || i->count < 2) /* an edge of points */
        return false;
    if (is_neighbours(b, i) || (i->kind == PM_NESTED_PAIR && is_edge(b, i)) || i->word.length > 0)
        return is_neighbours(b, i) || is_edge(b, i);
    if (b->v.item[i->first].kind != b->v.item[b->v.item[i->first].next].kind)
        return false;
    for (int k = i->first; k >= 0 && is_edge(b, i); k = b->v.item[k].next)
        if (i->open == '(' || b->v.item[k].kind != PM_NESTED_WORD ||
            (i->open == '{' && !pm_word_is_number(b->v.item[k].word)))
            return true;
    return false;
}

/* SURE if no matrix can be meant. */
bool pm_brackets_fits(struct pm_sample *s)
{
    struct pm_tokens t;
    struct brackets b = {.v = {.t = &t}};
    bool fits = false;
    pm_status status = PM_OK;
    bool found, directed;
    int root;

    if (s->binary || pm_tokens_sample(&t, &pm_nested_language, s->text, s->length) != PM_OK)
        return false;
    struct pm_tokens ahead = t;
    if (pm_print_vertices_begin(&found, &directed, &ahead) == PM_OK && found)
        return true;
    if (t.now.kind == PM_TOKEN_WORD || t.now.kind == PM_TOKEN_MARK)
        status = pm_nested_parse(&root, &b.v);
    /* What was parsed before an error of the text tells enough. */
    s->lacks_memory |= status == PM_NOMEM;
    for (size_t k = 0; status != PM_NOMEM && k < b.v.items && k < 3; k++)
        if (b.v.item[k].kind == PM_NESTED_LIST) {
            fits = begins_graph(&b, b.v.item + k);
            break;
        }
    free(b.v.item);
    return fits;
}
