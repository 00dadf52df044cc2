/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lists all perfect matchings.
 *
 * Backtracking: the first line without a partner takes each of its neighbours in turn, but only if
 * the rest still has a perfect matching.  The search always keeps one perfect matching.  If an edge
 * is not in it, two lines lose their partners.  One search for an augmenting path (blossom.h)
 * repairs that, or proves that the edge is impossible.  So every branch leads to a matching, and
 * each matching costs at most lines times entries searches of linear cost.  (Fukuda and Matsui,
 * Applied Mathematics Letters 7, 1994, list the matchings of bipartite graphs in a similar way.)
 *
 * A checkpoint has the number of matchings that were visited, and the partners of the last one.  To
 * go on, the search takes the edges of this one from the first depth to the last. */
#include "base/alloc.h"
#include "base/argument.h"
#include "base/clock.h"
#include "base/text.h"
#include "base/watched.h"
#include "model/blossom.h"
#include "model/adjacent.h"
#include "query/call.h"
#include "query/own_partners.h"
#include "run/session.h"

#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* Who gets the matchings, and how many. */
struct visits {
    struct pm_query_call call;
    pm_visit *visit;
    void *visitor;
    uint64_t most, done; /* most 0: all */
};

struct listing {
    struct visits *visits;
    struct pm_adjacent graph;
    struct pm_forest forest; /* fixed lines have the label PM_INNER, so no search enters them */
    bool one_side;           /* a hafnian */
    int lines;               /* number of lines that need partners: the rows */
    int twin_row, twin_to;   /* from these vertices on, rows and partners are copies */
    int *line, *at;          /* by depth: the line that is fixed there, and the edge that it uses */
    int *partner, *last;     /* of this matching, and of the last one that was visited */
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

/* ------------------------------------------------------------------ the place in the list */

static const char stage[] = "list";

/* Writes the place into the checkpoint. */
static pm_status keep(const struct listing *l, bool ended)
{
    const struct visits *const v = l->visits;
    const struct pm_tally tally = {.done = v->done, .total = v->done + !ended};
    struct pm_text text;
    char *records;

    if (v->call.session == NULL)
        return PM_OK;
    PM_TRY(pm_text_open(&text));
    putc('0', text.file);
    for (int i = 0; i < l->lines && v->done > 0; i++)
        fprintf(text.file, " %d", l->last[i]);
    putc('\n', text.file);
    PM_TRY(pm_text_close(&records, &text, PM_OK));
    const pm_status status = pm_session_store(v->call.session, stage, records, tally);
    free(records);
    return status;
}

/* Stops and saves, or only saves, if that is wanted; saves now and then. */
static pm_status look(const struct listing *l)
{
    const struct pm_query_call *const call = &l->visits->call;
    struct pm_session *const session = call->session;

    if (pm_stop_wanted(pm_watched_stop(call->watched))) {
        PM_TRY(keep(l, false));
        return pm_fail(PM_STOPPED, "stopped");
    }
    return session != NULL && (session->watch(session->watcher, NULL) == PM_SAVE ||
                               pm_clock() - session->saved >= session->every)
               ? keep(l, false)
               : PM_OK;
}

/* Fixes the edges of the matching in the text, at all depths. */
static pm_status go_back(struct listing *l, int depths, const char *text)
{
    for (int i = 0; i < l->lines; i++) {
        char *end;
        l->last[i] = (int)strtol(text, &end, 10);
        text = end;
    }
    for (int depth = 0; depth < depths; depth++) {
        choose(l, depth, depth > 0 ? l->line[depth - 1] + 1 : 0);
        const int v = l->line[depth], end = l->graph.start[v + 1];
        const int w = l->last[v] + (l->one_side ? 0 : l->graph.rows);
        while (l->at[depth] < end && l->graph.to[l->at[depth]] != w)
            l->at[depth]++;
        if (l->at[depth] == end || !try_edge(l, v, w))
            return pm_fail(PM_INPUT, "%s: the checkpoint is refused: its list is damaged",
                           l->visits->call.session->path);
        l->at[depth] = v >= l->twin_row ? end : l->at[depth] + 1;
    }
    return PM_OK;
}

/* Begins at the first depth, or goes on after the matching of the checkpoint. */
static pm_status begin(int *depth, struct listing *l, int depths)
{
    const struct pm_session *const session = l->visits->call.session;
    const struct pm_records *const r =
        session != NULL ? pm_checkpoint_find(&session->state, stage) : NULL;

    *depth = 0;
    if (r == NULL || r->text == NULL || r->tally.done == 0) {
        choose(l, 0, 0);
        return keep(l, false);
    }
    l->visits->done = r->tally.done;
    PM_TRY(go_back(l, depths, r->text + 1));
    *depth = depths - 1;
    release(l, l->line[*depth], l->forest.match[l->line[*depth]]);
    return PM_OK;
}

/* ------------------------------------------------------------------ the list */

/* Gives the matching to the caller.  *more: the list goes on. */
static pm_status give(bool *more, struct listing *l)
{
    struct visits *const v = l->visits;

    *more = v->visit(v->visitor, l->partner);
    if (!*more) /* this one has not been taken */
        return keep(l, false);
    v->done++;
    memcpy(l->last, l->partner, (size_t)l->lines * sizeof *l->last);
    *more = v->done != v->most;
    return *more ? look(l) : keep(l, true);
}

static pm_status run(struct listing *l)
{
    const int depths = l->one_side ? l->lines / 2 : l->lines;
    bool more;
    int depth;

    if (depths == 0)
        return give(&more, l); /* the empty matching */
    PM_TRY(begin(&depth, l, depths));
    more = l->visits->most == 0 || l->visits->done < l->visits->most;
    while (depth >= 0 && more) {
        if (!advance(l, depth)) {
            PM_TRY(look(l));
            if (--depth >= 0)
                release(l, l->line[depth], l->forest.match[l->line[depth]]);
        } else if (depth + 1 < depths) {
            depth++;
            choose(l, depth, l->line[depth - 1] + 1);
        } else {
            note_partners(l, depth);
            PM_TRY(give(&more, l));
            release(l, l->line[depth], l->forest.match[l->line[depth]]);
        }
    }
    return more ? keep(l, true) : PM_OK;
}

/* Lists the matchings of a matrix with rows <= cols.  Rows from twin_row on, and columns from
 * twin_col on, are copies of each other but for lines with one entry: of the matchings that only
 * exchange copies, one is listed.  INT_MAX: there are none.  Of a hafnian, the rows count. */
static pm_status list_matrix(const struct pm_matrix *a, enum pm_kind kind, int twin_row,
                             int twin_col, struct visits *visits)
{
    struct listing l = {
        .visits = visits, .one_side = kind == PM_HAFNIAN, .lines = a->rows, .twin_row = twin_row};
    pm_status status;

    l.twin_to = l.one_side ? twin_row : twin_col < INT_MAX ? a->rows + twin_col : INT_MAX;
    PM_TRY(pm_adjacent_new(&l.graph, a, kind));
    PM_TRY_GOTO(status, pm_blossom_init(&l.forest, l.graph.vertices, l.graph.start, l.graph.to),
                graph);
    PM_NEW_GOTO(status, l.line, a->rows, done);
    PM_NEW_GOTO(status, l.at, a->rows, done);
    PM_NEW_GOTO(status, l.partner, a->rows, done);
    PM_NEW_GOTO(status, l.last, a->rows, done);
    if (pm_blossom_match_all(&l.forest, l.lines))
        status = run(&l);
done:
    pm_blossom_clear(&l.forest);
    PM_FREE(l.line, l.at, l.partner, l.last);
graph:
    pm_adjacent_clear(&l.graph);
    return status;
}

/* Lists the matchings of a matrix of any shape. */
static pm_status list_any(const struct pm_matrix *a, enum pm_kind kind, int twin_row, int twin_col,
                          struct visits *visits)
{
    struct pm_matrix *turned;

    if (kind == PM_HAFNIAN || a->rows <= a->cols)
        return list_matrix(a, kind, twin_row, twin_col, visits);
    PM_TRY(pm_matrix_transpose(&turned, a));
    const pm_status status = list_matrix(turned, kind, twin_col, twin_row, visits);
    pm_matrix_free(turned);
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

static pm_status list_base(const struct pm_problem *wider, struct visits *visits)
{
    const struct pm_matrix *const a = wider->base->a;
    const bool twins = wider->free_vertices != PM_FREE_ANY; /* a total has no copies */
    const int rows = twins ? pm_problem_vertex_lines(wider->base, false) : INT_MAX;
    const int cols = twins ? pm_problem_vertex_lines(wider->base, true) : INT_MAX;
    struct own l = {.visit = visits->visit, .visitor = visits->visitor, .wider = wider};

    PM_NEW(l.partner, pm_own_lines(a));
    visits->visit = visit_own;
    visits->visitor = &l;
    const pm_status status = list_any(wider->a, wider->kind, rows, cols, visits);
    free(l.partner);
    return status;
}

static pm_status list(struct pm_query_call *call)
{
    const struct pm_problem *const problem = call->problem;
    struct visits *const visits = (struct visits *)call;

    return problem->base != NULL ? list_base(problem, visits)
                                 : list_any(problem->a, problem->kind, INT_MAX, INT_MAX, visits);
}

pm_status pm_list(const pm_problem *problem, uint64_t most, pm_visit *visit, void *visitor,
                  const pm_options *options)
{
    PM_ARGUMENTS(problem);
    char key[24];
    struct visits visits = {
        {.question = PM_ASK_LIST, .answer = list, .problem = problem, .options = options},
        visit,
        visitor,
        most,
        0};

    if (visit == NULL)
        return pm_fail(PM_INPUT, "%s(): visit is NULL", __func__);
    PM_TRY(pm_problem_without_gadgets(problem, "list"));
    snprintf(key, sizeof key, "%" PRIu64, most);
    visits.call.key = most > 0 ? key : NULL;
    return pm_query_run(&visits.call);
}
