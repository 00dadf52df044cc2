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
    struct pm_source *source;
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

/* Removes a header, and checks that the rest is six-bit characters. */
static pm_status check_text(struct bits *b)
{
    for (int k = 0; headers[k] != NULL; k++)
        if (strncmp(b->text, headers[k], strlen(headers[k])) == 0) {
            b->text += strlen(headers[k]);
            b->length -= strlen(headers[k]);
            break;
        }
    for (size_t k = b->length > 0 && strchr(":&;", b->text[0]) != NULL; k < b->length; k++)
        if (b->text[k] < 63 || b->text[k] > 126)
            return pm_source_fail(b->source, PM_INPUT,
                                  "character %zu is outside the range '?' to '~' that graph6, "
                                  "sparse6 and digraph6 use",
                                  k + 1);
    return PM_OK;
}

static pm_status cut_off(const struct bits *b, uint64_t order)
{
    return pm_source_fail(b->source, PM_INPUT, "the line is too short for %ju vertices",
                          (uintmax_t)order);
}

static pm_status take_order(uint64_t *order, struct bits *b)
{
    int more = 0;

    while (more < 2 && bits_left(b) >= 6 && b->text[b->at / 6] == 126) {
        b->at += 6;
        more++;
    }
    const int count = more == 0 ? 6 : 18 * more;
    if (bits_left(b) < (size_t)count)
        return pm_source_fail(b->source, PM_INPUT, "the line ends within the number of vertices");
    *order = take(b, count);
    const pm_status status = pm_graph_check_size(b->source, *order);
    return status == PM_OK ? PM_OK : pm_source_fail_at(b->source, status);
}

static pm_status edge(struct pm_graph *g, uint64_t from, uint64_t to)
{
    static const fmpq one = {1, 1};

    return pm_graph_add_edge(g, (int)from, (int)to, &one, NULL);
}

/* Only the zeros that fill the last character may follow. */
static pm_status check_end(const struct bits *b)
{
    if (bits_left(b) < 6)
        return PM_OK;
    return pm_source_fail(b->source, PM_INPUT, "the line continues after the graph");
}

static pm_status read_graph6(struct pm_graph *g, struct bits *b, uint64_t order)
{
    if (bits_left(b) < order * (order > 0 ? order - 1 : 0) / 2)
        return cut_off(b, order);
    for (uint64_t w = 1; w < order; w++)
        for (uint64_t v = 0; v < w; v++)
            if (take(b, 1))
                PM_TRY(edge(g, v, w));
    return check_end(b);
}

static pm_status read_digraph6(struct pm_graph *g, struct bits *b, uint64_t order)
{
    g->directed = true;
    g->direction = PM_DIRECTED;
    if (bits_left(b) < order * order)
        return cut_off(b, order);
    for (uint64_t v = 0; v < order; v++)
        for (uint64_t w = 0; w < order; w++)
            if (take(b, 1))
                PM_TRY(edge(g, v, w));
    return check_end(b);
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
    const pm_status status =
        pm_grow(&last, &reader->last_room, reader->last_edges + edge->count, sizeof *reader->last);

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

    if (reader->done == 0 || reader->last_order < 0)
        return pm_source_fail(b->source, PM_INPUT,
                              "incremental sparse6 (';') needs an undirected graph before it");
    b->text++;
    b->length--;
    PM_TRY(pm_graph_new(&changes, false));
    PM_TRY_GOTO(status, pm_graph_add_vertices(changes, reader->last_order), done);
    PM_TRY_GOTO(status, read_sparse6(changes, b, (uint64_t)reader->last_order), done);
    PM_TRY_GOTO(status, append_edges(reader, changes), done);
    PM_TRY_GOTO(status, pm_graph_add_vertices(g, reader->last_order), done);
    if (reader->last_edges > 0) /* otherwise the array may be NULL */
        qsort(reader->last, reader->last_edges, sizeof *reader->last, pm_compare_words);
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

/* The first character of the line decides the format. */
static pm_status read_line(struct pm_graph *g, struct bits *b)
{
    static const struct {
        char first;
        pm_status (*read)(struct pm_graph *g, struct bits *b, uint64_t order);
    } kinds[] = {{':', read_sparse6}, {'&', read_digraph6}, {0, read_graph6}};
    int kind = 0;
    uint64_t order = 0;

    while (kinds[kind].first != 0 && kinds[kind].first != b->text[0])
        kind++;
    if (kinds[kind].first != 0) {
        b->text++;
        b->length--;
    }
    PM_TRY(take_order(&order, b));
    PM_TRY(pm_graph_add_vertices(g, (int)order));
    return kinds[kind].read(g, b, order);
}

/* Blanks are no six-bit characters. */
static void trim(struct bits *b, const char *line)
{
    const size_t before = strspn(line, " \t");

    b->text = line + before;
    b->length -= before;
    while (b->length > 0 && strchr(" \t", b->text[b->length - 1]) != NULL)
        b->length--;
}

/* Reads the graph of a line; *graph stays NULL if the line is blank or only a header. */
static pm_status read_record(struct pm_graph **graph, struct bits *b,
                             struct pm_graph_reader *reader)
{
    struct pm_graph *g = NULL;
    pm_status status;

    PM_TRY(check_text(b));
    if (b->length == 0)
        return PM_OK;
    PM_TRY(pm_graph_new(&g, false));
    PM_TRY_GOTO(status, b->text[0] == ';' ? read_changes(g, b, reader) : read_line(g, b), done);
    PM_TRY_GOTO(status, keep_last(reader, g), done);
    *graph = g;
    g = NULL;
done:
    pm_graph_free(g);
    return status;
}

/* A bad line fails alone, and so does a line that changes it. */
pm_status pm_graph6_next(struct pm_graph **graph, struct pm_graph_reader *reader)
{
    struct bits b = {.source = reader->source};
    pm_status status = PM_OK;
    char *line;

    *graph = NULL;
    while (*graph == NULL && status == PM_OK) {
        PM_TRY(pm_source_line(reader->source, &line, &b.length));
        if (line == NULL)
            return PM_OK;
        trim(&b, line);
        status = read_record(graph, &b, reader);
    }
    reader->skipped = status == PM_INPUT;
    if (status != PM_OK)
        reader->last_order = -1;
    return status;
}

/* ----------------------------------------------------------------- recognition */

static bool is_header(struct pm_word word)
{
    for (int k = 0; headers[k] != NULL; k++)
        if (word.length == strlen(headers[k]) && memcmp(word.text, headers[k], word.length) == 0)
            return true;
    return false;
}

/* The number of six-bit characters of a graph with `order` vertices; 0: not known (sparse6). */
static uint64_t characters(char kind, uint64_t order)
{
    const uint64_t pairs = order * (order > 0 ? order - 1 : 0) / 2;

    return kind == ':' || kind == ';' ? 0 : ((kind == '&' ? order * order : pairs) + 5) / 6;
}

/* True for a word that is a graph; if it is `cut`, its end is not checked. */
static bool is_graph(struct pm_word word, bool cut)
{
    struct bits b = {.text = word.text, .length = word.length};
    const char kind = b.text[0];
    uint64_t order = 0;

    if (is_header(word))
        return true;
    if (kind == ':' || kind == '&' || kind == ';') {
        b.text++;
        b.length--;
    }
    for (size_t k = 0; k < b.length; k++)
        if (b.text[k] < 63 || b.text[k] > 126)
            return false;
    if (kind == ';')
        return true;
    int more = 0;
    for (; more < 2 && (size_t)more < b.length && b.text[more] == 126; more++)
        b.at += 6;
    const int count = more == 0 ? 6 : 18 * more;
    if (bits_left(&b) < (size_t)count)
        return false;
    order = take(&b, count);
    const uint64_t wanted = order > UINT32_MAX ? UINT64_MAX : characters(kind, order);
    return cut || wanted == 0 ? cut || kind == ':' || bits_left(&b) == 0
                              : bits_left(&b) / 6 == wanted;
}

enum pm_fit pm_graph6_fits(const struct pm_sample *s)
{
    for (int k = 0; headers[k] != NULL; k++)
        if (pm_sample_begins(s, headers[k]))
            return PM_FIT_SURE;
    return PM_FIT_NO;
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
