/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Edge lists and the Large Graph Layout format.  In an edge list a line `u v [weight]` is an edge,
 * a line `u` a vertex that may have none; LGL's .ncol files are edge lists.  In LGL's own files the
 * lines `v [weight]` behind a line `# u` are the edges of u.  Any word is a name; vertices are
 * numbered as they come, by a hash table with open addressing. */
#include "read/formats.h"

#include "base/alloc.h"
#include "model/place.h"

#include <stdlib.h>
#include <string.h>

struct list {
    fmpq_t weight;
    struct pm_source *source;
    struct pm_graph *graph;
    int *slot; /* 1 + a vertex, 0: empty */
    size_t slots;
    int from; /* LGL: the vertex of the last line `# u`; -1: there was none */
};

/* ---------------------------------------------------------------------- names */

/* FNV-1a, 64 bits (Fowler, Noll, Vo); the middle bits are mixed down. */
static uint64_t hash_of(const char *text, size_t length)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);

    for (size_t k = 0; k < length; k++)
        hash = (hash ^ (unsigned char)text[k]) * UINT64_C(0x100000001b3);
    return hash ^ hash >> 29;
}

/* The slot of a name: where it is, or where it would go. */
static size_t find_slot(const struct list *l, const char *text, size_t length)
{
    size_t at = hash_of(text, length) & (l->slots - 1);

    for (; l->slot[at] != 0; at = (at + 1) & (l->slots - 1)) {
        const char *const name = pm_graph_vertex_name(l->graph, l->slot[at] - 1);
        if (strncmp(name, text, length) == 0 && name[length] == '\0')
            break;
    }
    return at;
}

/* Keeps at least half of the slots empty. */
static pm_status make_room(struct list *l)
{
    const int vertices = pm_graph_vertices(l->graph);

    if (2 * ((size_t)vertices + 1) <= l->slots)
        return PM_OK;
    free(l->slot);
    l->slots = l->slots > 0 ? 2 * l->slots : 1024;
    if ((l->slot = pm_alloc(l->slots, sizeof *l->slot)) == NULL)
        return PM_NOMEM;
    for (int v = 0; v < vertices; v++) {
        const char *const name = pm_graph_vertex_name(l->graph, v);
        l->slot[find_slot(l, name, strlen(name))] = v + 1;
    }
    return PM_OK;
}

static pm_status vertex_of(int *vertex, struct list *l, struct pm_word word)
{
    PM_TRY(make_room(l));
    const size_t at = find_slot(l, word.text, word.length);
    if (l->slot[at] == 0) {
        PM_TRY(pm_graph_add_named(l->graph, word.text, word.length));
        l->slot[at] = pm_graph_vertices(l->graph);
    }
    *vertex = l->slot[at] - 1;
    return PM_OK;
}

/* ---------------------------------------------------------------------- lines */

static bool is_comment(struct pm_word word)
{
    return word.length == 0 || word.text[0] == '#' || word.text[0] == '%';
}

/* The rest of a line that ends in [weight]. */
static pm_status read_end(struct list *l, const char *rest, const char *expected)
{
    struct pm_word weight = pm_word_next(&rest);
    char quote[PM_QUOTE_SIZE];

    if (is_comment(weight)) {
        weight.length = 0;
        rest = "";
    }
    const struct pm_word more = pm_word_next(&rest);
    PM_TRY(pm_graph_read_weight(l->weight, l->graph, weight));
    if (!is_comment(more))
        return pm_fail(PM_INPUT, "%s is too much; %s is expected", pm_word_quote(quote, more),
                       expected);
    return PM_OK;
}

static pm_status read_edge(void *context, const char *line)
{
    static const char mtx[] = "%%MatrixMarket";
    struct list *const l = context;
    const char *const whole = line;
    const struct pm_word first = pm_word_next(&line), second = pm_word_next(&line);
    int from, to;

    if (strncmp(whole, mtx, sizeof mtx - 1) == 0)
        return pm_fail(PM_INPUT, "a Matrix Market file is no edge list; its format is 'mtx'");
    if (is_comment(first))
        return pm_place_line(l->graph, whole);
    PM_TRY(vertex_of(&from, l, first));
    if (is_comment(second))
        return PM_OK;
    PM_TRY(vertex_of(&to, l, second));
    PM_TRY(read_end(l, line, "'u v [weight]'"));
    return pm_graph_add_edge(l->graph, from, to, l->weight, NULL);
}

static pm_status read_lgl(void *context, const char *line)
{
    struct list *const l = context;
    const struct pm_word first = pm_word_next(&line);
    int to;

    if (first.length == 0)
        return PM_OK;
    if (first.text[0] == '#') {
        const struct pm_word name = pm_word_next(&line);
        if (first.length > 1 || name.length == 0 || pm_word_next(&line).length > 0)
            return pm_fail(PM_INPUT, "'# vertex' is expected");
        return vertex_of(&l->from, l, name);
    }
    if (l->from < 0)
        return pm_fail(PM_INPUT, "a line '# vertex' is expected first");
    PM_TRY(vertex_of(&to, l, first));
    PM_TRY(read_end(l, line, "'vertex [weight]'"));
    return pm_graph_add_edge(l->graph, l->from, to, l->weight, NULL);
}

static pm_status next(struct pm_graph **graph, struct pm_graph_reader *reader,
                      pm_status (*read)(void *context, const char *line))
{
    struct list l = {.source = reader->source, .from = -1};
    pm_status status;

    fmpq_init(l.weight);
    PM_TRY_GOTO(status, pm_graph_new(&l.graph, reader->directed), done);
    PM_TRY_GOTO(status, pm_source_each(l.source, read, &l), done);
    if ((status = pm_place_finish(l.graph)) != PM_OK) {
        pm_source_fail_at(l.source, status);
        goto done;
    }
    *graph = l.graph;
    l.graph = NULL;
done:
    pm_graph_free(l.graph);
    free(l.slot);
    fmpq_clear(l.weight);
    return status;
}

pm_status pm_edgelist_next(struct pm_graph **graph, struct pm_graph_reader *reader)
{
    return next(graph, reader, read_edge);
}

pm_status pm_lgl_next(struct pm_graph **graph, struct pm_graph_reader *reader)
{
    return next(graph, reader, read_lgl);
}
