/* SPDX-License-Identifier: GPL-3.0-or-later */
/* GraphML (Brandes, Eiglsperger, Herman, Himsolt & Marshall, GraphML progress report, Graph Drawing
 * 2001) and GEXF (GEXF working group, GEXF 1.3 schema, 2022).  libxml2 parses the XML, element by
 * element; it is opened by dlopen().  Every graph of the file is read.  What a graph cannot hold is
 * an error: hyperedges, graphs in nodes, graphs that change with time. */
#include "read/network.h"

#include "base/alloc.h"
#include "base/late.h"

#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------- the library */

typedef struct xml_reader text_reader;
typedef void failed(void *xml, const char *message, int severity, void *place);

/* The functions used: member, name, result, arguments (libxml2, xmlreader.h and parser.h). */
#define FUNCTIONS(X)                                                                               \
    X(init, xmlInitParser, void, (void))                                                           \
    X(open, xmlReaderForMemory, text_reader *,                                                     \
      (const char *, int, const char *, const char *, int))                                        \
    X(free, xmlFreeTextReader, void, (text_reader *))                                              \
    X(on_error, xmlTextReaderSetErrorHandler, void, (text_reader *, failed *, void *))             \
    X(read, xmlTextReaderRead, int, (text_reader *))                                               \
    X(type, xmlTextReaderNodeType, int, (text_reader *))                                           \
    X(depth, xmlTextReaderDepth, int, (text_reader *))                                             \
    X(empty, xmlTextReaderIsEmptyElement, int, (text_reader *))                                    \
    X(name, xmlTextReaderConstLocalName, const char *, (text_reader *))                            \
    X(value, xmlTextReaderConstValue, const char *, (text_reader *))                               \
    X(next_attribute, xmlTextReaderMoveToNextAttribute, int, (text_reader *))                      \
    X(to_element, xmlTextReaderMoveToElement, int, (text_reader *))                                \
    X(node, xmlTextReaderCurrentNode, void *, (text_reader *))                                     \
    X(line_of, xmlGetLineNo, long, (const void *))                                                 \
    X(line, xmlTextReaderGetParserLineNumber, int, (text_reader *))

#define MEMBER(member, name, result, arguments) result(*member) arguments;
#define SYMBOL(member, name, result, arguments) {#name, &lib.member},

static struct {
    FUNCTIONS(MEMBER)
} lib; /* filled once */

static pthread_once_t once = PTHREAD_ONCE_INIT;
static bool there;

static void load(void)
{
    static const char *const names[] = {"libxml2.so.2", "libxml2.so.16", "libxml2.so", NULL};
    static const struct pm_late_symbol symbols[] = {FUNCTIONS(SYMBOL)};

    there = pm_late_load(symbols, sizeof symbols / sizeof *symbols, names) == PM_OK;
    if (there)
        lib.init();
}

enum { ELEMENT = 1, TEXT = 3, CDATA = 4, ENTITY_REFERENCE = 5, BLANKS = 14, END = 15 };

/* --------------------------------------------------------------------- the state */

/* What the data of a key are. */
enum role { OTHER, WEIGHT, NAME, LABEL };

struct key {
    char *id, *preset; /* its default; NULL: none */
    enum role role;
};

struct text {
    char *at;
    size_t length, room;
};

enum { SOURCE, TARGET, ID, SHOWN, VALUE, TEXTS }; /* SHOWN: name or label; VALUE: the weight */

struct xml {
    text_reader *reader;
    struct pm_graph_reader *to;
    struct key *key;
    size_t keys, key_room;
    bool gexf, ended;
    int depth;                      /* of the graph; 0: in no graph */
    bool directed, asked;           /* of the graph by default; of the edge */
    enum role shown;                /* what SHOWN was taken from */
    struct text text[TEXTS], *into; /* where text goes; NULL: nowhere */
    struct text preset;             /* of a key */
    struct pm_network network;
    char message[200];
};

static void state_free(void *state)
{
    struct xml *const x = state;

    if (x->reader != NULL)
        lib.free(x->reader);
    for (size_t k = 0; k < x->keys; k++)
        PM_FREE(x->key[k].id, x->key[k].preset);
    for (int k = 0; k < TEXTS; k++)
        free(x->text[k].at);
    pm_network_clear(&x->network);
    PM_FREE(x->key, x->preset.at, x);
}

/* Keeps the first message. */
static void keep_message(void *state, const char *message, int severity, void *place)
{
    struct xml *const x = state;

    (void)severity, (void)place;
    if (x->message[0] == '\0')
        snprintf(x->message, sizeof x->message, "%.*s", (int)strcspn(message, "\n"), message);
    for (char *c = x->message; *c != '\0'; c++)
        if (*c < ' ' || *c > '~')
            *c = '?';
}

static pm_status append(struct text *to, const char *text)
{
    const size_t length = strlen(text);

    PM_TRY(pm_grow((void **)&to->at, &to->room, to->length + length + 1, 1));
    memcpy(to->at + to->length, text, length + 1);
    to->length += length;
    return PM_OK;
}

static pm_status set(struct text *to, const char *text)
{
    to->length = 0;
    return append(to, text);
}

/* The text without the blanks around it. */
static struct pm_word word_of(const struct text *text)
{
    const char *first = text->at, *end = first + text->length;

    if (text->length == 0)
        return (struct pm_word){"", 0};
    while (first < end && strchr(" \t\r\n", *first) != NULL)
        first++;
    while (end > first && strchr(" \t\r\n", end[-1]) != NULL)
        end--;
    return (struct pm_word){first, (size_t)(end - first)};
}

/* -------------------------------------------------------------------- elements */

/* An attribute that is kept, and where. */
static struct text *place_of(struct xml *x, const char *name)
{
    static const char *const kept[] = {"source", "target", "id"};

    for (int k = 0; k < 3; k++)
        if (strcmp(name, kept[k]) == 0)
            return &x->text[k];
    if (x->gexf && strcmp(name, "label") == 0)
        return &x->text[SHOWN];
    return x->gexf && strcmp(name, "weight") == 0 ? &x->text[VALUE] : NULL;
}

static bool is(const char *a, const char *b)
{
    return pm_word_is((struct pm_word){a, strlen(a)}, b);
}

/* Whether an edge or a graph is directed. */
static pm_status take_direction(bool *directed, const char *name, const char *value)
{
    if (is(value, "directed") || (is(value, "true") || is(value, "1")))
        *directed = true;
    else if (is(value, "undirected") || is(value, "mutual") || is(value, "false") || is(value, "0"))
        *directed = false;
    else
        return pm_fail(PM_INPUT, "%.20s=\"%.40s\" is no direction", name, value);
    return PM_OK;
}

/* Reads the attributes of a graph, a node or an edge. */
static pm_status take_attributes(struct xml *x, bool *directed)
{
    for (int k = 0; k < TEXTS; k++)
        PM_TRY(set(&x->text[k], ""));
    while (lib.next_attribute(x->reader) == 1) {
        const char *const name = lib.name(x->reader), *const value = lib.value(x->reader);
        struct text *const to = place_of(x, name);
        if (value == NULL)
            continue;
        if (to != NULL)
            PM_TRY(set(to, value));
        if (strcmp(name, "edgedefault") == 0 || strcmp(name, "defaultedgetype") == 0 ||
            strcmp(name, "directed") == 0 || (x->gexf && strcmp(name, "type") == 0))
            PM_TRY(take_direction(directed, name, value));
        if (x->gexf && strcmp(name, "mode") == 0 && strcmp(value, "dynamic") == 0)
            return pm_fail(PM_INPUT, "a graph that changes with time is not read");
    }
    lib.to_element(x->reader);
    return PM_OK;
}

/* <key id="..." for="..." attr.name="...">: keeps one of a weight or a name. */
static pm_status take_key(struct xml *x)
{
    struct key key = {.id = NULL};
    bool edge = true, node = true;
    enum role role = OTHER;
    pm_status status = PM_OK;

    while (lib.next_attribute(x->reader) == 1 && status == PM_OK) {
        const char *const name = lib.name(x->reader), *const value = lib.value(x->reader);
        if (strcmp(name, "id") == 0 && key.id == NULL && (key.id = strdup(value)) == NULL)
            status = pm_no_memory();
        if (strcmp(name, "for") == 0) {
            edge = is(value, "edge") || is(value, "all");
            node = is(value, "node") || is(value, "all");
        }
        if (strcmp(name, "attr.name") == 0)
            role = is(value, "weight")  ? WEIGHT
                   : is(value, "name")  ? NAME
                   : is(value, "label") ? LABEL
                                        : OTHER;
        if (strcmp(name, "attr.name") == 0 && edge)
            pm_network_is_weight(&x->network, (struct pm_word){value, strlen(value)});
    }
    lib.to_element(x->reader);
    key.role = (role == WEIGHT ? edge : node) ? role : OTHER;
    if (status == PM_OK)
        status = pm_grow((void **)&x->key, &x->key_room, x->keys + 1, sizeof key);
    if (status == PM_OK && key.id == NULL && (key.id = strdup("")) == NULL)
        status = pm_no_memory();
    if (status == PM_OK)
        x->key[x->keys++] = key;
    else
        free(key.id);
    return status;
}

static const struct key *key_called(const struct xml *x, const char *id)
{
    for (size_t k = 0; k < x->keys; k++)
        if (strcmp(x->key[k].id, id) == 0)
            return x->key + k;
    return NULL;
}

/* <data key="...">: where its text goes. */
static pm_status take_data(struct xml *x)
{
    const struct key *key = NULL;

    while (lib.next_attribute(x->reader) == 1)
        if (strcmp(lib.name(x->reader), "key") == 0)
            key = key_called(x, lib.value(x->reader));
    lib.to_element(x->reader);
    x->into = NULL;
    if (key == NULL || key->role == OTHER || lib.empty(x->reader))
        return PM_OK;
    if (key->role != WEIGHT && x->shown == NAME)
        return PM_OK;
    if (key->role != WEIGHT)
        x->shown = key->role;
    x->into = &x->text[key->role == WEIGHT ? VALUE : SHOWN];
    return set(x->into, "");
}

static pm_status add_edge(struct xml *x)
{
    static const struct pm_word one = {"1", 1};
    struct pm_word weight = word_of(&x->text[VALUE]);

    for (size_t k = 0; k < x->keys && weight.length == 0; k++)
        if (x->key[k].role == WEIGHT && x->key[k].preset != NULL)
            weight = (struct pm_word){x->key[k].preset, strlen(x->key[k].preset)};
    if (x->text[SOURCE].length == 0 || x->text[TARGET].length == 0)
        return pm_fail(PM_INPUT, "the edge has no %s",
                       x->text[SOURCE].length == 0 ? "source" : "target");
    return pm_network_edge(&x->network,
                           (struct pm_word){x->text[SOURCE].at, x->text[SOURCE].length},
                           (struct pm_word){x->text[TARGET].at, x->text[TARGET].length},
                           weight.length == 0 && x->gexf ? one : weight, x->asked);
}

static pm_status add_node(struct xml *x)
{
    if (x->text[ID].length == 0)
        return pm_fail(PM_INPUT, "the node has no id");
    return pm_network_node(&x->network, (struct pm_word){x->text[ID].at, x->text[ID].length},
                           word_of(&x->text[SHOWN]));
}

/* Depth of nodes and edges below their graph: in GEXF they stand in <nodes> and <edges>. */
static int inner(const struct xml *x)
{
    return x->depth + (x->gexf ? 2 : 1);
}

static pm_status begin_element(struct xml *x, const char *name, int depth)
{
    if (depth == 0)
        x->gexf = strcmp(name, "gexf") == 0;
    if (strcmp(name, "graph") == 0 && x->depth > 0)
        return pm_fail(PM_INPUT, "a graph within a graph is not read");
    if (strcmp(name, "graph") == 0) {
        const struct pm_word unread = x->network.unread;
        x->depth = depth;
        PM_TRY(take_attributes(x, &x->directed));
        PM_TRY(pm_network_begin(&x->network, x->to, x->directed));
        x->network.unread = unread;
        return PM_OK;
    }
    if (x->depth == 0)
        return depth == 1 && strcmp(name, "key") == 0 ? take_key(x) : PM_OK;
    if (strcmp(name, "hyperedge") == 0)
        return pm_fail(PM_INPUT, "a hyperedge is no edge of a graph");
    if (x->gexf && depth > inner(x) && strcmp(name, "node") == 0)
        return pm_fail(PM_INPUT, "a node within a node is not read");
    if (depth == inner(x) && (strcmp(name, "edge") == 0 || strcmp(name, "node") == 0)) {
        x->asked = x->directed;
        x->shown = OTHER;
        return take_attributes(x, &x->asked);
    }
    return depth == inner(x) + 1 && strcmp(name, "data") == 0 ? take_data(x) : PM_OK;
}

/* *graph = the graph, at its end. */
static pm_status end_element(struct pm_graph **graph, struct xml *x, const char *name, int depth)
{
    x->into = NULL;
    if (x->depth == 0 && depth == 2 && strcmp(name, "default") == 0 && x->keys > 0 &&
        x->preset.length > 0) {
        struct key *const key = x->key + x->keys - 1;
        const struct pm_word word = word_of(&x->preset);
        free(key->preset);
        if ((key->preset = strndup(word.text, word.length)) == NULL)
            return pm_no_memory();
    }
    if (x->depth > 0 && depth == inner(x) && strcmp(name, "node") == 0)
        return add_node(x);
    if (x->depth > 0 && depth == inner(x) && strcmp(name, "edge") == 0)
        return add_edge(x);
    if (x->depth == 0 || depth != x->depth || strcmp(name, "graph") != 0)
        return PM_OK;
    x->depth = 0;
    x->directed = false;
    return pm_network_finish(graph, &x->network, true);
}

static pm_status take_node(struct pm_graph **graph, struct xml *x)
{
    const int type = lib.type(x->reader), depth = lib.depth(x->reader);
    const char *const name = lib.name(x->reader);

    if (type == ENTITY_REFERENCE)
        return pm_fail(PM_INPUT, "the entity '&%.40s;' is not read", name);
    if ((type == TEXT || type == CDATA || type == BLANKS) && x->into != NULL)
        return append(x->into, lib.value(x->reader));
    if (type == ELEMENT) {
        PM_TRY(begin_element(x, name, depth));
        if (x->depth == 0 && depth == 2 && strcmp(name, "default") == 0 && !lib.empty(x->reader))
            return set(x->into = &x->preset, "");
        return lib.empty(x->reader) ? end_element(graph, x, name, depth) : PM_OK;
    }
    return type == END ? end_element(graph, x, name, depth) : PM_OK;
}

/* ---------------------------------------------------------------------- reading */

static pm_status start(struct xml **state, struct pm_graph_reader *reader)
{
    enum { WITHOUT_NET = 1 << 11 };
    const char *text;
    size_t length;
    struct xml *x;

    pthread_once(&once, load);
    if (!there)
        return pm_source_fail(reader->source, PM_UNABLE,
                              "libxml2, which reads XML, is not installed (Debian, Ubuntu: "
                              "libxml2)");
    PM_TRY(pm_source_rest(reader->source, &text, &length));
    if (length == 0)
        return pm_source_fail(reader->source, PM_INPUT, "the input is empty");
    PM_TRY(pm_allowance_take(length));
    PM_NEW(x, 1);
    reader->state = *state = x;
    reader->state_free = state_free;
    x->to = reader;
    x->reader = length > INT_MAX ? NULL : lib.open(text, (int)length, NULL, NULL, WITHOUT_NET);
    if (x->reader == NULL)
        return pm_no_memory();
    lib.on_error(x->reader, keep_message, x);
    return PM_OK;
}

pm_status pm_xml_next(struct pm_graph **graph, struct pm_graph_reader *reader)
{
    struct xml *x = reader->state;
    int more = 1;

    *graph = NULL;
    if (x == NULL)
        PM_TRY(start(&x, reader));
    while (*graph == NULL && !x->ended && (more = lib.read(x->reader)) == 1) {
        pm_source_set_line(reader->source, (uint64_t)lib.line_of(lib.node(x->reader)));
        const pm_status status = take_node(graph, x);
        if (status != PM_OK)
            return pm_source_fail_at(reader->source, status);
    }
    if (more < 0) {
        pm_source_set_line(reader->source, (uint64_t)lib.line(x->reader));
        return pm_source_fail(reader->source, PM_INPUT, "the XML is damaged: %s", x->message);
    }
    x->ended = *graph == NULL;
    return !x->ended || reader->done > 0
               ? PM_OK
               : pm_source_fail(reader->source, PM_INPUT, "there is no graph in it");
}

static const char *comment_end(const char *at, const char *end)
{
    while (at < end && (end - at < 3 || memcmp(at, "-->", 3) != 0))
        at++;
    return at;
}

/* True where the first element, which may stand after comments, has this name. */
static enum pm_fit begins(const struct pm_sample *s, const char *name)
{
    const char *at = s->text, *const end = at + s->length;

    while (at < end && (*at == '\0' || strchr(" \t\r\n", *at) != NULL))
        at++;
    if (s->binary || at == end || *at != '<')
        return PM_FIT_NO;
    for (; at < end; at++) {
        if (end - at >= 4 && memcmp(at, "<!--", 4) == 0 && (at = comment_end(at, end)) == end)
            return PM_FIT_NO;
        if (*at != '<' || end - at < 4 || at[1] == '?' || at[1] == '!')
            continue;
        const size_t word = strcspn(++at, " \t\r\n/>"), prefix = strcspn(at, ":");
        const char *const local = prefix < word ? at + prefix + 1 : at;
        return (size_t)(at + word - local) == strlen(name) && memcmp(local, name, strlen(name)) == 0
                   ? PM_FIT_SURE
                   : PM_FIT_NO;
    }
    return PM_FIT_NO;
}

enum pm_fit pm_graphml_fits(const struct pm_sample *s)
{
    return begins(s, "graphml");
}

enum pm_fit pm_gexf_fits(const struct pm_sample *s)
{
    return begins(s, "gexf");
}
