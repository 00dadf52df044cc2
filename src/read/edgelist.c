/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Edge lists: a line `u v [weight]` is an edge, a line `u` a vertex that may have none.  Any word
 * is a name; vertices are numbered as they come, by a hash table with open addressing. */
#include "read/formats.h"

#include "base/alloc.h"
#include "read/decimal.h"
#include "read/word.h"

#include <stdlib.h>
#include <string.h>

static const char expected[] = "'u v [weight]'";

struct list {
    struct pm_source *source;
    struct pm_graph *graph;
    int *slot; /* 1 + a vertex, 0: empty */
    size_t slots;
    fmpq_t weight;
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

static pm_status read_weight(struct list *l, struct pm_word word)
{
    PM_TRY(pm_decimal_parse(l->weight, word.text, word.length));
    pm_graph_note_weight(l->graph, l->weight, !pm_word_is_integer(word));
    return PM_OK;
}

static pm_status read_edge(struct list *l, const char *line)
{
    const struct pm_word first = pm_word_next(&line), second = pm_word_next(&line);
    const struct pm_word third = pm_word_next(&line), fourth = pm_word_next(&line);
    char quote[PM_QUOTE_SIZE];
    int from, to;

    PM_TRY(vertex_of(&from, l, first));
    if (is_comment(second))
        return PM_OK;
    PM_TRY(vertex_of(&to, l, second));
    fmpq_one(l->weight);
    if (!is_comment(third)) {
        PM_TRY(read_weight(l, third));
        if (!is_comment(fourth))
            return pm_fail(PM_INPUT, "%s is too much; %s is expected", pm_word_quote(quote, fourth),
                           expected);
    }
    return pm_graph_add_edge(l->graph, from, to, l->weight, NULL);
}

static pm_status read_lines(struct list *l)
{
    static const char mtx[] = "%%MatrixMarket";
    char *line;
    size_t length;

    for (bool begin = true;; begin = false) {
        PM_TRY(pm_source_line(l->source, &line, &length));
        if (line == NULL)
            return PM_OK;
        const char *rest = line;
        if (begin && strncmp(line, mtx, sizeof mtx - 1) == 0)
            return pm_source_fail(l->source, PM_INPUT,
                                  "a Matrix Market file is no edge list; its format is 'mtx'");
        if (is_comment(pm_word_next(&rest)))
            continue;
        const pm_status status = read_edge(l, line);
        if (status != PM_OK)
            return pm_source_fail_at(l->source, status);
    }
}

pm_status pm_edgelist_next(struct pm_graph **graph, struct pm_graph_reader *reader)
{
    struct list l = {.source = reader->source};
    pm_status status;

    fmpq_init(l.weight);
    PM_TRY_GOTO(status, pm_graph_new(&l.graph, reader->directed), done);
    PM_TRY_GOTO(status, read_lines(&l), done);
    *graph = l.graph;
    l.graph = NULL;
done:
    pm_graph_free(l.graph);
    free(l.slot);
    fmpq_clear(l.weight);
    return status;
}
