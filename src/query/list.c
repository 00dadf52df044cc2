/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lists all perfect matchings.
 *
 * Backtracking: the first line without a partner takes each of its neighbours in turn, but only if
 * the rest still has a perfect matching.  The search always keeps one perfect matching.  If an edge
 * is not in it, two lines lose their partners.  One search for an augmenting path (blossom.h)
 * repairs that, or proves that the edge is impossible.  So every branch leads to a matching, and
 * each matching costs at most lines times entries searches of linear cost.  (Fukuda and Matsui,
 * Applied Mathematics Letters 7, 1994, list the matchings of bipartite graphs in a similar way.) */
#include "base/alloc.h"
#include "base/argument.h"
#include "model/blossom.h"
#include "model/adjacent.h"
#include "model/problem.h"
#include "model/variant.h"
#include "query/own_partners.h"

#include <limits.h>
#include <stdlib.h>

struct listing {
    struct pm_adjacent graph;
    struct pm_forest forest; /* fixed lines have the label PM_INNER, so no search enters them */
    bool one_side;           /* a hafnian */
    int lines;               /* number of lines that need partners: the rows */
    int twin_row, twin_to;   /* from these vertices on, rows and partners are copies */
    int *line, *at;          /* by depth: the line that is fixed there, and the edge that it uses */
    int *partner;
};

/* Removes the two from the graph that is still to be matched. */
static void fix(struct listing *l, int v, int w)
{
    l->forest.label[v] = l->forest.label[w] = PM_INNER;
}

/* Puts them back, as partners. */
static void release(struct listing *l, int v, int w)
{
    l->forest.label[v] = l->forest.label[w] = PM_FREE;
    l->forest.match[v] = w;
    l->forest.match[w] = v;
}

/* Fixes v and w if the rest has a perfect matching; else changes nothing. */
static bool try_edge(struct listing *l, int v, int w)
{
    int *const match = l->forest.match;
    const int a = match[v], b = match[w];

    if (l->forest.label[w] == PM_INNER)
        return false;
    fix(l, v, w);
    if (a == w)
        return true;
    match[v] = w;
    match[w] = v;
    match[a] = -1;
    if (b >= 0)
        match[b] = -1;
    /* a column may stay unmatched if there are more columns than rows */
    const bool mended = b < 0 || pm_blossom_grow(&l->forest, b);
    pm_blossom_forget(&l->forest);
    if (mended)
        return true;
    release(l, v, w);
    match[v] = a;
    match[a] = v;
    match[w] = b;
    match[b] = w;
    return false;
}

/* True for a partner of row v that is a copy of the one before it, which is still to be matched. */
static bool is_later_twin(const struct listing *l, int v, int w)
{
    return v < l->twin_row && w > l->twin_to && l->forest.label[w - 1] != PM_INNER;
}

/* Fixes the next possible edge of the line at this depth; false: there is none.  Of copies, the
 * first takes part first, and a row that is a copy takes its first possible edge. */
static bool advance(struct listing *l, int depth)
{
    const int v = l->line[depth], end = l->graph.start[v + 1];

    while (l->at[depth] < end) {
        const int w = l->graph.to[l->at[depth]++];
        if (is_later_twin(l, v, w) || !try_edge(l, v, w))
            continue;
        if (v >= l->twin_row)
            l->at[depth] = end;
        return true;
    }
    return false;
}

/* Chooses the first line from `from` on that is not fixed, for the next depth. */
static void choose(struct listing *l, int depth, int from)
{
    while (l->forest.label[from] == PM_INNER)
        from++;
    l->line[depth] = from;
    l->at[depth] = l->graph.start[from];
}

static void note_partners(struct listing *l, int depth)
{
    for (int k = 0; k <= depth; k++) {
        const int v = l->line[k], w = l->forest.match[v];
        l->partner[v] = l->one_side ? w : w - l->graph.rows;
        if (l->one_side)
            l->partner[w] = v;
    }
}

static void run(struct listing *l, pm_visit *visit, void *visitor)
{
    const int depths = l->one_side ? l->lines / 2 : l->lines;
    int depth = 0;

    if (depths == 0) {
        visit(visitor, l->partner); /* the empty matching */
        return;
    }
    choose(l, 0, 0);
    while (depth >= 0) {
        if (!advance(l, depth)) {
            if (--depth >= 0)
                release(l, l->line[depth], l->forest.match[l->line[depth]]);
        } else if (depth + 1 < depths) {
            depth++;
            choose(l, depth, l->line[depth - 1] + 1);
        } else {
            note_partners(l, depth);
            if (!visit(visitor, l->partner))
                return;
            release(l, l->line[depth], l->forest.match[l->line[depth]]);
        }
    }
}

/* Lists the matchings of a matrix with rows <= cols.  Rows from twin_row on, and columns from
 * twin_col on, are copies of each other but for lines with one entry: of the matchings that only
 * exchange copies, one is listed.  INT_MAX: there are none.  Of a hafnian, the rows count. */
static pm_status list_matrix(const struct pm_matrix *a, enum pm_kind kind, int twin_row,
                             int twin_col, pm_visit *visit, void *visitor)
{
    struct listing l = {.one_side = kind == PM_HAFNIAN, .lines = a->rows, .twin_row = twin_row};
    pm_status status;

    l.twin_to = l.one_side ? twin_row : twin_col < INT_MAX ? a->rows + twin_col : INT_MAX;
    PM_TRY(pm_adjacent_new(&l.graph, a, kind));
    PM_TRY_GOTO(status, pm_blossom_init(&l.forest, l.graph.vertices, l.graph.start, l.graph.to),
                graph);
    PM_NEW_GOTO(status, l.line, a->rows, done);
    PM_NEW_GOTO(status, l.at, a->rows, done);
    PM_NEW_GOTO(status, l.partner, a->rows, done);
    if (pm_blossom_match_all(&l.forest, l.lines))
        run(&l, visit, visitor);
done:
    pm_blossom_clear(&l.forest);
    PM_FREE(l.line, l.at, l.partner);
graph:
    pm_adjacent_clear(&l.graph);
    return status;
}

/* ------------------------------------------------------------------ free vertices */

struct own {
    pm_visit *visit;
    void *visitor;
    const struct pm_problem *wider;
    int *partner;
};

static bool visit_own(void *visitor, const int *partner)
{
    struct own *const l = visitor;

    pm_own_partners(l->partner, l->wider, partner);
    return l->visit(l->visitor, l->partner);
}

/* Lists the matchings of a matrix of any shape. */
static pm_status list_any(const struct pm_matrix *a, enum pm_kind kind, int twin_row, int twin_col,
                          pm_visit *visit, void *visitor)
{
    struct pm_matrix *turned;

    if (kind == PM_HAFNIAN || a->rows <= a->cols)
        return list_matrix(a, kind, twin_row, twin_col, visit, visitor);
    PM_TRY(pm_matrix_transpose(&turned, a));
    const pm_status status = list_matrix(turned, kind, twin_col, twin_row, visit, visitor);
    pm_matrix_free(turned);
    return status;
}

static pm_status list_base(const pm_problem *wider, pm_visit *visit, void *visitor)
{
    const struct pm_matrix *const a = wider->base->a;
    const bool twins = wider->free_vertices != PM_FREE_ANY; /* a total has no copies */
    const int rows = twins ? pm_problem_vertex_lines(wider->base, false) : INT_MAX;
    const int cols = twins ? pm_problem_vertex_lines(wider->base, true) : INT_MAX;
    struct own l = {.visit = visit, .visitor = visitor, .wider = wider};

    PM_NEW(l.partner, pm_own_lines(a));
    const pm_status status = list_any(wider->a, wider->kind, rows, cols, visit_own, &l);
    free(l.partner);
    return status;
}

pm_status pm_list(const pm_problem *problem, pm_visit *visit, void *visitor)
{
    PM_ARGUMENTS(problem);
    if (visit == NULL)
        return pm_fail(PM_INPUT, "%s(): visit is NULL", __func__);
    PM_TRY(pm_variant_check(problem));
    PM_TRY(pm_problem_without_gadgets(problem, "list"));
    return problem->base != NULL
               ? list_base(problem, visit, visitor)
               : list_any(problem->a, problem->kind, INT_MAX, INT_MAX, visit, visitor);
}
