/* SPDX-License-Identifier: GPL-3.0-or-later */
/* planar_code, as plantri, buckygen and CaGe write it (Brinkmann & McKay, Fast generation of planar
 * graphs, MATCH 58, 2007): the number of vertices; then for every vertex its neighbours in cyclic
 * order, counted from 1, and a 0.  Each number is a byte.  If the first byte is 0, numbers are
 * pairs of bytes, low byte first unless the header says ">>planar_code be<<".  A header may precede
 * any graph.  The cyclic order is not used. */
#include "read/formats.h"

#include "base/alloc.h"
#include "base/compare.h"

#include <stdlib.h>
#include <string.h>

static const char begin[] = ">>planar_code";

struct code {
    struct pm_source *source;
    bool wide, high_first;
    int vertices;
    uint64_t *arc; /* from 2^32 + to, in input order */
    size_t arcs, room;
};

static pm_status take(int *entry, const struct code *c)
{
    unsigned char byte[2] = {0};

    PM_TRY(pm_source_bytes(c->source, byte, c->wide ? 2 : 1));
    *entry = !c->wide ? byte[0] : c->high_first ? byte[0] << 8 | byte[1] : byte[1] << 8 | byte[0];
    return PM_OK;
}

/* Skips a header, if there is one: ">>planar_code", perhaps "le" or "be", "<<". */
static pm_status skip_header(struct pm_graph_reader *reader)
{
    enum { LONGEST = 24 };
    size_t length = LONGEST;
    char header[LONGEST + 1];
    const char *text;

    PM_TRY(pm_source_peek(reader->source, &text, &length));
    memcpy(header, text, length);
    header[length] = '\0';
    if (length < strlen(begin) || strncmp(header, begin, strlen(begin)) != 0)
        return PM_OK;
    const char *const end = strstr(header, "<<"), *order = header + strlen(begin);
    order += strspn(order, " ");
    const bool high = strncmp(order, "be", 2) == 0, low = strncmp(order, "le", 2) == 0;
    PM_REFUSE_IF(end == NULL || order + (high || low ? 2 : 0) != end,
                 "the header is '>>planar_code<<', '>>planar_code le<<' or '>>planar_code be<<'");
    reader->high_first = high;
    return pm_source_bytes(reader->source, header, (size_t)(end + 2 - header));
}

static pm_status read_arcs(struct code *c, uint64_t number)
{
    int to;

    for (int from = 1; from <= c->vertices;) {
        PM_TRY(take(&to, c));
        PM_REFUSE_IF(to > c->vertices, "graph %ju: vertex %d has the neighbour %d of 1 to %d",
                     (uintmax_t)number, from, to, c->vertices);
        if (to == 0) {
            from++;
            continue;
        }
        void *arc = c->arc;
        const pm_status status = pm_alloc_grow(&arc, &c->room, c->arcs + 1, sizeof *c->arc);
        c->arc = arc;
        PM_TRY(status);
        c->arc[c->arcs++] = (uint64_t)(from - 1) << 32 | (uint64_t)(to - 1);
    }
    return PM_OK;
}

/* *symmetric: every edge is listed at both ends.  The arcs are sorted. */
static pm_status check_ends(bool *symmetric, const struct code *c)
{
    uint64_t *turned;

    PM_NEW(turned, c->arcs);
    for (size_t k = 0; k < c->arcs; k++)
        turned[k] = c->arc[k] << 32 | c->arc[k] >> 32;
    pm_alloc_sort(turned, c->arcs, sizeof *turned, pm_compare_words);
    *symmetric = memcmp(turned, c->arc, c->arcs * sizeof *turned) == 0;
    free(turned);
    return PM_OK;
}

/* Turns arcs into edges: an arc to a larger vertex is an edge; of the arcs from a vertex to itself,
 * every second one is. */
static pm_status add_edges(struct pm_graph *g, const struct code *c, uint64_t number)
{
    static const fmpq one = {1, 1};
    bool symmetric = true, second = false;

    if (c->arcs == 0)
        return PM_OK;
    pm_alloc_sort(c->arc, c->arcs, sizeof *c->arc, pm_compare_words);
    PM_TRY(check_ends(&symmetric, c));
    for (size_t k = 0; k < c->arcs && symmetric; k++) {
        const uint64_t from = c->arc[k] >> 32, to = c->arc[k] & UINT32_MAX;
        if (from < to || (from == to && !second))
            PM_TRY(pm_graph_add_edge(g, (int)from, (int)to, &one, NULL));
        second = from == to && !second;
        symmetric = !second || (k + 1 < c->arcs && c->arc[k + 1] == c->arc[k]);
    }
    PM_REFUSE_IF(!symmetric, "graph %ju: an edge is listed at one end alone", (uintmax_t)number);
    return PM_OK;
}

static pm_status read_graph(struct pm_graph *g, struct code *c, uint64_t number)
{
    PM_TRY(take(&c->vertices, c));
    c->wide = c->vertices == 0;
    if (c->wide)
        PM_TRY(take(&c->vertices, c));
    PM_TRY(pm_graph_add_vertices(g, c->vertices));
    PM_TRY(read_arcs(c, number));
    return add_edges(g, c, number);
}

pm_status pm_planarcode_next(struct pm_graph **graph, struct pm_graph_reader *reader)
{
    struct code c = {.source = reader->source};
    struct pm_graph *g = NULL;
    size_t length = 1;
    const char *text;
    pm_status status;

    PM_TRY(skip_header(reader));
    c.high_first = reader->high_first;
    PM_TRY(pm_source_peek(reader->source, &text, &length));
    if (length == 0)
        return PM_OK;
    PM_TRY_GOTO(status, pm_graph_new(&g, false), done);
    PM_TRY_GOTO(status, read_graph(g, &c, reader->done + 1), done);
    *graph = g;
    g = NULL;
done:
    pm_graph_free(g);
    free(c.arc);
    return status;
}
