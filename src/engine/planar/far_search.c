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
 * Cost: about log m tests of planarity for each far edge.  The caller says how many steps they may
 * take (engine/search_steps.h); the tests for few far edges are always made. */
#include "base/alloc.h"
#include "base/bits.h"
#include "base/budget.h"
#include "engine/planar/planar.h"
#include "engine/search_steps.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* MOST: the largest number of far edges besides those of hubs, the vertices with many edges.  STEP:
 * the choice is improved after so many more.  EXPECTED: the search ends if so many would follow.
 * BALL: how many vertices a search for a way round visits.  IDLE: how many edges are tried in
 * vain as replacements. */
/* Steps of a test, and of the search for a way round, for each vertex and each edge. */
static const double TEST_STEPS = 120, ROUND_STEPS = 1000;

/* The steps that are allowed for each vertex and each edge where no other way is; and those that
 * are always allowed, FEW_STEPS at least.  More at first would take longer than many a tree. */
static const double ALONE_STEPS = 50000, LEAST_STEPS = 5000, FEW_STEPS = 2.5e6;

enum { MOST = 28, STEP = 4, EXPECTED = 200, HUB_DEGREE = 16, HUB_TIMES = 4, BALL = 300, IDLE = 12 };

/* Far edges are rare if none is in the first third of the edges. */
enum { THIRD = 3 };

struct edge {
    int u, v;
    int round; /* length of the way round */
    int number;
};

struct search {
    const struct pm_adjacent *graph;
    struct edge *edge;
    int edges;
    bool *is_hub;
    bool *in;                /* for each edge: it belongs to the planar part */
    bool *tried;             /* for each edge: it has been tried as a replacement */
    int *half;               /* for each place in graph->to: the number of the edge */
    double left;             /* the number of steps that are left */
    double alone;            /* the number of steps that pay where no other way is */
    struct pm_adjacent part; /* working memory: the planar part */
    int *seen, *depth, *queue, stamp;
};

static void clear(struct search *s)
{
    PM_FREE(s->edge, s->is_hub, s->in, s->tried, s->half, s->seen, s->depth, s->queue);
    pm_adjacent_clear(&s->part);
}

/* ------------------------------------------------------------------ order */

/* The length of the shortest way between the ends of an edge without it; INT32_MAX - 1: it is
 * long. */
static int way_round(struct search *s, const struct edge *e)
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
static void sort_edges(struct search *s, int *place)
{
    for (int e = 0; e < s->edges; e++)
        if (!s->is_hub[s->edge[e].u] && !s->is_hub[s->edge[e].v])
            s->edge[e].round = way_round(s, &s->edge[e]);
    pm_alloc_sort(s->edge, (size_t)s->edges, sizeof *s->edge, compare);
    for (int e = 0; e < s->edges; e++)
        place[s->edge[e].number] = e;
    for (int k = 0; k < s->graph->start[s->graph->vertices]; k++)
        s->half[k] = place[s->half[k]];
}

static void list_edges(struct search *s)
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

static pm_status begin(struct search *s)
{
    const struct pm_adjacent *const g = s->graph;
    const int halves = g->start[g->vertices];
    pm_status status = PM_OK;
    int *place;

    PM_NEW(s->edge, halves / 2);
    PM_NEW(s->in, halves / 2);
    PM_NEW(s->tried, halves / 2);
    PM_NEW(s->half, halves);
    PM_NEW(s->is_hub, g->vertices);
    PM_NEW(s->seen, g->vertices);
    PM_NEW(s->depth, g->vertices);
    PM_NEW(s->queue, g->vertices + BALL);
    PM_NEW(s->part.start, g->vertices + 1);
    PM_NEW(s->part.to, halves);
    PM_NEW(place, halves / 2);
    for (int v = 0; v < g->vertices; v++) {
        const int degree = g->start[v + 1] - g->start[v];
        s->is_hub[v] = degree > HUB_DEGREE && degree > (double)HUB_TIMES * halves / g->vertices;
    }
    list_edges(s);
    sort_edges(s, place);
    free(place);
    return status;
}

/* ------------------------------------------------------------------ tests */

/* s->part = the graph of the edges e of in[e], and one more edge (-1: none). */
static const struct pm_adjacent *part_of(struct search *s, int more)
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

static pm_status take_steps(struct search *s, double steps)
{
    s->left -= steps;
    return s->left >= 0 ? pm_budget_ask() : pm_fail(PM_UNABLE, "far edges take long to find");
}

static pm_status take_test(struct search *s)
{
    return take_steps(s, TEST_STEPS * (s->graph->vertices + s->edges));
}

static pm_status test(bool *planar, struct search *s)
{
    struct pm_plane *plane = NULL;

    PM_TRY(take_test(s));
    const pm_status status = pm_plane_new(&plane, part_of(s, -1));

    *planar = status == PM_OK;
    pm_plane_free(plane);
    return status == PM_UNABLE ? PM_OK : status;
}

static void set_in(struct search *s, int first, int last, bool in)
{
    for (int e = first; e < last; e++)
        s->in[e] = in;
}

/* Puts in the edges first .. *fit - 1, as many as fit. */
static pm_status fit(int *fits, struct search *s, int first, int last)
{
    bool planar;

    set_in(s, first, last, true);
    PM_TRY(test(&planar, s));
    if (planar)
        first = last;
    while (last - first > 1) {
        const int middle = first + (last - first) / 2;
        set_in(s, first, middle, true);
        set_in(s, middle, last, false);
        PM_TRY(test(&planar, s));
        if (planar)
            first = middle;
        else
            last = middle;
        set_in(s, first, last, false);
    }
    set_in(s, first, last, false);
    *fits = first;
    return PM_OK;
}

/* ------------------------------------------------------------------ improvement */

/* The place of the edge of u and v. */
static int edge_of(const struct search *s, int u, int v)
{
    const struct pm_adjacent *const g = s->graph;
    int k = g->start[u];

    while (g->to[k] != v)
        k++;
    return s->half[k];
}

/* hits[e] = the far edges, as a set of bits, whose subdivision contains edge e. */
static pm_status find_hits(uint32_t *hits, struct search *s, const int *far, int count)
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
static int most_hit(const struct search *s, const uint32_t *hits)
{
    int best = -1;

    for (int e = 0; e < s->edges; e++)
        if (s->in[e] && !s->tried[e] &&
            pm_popcount(hits[e]) > (best < 0 ? 1 : pm_popcount(hits[best])))
            best = e;
    return best;
}

/* Puts in those far edges that fit; *fits = how many. */
static pm_status put_back(int *fits, struct search *s, const int *far, int count)
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

/* Improves the choice among the first `last` edges; *count = the number of far edges there.  An
 * edge that makes room for one other replaces it, too: that may help the next ones. */
static pm_status improve(int *count, struct search *s, int last)
{
    uint32_t *hits;
    pm_status status = PM_OK;

    PM_NEW(hits, s->edges);
    for (int idle = 0; idle < IDLE && status == PM_OK; idle++) {
        int far[MOST + 1], fits = 0;
        *count = 0;
        for (int e = 0; e < last; e++)
            if (!s->in[e])
                far[(*count)++] = e;
        PM_TRY_GOTO(status, find_hits(hits, s, far, *count), done);
        const int e = most_hit(s, hits);
        if (e < 0)
            break;
        s->tried[e] = true;
        s->in[e] = false;
        PM_TRY_GOTO(status, put_back(&fits, s, far, *count), done);
        s->in[e] = fits == 0;
        *count += fits == 0 ? 0 : 1 - fits;
        idle = fits > 1 ? -1 : idle;
    }
done:
    free(hits);
    return status;
}

/* ------------------------------------------------------------------ all edges */

static pm_status too_many(void)
{
    return pm_fail(PM_UNABLE, "too many edges do not fit in the plane");
}

/* Adds the edges before `last`. */
static pm_status add_edges(struct search *s, int last)
{
    int far = 0, improved = 0, begin = -1;

    for (int first = 0; first < last; first++) {
        PM_TRY(fit(&first, s, first, last));
        if (first == last)
            break;
        if (begin < 0) {
            begin = first;
            if (first > last / THIRD) /* their search is worth its time */
                s->left = fmax(s->left, s->alone);
        }
        if (++far - improved >= STEP) {
            /* the next ones probably follow as densely */
            const double each = (double)(first - begin + 1) / far;
            if (far + (last - first) / each > EXPECTED)
                return too_many();
            PM_TRY(improve(&far, s, first + 1));
            improved = far;
        }
        if (far > MOST - STEP)
            return too_many();
    }
    return improve(&far, s, last);
}

/* Adds the edges of each hub, if they fit all together. */
static pm_status add_hubs(struct search *s)
{
    const struct pm_adjacent *const g = s->graph;
    bool planar;

    for (int v = 0; v < g->vertices; v++) {
        if (!s->is_hub[v])
            continue;
        for (int k = g->start[v]; k < g->start[v + 1]; k++)
            s->in[s->half[k]] = true;
        PM_TRY(test(&planar, s));
        for (int k = g->start[v]; k < g->start[v + 1] && !planar; k++)
            s->in[s->half[k]] = false;
    }
    return PM_OK;
}

static pm_status add_all(struct search *s)
{
    int last = s->edges;

    while (last > 0 && (s->is_hub[s->edge[last - 1].u] || s->is_hub[s->edge[last - 1].v]))
        last--;
    if (last > 3 * s->graph->vertices + MOST)
        return too_many();
    PM_TRY(add_edges(s, last));
    return add_hubs(s);
}

/* The steps that are always allowed for so many vertices and edges together. */
static double always_allowed(double size)
{
    return fmin(ALONE_STEPS * size, fmax(LEAST_STEPS * size, FEW_STEPS));
}

pm_status pm_far_steps(double *steps, const struct pm_core *core, const struct pm_limits *limits)
{
    const struct pm_matrix *const a = core->a;
    const double places = pm_matrix_nnz(a);
    const double size =
        core->kind == PM_HAFNIAN ? a->rows + places / 2 : a->rows + a->cols + places;

    *steps = pm_search_share(limits->known);
    return !limits->again || *steps > always_allowed(size)
               ? PM_OK
               : pm_fail(PM_UNABLE, "far edges take long to find");
}

pm_status pm_far_find(bool *out, const struct pm_adjacent *graph, double steps)
{
    const double edges = graph->start[graph->vertices] / 2;
    const double size = graph->vertices + edges, alone = ALONE_STEPS * size;
    struct search s = {.graph = graph,
                       .left = steps > 0 ? fmax(steps, always_allowed(size)) : alone,
                       .alone = alone};
    pm_status status = take_steps(&s, ROUND_STEPS * edges);

    PM_THEN(status, begin(&s));
    PM_THEN(status, add_all(&s));
    for (int k = 0; k < graph->start[graph->vertices] && status == PM_OK; k++)
        out[k] = !s.in[s.half[k]];
    clear(&s);
    return status;
}
