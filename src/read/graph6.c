/* SPDX-License-Identifier: GPL-3.0-or-later */
/* graph6, sparse6 and digraph6: each line is a graph, with six bits in each printable character
 * (McKay, formats.txt of nauty).  The first character tells the format: ':' sparse6, '&' digraph6,
 * else graph6.  A line or a file may begin with '>>graph6<<' or similar.
 *
 * The order n is one character (n < 63), or '~' and three, or '~~' and six.  In graph6, the bits of
 * the upper triangle follow, column by column; in digraph6, the bits of the matrix, row by row.  In
 * sparse6, pairs follow: a bit b, and a number x with as many bits as n - 1 has.  If b is 1, the
 * current vertex v is increased by 1.  Then, if x > v, x becomes the current vertex; otherwise
 * {x, v} is an edge.  Incremental sparse6 begins with ';', has no order, and lists the edges that
 * are added to the previous graph or removed from it. */
#include "read/formats.h"

#include "base/alloc.h"
#include "base/compare.h"
#include "read/beginning.h"

#include <stdlib.h>
#include <string.h>

static const char *const headers[] = {">>graph6<<", ">>sparse6<<", ">>digraph6<<", NULL};

struct bits {
    const char *text;
    size_t length, at; /* in bits from the start of the text */
};

static size_t bits_left(const struct bits *b)
{
    return 6 * b->length - b->at;
}

/* Returns the next `count` bits; the text must have them. */
static uint64_t take(struct bits *b, int count)
{
    uint64_t x = 0;

    for (; count > 0; count--, b->at++)
        x = x << 1 | ((unsigned)(b->text[b->at / 6] - 63) >> (5 - b->at % 6) & 1);
    return x;
}

static void take_header(struct bits *b)
{
    for (int k = 0; headers[k] != NULL; k++) {
        const size_t length = strlen(headers[k]);
        if (b->length >= length && memcmp(b->text, headers[k], length) == 0) {
            b->text += length;
            b->length -= length;
            return;
        }
    }
}

/* Removes the character that tells the format; 0: graph6 has none. */
static char take_kind(struct bits *b)
{
    if (b->length == 0 || strchr(":&;", *b->text) == NULL)
        return 0;
    b->length--;
    return *b->text++;
}

/* The place of the first character that is no six bits; the length if all are. */
static size_t first_wrong(const struct bits *b)
{
    size_t k = 0;

    while (k < b->length && 63 <= b->text[k] && b->text[k] <= 126)
        k++;
    return k;
}

/* Takes the number of vertices; false where the line ends within it. */
static bool take_order(uint64_t *order, struct bits *b)
{
    int more = 0;

    for (; more < 2 && bits_left(b) >= 6 && b->text[b->at / 6] == 126; more++)
        b->at += 6;
    const int count = more == 0 ? 6 : 18 * more;
    if (bits_left(b) < (size_t)count)
        return false;
    *order = take(b, count);
    return true;
}

/* The bits of a graph or digraph after the number of its vertices. */
static uint64_t bits_of(char kind, uint64_t order)
{
    return order > UINT32_MAX ? UINT64_MAX
           : kind == '&'      ? order * order
                              : order * (order > 0 ? order - 1 : 0) / 2;
}

static pm_status edge(struct pm_graph *g, uint64_t from, uint64_t to)
{
    static const fmpq one = {1, 1};

    return pm_graph_add_edge(g, (int)from, (int)to, &one, NULL);
}

/* Reads the bits of a matrix, or of its upper triangle.  Only the zeros that fill the last
 * character may follow. */
static pm_status read_matrix(struct pm_graph *g, struct bits *b, char kind, uint64_t order)
{
    const bool directed = kind == '&';

    if (directed)
        g->directed = true;
    if (directed)
        g->direction = PM_DIRECTED;
    PM_REFUSE_IF(bits_left(b) < bits_of(kind, order), "the line is too short for %ju vertices",
                 (uintmax_t)order);
    for (uint64_t v = 0; v < order; v++)
        for (uint64_t w = 0; w < (directed ? order : v); w++)
            if (take(b, 1))
                PM_TRY(directed ? edge(g, v, w) : edge(g, w, v));
    PM_REFUSE_IF(bits_left(b) >= 6, "the line continues after the graph");
    return PM_OK;
}

static pm_status read_sparse6(struct pm_graph *g, struct bits *b, uint64_t order)
{
    int width = 0; /* the number of bits of order - 1 */

    while (order > 1 && (order - 1) >> width != 0)
        width++;
    for (uint64_t v = 0; bits_left(b) > (size_t)width;) {
        v += take(b, 1);
        const uint64_t x = take(b, width);
        if (x >= order || v >= order)
            break; /* ones that fill the last character */
        if (x > v)
            v = x;
        else
            PM_TRY(edge(g, x, v));
    }
    return PM_OK;
}

/* ---------------------------------------------------------------- incremental */

/* Appends the edges of a graph to reader->last. */
static pm_status append_edges(struct pm_graph_reader *reader, const struct pm_graph *g)
{
    const struct pm_triplets *const edge = &g->edge;
    void *last = reader->last;
    const pm_status status = pm_alloc_grow(&last, &reader->last_room,
                                           reader->last_edges + edge->count, sizeof *reader->last);

    reader->last = last;
    PM_TRY(status);
    for (size_t k = 0; k < edge->count; k++) {
        const uint64_t v = (uint64_t)edge->row[k], w = (uint64_t)edge->col[k];
        reader->last[reader->last_edges++] = v < w ? v << 32 | w : w << 32 | v;
    }
    return PM_OK;
}

static pm_status keep_last(struct pm_graph_reader *reader, const struct pm_graph *g)
{
    reader->last_order = g->directed ? -1 : g->edge.rows;
    reader->last_edges = 0;
    return g->directed ? PM_OK : append_edges(reader, g);
}

/* Reads a line that begins with ';'.  The new graph has the edges that are either in the previous
 * graph or in this line, but not in both. */
static pm_status read_changes(struct pm_graph *g, struct bits *b, struct pm_graph_reader *reader)
{
    struct pm_graph *changes;
    pm_status status;

    PM_REFUSE_IF(reader->done == 0 || reader->last_order < 0,
                 "incremental sparse6 (';') needs an undirected graph before it");
    PM_TRY(pm_graph_new(&changes, false));
    PM_TRY_GOTO(status, pm_graph_add_vertices(changes, reader->last_order), done);
    PM_TRY_GOTO(status, read_sparse6(changes, b, (uint64_t)reader->last_order), done);
    PM_TRY_GOTO(status, append_edges(reader, changes), done);
    PM_TRY_GOTO(status, pm_graph_add_vertices(g, reader->last_order), done);
    if (reader->last_edges > 0) /* otherwise the array may be NULL */
        pm_alloc_sort(reader->last, reader->last_edges, sizeof *reader->last, pm_compare_words);
    for (size_t k = 0; k < reader->last_edges && status == PM_OK; k++) {
        if (k + 1 < reader->last_edges && reader->last[k] == reader->last[k + 1])
            k++; /* the edge is in both */
        else
            status = edge(g, reader->last[k] >> 32, reader->last[k] & UINT32_MAX);
    }
done:
    pm_graph_free(changes);
    return status;
}

static pm_status read_line(struct pm_graph *g, struct bits *b, struct pm_graph_reader *reader)
{
    const char kind = take_kind(b);
    const size_t wrong = first_wrong(b);
    uint64_t order = 0;

    PM_REFUSE_IF(
        wrong < b->length,
        "character %zu is outside the range '?' to '~' that graph6, sparse6 and digraph6 use",
        wrong + 1 + (kind != 0));
    if (kind == ';')
        return read_changes(g, b, reader);
    PM_REFUSE_IF(!take_order(&order, b), "the line ends within the number of vertices");
    PM_TRY(pm_graph_check_size(reader->source, order));
    PM_TRY(pm_graph_add_vertices(g, (int)order));
    return kind == ':' ? read_sparse6(g, b, order) : read_matrix(g, b, kind, order);
}

/* A line that is blank or only a header is no graph.  A bad line fails alone, and so does a line
 * that changes it. */
pm_status pm_graph6_next(struct pm_graph **graph, struct pm_graph_reader *reader)
{
    struct pm_graph *g;
    struct bits b;
    char *line;

    do {
        PM_TRY(pm_source_line(reader->source, &line));
        const char *at = line != NULL ? line : "";
        const struct pm_word word = pm_word_next(&at);
        b = (struct bits){word.text, strlen(word.text), 0};
        while (b.length > word.length && strchr(" \t", b.text[b.length - 1]) != NULL)
            b.length--; /* blanks inside are no six-bit characters */
        take_header(&b);
    } while (line != NULL && b.length == 0);
    if (line == NULL)
        return PM_OK;
    PM_TRY(pm_graph_new(&g, false));
    pm_status status = read_line(g, &b, reader);
    PM_THEN(status, keep_last(reader, g));
    reader->skipped = status == PM_INPUT;
    if (status == PM_OK) {
        *graph = g;
        return PM_OK;
    }
    pm_graph_free(g);
    reader->last_order = -1;
    return status;
}

/* ----------------------------------------------------------------- recognition */

/* True for a word that is a graph; if it is `cut`, its end is not checked. */
static bool is_graph(struct pm_word word, bool cut)
{
    struct bits b = {.text = word.text, .length = word.length};
    uint64_t order;

    take_header(&b);
    if (b.length == 0)
        return true;
    const char kind = take_kind(&b);
    if (first_wrong(&b) < b.length || (kind != ';' && !take_order(&order, &b)))
        return false;
    return cut || kind == ';' || kind == ':' ||
           bits_left(&b) / 6 == bits_of(kind, order) / 6 + (bits_of(kind, order) % 6 > 0);
}

size_t pm_graph6_first_bad(const struct pm_sample *s)
{
    size_t good = 0, bad = s->lines;

    for (size_t k = 0; k < s->lines; k++)
        if (s->line[k].words == 1 && is_graph(s->line[k].word[0], s->cut))
            good++;
        else
            bad = bad < k ? bad : k;
    return good > 1 && 2 * good > s->lines ? s->lines : bad;
}
