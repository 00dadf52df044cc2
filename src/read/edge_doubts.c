/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Titles, sizes and dates are found by what all edges of the graph have in common. */
#include "read/edge_doubts.h"

#include "base/status.h"
#include "read/word.h"

#include <string.h>

pm_status pm_edge_doubts_title(struct pm_graph *graph, bool said)
{
    bool alone = graph->edge.count > 0;

    if (!alone && said)
        return pm_graph_note(graph,
                             "each line names a vertex, and none is an edge, 'u v [weight]'");
    for (size_t k = 0; k < graph->edge.count; k++)
        alone = alone && graph->edge.row[k] != 0 && graph->edge.col[k] != 0;
    return !alone ? PM_OK
                  : pm_graph_note(graph,
                                  "'%s', alone on its line, is a vertex without edges; a title "
                                  "needs a # before it",
                                  pm_graph_vertex_name(graph, 0));
}

pm_status pm_edge_doubts_sizes(struct pm_graph *graph, bool said)
{
    const struct pm_triplets *const edge = &graph->edge;
    const int64_t lines = (int64_t)edge->count - 1;
    int64_t n = 0, m = 0, least = INT64_MAX, most = 0, number;

    for (size_t k = 0; k < 2 * edge->count; k++) {
        const int v = k % 2 == 0 ? edge->row[k / 2] : edge->col[k / 2];
        const char *const name = pm_graph_vertex_name(graph, v);
        if (!pm_word_integer(&number, (struct pm_word){name, strlen(name)}))
            return PM_OK;
        if (k < 2) {
            *(k == 0 ? &n : &m) = number;
            continue;
        }
        least = number < least ? number : least;
        most = number > most ? number : most;
    }
    const int64_t order = least == 0 ? most + 1 : most;
    const bool weighted = lines > 0 && !fmpq_is_one(edge->re), edges = m == lines && most <= n,
               counted = (edges && m > 1 && n == order) ||
                         (n == lines && n > 2 && m == order && !weighted),
               entries = weighted && fmpq_cmp_si(edge->re, lines) == 0 && most <= (n > m ? n : m),
               cubic = weighted && n == lines && 2 * m == 3 * lines && most <= n;
    PM_REFUSE_IF(lines > 0 && !said && (counted || entries || cubic),
                 "the first line, '%jd %jd ...', may be an edge, or the numbers of vertices and of "
                 "edges: delete it, or read it as an edge by --format=el",
                 (intmax_t)n, (intmax_t)m);
    return lines <= 0 || !edges
               ? PM_OK
               : pm_graph_note(graph,
                               "the first line, '%jd %jd', is read as an edge; if it is the number "
                               "of vertices and of edges, delete it",
                               (intmax_t)n, (intmax_t)m);
}

/* The numbers are counted from 0 or 1, and the weights behind them can be vertices. */
pm_status pm_edge_doubts_numbers(const struct pm_graph *graph)
{
    const struct pm_triplets *const edge = &graph->edge;
    bool numbered = edge->count > 2 && graph->field == PM_FIELD_INTEGER, looped = false;
    int64_t first = 0, number;

    for (size_t k = 0; k < edge->count && numbered; k++) {
        const char *const name = pm_graph_vertex_name(graph, edge->row[k]);
        numbered = pm_word_integer(&number, (struct pm_word){name, strlen(name)});
        first = k == 0 ? number : first;
        numbered = numbered && (first == 0 || first == 1) && number == first + (int64_t)k &&
                   fmpq_cmp_si(edge->re + k, first) >= 0 &&
                   fmpq_cmp_si(edge->re + k, (int64_t)edge->count + first) <= 0;
        looped |= edge->row[k] == edge->col[k];
    }
    PM_REFUSE_IF(
        numbered && looped,
        "the first numbers, %jd, %jd, ..., may be those of the edges: delete them, or read "
        "them as vertices by --format=el",
        (intmax_t)first, (intmax_t)first + 1);
    return PM_OK;
}

/* A day as 20200131, or seconds since 1970, of 1995 to 2037. */
static bool is_date(double x)
{
    const long day = x > 19000000 && x < 21000000 ? (long)x : 0;

    return (day % 100 > 0 && day % 100 < 32 && day / 100 % 100 > 0 && day / 100 % 100 < 13) ||
           (x >= 788918400 && x < 2147483648);
}

pm_status pm_edge_doubts_dates(const struct pm_graph *graph)
{
    bool dates = graph->field == PM_FIELD_INTEGER, millions = true;

    for (size_t k = 0; k < graph->edge.count && dates; k++) {
        dates = is_date(fmpq_get_d(graph->edge.re + k));
        millions = millions && fmpz_divisible_si(fmpq_numref(graph->edge.re + k), 1000000);
    }
    PM_REFUSE_IF(
        dates && !millions,
        "the weights may be dates or times: delete them, or read them as weights by --format=el");
    return PM_OK;
}
