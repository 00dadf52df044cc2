/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Local search on orders by reinsertion: one vertex, or a few consecutive ones, are removed from
 * the sequence and inserted elsewhere, mostly near a neighbour or a neighbour's neighbour.  The
 * effect of a turn depends only on the set of vertices before it (order_star.h).  So only the turns
 * between the two places change, and the sum of a few numbers is the gain.
 *
 * Simulated annealing (Kirkpatrick, Gelatt, Vecchi, Optimization by simulated annealing, Science
 * 220, 1983) on the relative change of the whole cost.  Decisions use no function of the
 * mathematical library except the square root, since the last bits of others differ between
 * machines. */
#include "engine/order/order_ways.h"

#include "base/alloc.h"
#include "base/status.h"
#include "num/random.h"

#include <string.h>

enum {
    STAGES = 64,   /* stages of equal temperature: a power of two */
    REFRESH = 512, /* number of trials between two searches for costly turns */
    AROUND = 16,   /* places around a costly turn from which vertices are taken */
    FAR = 6,       /* moves to any place go at most 2^FAR places */
    BLOCK = 9,     /* largest number of vertices that move together */
};

static const double COSTLY = 0.01; /* turns that cost more than this fraction of the whole */

/* The frontier before a turn, and the cost of the turn. */
struct turn {
    int width, ones;
    double cost;
};

struct pm_order_anneal {
    const struct pm_order_price *price;
    struct pm_order_line *line;
    struct turn *turn, *trial; /* of all places; of those that a trial evaluates */
    double cost;               /* sum over all turns */
    int *best;                 /* sequence */
    double best_cost;
    int *costly, count; /* places */
    int trials;         /* until the next search for costly turns */
    uint64_t seed;
    double length, used;        /* steps of the round */
    double per_place;           /* steps of a trial, for each place that it evaluates */
    double temperature, factor; /* factor: from stage to stage */
    int stage;
};

/* ---------------------------------------------------------------- moves */

static void reverse(int *x, int count)
{
    for (int i = 0, j = count - 1; i < j; i++, j--)
        PM_SWAP(x[i], x[j]);
}

/* The vertices at these places have moved: finds the first and last neighbours again. */
static void look_again(struct pm_order_line *line, int low, int high)
{
    const struct pm_order_graph *const g = line->graph;
    for (int i = low; i <= high; i++) {
        const int x = line->vertex[i];
        for (int k = g->start[x]; k < g->start[x + 1]; k++)
            pm_order_line_look(line, g->near[k]);
    }
}

/* A move: the first `count` vertices of the places low..high go behind the others. */
struct move {
    int low, count, high;
};

static void carry_out(struct pm_order_line *line, struct move m)
{
    const int length = m.high - m.low + 1;
    int *const x = line->vertex + m.low;
    reverse(x, m.count);
    reverse(x + m.count, length - m.count);
    reverse(x, length);
    for (int i = m.low; i <= m.high; i++)
        line->place[line->vertex[i]] = i;
    if (m.count < length - m.count)
        look_again(line, m.high - m.count + 1, m.high);
    else
        look_again(line, m.low, m.high - m.count);
}

static void undo(struct pm_order_line *line, struct move m)
{
    carry_out(line, (struct move){m.low, m.high - m.low + 1 - m.count, m.high});
}

/* ------------------------------------------------------------------ choices */

/* One of `count` numbers, chosen by 16 random bits. */
static int pick(uint64_t bits, int count)
{
    return (int)((bits & 0xffff) * (uint64_t)count >> 16);
}

/* Chooses a place, mostly near a costly turn. */
static int choose_place(const struct pm_order_anneal *a, uint64_t r)
{
    const int vertices = a->line->graph->vertices;
    if (a->count == 0 || (r & 7) == 0)
        return (int)((r >> 32) % (uint64_t)vertices);
    const int near = a->costly[(r >> 32) % (uint64_t)a->count];
    const int place = near + pick(r >> 3, 2 * AROUND) - AROUND;
    return place < 0 || place >= vertices ? near : place;
}

/* The place of a neighbour of v, or of a neighbour's neighbour. */
static int near_place(const struct pm_order_line *line, int v, uint64_t r)
{
    const struct pm_order_graph *const g = line->graph;
    for (int far = 0; far <= (int)(r >> 60 & 1); far++, r >>= 16) {
        if (g->start[v + 1] > g->start[v])
            v = g->near[g->start[v] + pick(r, g->start[v + 1] - g->start[v])];
    }
    return line->place[v];
}

/* A place at most 2^FAR away; distances of each power of two are equally likely. */
static int any_place(const struct pm_order_line *line, int from, uint64_t r)
{
    const int last = line->graph->vertices - 1;
    const int far = 1 + (int)(r & ((UINT64_C(2) << pick(r >> 16, FAR)) - 1));
    const int to = r >> 60 & 1 ? from + far : from - far;
    return to < 0 ? 0 : to > last ? last : to;
}

/* Three of four moves go near a neighbour; one of four takes several vertices. */
static struct move choose_move(struct pm_order_anneal *a)
{
    const struct pm_order_line *const line = a->line;
    const int from = choose_place(a, pm_random_word(&a->seed));
    const uint64_t r = pm_random_word(&a->seed);
    const int to = r >> 62 ? near_place(line, line->vertex[from], r) : any_place(line, from, r);
    const int low = from < to ? from : to, high = from < to ? to : from;
    int count = (r >> 58 & 3) == 0 ? 2 + pick(r >> 32, BLOCK - 1) : 1;
    if (count > (high - low + 1) / 2)
        count = (high - low + 1) / 2;
    return (struct move){low, from < to ? count : high - low + 1 - count, high};
}

/* Minus the logarithm of a uniform random number, within a tenth: linear between powers of two. */
static double exponential(uint64_t r)
{
    const int zeros = r ? __builtin_clzll(r) : 63;
    const double part = (double)(r << zeros >> 11) * 0x1p-52; /* 1 .. 2 */
    return 0.6931471805599453 * (zeros + 2 - part);
}

/* ------------------------------------------------------------------- trials */

/* Computes the turns low..high; true if they cost at most `most`, with *cost = the sum. */
static bool weigh(struct pm_order_anneal *a, double *cost, int low, int high, double most)
{
    struct pm_order_meter meter = {.states = a->line->graph->states,
                                   .price = a->price,
                                   .width = a->turn[low].width,
                                   .ones = a->turn[low].ones};
    for (int i = low; i <= high && meter.cost <= most; i++) {
        const double before = meter.cost;
        a->trial[i] = (struct turn){.width = meter.width, .ones = meter.ones};
        pm_order_close(&meter, a->line, a->line->vertex[i], false);
        a->trial[i].cost = meter.cost - before;
    }
    *cost = meter.cost;
    return meter.cost <= most;
}

static void find_costly(struct pm_order_anneal *a)
{
    const int vertices = a->line->graph->vertices;
    a->cost = 0;
    for (int i = 0; i < vertices; i++)
        a->cost += a->turn[i].cost;
    a->count = 0;
    for (int i = 0; i < vertices; i++) {
        if (a->turn[i].cost >= COSTLY * a->cost)
            a->costly[a->count++] = i;
    }
    a->trials = REFRESH;
    a->used += vertices;
}

static void keep_best(struct pm_order_anneal *a)
{
    if (a->cost >= a->best_cost)
        return;
    a->best_cost = a->cost;
    memcpy(a->best, a->line->vertex, (size_t)a->line->graph->vertices * sizeof *a->best);
}

static double cost_of(const struct turn *turn, int low, int high)
{
    double cost = 0;
    for (int i = low; i <= high; i++)
        cost += turn[i].cost;
    return cost;
}

/* One trial.  The allowed increase is drawn first, so that the computation can stop when it is
 * exceeded. */
static void try_move(struct pm_order_anneal *a)
{
    const struct move m = choose_move(a);
    const double before = cost_of(a->turn, m.low, m.high);
    const double slack = a->cost * a->temperature * exponential(pm_random_word(&a->seed));
    double after;
    a->used += a->per_place * (m.high - m.low + 2);
    if (m.low == m.high)
        return;
    carry_out(a->line, m);
    if (!weigh(a, &after, m.low, m.high, before + slack)) {
        undo(a->line, m);
        return;
    }
    memcpy(a->turn + m.low, a->trial + m.low, (size_t)(m.high - m.low + 1) * sizeof *a->turn);
    a->cost += after - before;
    keep_best(a);
}

bool pm_order_anneal_go_on(struct pm_order_anneal *anneal, double *used, double steps)
{
    struct pm_order_anneal *const a = anneal;
    const double from = a->used;
    while (a->used < a->length && *used + (a->used - from) < steps) {
        if (a->trials-- == 0)
            find_costly(a);
        for (; a->used > a->length / STAGES * (a->stage + 1); a->stage++)
            a->temperature *= a->factor;
        try_move(a);
    }
    *used += a->used - from;
    return a->used >= a->length;
}

const int *pm_order_anneal_best(double *cost, const struct pm_order_anneal *anneal)
{
    *cost = anneal->best_cost;
    return anneal->best;
}

/* --------------------------------------------------------------- life cycle */

static pm_status init(struct pm_order_anneal *a, const struct pm_order_line *line)
{
    const struct pm_order_graph *const g = line->graph;
    const int vertices = g->vertices;
    double cost;
    a->per_place = 9.0 * (2.0 * g->edges + 1) / vertices;
    PM_TRY(pm_order_line_new(&a->line, g, line->vertex));
    PM_NEW(a->turn, vertices);
    PM_NEW(a->trial, vertices);
    PM_NEW(a->costly, vertices);
    PM_NEW(a->best, vertices);
    weigh(a, &cost, 0, vertices - 1, INFINITY);
    memcpy(a->turn, a->trial, (size_t)vertices * sizeof *a->turn);
    find_costly(a);
    a->best_cost = INFINITY;
    keep_best(a);
    return PM_OK;
}

pm_status pm_order_anneal_new(struct pm_order_anneal **anneal, const struct pm_order_line *line,
                              const struct pm_order_price *price,
                              const struct pm_order_round *round)
{
    struct pm_order_anneal *a;
    PM_NEW(a, 1);
    a->price = price;
    a->seed = round->seed;
    a->length = round->steps;
    a->temperature = round->hot;
    a->factor = round->cold / round->hot;
    for (int stages = STAGES; stages > 1; stages /= 2)
        a->factor = sqrt(a->factor);
    PM_GIVE(anneal, a, init(a, line), pm_order_anneal_free);
}

void pm_order_anneal_free(struct pm_order_anneal *anneal)
{
    if (!anneal)
        return;
    pm_order_line_free(anneal->line);
    PM_FREE(anneal->turn, anneal->trial, anneal->costly, anneal->best, anneal);
}
