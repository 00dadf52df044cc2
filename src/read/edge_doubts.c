/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A table has all doubts; their tests look at all edges of the graph at once. */
#include "read/edge_doubts.h"

#include "base/status.h"
#include "model/turned.h"
#include "read/word.h"

#include <string.h>

/* True if vertex 0 has no edge, and others have. */
static bool is_alone(const struct pm_triplets *edge)
{
    for (size_t k = 0; k < edge->count; k++)
        if (edge->row[k] == 0 || edge->col[k] == 0)
            return false;
    return edge->count > 0;
}

static bool read_name(int64_t *number, const struct pm_graph *g, int vertex)
{
    const char *const name = pm_graph_vertex_name(g, vertex);

    return pm_word_integer(number, (struct pm_word){name, strlen(name)});
}

/* *are = whether the first line can have these sizes, and no vertex has a larger number: vertices n
 * and edges m, or m and n without a weight, and m edges follow; rows, columns and entries of a
 * matrix; n, m and a format of METIS, and n lines of neighbours follow.  *may = whether m edges
 * follow. */
static void find_sizes(bool *are, bool *may, const struct pm_graph *g)
{
    const struct pm_triplets *const edge = &g->edge;
    const int64_t lines = (int64_t)edge->count - 1;
    int64_t n = 0, m = 0, least = INT64_MAX, most = 0, u, v;

    for (size_t k = 0; k < edge->count; k++) {
        if (!read_name(&u, g, edge->row[k]) || !read_name(&v, g, edge->col[k]))
            return;
        n = k == 0 ? u : n;
        m = k == 0 ? v : m;
        least = k > 0 && FLINT_MIN(u, v) < least ? FLINT_MIN(u, v) : least;
        most = k > 0 && FLINT_MAX(u, v) > most ? FLINT_MAX(u, v) : most;
    }
    const int64_t order = least == 0 ? most + 1 : most;
    const bool weighted = lines > 0 && !fmpq_is_one(edge->re);
    *may = lines > 0 && m == lines && most <= n;
    *are = (*may && m > 1 && n == order) ||
           (lines > 0 && n == lines && n > 2 && m == order && !weighted) ||
           (weighted && fmpq_cmp_si(edge->re, lines) == 0 && most <= FLINT_MAX(n, m)) ||
           (weighted && n == lines && 2 * m == 3 * lines && most <= n);
}

/* True if edges with loops can be their numbers from 0 or 1 before their ends. */
static bool are_numbered(const struct pm_graph *g)
{
    const struct pm_triplets *const edge = &g->edge;
    int64_t first = 0, number;
    bool looped = false;

    for (size_t k = 0; k < edge->count; k++) {
        if (g->field != PM_FIELD_INTEGER || !read_name(&number, g, edge->row[k]))
            return false;
        first = k == 0 ? number : first;
        if (first < 0 || first > 1 || number != first + (int64_t)k ||
            fmpq_cmp_si(edge->re + k, first) < 0 ||
            fmpq_cmp_si(edge->re + k, (int64_t)edge->count + first) > 0)
            return false;
        looped |= edge->row[k] == edge->col[k];
    }
    return looped && edge->count > 2;
}

/* A day as 20200131, or seconds since 1970, of 1995 to 2037. */
static bool is_date(double x)
{
    const long day = x > 19000000 && x < 21000000 ? (long)x : 0;

    return (day % 100 > 0 && day % 100 < 32 && day / 100 % 100 > 0 && day / 100 % 100 < 13) ||
           (x >= 788918400 && x < 2147483648);
}

/* True if all weights can be dates or times; whole millions alone are none. */
static bool are_dates(const struct pm_graph *g)
{
    bool millions = true;

    for (size_t k = 0; k < g->edge.count; k++) {
        if (g->field != PM_FIELD_INTEGER || !is_date(fmpq_get_d(g->edge.re + k)))
            return false;
        millions = millions && fmpz_divisible_si(fmpq_numref(g->edge.re + k), 1000000);
    }
    return !millions;
}

pm_status pm_edge_doubts_check(struct pm_graph *g, const struct pm_edge_facts *f)
{
    const size_t blocks = (size_t)f->blocks, edges = g->edge.count;
    struct pm_turned found = {.again = false};
    bool are = false, may = false;

    PM_TRY(blocks > 1 ? pm_turned_find(&found, g) : PM_OK);
    if (!f->marked)
        find_sizes(&are, &may, g);
    const struct {
        bool refused, found;
        const char *words;
    } doubts[] = {
        {true, blocks > 1 && !f->joined,
         "the edges between blank lines have other vertices than those before them: lines "
         "'%graph' separate several graphs"},
        {true, found.again,
         "an edge stands twice, perhaps on both sides of a blank line: lines '%graph' separate "
         "several graphs"},
        {true,
         blocks > 1 && edges == blocks && strcspn(f->shape, " ") == blocks &&
             strspn(f->shape, "iR") == blocks,
         "the lines between blank lines may be the rows of a square matrix"},
        {true, !f->said && are,
         "the first line may be an edge, or the numbers of vertices and of edges: delete it"},
        {true, f->strict && f->inside && edges == 1,
         "two points in brackets may be the rows of a matrix, which is [[1, 2], [3, 4]]"},
        {true, f->strict && are_dates(g), "the weights may be dates or times: delete them"},
        {true, f->strict && are_numbered(g),
         "the first numbers may be those of the edges: delete them"},
        {false, f->titled && f->said && edges == 0,
         "each line names a vertex, and none is an edge, 'u v [weight]'"},
        {false, f->titled && is_alone(&g->edge),
         "the first name, alone on its line, is a vertex without edges; a title needs a # before "
         "it"},
        {false, may,
         "the first line is read as an edge; if it is the number of vertices and of edges, delete "
         "it"},
    };
    for (size_t k = 0; k < sizeof doubts / sizeof *doubts; k++)
        if (doubts[k].found) {
            PM_REFUSE_IF(doubts[k].refused, "%s; --format=el reads all lines as edges of one graph",
                         doubts[k].words);
            PM_TRY(pm_graph_note(g, "%s", doubts[k].words));
        }
    return PM_OK;
}
