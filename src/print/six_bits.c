/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes graph6, sparse6 and digraph6; read/graph6.c describes them (McKay, formats.txt of
 * nauty). */
#include "print/writers.h"

#include "base/alloc.h"
#include "base/compare.h"

#include <stdlib.h>

/* A line under construction: bits fill characters from the left. */
struct line {
    FILE *out;
    int bits, count; /* of the current character */
};

static void put(struct line *l, uint64_t x, int count)
{
    while (count-- > 0) {
        l->bits = 2 * l->bits + (int)(x >> count & 1);
        if (++l->count == 6) {
            putc(63 + l->bits, l->out);
            l->bits = l->count = 0;
        }
    }
}

/* Fills the last character with that bit. */
static void end(struct line *l, int bit)
{
    while (l->count > 0)
        put(l, (uint64_t)bit, 1);
    putc('\n', l->out);
}

static void put_order(struct line *l, int order)
{
    const bool small = order < 63, large = order >= 258048;

    if (!small)
        fputs(large ? "~~" : "~", l->out);
    put(l, (uint64_t)order, small ? 6 : large ? 36 : 18);
}

/* *edges = the edges as larger end 2^32 + smaller end, or first end 2^32 + second end, sorted. */
static pm_status sort(uint64_t **edges, const struct pm_graph *g, bool larger_first)
{
    const struct pm_triplets *const edge = &g->edge;
    uint64_t *key;

    PM_NEW(key, edge->count);
    for (size_t k = 0; k < edge->count; k++) {
        const bool turned = larger_first && edge->row[k] < edge->col[k];
        const int v = turned ? edge->col[k] : edge->row[k],
                  w = turned ? edge->row[k] : edge->col[k];
        key[k] = (uint64_t)v << 32 | (uint32_t)w;
    }
    pm_alloc_sort(key, edge->count, sizeof *key, pm_compare_words);
    *edges = key;
    return PM_OK;
}

static pm_status check(const struct pm_graph *g, const char *format)
{
    return g->field != PM_FIELD_PATTERN
               ? pm_fail(PM_UNABLE, "%s cannot hold weights, and this graph has weights", format)
               : PM_OK;
}

/* Writes the bits of one row of the matrix, its places up to `width`, and moves *at in the list of
 * edges. */
static pm_status put_places(struct line *l, size_t *at, const uint64_t *edge, size_t count,
                            uint64_t v, uint64_t width)
{
    for (uint64_t w = 0; w < width; w++) {
        const bool there = *at < count && edge[*at] == (v << 32 | w);
        *at += there;
        put(l, there, 1);
    }
    if (*at < count && edge[*at] >> 32 == v)
        return pm_fail(PM_UNABLE,
                       "graph6 cannot hold parallel edges or loops of edges; sparse6 can");
    return PM_OK;
}

pm_status pm_writer_graph6(FILE *out, const struct pm_graph *g)
{
    const uint64_t n = (uint64_t)g->edge.rows;
    struct line l = {.out = out};
    pm_status status = PM_OK;
    uint64_t *edge;
    size_t at = 0;

    PM_TRY(check(g, "graph6"));
    PM_TRY(sort(&edge, g, !g->directed));
    if (g->directed)
        putc('&', out);
    put_order(&l, g->edge.rows);
    for (uint64_t v = 0; v < n && status == PM_OK; v++)
        status = put_places(&l, &at, edge, g->edge.count, v, g->directed ? n : v);
    end(&l, 0);
    free(edge);
    return status;
}

pm_status pm_writer_sparse6(FILE *out, const struct pm_graph *g)
{
    const int n = g->edge.rows, width = n > 1 ? 32 - __builtin_clz((unsigned)n - 1) : 0;
    struct line l = {.out = out};
    uint64_t *edge, current = 0;

    PM_TRY(check(g, "sparse6"));
    if (g->directed)
        return pm_fail(PM_UNABLE, "sparse6 cannot hold arcs; graph6 can");
    PM_TRY(sort(&edge, g, true));
    putc(':', out);
    put_order(&l, n);
    for (size_t k = 0; k < g->edge.count; k++) {
        const uint64_t v = edge[k] >> 32;
        if (v > current + 1) {
            put(&l, 1, 1);
            put(&l, v, width);
            current = v;
        }
        put(&l, v != current, 1);
        put(&l, (uint32_t)edge[k], width);
        current = v;
    }
    /* ones could be read as a loop at the last vertex, which would be the next one */
    if (l.count > 0 && 6 - l.count > width && current + 2 == (uint64_t)n && 1 << width == n)
        put(&l, 0, 1);
    end(&l, 1);
    free(edge);
    return PM_OK;
}
