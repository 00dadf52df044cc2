/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Edges are sorted by their two vertices, then by direction and weight: so both directions of an
 * edge are neighbours.  Cost: that of sorting. */
#include "model/turned.h"

#include "base/alloc.h"

#include <stdlib.h>

struct line {
    int low, high; /* its vertices */
    bool back;     /* from `high` to `low` */
    size_t k;      /* its index in the graph */
    const fmpq *weight;
};

static int compare(const struct line *a, const struct line *b)
{
    return a->low != b->low ? (a->low > b->low) - (a->low < b->low)
                            : (a->high > b->high) - (a->high < b->high);
}

static int by_ends(const void *x, const void *y)
{
    const struct line *const a = x, *const b = y;
    int order = compare(a, b);

    order = order != 0 ? order : a->back - b->back;
    order = order != 0 ? order : fmpq_cmp(a->weight, b->weight);
    return order != 0 ? order : (a->k > b->k) - (a->k < b->k);
}

static pm_status sort_lines(struct line **line, const struct pm_triplets *edge)
{
    PM_NEW(*line, edge->count);
    for (size_t k = 0; k < edge->count; k++) {
        const int u = edge->row[k], v = edge->col[k];
        (*line)[k] = (struct line){u < v ? u : v, u < v ? v : u, u > v, k, edge->re + k};
    }
    pm_alloc_sort(*line, edge->count, sizeof **line, by_ends);
    return PM_OK;
}

/* The number of lines with the same vertices as the first; *back: how many of them go back. */
static size_t group(size_t *back, const struct line *line, size_t count)
{
    size_t k = 0;

    for (*back = 0; k < count && compare(line, line + k) == 0; k++)
        *back += line[k].back;
    return k;
}

pm_status pm_turned_find(struct pm_turned *found, const struct pm_graph *graph)
{
    const size_t count = graph->edge.count;
    size_t back, length;
    struct line *line;

    PM_TRY(sort_lines(&line, &graph->edge));
    *found = (struct pm_turned){.both = false};
    for (size_t k = 0; k < count; k += length) {
        length = group(&back, line + k, count - k);
        found->both |= back > 0 && back < length;
        found->again |= length > 1;
    }
    free(line);
    return PM_OK;
}

/* Marks the lines of the later direction.  False: the weights of both differ. */
static bool mark_later(bool *later, const struct line *line, size_t length, size_t back)
{
    const size_t forth = length - back;
    bool same = back == forth;
    size_t first = 0;

    if (back == 0 || forth == 0)
        return true;
    for (size_t k = 0; k < forth && same; k++)
        same = fmpq_equal(line[k].weight, line[forth + k].weight);
    if (!same)
        return false;
    for (size_t k = 0; k < length; k++)
        first = line[k].k < line[first].k ? k : first;
    for (size_t k = 0; k < length; k++)
        later[line[k].k] = line[k].back != line[first].back;
    return true;
}

pm_status pm_turned_merge(struct pm_graph *graph)
{
    const size_t count = graph->edge.count;
    size_t differ = 0, back, length;
    struct line *line = NULL;
    pm_status status;
    bool *later;

    PM_NEW(later, count);
    PM_TRY_GOTO(status, sort_lines(&line, &graph->edge), done);
    for (size_t k = 0; k < count; k += length) {
        length = group(&back, line + k, count - k);
        differ += !mark_later(later, line + k, length, back);
    }
    pm_graph_remove(graph, later);
    if (differ > 0)
        status =
            pm_graph_note(graph, "%zu edge%s different weights in both directions, which are added",
                          differ, differ == 1 ? " has" : "s have");
done:
    PM_FREE(line, later);
    return status;
}
