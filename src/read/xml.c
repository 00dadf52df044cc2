/* SPDX-License-Identifier: GPL-3.0-or-later */
/* GraphML (Brandes, Eiglsperger, Herman, Himsolt & Marshall, GraphML progress report, Graph Drawing
 * 2001) and GEXF (GEXF working group, GEXF 1.3 schema, 2022).  libxml2 parses the XML, element by
 * element; it is opened by dlopen().  Every graph of the file is read.  What a graph cannot hold is
 * an error: hyperedges, graphs in nodes, graphs that change with time. */
#include "read/network.h"

#include "base/budget.h"
#include "base/alloc.h"
#include "base/library.h"

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
    X(attribute, xmlTextReaderGetAttribute, char *, (text_reader *, const char *))                 \
    X(content, xmlTextReaderReadString, char *, (text_reader *))                                   \
    X(node, xmlTextReaderCurrentNode, void *, (text_reader *))                                     \
    X(line_of, xmlGetLineNo, long, (const void *))                                                 \
    X(line, xmlTextReaderGetParserLineNumber, int, (text_reader *))

#define MEMBER(member, name, result, arguments) result(*member) arguments;
#define SYMBOL(member, name, result, arguments) {#name, &lib.member},

static struct {
    FUNCTIONS(MEMBER)
    void (**release)(void *text); /* of what attribute() and content() return */
} lib;                            /* filled once */

static pthread_once_t once = PTHREAD_ONCE_INIT;
static bool there;

static void load(void)
{
    static const char *const names[] = {"libxml2.so.2", "libxml2.so.16", "libxml2.so", NULL};
    static const struct pm_library_symbol symbols[] = {FUNCTIONS(SYMBOL){"xmlFree", &lib.release}};

    there = pm_library_load(symbols, sizeof symbols / sizeof *symbols, names) == PM_OK;
    if (there)
        lib.init();
}

enum { ELEMENT = 1, ENTITY_REFERENCE = 5, END = 15 };

/* --------------------------------------------------------------------- the state */

/* What the data of a key are. */
enum role { OTHER, WEIGHT, NAME, LABEL, X_AT, Y_AT, ROLES };

/* Cytoscape declares the weights of edges for nodes; their default is none of edges. */
struct key {
    char *id, *preset; /* its default; NULL: none */
    enum role role;
    bool edges; /* it is declared for edges */
};

/* SHOWN: name or label; VALUE: the weight; LEFT, TOP: the position */
enum { SOURCE, TARGET, ID, SHOWN, VALUE, LEFT, TOP, TEXTS };

struct xml {
    text_reader *reader;
    struct pm_graph_reader *to;
    struct key *key;
    size_t keys, key_room;
    bool gexf, ended;
    int depth;            /* of the graph; 0: in no graph */
    bool directed, asked; /* of the graph by default; of the edge */
    enum role shown;      /* what SHOWN was taken from */
    bool held;            /* the beginning of the next graph has been read */
    char *text[TEXTS];    /* of the node or the edge; NULL: none */
    struct pm_network network;
    char message[200];
};

/* Replaces a text of libxml2. */
static void set(char **text, char *by)
{
    if (*text != NULL)
        (*lib.release)(*text);
    *text = by;
}

static void state_free(void *state)
{
    struct xml *const x = state;

    if (x->reader != NULL)
        lib.free(x->reader);
    for (size_t k = 0; k < x->keys; k++) {
        set(&x->key[k].id, NULL);
        set(&x->key[k].preset, NULL);
    }
    for (int k = 0; k < TEXTS; k++)
        set(&x->text[k], NULL);
    pm_network_clear(&x->network);
    PM_FREE(x->key, x);
}

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

static struct pm_word word_of(const char *text)
{
    return text == NULL ? (struct pm_word){"", 0} : (struct pm_word){text, strlen(text)};
}

/* -------------------------------------------------------------------- elements */

/* Whether an edge or a graph is directed, by an attribute; nothing where it is missing. */
static pm_status take_direction(bool *directed, const struct xml *x, const char *name)
{
    static const char *const words[] = {"undirected", "directed", "false", "true",
                                        "0",          "1",        "mutual"};
    enum { WORDS = sizeof words / sizeof *words };
    char *value = lib.attribute(x->reader, name), quote[PM_QUOTE_SIZE];
    pm_status status = PM_OK;
    int k = 0;

    while (value != NULL && k < WORDS && !pm_word_is(word_of(value), words[k]))
        k++;
    if (value != NULL && k < WORDS)
        *directed = k % 2 == 1;
    else if (value != NULL)
        status =
            pm_fail(PM_INPUT, "%s=%s is no direction", name, pm_word_quote(quote, word_of(value)));
    set(&value, NULL);
    return status;
}

/* Reads the attributes of a node or an edge. */
static pm_status begin_part(struct xml *x)
{
    static const char *const names[] = {"source", "target", "id", "label", "weight", "x", "y"};

    for (int k = 0; k < TEXTS; k++)
        set(&x->text[k], k <= ID || x->gexf ? lib.attribute(x->reader, names[k]) : NULL);
    x->asked = x->directed;
    x->shown = OTHER;
    return take_direction(&x->asked, x, x->gexf ? "type" : "directed");
}

static pm_status begin_graph(struct xml *x)
{
    const struct pm_word unread = x->network.unread;
    char *mode = lib.attribute(x->reader, "mode");
    const bool dynamic = x->gexf && pm_word_is(word_of(mode), "dynamic");

    set(&mode, NULL);
    PM_REFUSE_IF(dynamic, "a graph that changes with time is not read");
    x->directed = false;
    PM_TRY(take_direction(&x->directed, x, x->gexf ? "defaultedgetype" : "edgedefault"));
    PM_TRY(pm_network_begin(&x->network, x->to, x->directed));
    x->network.unread = unread;
    return PM_OK;
}

/* <key id="..." for="..." attr.name="...">: keeps one of a weight or a name. */
static pm_status take_key(struct xml *x)
{
    static const char *const names[] = {
        [WEIGHT] = "weight", [NAME] = "name", [LABEL] = "label", [X_AT] = "x", [Y_AT] = "y"};
    char *of = lib.attribute(x->reader, "for"), *name = lib.attribute(x->reader, "attr.name");
    const bool all = of == NULL || pm_word_is(word_of(of), "all");
    const bool edge = all || pm_word_is(word_of(of), "edge"),
               node = all || pm_word_is(word_of(of), "node");
    enum role role = OTHER;

    for (enum role k = WEIGHT; k < ROLES; k++)
        if (pm_word_is(word_of(name), names[k]) && (k == WEIGHT || node))
            role = k;
    if (edge)
        pm_network_is_weight(&x->network, word_of(name));
    set(&of, NULL);
    set(&name, NULL);
    PM_TRY(pm_alloc_grow((void **)&x->key, &x->key_room, x->keys + 1, sizeof *x->key));
    x->key[x->keys++] =
        (struct key){.id = lib.attribute(x->reader, "id"), .role = role, .edges = edge};
    return PM_OK;
}

/* <data key="...">: keeps what is asked for.  A name goes before a label. */
static pm_status take_data(struct xml *x)
{
    char *id = lib.attribute(x->reader, "key");
    enum role role = OTHER;

    for (size_t k = x->keys; k-- > 0 && id != NULL;)
        if (x->key[k].id != NULL && strcmp(x->key[k].id, id) == 0)
            role = x->key[k].role;
    set(&id, NULL);
    if (role == WEIGHT && x->text[SOURCE] == NULL)
        role = OTHER;
    const bool shown = role == NAME || role == LABEL;
    PM_REFUSE_IF(role == WEIGHT && x->text[VALUE] != NULL, "the edge has two weights");
    if (role == OTHER || (role != WEIGHT && lib.empty(x->reader)) || (shown && x->shown == NAME))
        return PM_OK;
    static const int to[] = {
        [WEIGHT] = VALUE, [NAME] = SHOWN, [LABEL] = SHOWN, [X_AT] = LEFT, [Y_AT] = TOP};
    set(&x->text[to[role]], lib.content(x->reader));
    PM_REFUSE_IF(role == WEIGHT && x->text[VALUE] == NULL, "the weight of the edge is empty");
    x->shown = shown ? role : x->shown;
    return PM_OK;
}

static pm_status add_edge(struct xml *x)
{
    const struct pm_word from = word_of(x->text[SOURCE]), to = word_of(x->text[TARGET]);
    struct pm_word weight = pm_word_trim(word_of(x->text[VALUE]));

    PM_REFUSE_IF(x->text[VALUE] != NULL && weight.length == 0, "the weight of the edge is empty");
    for (size_t k = 0; k < x->keys && weight.length == 0; k++)
        if (x->key[k].role == WEIGHT && x->key[k].edges)
            weight = pm_word_trim(word_of(x->key[k].preset));
    if (weight.length == 0 && x->gexf)
        weight = word_of("1");
    PM_REFUSE_IF(from.length == 0 || to.length == 0, "the edge has no %s",
                 from.length == 0 ? "source" : "target");
    return pm_network_edge(&x->network, from, to, weight, x->asked);
}

static pm_status add_node(struct xml *x)
{
    const struct pm_word id = word_of(x->text[ID]);

    PM_REFUSE_IF(id.length <= 0, "the node has no id");
    int v;
    PM_TRY(pm_network_node(&v, &x->network, id, pm_word_trim(word_of(x->text[SHOWN]))));
    return pm_spots_put(&x->network.layout, v, pm_word_trim(word_of(x->text[LEFT])),
                        pm_word_trim(word_of(x->text[TOP])));
}

/* Depth of nodes and edges below their graph: in GEXF they stand in <nodes> and <edges>. */
static int inner(const struct xml *x)
{
    return x->depth + (x->gexf ? 2 : 1);
}

static pm_status begin_element(struct xml *x, const char *name, int depth)
{
    const bool node = strcmp(name, "node") == 0;

    if (depth == 0)
        x->gexf = strcmp(name, "gexf") == 0;
    PM_REFUSE_IF(strcmp(name, "graph") == 0 && x->depth > 0, "a graph within a graph is not read");
    if (strcmp(name, "graph") == 0) {
        x->depth = depth;
        return begin_graph(x);
    }
    if (x->depth == 0 && depth == 1 && strcmp(name, "key") == 0)
        return take_key(x);
    if (x->depth == 0 && depth == 2 && strcmp(name, "default") == 0 && x->keys > 0)
        set(&x->key[x->keys - 1].preset, lib.content(x->reader));
    if (x->depth == 0)
        return PM_OK;
    PM_REFUSE_IF(strcmp(name, "hyperedge") == 0, "a hyperedge is no edge of a graph");
    PM_REFUSE_IF(x->gexf && depth > inner(x) && node, "a node within a node is not read");
    if (depth == inner(x) && (node || strcmp(name, "edge") == 0))
        return begin_part(x);
    if (depth == inner(x) + 1 && strcmp(name, "data") == 0)
        PM_TRY(take_data(x));
    if (depth > inner(x) && (strcmp(name, "position") == 0 || strcmp(name, "Geometry") == 0))
        for (int k = LEFT; k <= TOP; k++) /* as Gephi and yEd write them */
            set(&x->text[k], lib.attribute(x->reader, k == LEFT ? "x" : "y"));
    return PM_OK;
}

/* *graph = the graph, at its end. */
static pm_status end_element(struct pm_graph **graph, struct xml *x, const char *name, int depth)
{
    if (x->depth > 0 && depth == inner(x) && strcmp(name, "node") == 0)
        return add_node(x);
    if (x->depth > 0 && depth == inner(x) && strcmp(name, "edge") == 0)
        return add_edge(x);
    if (x->depth == 0 || depth != x->depth || strcmp(name, "graph") != 0)
        return PM_OK;
    x->depth = 0;
    return pm_network_finish(graph, &x->network, true);
}

static pm_status take_node(struct pm_graph **graph, struct xml *x)
{
    const int type = lib.type(x->reader), depth = lib.depth(x->reader);
    const char *const name = lib.name(x->reader);

    PM_REFUSE_IF(type == ENTITY_REFERENCE, "the entity '&%.40s;' is not read", name);
    if (type == ELEMENT)
        PM_TRY(begin_element(x, name, depth));
    return type == END || (type == ELEMENT && lib.empty(x->reader))
               ? end_element(graph, x, name, depth)
               : PM_OK;
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
        return pm_fail(PM_UNABLE,
                       "libxml2, which reads XML, is not installed (Debian, Ubuntu: libxml2)");
    PM_TRY(pm_source_rest(reader->source, &text, &length));
    PM_REFUSE_IF(length == 0, "the input is empty");
    PM_TRY(pm_budget_take(length));
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

/* *graph = the next graph, NULL: there is none.  What follows it, up to another one, must be XML,
 * too.
 */
static pm_status read_next(struct pm_graph **graph, struct xml *x, struct pm_source *source)
{
    int more = 1;

    while (x->held || (more = lib.read(x->reader)) == 1) {
        x->held = *graph != NULL && lib.type(x->reader) == ELEMENT &&
                  strcmp(lib.name(x->reader), "graph") == 0;
        if (x->held)
            return PM_OK;
        pm_source_set_line(source, (uint64_t)lib.line_of(lib.node(x->reader)));
        PM_TRY(take_node(graph, x));
    }
    if (more == 0)
        return PM_OK;
    pm_source_set_line(source, (uint64_t)lib.line(x->reader));
    return pm_fail(PM_INPUT, "the XML is damaged: %s", x->message);
}

pm_status pm_xml_next(struct pm_graph **graph, struct pm_graph_reader *reader)
{
    struct pm_graph *found = NULL;
    struct xml *x = reader->state;

    if (x == NULL)
        PM_TRY(start(&x, reader));
    const pm_status status = x->ended ? PM_OK : read_next(&found, x, reader->source);
    if (status != PM_OK) {
        pm_graph_free(found);
        return status;
    }
    x->ended = found == NULL;
    *graph = found;
    PM_REFUSE_IF(x->ended && reader->done <= 0, "there is no graph in it");
    return PM_OK;
}

static const char *comment_end(const char *at, const char *end)
{
    while (at < end && (end - at < 3 || memcmp(at, "-->", 3) != 0))
        at++;
    return at;
}

/* True where the first element, which may stand after comments, has this name. */
static bool begins(const struct pm_sample *s, const char *name)
{
    const char *at = s->text, *const end = at + s->length;

    while (at < end && (*at == '\0' || strchr(" \t\r\n", *at) != NULL))
        at++;
    if (s->binary || at == end || *at != '<')
        return false;
    for (; at < end; at++) {
        if (end - at >= 4 && memcmp(at, "<!--", 4) == 0 && (at = comment_end(at, end)) == end)
            return false;
        if (*at != '<' || end - at < 4 || at[1] == '?' || at[1] == '!')
            continue;
        const size_t word = strcspn(++at, " \t\r\n/>"), prefix = strcspn(at, ":");
        const char *const local = prefix < word ? at + prefix + 1 : at;
        return (size_t)(at + word - local) == strlen(name) &&
               memcmp(local, name, strlen(name)) == 0;
    }
    return false;
}

bool pm_graphml_fits(struct pm_sample *s)
{
    return begins(s, "graphml");
}

bool pm_gexf_fits(struct pm_sample *s)
{
    return begins(s, "gexf");
}
