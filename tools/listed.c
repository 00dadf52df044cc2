/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sorts entries by their vertices, finds the entry of every edge of the input, and sorts entries
 * again by the first edge that found them.  Cost: that of sorting. */
#include "listed.h"
#include "edges.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int compare(int a, int b)
{
    return (a > b) - (a < b);
}

static int by_ends(const void *x, const void *y)
{
    const struct listed_edge *const a = x, *const b = y;
    const int order = compare(a->row, b->row);

    return order != 0 ? order : compare(a->col, b->col);
}

static int by_input(const void *x, const void *y)
{
    const struct listed_edge *const a = x, *const b = y;

    if (a->first != b->first)
        return a->first < b->first ? -1 : 1;
    return a->turned != b->turned ? a->turned - b->turned : by_ends(a, b);
}

static int by_index(const void *x, const void *y)
{
    return compare(*(const int *)x, *(const int *)y);
}

static void take_entries(struct listed *list, const pm_problem *problem)
{
    for (size_t k = 0; k < pm_problem_entries(problem); k++) {
        struct listed_edge *const e = &list->edge[list->count];
        if (!edge_of_entry(problem, k, &e->row, &e->col))
            continue;
        *e = (struct listed_edge){e->row, e->col, e->row, e->col, k, SIZE_MAX, false};
        list->count++;
    }
}

/* Finds the entry for edge k of the input, from u to v, or for its opposite direction. */
static void find_entry(struct listed *list, size_t k, int u, int v, bool turned, bool arcs)
{
    const struct listed_edge key = {.row = turned ? v : u, .col = turned ? u : v};
    struct listed_edge *const e =
        bsearch(&key, list->edge, list->count, sizeof *list->edge, by_ends);

    if (e == NULL || (e->first != SIZE_MAX && !(arcs && e->turned && !turned)))
        return;
    e->first = k;
    e->turned = turned;
    if (!arcs) {
        e->u = u;
        e->v = v;
    }
}

static void follow_input(struct listed *list, const pm_graph *graph, bool arcs)
{
    int u, v;

    qsort(list->edge, list->count, sizeof *list->edge, by_ends);
    for (size_t k = 0; k < pm_graph_edges(graph); k++) {
        pm_graph_edge(graph, k, &u, &v);
        find_entry(list, k, u, v, false, arcs);
        find_entry(list, k, u, v, true, arcs);
    }
    qsort(list->edge, list->count, sizeof *list->edge, by_input);
}

/* qsort() passes nothing else to the comparison: edges with their indices. */
struct place {
    struct listed_edge edge;
    size_t rank;
};

static bool sort_ranks(struct listed *list)
{
    struct place *const place = calloc(list->count + 1, sizeof *place);

    if (place == NULL)
        return false;
    for (size_t k = 0; k < list->count; k++)
        place[k] = (struct place){list->edge[k], k};
    qsort(place, list->count, sizeof *place, by_ends); /* the edge is the first member of a place */
    for (size_t k = 0; k < list->count; k++)
        list->rank[k] = place[k].rank;
    free(place);
    return true;
}

bool listed_new(struct listed *list, const pm_problem *problem, const pm_graph *graph, bool arcs)
{
    const size_t most = pm_problem_entries(problem) + 1;

    *list = (struct listed){.edge = calloc(most, sizeof *list->edge)};
    if (list->edge == NULL)
        return false;
    take_entries(list, problem);
    if (graph == NULL)
        return true;
    follow_input(list, graph, arcs);
    list->rank = calloc(most, sizeof *list->rank);
    list->at = calloc(edge_lines(problem) + 1, sizeof *list->at);
    if (list->rank != NULL && list->at != NULL && sort_ranks(list))
        return true;
    listed_clear(list);
    return false;
}

static int by_first_end(const void *x, const void *y)
{
    return compare(((const struct listed_edge *)x)->u, ((const struct listed_edge *)y)->u);
}

bool listed_add_free(struct listed *list, const pm_problem *problem, const pm_graph *graph,
                     size_t value)
{
    const size_t first = list->count;
    const int rows = pm_problem_rows(problem),
              cols = pm_problem_is_symmetric(problem) ? 0 : pm_problem_cols(problem);
    struct listed_edge *const edge =
        realloc(list->edge, (first + (size_t)rows + (size_t)cols + 1) * sizeof *edge);

    if (edge == NULL)
        return false;
    list->edge = edge;
    for (int k = 0; k < rows + cols; k++) {
        const bool col = k >= rows;
        const int v = edge_line_vertex(graph, problem, col, col ? k - rows : k);
        if (v < 0)
            continue;
        edge[list->count] = (struct listed_edge){.u = v, .v = -1, .entry = value + (size_t)k};
        if (graph == NULL && col)
            edge[list->count] = (struct listed_edge){.u = -1, .v = v, .entry = value + (size_t)k};
        list->count++;
    }
    if (graph != NULL)
        qsort(edge + first, list->count - first, sizeof *edge, by_first_end);
    return true;
}

void listed_clear(struct listed *list)
{
    free(list->edge);
    free(list->rank);
    free(list->at);
    *list = (struct listed){0};
}

/* The index of the edge with these vertices, which must exist. */
static int index_of(const struct listed *list, int row, int col)
{
    const struct listed_edge key = {.row = row, .col = col};
    size_t low = 0, high = list->count - 1;

    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (by_ends(&list->edge[list->rank[middle]], &key) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return (int)list->rank[low];
}

size_t listed_matching(const struct listed *list, const pm_problem *problem, const int *partner)
{
    struct edge_walk walk = {.problem = problem, .partner = partner};
    size_t count = 0;
    int u, v;

    while (edge_next(&walk, &u, &v))
        list->at[count++] = index_of(list, u, v);
    qsort(list->at, count, sizeof *list->at, by_index);
    return count;
}

/* The text after what separates two edges; NULL: something else begins it. */
static const char *after_separator(const char *text)
{
    static const char blanks[] = " \t\n";
    const char *after = text + strspn(text, blanks);

    if (*after == ',' || *after == ':')
        after += 1 + strspn(after + 1, blanks);
    return after > text || *text == '\0' ? after : NULL;
}

/* The text after a part of it; NULL: something else begins it, or it is NULL. */
static const char *after_part(const char *text, const char *part)
{
    const size_t length = strlen(part);

    return text != NULL && strncmp(text, part, length) == 0 ? text + length : NULL;
}

/* Names may contain separators, so the longest name that fits is meant. */
const char *listed_find(size_t *k, const struct listed *list, const char *text,
                        const pm_graph *graph, const pm_problem *problem, bool arcs)
{
    const bool both = graph != NULL && !arcs;
    const char *longest = NULL;
    char number[2][EDGE_NAME];

    for (size_t i = 0; i < list->count; i++)
        for (int turned = 0; turned <= both; turned++) {
            const struct listed_edge *const e = &list->edge[i];
            const char *const name[2] = {edge_end(number[0], graph, problem, 0, e->u),
                                         edge_end(number[1], graph, problem, 1, e->v)};
            const char *after = after_part(text, name[turned]);
            after = after_part(after_part(after, arcs ? "->" : "-"), name[!turned]);
            after = after != NULL ? after_separator(after) : NULL;
            if (after == NULL || (longest != NULL && after <= longest))
                continue;
            longest = after;
            *k = i;
        }
    return longest;
}

/* *end = the text after the longest name of an entry that fits, and its separator; returns how many
 * entries have this name. */
static int find_named(struct listed_edge *edge, const char **end, const char *text,
                      const pm_problem *problem)
{
    char number[EDGE_NAME];
    int count = 0;

    for (int i = 0; i < pm_problem_rows(problem); i++) {
        const char *const row = after_part(text, edge_end(number, NULL, problem, 0, i));
        const char *const name = after_part(row, "-");
        for (int j = 0; j < pm_problem_cols(problem) && name != NULL; j++) {
            const char *const col = after_part(name, edge_end(number, NULL, problem, 1, j));
            const char *const after = col != NULL ? after_separator(col) : NULL;
            if (after == NULL || (count > 0 && after < *end))
                continue;
            count = count > 0 && after == *end ? count + 1 : 1;
            *edge = (struct listed_edge){i, j, i, j, SIZE_MAX, SIZE_MAX, false};
            *end = after;
        }
    }
    return count;
}

int listed_called(const char *text, const pm_problem *problem)
{
    struct listed_edge found;
    const char *end;

    return find_named(&found, &end, text, problem);
}

const char *listed_add_zero(struct listed *list, const char *text, const pm_problem *problem)
{
    struct listed_edge found;
    const char *after;

    if (find_named(&found, &after, text, problem) != 1)
        return NULL;
    for (size_t k = 0; k < list->count; k++) /* entries that are not 0, too */
        if (list->edge[k].u == found.u && list->edge[k].v == found.v)
            return NULL;
    struct listed_edge *const edge = realloc(list->edge, (list->count + 1) * sizeof *edge);
    if (edge == NULL)
        return NULL;
    list->edge = edge;
    edge[list->count++] = found;
    return after;
}
