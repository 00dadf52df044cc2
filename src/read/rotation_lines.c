/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A line becomes a part for its vertex and one for each neighbour.  The neighbours of each vertex
 * are known from the edges; each must be named once. */
#include "read/rotation_lines.h"

#include "base/alloc.h"
#include "base/status.h"
#include "base/printable.h"
#include "model/rotation.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

struct pm_rotation_part {
    int vertex, to; /* to = -1: the line begins */
    bool twisted;
    uint64_t line;
};

static const char mark[] = "%rotation";

bool pm_rotation_is_line(const char *line)
{
    return strncmp(line, mark, sizeof mark - 1) == 0 &&
           strchr(" \t", line[sizeof mark - 1]) != NULL;
}

static pm_status add_part(struct pm_rotation_lines *lines, struct pm_rotation_part part)
{
    PM_TRY(
        pm_alloc_grow((void **)&lines->part, &lines->room, lines->count + 1, sizeof *lines->part));
    lines->part[lines->count++] = part;
    return PM_OK;
}

pm_status pm_rotation_line(struct pm_rotation_lines *lines, struct pm_names *names,
                           const char *line, uint64_t number)
{
    struct pm_rotation_part part = {.to = -1, .line = number};
    const char *rest = line + sizeof mark - 1;
    struct pm_word word = pm_word_next(&rest);

    PM_REFUSE_IF(word.length == 0, "'%%rotation vertex neighbour ...' is expected, with '~' before "
                                   "neighbours at twisted edges");
    PM_TRY(pm_names_vertex(&part.vertex, names, word));
    PM_TRY(add_part(lines, part));
    while ((word = pm_word_next(&rest)).length > 0) {
        part.twisted = *word.text == '~';
        word.text += part.twisted;
        word.length -= part.twisted;
        PM_REFUSE_IF(word.length == 0,
                     "'~' stands before the name of a neighbour, without a blank");
        PM_TRY(pm_names_vertex(&part.to, names, word));
        PM_TRY(add_part(lines, part));
    }
    return PM_OK;
}

void pm_rotation_lines_clear(struct pm_rotation_lines *lines)
{
    free(lines->part);
    *lines = (struct pm_rotation_lines){.count = 0};
}

/* ------------------------------------------------------------------ the graph */

/* PM_INPUT, with the place and the name of a vertex, for which the text has %s. */
static pm_status refuse(uint64_t line, const struct pm_graph *graph, int vertex, const char *text)
{
    char message[256], number[16], at[48] = "";
    const char *name = graph->name != NULL ? graph->names + graph->name[vertex] : number;

    snprintf(number, sizeof number, "%d", vertex + 1);
    if (line > 0)
        snprintf(at, sizeof at, "'%%rotation' in line %" PRIu64 ": ", line);
    snprintf(message, sizeof message, text, name);
    return pm_fail(PM_INPUT, "%s%s", at, message);
}

/* A rotation whose neighbours, each once, are in any order: those in the pattern of a matrix. */
static pm_status begin(struct pm_rotation **r, const struct pm_graph *graph)
{
    static const fmpq one = {1, 1};
    const struct pm_triplets *const e = &graph->edge;
    struct pm_matrix *a = NULL;
    struct pm_triplets both;
    pm_status status = PM_OK;

    pm_triplets_init(&both, e->rows, e->rows, false);
    for (size_t k = 0; k < 2 * e->count && status == PM_OK; k++) {
        const int from = (k % 2 == 0 ? e->row : e->col)[k / 2],
                  to = (k % 2 == 0 ? e->col : e->row)[k / 2];
        if (from != to)
            status = pm_triplets_add(&both, from, to, &one, NULL);
    }
    PM_THEN(status, pm_matrix_from_triplets(&a, &both));
    PM_THEN(status, pm_rotation_new(r, a, true));
    pm_triplets_clear(&both);
    pm_matrix_free(a);
    PM_TRY(status);
    PM_NEW((*r)->twisted, (*r)->start[(*r)->vertices]);
    return PM_OK;
}

/* Puts the neighbours of the vertex of parts first .. last - 1 into the order of these.  seen[w] =
 * n + v + 1 for neighbours w of v that have not been named. */
static pm_status put_order(struct pm_rotation *r, int *seen, bool *has_line,
                           const struct pm_rotation_part *first,
                           const struct pm_rotation_part *last, const struct pm_graph *graph)
{
    const int v = first->vertex, waits = r->vertices + v + 1;
    int at = r->start[v];

    if (has_line[v])
        return refuse(first->line, graph, v, "there is another such line for the vertex '%s'");
    has_line[v] = true;
    for (int k = r->start[v]; k < r->start[v + 1]; k++)
        seen[r->to[k]] = waits;
    for (const struct pm_rotation_part *p = first + 1; p < last; p++) {
        if (seen[p->to] == -waits)
            return refuse(p->line, graph, p->to, "the neighbour '%s' stands twice");
        if (seen[p->to] != waits)
            return refuse(p->line, graph, p->to, "there is no edge to '%s'");
        seen[p->to] = -waits;
    }
    for (int k = r->start[v]; k < r->start[v + 1]; k++)
        if (seen[r->to[k]] == waits)
            return refuse(first->line, graph, r->to[k], "the neighbour '%s' is missing");
    for (const struct pm_rotation_part *p = first + 1; p < last; p++, at++) {
        r->to[at] = p->to;
        r->twisted[at] = p->twisted;
    }
    return PM_OK;
}

static int degree_of(const struct pm_rotation *r, int v)
{
    return r->start[v + 1] - r->start[v];
}

/* Compares the marks at both ends of an edge, place k of v.  An end without a line takes that of
 * the other one. */
static pm_status check_edge(struct pm_rotation *r, int v, int k, const bool *has_line,
                            const struct pm_graph *graph)
{
    const int w = r->to[k];
    int h = r->start[w];

    while (r->to[h] != v)
        h++;
    if (!has_line[v])
        r->twisted[k] = has_line[w] && r->twisted[h];
    else if (!has_line[w])
        r->twisted[h] = r->twisted[k];
    else if (r->twisted[h] != r->twisted[k])
        return refuse(0, graph, r->twisted[k] ? w : v,
                      "'%%rotation': an edge has '~' at one end, and not in the line of '%s'");
    return PM_OK;
}

static pm_status check_ends(struct pm_rotation *r, const bool *has_line,
                            const struct pm_graph *graph)
{
    for (int v = 0; v < r->vertices; v++) {
        if (!has_line[v] && degree_of(r, v) > 2)
            return refuse(0, graph, v, "a line '%%rotation' for the vertex '%s' is missing");
        for (int k = r->start[v]; k < r->start[v + 1]; k++)
            if (degree_of(r, v) >= degree_of(r, r->to[k])) /* the shorter list is searched */
                PM_TRY(check_edge(r, v, k, has_line, graph));
    }
    return PM_OK;
}

static pm_status fill(struct pm_rotation *r, const struct pm_rotation_lines *lines,
                      const struct pm_graph *graph)
{
    bool *has_line = NULL;
    int *seen = NULL;
    pm_status status = PM_OK;

    PM_NEW_GOTO(status, seen, r->vertices, done);
    PM_NEW_GOTO(status, has_line, r->vertices, done);
    for (size_t first = 0, last; first < lines->count && status == PM_OK; first = last) {
        for (last = first + 1; last < lines->count && lines->part[last].to >= 0;)
            last++;
        status = put_order(r, seen, has_line, lines->part + first, lines->part + last, graph);
    }
    PM_THEN(status, check_ends(r, has_line, graph));
done:
    PM_FREE(seen, has_line);
    return status;
}

pm_status pm_rotation_finish(struct pm_rotation **around, const struct pm_rotation_lines *lines,
                             const struct pm_graph *graph)
{
    struct pm_rotation *r = NULL;

    if (lines->count == 0)
        return PM_OK;
    PM_REFUSE_IF(graph->place != NULL && graph->place->periods > 0,
                 "lines '%%rotation' and '%%period' give two embeddings");
    pm_status status = begin(&r, graph);
    PM_THEN(status, fill(r, lines, graph));
    PM_GIVE(around, r, status, pm_rotation_free);
}
