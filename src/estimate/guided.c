/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Importance sampling of perfect matchings, in any graph.
 *
 * A draw matches one vertex after another: one with the fewest vertices left to go to, the one that
 * changed last among them.  Its partner is drawn from two proposals.  The first is belief
 * propagation, which is exact on trees: with messages
 *
 *     m_(v->w) = 1 / sum_(u != w) a_uv m_(u->v),
 *
 * v goes to w with probability proportional to a_vw m_(w->v).  The second is the scaling to line
 * sums 1, a_vw r_v r_w with r_v = 1 / sum_w a_vw r_w (Sinkhorn and Knopp, Pacific J. Mathematics
 * 21, 1967), which spreads more evenly and has a fifth of the probability.  After each choice both
 * are brought up to date near the vertices that are gone, as far as messages change.  For the mean
 * it does not matter what the proposals are: the weight of a draw is divided by the probabilities
 * that were really used.  The last vertices are counted exactly, by sums over sets.
 *
 * A proposal below RARE is not drawn; this, like a dead end, only makes the mean smaller.  So the
 * mean of the draws is at most the answer but for roundings: a choice among k is wrong by
 * (k + 2) 2^-53, relative to a probability of at least RARE.
 *
 * Source of belief propagation: Vontobel, The Bethe permanent of a nonnegative matrix, IEEE
 * Transactions on Information Theory 59, 2013.  Cost: a draw computes the messages of some vertices
 * near each choice. */
#include "estimate/guided.h"

#include "base/alloc.h"
#include "base/budget.h"
#include "base/status.h"
#include "base/chance.h"
#include "model/balance.h"
#include "num/mag.h"

#include <string.h>

enum {
    END_SQUARE = 24, /* vertices that are counted exactly: 2^12 sets of columns */
    END = 14,        /* ... in other graphs: 2^14 sets of vertices */
    SWEEPS = 300,    /* passes to the first fixed point */
    TRIES = 100,     /* draws to find one that is no dead end */
};

static const double SPREAD = 0.25;     /* the weight of the second proposal; the first has 1 */
static const double NEAR = 0.08;       /* smaller relative changes are not passed on */
static const double NEAR_START = 1e-4; /* ... on the way to the first fixed point */
static const double RARE = 0x1p-20;
static const double LARGEST = 0x1p500; /* of messages and scales */

/* The budget is asked after so many updates, and after so many vertices of a draw. */
enum { UPDATES = 4096, VERTICES = 256 };

struct pm_guided_draw {
    const struct pm_guided *g;
    struct pm_beliefs now;
    int *degree;          /* [vertices] partners that are left; -1: the vertex is gone */
    int *next, *previous; /* [vertices] lists of vertices by degrees */
    int *head;            /* [vertices] */
    int *queue, queued;   /* [vertices] a ring of vertices whose messages may change */
    int front;
    bool *waits;          /* [vertices] it is in the queue */
    double *term, *other; /* [vertices] of one vertex */
    int *option;          /* [vertices] half-edges of one vertex */
    double *sets;         /* sums over the ways to use sets of the last vertices */
    double near;          /* smaller relative changes are not passed on */
    double steps;
};

/* -------------------------------------------------------------------------- messages */

static void push(struct pm_guided_draw *d, int v)
{
    const int n = d->g->graph.vertices;

    if (d->waits[v] || d->degree[v] < 0)
        return;
    d->waits[v] = true;
    d->queue[(d->front + d->queued++) % n] = v;
}

/* 1 / sum, within the range where products stay normal */
static double inverse(double sum)
{
    const double x = 1 / sum;

    return x < 1 / LARGEST ? 1 / LARGEST : x < LARGEST ? x : LARGEST;
}

/* Computes the messages from v and its scale; who gets a message that changed has to wait. */
static void update(struct pm_guided_draw *d, int v)
{
    const struct pm_guided *const g = d->g;
    const struct pm_adjacent *const graph = &g->graph;
    double before = 0, sum = 0;
    int count = 0;

    for (int h = graph->start[v]; h < graph->start[v + 1]; h++)
        if (d->degree[graph->to[h]] >= 0) {
            d->option[count] = h;
            d->term[count] = g->weight[h] * d->now.message[g->back[h]];
            d->other[count] = before; /* the sum of those before it */
            before += d->term[count++];
            sum += g->weight[h] * d->now.scale[graph->to[h]];
        }
    double after = 0;

    d->now.scale[v] = inverse(sum);
    for (int k = count - 1; k >= 0; k--) {
        const int h = d->option[k];
        const double old = d->now.message[h], fresh = inverse(d->other[k] + after);
        after += d->term[k];
        d->now.message[h] = fresh;
        if (fabs(fresh - old) > d->near * old)
            push(d, graph->to[h]);
    }
    d->steps += count;
}

/* Updates what waits, at most `most` vertices. */
static pm_status settle(struct pm_guided_draw *d, double most)
{
    const int n = d->g->graph.vertices;

    for (int k = 1; d->queued > 0; most--, k++) {
        if (k % UPDATES == 0)
            PM_TRY(pm_budget_ask());
        const int v = d->queue[d->front];
        d->front = (d->front + 1) % n;
        d->queued--;
        d->waits[v] = false;
        if (d->degree[v] > 0 && most > 0)
            update(d, v);
    }
    return PM_OK;
}

/* --------------------------------------------------------------------------- vertices */

static void list_put(struct pm_guided_draw *d, int v)
{
    int *const head = &d->head[d->degree[v]];

    d->next[v] = *head;
    d->previous[v] = -1;
    if (*head >= 0)
        d->previous[*head] = v;
    *head = v;
}

static void list_take(struct pm_guided_draw *d, int v)
{
    if (d->previous[v] >= 0)
        d->next[d->previous[v]] = d->next[v];
    else
        d->head[d->degree[v]] = d->next[v];
    if (d->next[v] >= 0)
        d->previous[d->next[v]] = d->previous[v];
}

static void remove_vertex(struct pm_guided_draw *d, int v)
{
    const struct pm_adjacent *const graph = &d->g->graph;

    list_take(d, v);
    d->degree[v] = -1;
    for (int h = graph->start[v]; h < graph->start[v + 1]; h++) {
        const int w = graph->to[h];
        if (d->degree[w] < 0)
            continue;
        list_take(d, w);
        d->degree[w]--;
        list_put(d, w);
        push(d, w);
    }
}

static int fewest(const struct pm_guided_draw *d)
{
    int degree = 0;

    while (d->head[degree] < 0)
        degree++;
    return d->head[degree];
}

/* ----------------------------------------------------------------------------- draws */

/* Draws the partner of v: a half-edge, or -1; *weight *= its weight / its probability. */
static int draw_partner(struct pm_guided_draw *d, int v, double *weight, uint64_t *state)
{
    const struct pm_guided *const g = d->g;
    const struct pm_adjacent *const graph = &g->graph;
    double sum = 0, scaled = 0, all = 0;
    int count = 0;

    for (int h = graph->start[v]; h < graph->start[v + 1]; h++) {
        const int w = graph->to[h];
        if (d->degree[w] < 0)
            continue;
        d->option[count] = h;
        sum += d->term[count] = g->weight[h] * d->now.message[g->back[h]];
        scaled += d->other[count++] = g->weight[h] * d->now.scale[w];
    }
    for (int k = 0; k < count; k++) {
        d->term[k] = d->term[k] / sum + SPREAD * d->other[k] / scaled;
        if (!(d->term[k] > (1 + SPREAD) * RARE)) /* also a NaN */
            d->term[k] = 0;
        all += d->term[k];
    }
    const int k = pm_chance_pick(d->term, count, state);
    if (k < 0)
        return -1;
    *weight *= g->weight[d->option[k]] * (all / d->term[k]);
    return d->option[k];
}

/* The sum over all matchings of the vertices that are left: sets[s] is the sum over the ways that
 * use the set s.  In each step the next row, or the first vertex that is not in s, takes a partner.
 */
static double count_end(struct pm_guided_draw *d)
{
    const struct pm_guided *const g = d->g;
    const struct pm_adjacent *const graph = &g->graph;
    int *const place = d->queue, *const vertex = d->option;
    int count = 0, rows = 0;

    for (int v = 0; v < graph->vertices; v++)
        if (d->degree[v] >= 0) {
            rows += g->square && v < graph->rows;
            place[v] = count - rows;
            vertex[count++] = v;
        }
    const uint32_t full = (UINT32_C(1) << (count - rows)) - 1;
    memset(d->sets, 0, ((size_t)full + 1) * sizeof *d->sets);
    d->sets[0] = 1;
    for (uint32_t set = 0; set < full; set++) {
        if (d->sets[set] == 0)
            continue;
        const int at = g->square ? __builtin_popcount(set) : __builtin_ctz(~set);
        const uint32_t own = g->square ? 0 : UINT32_C(1) << at;
        for (int h = graph->start[vertex[at]]; h < graph->start[vertex[at] + 1]; h++) {
            const int w = graph->to[h];
            if (d->degree[w] < 0 || (set >> place[w] & 1))
                continue;
            d->sets[set | own | UINT32_C(1) << place[w]] += d->sets[set] * g->weight[h];
            d->steps++;
        }
    }
    return d->sets[full];
}

static void begin(struct pm_guided_draw *d)
{
    const struct pm_adjacent *const graph = &d->g->graph;
    const size_t n = (size_t)graph->vertices, halves = (size_t)graph->start[n];

    memcpy(d->now.message, d->g->start.message, halves * sizeof *d->now.message);
    memcpy(d->now.scale, d->g->start.scale, n * sizeof *d->now.scale);
    memset(d->waits, 0, n * sizeof *d->waits);
    for (int v = 0; v < graph->vertices; v++)
        d->head[v] = -1;
    for (int v = 0; v < graph->vertices; v++) {
        d->degree[v] = graph->start[v + 1] - graph->start[v];
        list_put(d, v);
    }
    d->front = d->queued = 0;
}

/* A draw; its value is *x times 2^*exp. */
static pm_status draw(double *x, int64_t *exp, struct pm_guided_draw *d, uint64_t *state)
{
    const struct pm_guided *const g = d->g;
    double weight = 1;

    begin(d);
    *x = 0;
    *exp = 0;
    for (int left = g->graph.vertices; left > g->end; left -= 2) {
        if (left % VERTICES < 2)
            PM_TRY(pm_budget_ask());
        const int v = fewest(d), h = draw_partner(d, v, &weight, state);
        if (h < 0)
            return PM_OK;
        const int shift = pm_exponent(weight);
        weight = pm_times_power(weight, -shift);
        *exp += shift;
        remove_vertex(d, v);
        remove_vertex(d, g->graph.to[h]);
        PM_TRY(settle(d, left));
    }
    *x = weight * count_end(d);
    return PM_OK;
}

pm_status pm_guided_draw(double *value, struct pm_guided_draw *d, uint64_t *state)
{
    int64_t exp;

    PM_TRY(draw(value, &exp, d, state));
    *value = pm_times_power(*value, exp - d->g->about);
    return PM_OK;
}

double pm_guided_loose(const struct pm_guided *g)
{
    const double n = g->graph.vertices;

    return pm_gamma(10 * n + 2 * n * g->end) + n * (g->widest + 2) * (0x1p-53 / RARE);
}

double pm_guided_steps(const struct pm_guided_draw *d)
{
    return d->steps;
}

/* ------------------------------------------------------------------------------ set-up */

pm_status pm_guided_draw_new(struct pm_guided_draw **out, const struct pm_guided *g)
{
    const int n = g->graph.vertices, room = n > END ? n : END;
    struct pm_guided_draw *d;
    pm_status status = PM_OK;

    PM_NEW(d, 1);
    d->g = g;
    d->near = NEAR;
    PM_NEW_GOTO(status, d->now.message, g->graph.start[n], done);
    PM_NEW_GOTO(status, d->now.scale, n, done);
    PM_NEW_GOTO(status, d->degree, n, done);
    PM_NEW_GOTO(status, d->next, n, done);
    PM_NEW_GOTO(status, d->previous, n, done);
    PM_NEW_GOTO(status, d->head, n + 1, done);
    PM_NEW_GOTO(status, d->queue, n, done);
    PM_NEW_GOTO(status, d->waits, n, done);
    PM_NEW_GOTO(status, d->term, n, done);
    PM_NEW_GOTO(status, d->other, n, done);
    PM_NEW_GOTO(status, d->option, room, done);
    PM_NEW_GOTO(status, d->sets, (size_t)1 << (g->square ? END_SQUARE / 2 : END), done);
done:
    PM_GIVE(out, d, status, pm_guided_draw_free);
}

void pm_guided_draw_free(struct pm_guided_draw *d)
{
    if (d == NULL)
        return;
    PM_FREE(d->now.message, d->now.scale, d->degree, d->next, d->previous, d->head, d->queue,
            d->waits, d->term, d->other, d->option, d->sets, d);
}

static pm_status load(struct pm_guided *g, const struct pm_matrix *a)
{
    const struct pm_adjacent *const graph = &g->graph;
    pm_status status = PM_OK;
    int64_t *exp;
    int *next = NULL;

    PM_NEW(exp, graph->vertices);
    PM_NEW_GOTO(status, next, graph->vertices, done);
    PM_TRY_GOTO(status,
                g->square ? pm_balance(exp, exp + graph->rows, a) : pm_balance_symmetric(exp, a),
                done);
    for (int v = 0; v < graph->vertices; v++) {
        g->exp += exp[v];
        next[v] = graph->start[v];
    }
    for (int v = 0; v < graph->vertices; v++) {
        const int degree = graph->start[v + 1] - graph->start[v];
        g->widest = degree > g->widest ? degree : g->widest;
        for (int h = graph->start[v]; h < graph->start[v + 1]; h++) {
            const int w = graph->to[h], u = v < w ? v : w;
            const int k = pm_matrix_entry(a, u, v + w - u - (g->square ? graph->rows : 0));
            struct pm_mag x = pm_mag_fmpq(a->re + k);
            x.e -= exp[v] + exp[w];
            g->weight[h] = pm_mag_get_double(x);
            g->back[h] = next[w]++;
        }
    }
done:
    PM_FREE(exp, next);
    return status;
}

/* The fixed points, and the weight of a first draw. */
static pm_status begin_all(struct pm_guided *g)
{
    const struct pm_adjacent *const graph = &g->graph;
    struct pm_guided_draw *d;
    uint64_t state = pm_chance_stream(0, 0);

    for (int h = 0; h < graph->start[graph->vertices]; h++)
        g->start.message[h] = 1;
    for (int v = 0; v < graph->vertices; v++)
        g->start.scale[v] = 1;
    PM_TRY(pm_guided_draw_new(&d, g));
    begin(d);
    d->near = NEAR_START;
    for (int v = 0; v < graph->vertices; v++)
        push(d, v);
    pm_status status = settle(d, (double)SWEEPS * graph->vertices);
    memcpy(g->start.message, d->now.message,
           (size_t)graph->start[graph->vertices] * sizeof *d->now.message);
    memcpy(g->start.scale, d->now.scale, (size_t)graph->vertices * sizeof *d->now.scale);
    d->near = NEAR;
    for (int tries = 0; tries < TRIES && status == PM_OK; tries++) {
        int64_t exp;
        double x;
        status = draw(&x, &exp, d, &state);
        if (x > 0) {
            g->about = exp + pm_exponent(x);
            break;
        }
    }
    pm_guided_draw_free(d);
    return status;
}

pm_status pm_guided_init(struct pm_guided *g, const struct pm_matrix *a, enum pm_kind kind)
{
    pm_status status;

    *g = (struct pm_guided){.square = kind == PM_PERMANENT};
    PM_TRY(pm_adjacent_new(&g->graph, a, kind));
    const int n = g->graph.vertices, halves = g->graph.start[n];
    const int end = g->square ? END_SQUARE : END;
    g->end = n < end ? n : end;
    PM_NEW_GOTO(status, g->back, halves, done);
    PM_NEW_GOTO(status, g->weight, halves, done);
    PM_NEW_GOTO(status, g->start.message, halves, done);
    PM_NEW_GOTO(status, g->start.scale, n, done);
    PM_TRY_GOTO(status, load(g, a), done);
    status = begin_all(g);
done:
    if (status != PM_OK)
        pm_guided_clear(g);
    return status;
}

void pm_guided_clear(struct pm_guided *g)
{
    pm_adjacent_clear(&g->graph);
    PM_FREE(g->back, g->weight, g->start.message, g->start.scale);
    *g = (struct pm_guided){.square = false};
}
