/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Looks for few edges without which a graph is planar.  (The fewest are NP-hard to find: Liu and
 * Geldmacher, On the deletion of nonplanar edges of a graph, 1979.)
 *
 * The edges are sorted by the length of the way round between their ends, so that those which join
 * distant places come last.  They are added in this order; bisection finds the next one that does
 * not fit, a far edge.  All edges of a vertex with very many come after those, together or not at
 * all.
 *
 * The choice is improved now and then.  A far edge and the planar graph contain a subdivision of K5
 * or K3,3 (Kuratowski).  An edge that is in the subdivisions of several far edges may replace them
 * all.
 *
 * Cost: about log m tests of planarity for each far edge.  The search can be interrupted and
 * continued, and finds nothing before its end. */
#include "base/alloc.h"
#include "base/bits.h"
#include "base/budget.h"
#include "engine/planar/planar.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* MOST: the largest number of far edges besides those of hubs, the vertices with many edges.  STEP:
 * the choice is improved after so many more.  EXPECTED: the search ends if so many would follow.
 * BALL: how many vertices a search for a way round visits.  IDLE: how many edges are tried in
 * vain as replacements. */
/* Steps of a test, and of the search for a way round, for each vertex and each edge. */
static const double TEST_STEPS = 120, ROUND_STEPS = 1000;

/* The steps that pay where no other way is, for each vertex and each edge. */
static const double ALONE_STEPS = 50000;

enum { MOST = 28, STEP = 4, EXPECTED = 200, HUB_DEGREE = 16, HUB_TIMES = 4, BALL = 300, IDLE = 12 };

/* What a search does next. */
enum stage { SORT, ADD, IMPROVE, HUBS, DONE };

struct edge {
    int u, v;
    int round; /* length of the way round */
    int number;
};

struct pm_far_search {
    const struct pm_adjacent *graph;
    enum stage stage;
    double used; /* the number of steps so far */
    struct edge *edge;
    int edges, last; /* their number; without those of hubs, which come last */
    bool *is_hub;
    bool *in;                /* for each edge: it belongs to the planar part */
    bool *tried;             /* for each edge: it has been tried as a replacement */
    int *half;               /* for each place in graph->to: the number of the edge */
    int first;               /* the edges before it belong to the planar part, or are far */
    int beyond;              /* first .. beyond - 1 do not fit together; 0: that is not known */
    int begin;               /* the first far edge; -1: none yet */
    int far, improved;       /* the number of far edges; the same when the choice was improved */
    int until, idle;         /* an improvement: of the edges before; edges tried in vain */
    int hub;                 /* the next vertex that may be a hub */
    struct pm_adjacent part; /* working memory: the planar part */
    int *seen, *depth, *queue, stamp;
    uint32_t *hits;
};

void pm_far_search_free(struct pm_far_search *search)
{
    struct pm_far_search *const s = search;

    if (s == NULL)
        return;
    PM_FREE(s->edge, s->is_hub, s->in, s->tried, s->half, s->seen, s->depth, s->queue, s->hits);
    pm_adjacent_clear(&s->part);
    free(s);
}

/* ------------------------------------------------------------------ order */

/* The length of the shortest way between the ends of an edge without it; INT32_MAX - 1: it is
 * long. */
static int way_round(struct pm_far_search *s, const struct edge *e)
{
    const struct pm_adjacent *const g = s->graph;
    int tail = 0;

    s->stamp++;
    s->seen[e->u] = s->stamp;
    s->depth[e->u] = 0;
    s->queue[tail++] = e->u;
    for (int head = 0; head < tail && tail < BALL; head++) {
        const int x = s->queue[head];
        for (int k = g->start[x]; k < g->start[x + 1]; k++) {
            const int y = g->to[k];
            if (s->seen[y] == s->stamp || s->is_hub[y] || (x == e->u && y == e->v))
                continue;
            if (y == e->v)
                return s->depth[x] + 1;
            s->seen[y] = s->stamp;
            s->depth[y] = s->depth[x] + 1;
            s->queue[tail++] = y;
        }
    }
    return INT32_MAX - 1;
}

static int compare(const void *a, const void *b)
{
    const struct edge *const x = a, *const y = b;

    return x->round != y->round ? (x->round > y->round) - (x->round < y->round)
                                : (x->number > y->number) - (x->number < y->number);
}

/* The number of the edge that is number `number` before they are sorted is its place after. */
static pm_status sort_edges(struct pm_far_search *s)
{
    int *place;

    PM_NEW(place, s->edges);
    for (int e = 0; e < s->edges; e++)
        if (!s->is_hub[s->edge[e].u] && !s->is_hub[s->edge[e].v])
            s->edge[e].round = way_round(s, &s->edge[e]);
    pm_alloc_sort(s->edge, (size_t)s->edges, sizeof *s->edge, compare);
    for (int e = 0; e < s->edges; e++)
        place[s->edge[e].number] = e;
    for (int k = 0; k < s->graph->start[s->graph->vertices]; k++)
        s->half[k] = place[s->half[k]];
    free(place);
    s->used += ROUND_STEPS * s->edges;
    s->stage = ADD;
    return PM_OK;
}

static void list_edges(struct pm_far_search *s)
{
    const struct pm_adjacent *const g = s->graph;
    int *const next = s->queue;

    for (int v = 0; v < g->vertices; v++)
        next[v] = g->start[v];
    for (int u = 0; u < g->vertices; u++)
        for (int k = g->start[u]; k < g->start[u + 1]; k++) {
            const int v = g->to[k];
            if (v < u) /* the lower end has listed the edge, in the order of its higher ends */
                continue;
            s->edge[s->edges] = (struct edge){u, v, INT32_MAX, s->edges};
            s->half[k] = s->edges;
            while (g->to[next[v]] != u)
                next[v]++;
            s->half[next[v]] = s->edges++;
        }
}

static pm_status too_many(void)
{
    return pm_fail(PM_UNABLE, PM_FAR_MANY);
}

/* Euler: with v vertices, 3 v edges do not fit in the plane, nor 2 v if there are no triangles. */
static pm_status begin(struct pm_far_search *s)
{
    const struct pm_adjacent *const g = s->graph;
    const int halves = g->start[g->vertices];

    PM_NEW(s->edge, halves / 2);
    PM_NEW(s->in, halves / 2);
    PM_NEW(s->tried, halves / 2);
    PM_NEW(s->hits, halves / 2);
    PM_NEW(s->half, halves);
    PM_NEW(s->is_hub, g->vertices);
    PM_NEW(s->seen, g->vertices);
    PM_NEW(s->depth, g->vertices);
    PM_NEW(s->queue, g->vertices + BALL);
    PM_NEW(s->part.start, g->vertices + 1);
    PM_NEW(s->part.to, halves);
    for (int v = 0; v < g->vertices; v++) {
        const int degree = g->start[v + 1] - g->start[v];
        s->is_hub[v] = degree > HUB_DEGREE && degree > (double)HUB_TIMES * halves / g->vertices;
    }
    list_edges(s);
    for (int e = 0; e < s->edges; e++)
        s->last += !s->is_hub[s->edge[e].u] && !s->is_hub[s->edge[e].v];
    return s->last <= (g->rows < g->vertices ? 2 : 3) * (double)g->vertices + MOST ? PM_OK
                                                                                   : too_many();
}

pm_status pm_far_search_new(struct pm_far_search **search, const struct pm_adjacent *graph)
{
    struct pm_far_search *s;

    PM_NEW(s, 1);
    s->graph = graph;
    s->begin = -1;
    PM_GIVE(search, s, begin(s), pm_far_search_free);
}

/* ------------------------------------------------------------------ tests */

/* s->part = the graph of the edges e of in[e], and one more edge (-1: none). */
static const struct pm_adjacent *part_of(struct pm_far_search *s, int more)
{
    const struct pm_adjacent *const g = s->graph;
    int at = 0;

    s->part.vertices = g->vertices;
    s->part.rows = g->rows;
    for (int u = 0; u < g->vertices; u++) {
        for (int k = g->start[u]; k < g->start[u + 1]; k++)
            if (s->in[s->half[k]] || s->half[k] == more)
                s->part.to[at++] = g->to[k];
        s->part.start[u + 1] = at;
    }
    return &s->part;
}

static pm_status take_test(struct pm_far_search *s)
{
    s->used += TEST_STEPS * (s->graph->vertices + s->edges);
    return pm_budget_ask();
}

static pm_status test(bool *planar, struct pm_far_search *s)
{
    struct pm_plane *plane = NULL;

    PM_TRY(take_test(s));
    const pm_status status = pm_plane_new(&plane, part_of(s, -1));

    *planar = status == PM_OK;
    pm_plane_free(plane);
    return status == PM_UNABLE ? PM_OK : status;
}

static void set_in(struct pm_far_search *s, int first, int last, bool in)
{
    for (int e = first; e < last; e++)
        s->in[e] = in;
}

/* ------------------------------------------------------------------ improvement */

/* The place of the edge of u and v. */
static int edge_of(const struct pm_far_search *s, int u, int v)
{
    const struct pm_adjacent *const g = s->graph;
    int k = g->start[u];

    while (g->to[k] != v)
        k++;
    return s->half[k];
}

/* hits[e] = the far edges, as a set of bits, whose subdivision contains edge e. */
static pm_status find_hits(uint32_t *hits, struct pm_far_search *s, const int *far, int count)
{
    int *ends, edges;
    pm_status status = PM_OK;

    PM_NEW(ends, 2 * (size_t)s->edges);
    memset(hits, 0, (size_t)s->edges * sizeof *hits);
    for (int f = 0; f < count && status == PM_OK; f++) {
        PM_TRY_GOTO(status, take_test(s), done);
        status = pm_plane_obstacle(ends, &edges, part_of(s, far[f]));
        for (int k = 0; k < edges; k++)
            hits[edge_of(s, ends[2 * k], ends[2 * k + 1])] |= UINT32_C(1) << f;
    }
done:
    free(ends);
    return status;
}

/* The edge of the planar part that is in most subdivisions, and has not been tried; -1: none is in
 * two. */
static int most_hit(const struct pm_far_search *s, const uint32_t *hits)
{
    int best = -1;

    for (int e = 0; e < s->edges; e++)
        if (s->in[e] && !s->tried[e] &&
            pm_popcount(hits[e]) > (best < 0 ? 1 : pm_popcount(hits[best])))
            best = e;
    return best;
}

/* Puts in those far edges that fit; *fits = how many. */
static pm_status put_back(int *fits, struct pm_far_search *s, const int *far, int count)
{
    bool planar;

    *fits = 0;
    for (int f = 0; f < count; f++) {
        s->in[far[f]] = true;
        PM_TRY(test(&planar, s));
        s->in[far[f]] = planar;
        *fits += planar;
    }
    return PM_OK;
}

/* *place = the far edges among the first s->until ones; s->far = their number. */
static void list_far(struct pm_far_search *s, int *place)
{
    s->far = 0;
    for (int e = 0; e < s->until; e++)
        if (!s->in[e])
            place[s->far++] = e;
}

/* Tries one edge as a replacement.  An edge that makes room for one other replaces it, too: that
 * may help the next ones. */
static pm_status replace(bool *more, struct pm_far_search *s)
{
    int far[MOST + 1], fits;

    list_far(s, far);
    PM_TRY(find_hits(s->hits, s, far, s->far));
    const int e = most_hit(s, s->hits);
    *more = e >= 0;
    if (e < 0)
        return PM_OK;
    s->tried[e] = true;
    s->in[e] = false;
    PM_TRY(put_back(&fits, s, far, s->far));
    s->in[e] = fits == 0;
    s->far += fits == 0 ? 0 : 1 - fits;
    s->idle = fits > 1 ? 0 : s->idle + 1;
    *more = s->idle < IDLE;
    return PM_OK;
}

static void begin_improvement(struct pm_far_search *s, int until)
{
    s->stage = IMPROVE;
    s->until = until;
    s->idle = 0;
}

/* Improves the choice.  The last improvement is that of all edges. */
static pm_status improve(struct pm_far_search *s)
{
    const bool all = s->first == s->last && s->until == s->last && s->beyond < 0;
    bool more;

    PM_TRY(replace(&more, s));
    if (more)
        return PM_OK;
    s->improved = s->far;
    s->stage = all ? HUBS : ADD;
    return all || s->far <= MOST - STEP ? PM_OK : too_many();
}

/* ------------------------------------------------------------------ all edges */

double pm_far_search_expected(const struct pm_far_search *search)
{
    const struct pm_far_search *const s = search;
    const double each = s->far > 0 ? (double)(s->first - s->begin) / s->far : INFINITY;

    return s->far + (s->last - s->first + 1) / each;
}

/* The edge s->first is far. */
static pm_status leave_out(struct pm_far_search *s)
{
    s->begin = s->begin < 0 ? s->first : s->begin;
    s->first++;
    s->beyond = 0;
    if (++s->far - s->improved < STEP)
        return s->far <= MOST - STEP ? PM_OK : too_many();
    if (pm_far_search_expected(s) > EXPECTED)
        return too_many();
    begin_improvement(s, s->first);
    return PM_OK;
}

/* Puts in more edges, by one test. */
static pm_status add(struct pm_far_search *s)
{
    const int first = s->first;
    const int middle = s->beyond == 0 ? s->last : first + (s->beyond - first) / 2;
    bool planar;

    if (first == s->last) {
        s->beyond = -1;
        begin_improvement(s, s->last);
        return PM_OK;
    }
    set_in(s, first, middle, true);
    PM_TRY(test(&planar, s));
    if (planar) {
        s->first = middle;
    } else {
        set_in(s, first, middle, false);
        s->beyond = middle;
    }
    return s->beyond - s->first == 1 ? leave_out(s) : PM_OK;
}

/* Adds the edges of the next hub, if they fit all together. */
static pm_status add_hub(struct pm_far_search *s)
{
    const struct pm_adjacent *const g = s->graph;
    bool planar;

    while (s->hub < g->vertices && !s->is_hub[s->hub])
        s->hub++;
    if (s->hub == g->vertices) {
        s->stage = DONE;
        return PM_OK;
    }
    const int v = s->hub++;
    for (int k = g->start[v]; k < g->start[v + 1]; k++)
        s->in[s->half[k]] = true;
    PM_TRY(test(&planar, s));
    for (int k = g->start[v]; k < g->start[v + 1] && !planar; k++)
        s->in[s->half[k]] = false;
    return PM_OK;
}

pm_status pm_far_search_go_on(bool *done, struct pm_far_search *search, double steps)
{
    static pm_status (*const go_on[])(struct pm_far_search *) = {
        [SORT] = sort_edges, [ADD] = add, [IMPROVE] = improve, [HUBS] = add_hub};
    struct pm_far_search *const s = search;
    const double end = s->used + steps;

    while (s->stage != DONE && s->used < end)
        PM_TRY(go_on[s->stage](s));
    *done = s->stage == DONE;
    return PM_OK;
}

double pm_far_search_used(const struct pm_far_search *search)
{
    return search->used;
}

void pm_far_search_marks(bool *out, const struct pm_far_search *search)
{
    const struct pm_adjacent *const g = search->graph;

    for (int k = 0; k < g->start[g->vertices]; k++)
        out[k] = !search->in[search->half[k]];
}

double pm_far_alone(double places)
{
    return ALONE_STEPS * places;
}

pm_status pm_far_find(bool *out, const struct pm_adjacent *graph, double steps)
{
    struct pm_far_search *s = NULL;
    bool done = false;
    pm_status status = pm_far_search_new(&s, graph);

    PM_THEN(status, pm_far_search_go_on(&done, s, steps));
    if (status == PM_OK && !done)
        status = pm_fail(PM_UNABLE, PM_FAR_LONG);
    if (status == PM_OK)
        pm_far_search_marks(out, s);
    pm_far_search_free(s);
    return status;
}
