/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The search for an order.  Sequences are made as in the file, from its spectrum, and by growth of
 * the frontier from every vertex, the first of which is tried before the spectrum.  Half of the
 * steps go to rounds of annealing, which start from the best sequence so far; cold rounds follow
 * hot ones.  Everything is counted in steps, so the result depends only on the graph, the limit and
 * the number of steps. */
#include "engine/order/order_ways.h"

#include "base/budget.h"
#include "base/alloc.h"
#include "base/status.h"
#include "engine/search_steps.h"

#include <stdlib.h>

static const double PIECE = 1e7; /* steps of annealing between two questions to the budget */
/* The search is over if rounds are vain; but not before so many steps for every vertex; fewer if no
 * round has gained anything, as on lattices. */
static const double LEAST_STEPS = 2e6, LEAST_IN_VAIN = 3e5;

/* If no sequence from so many vertices is narrow, none is expected from others. */
enum { WIDE_STARTS = 200 };

struct pm_order_search {
    const struct pm_order_graph *graph;
    struct pm_order_price *price;
    struct pm_order_line *best; /* NULL: none yet */
    double cost;                /* of the best */
    int *sequence;              /* for trials */
    int start;          /* number of vertices tried; -1: the order of the file comes first */
    int starts, forced; /* number of vertices to try; the one to begin with, -1: any */
    double tried;       /* steps so far, besides the rounds of annealing */
    struct pm_rounds rounds;
};

/* --------------------------------------------------------------- life cycle */

/* PM_SWEEP_START=N: only from vertex N.  This gives another order for the same answer (for
 * tests). */
static void choose_starts(struct pm_order_search *s)
{
    const char *const named = getenv("PM_SWEEP_START");
    const long vertex = named != NULL ? strtol(named, NULL, 10) : 0;
    const bool forced = vertex >= 1 && vertex <= s->graph->vertices;

    s->starts = forced ? 1 : s->graph->vertices;
    s->forced = forced ? (int)vertex - 1 : -1;
    s->start = forced ? 0 : -1;
}

static pm_status init(struct pm_order_search *s, double most_states)
{
    choose_starts(s);
    PM_NEW(s->sequence, s->graph->vertices);
    return pm_order_price_new(&s->price, s->graph->states, most_states);
}

pm_status pm_order_search_new(struct pm_order_search **search, const struct pm_order_graph *graph,
                              double most_states)
{
    struct pm_order_search *s;
    PM_NEW(s, 1);
    s->graph = graph;
    s->cost = INFINITY;
    PM_GIVE(search, s, init(s, most_states), pm_order_search_free);
}

void pm_order_search_free(struct pm_order_search *search)
{
    if (!search)
        return;
    free(search->price);
    pm_order_line_free(search->best);
    PM_FREE(search->sequence, search);
}

/* The cost of a line; the sum ends when it is `most` or more. */
static double cost_of(const struct pm_order_search *s, const struct pm_order_line *line,
                      double most)
{
    struct pm_order_meter meter = {.states = s->graph->states, .price = s->price};
    for (int i = 0; i < s->graph->vertices && meter.cost < most; i++)
        pm_order_close(&meter, line, line->vertex[i], false);
    return meter.cost;
}

/* Keeps a sequence if it is the cheapest. */
static pm_status judge(struct pm_order_search *s, const int *sequence)
{
    const struct pm_order_graph *const g = s->graph;
    struct pm_order_line *line;
    PM_TRY(pm_order_line_new(&line, g, sequence));
    const double cost = cost_of(s, line, s->cost);
    s->tried += 20.0 * g->edges + 20.0 * g->vertices;
    if (cost >= s->cost) {
        pm_order_line_free(line);
        return PM_OK;
    }
    pm_order_line_free(s->best);
    s->best = line;
    s->cost = cost;
    return PM_OK;
}

void pm_order_search_limit(struct pm_order_search *search, double most_states)
{
    struct pm_order_search *const s = search;
    pm_order_price_limit(s->price, most_states);
    if (s->best != NULL)
        s->cost = cost_of(s, s->best, INFINITY);
    s->rounds.gained = s->rounds.steps; /* the rounds so far say nothing about this limit */
}

/* ------------------------------------------------------------------- trials */

/* The sequence is row i, column i, row i + 1, .. */
static void file_order(struct pm_order_search *s)
{
    const int rows = s->graph->rows, cols = s->graph->vertices - rows;
    int count = 0;
    for (int i = 0; i < rows || i < cols; i++) {
        if (i < rows)
            s->sequence[count++] = i;
        if (i < cols)
            s->sequence[count++] = rows + i;
    }
}

static pm_status try_file(struct pm_order_search *s)
{
    file_order(s);
    return judge(s, s->sequence);
}

/* The same smoothed; this takes many steps. */
static pm_status try_spectrum(struct pm_order_search *s)
{
    file_order(s);
    PM_TRY(pm_order_spectral(s->sequence, &s->tried, s->graph));
    return judge(s, s->sequence);
}

static pm_status try_greedy(struct pm_order_search *s, int first, enum pm_order_side side)
{
    bool narrow;
    PM_TRY(pm_order_greedy(&narrow, s->sequence, &s->tried, s->graph, first, side));
    return narrow ? judge(s, s->sequence) : PM_OK;
}

/* Greedy from one more vertex: with both sides, and with its own side only.  The vertices come from
 * all over the graph. */
static pm_status try_start(struct pm_order_search *s)
{
    const struct pm_order_graph *const g = s->graph;
    const uint64_t stride = 0x9e3779b1; /* a prime: no multiple of a smaller number */
    if (s->start++ < 0)
        return try_file(s);
    const int any = (int)((uint64_t)(s->start - 1) * stride % (uint64_t)g->vertices);
    const int first = s->forced >= 0 ? s->forced : any;
    PM_TRY(try_greedy(s, first, PM_ORDER_BOTH));
    if (s->start == 1 && s->forced < 0)
        PM_TRY(try_spectrum(s));
    return g->rows == g->vertices
               ? PM_OK
               : try_greedy(s, first, first < g->rows ? PM_ORDER_ROWS : PM_ORDER_COLS);
}

/* ---------------------------------------------------------------- annealing */

/* A round of annealing of about `steps` steps. */
static pm_status anneal(struct pm_order_search *s, double steps)
{
    static const double hot[] = {0.1, 0.3, 0.5}, cold[] = {0.001, 0.002, 0.002};
    const struct pm_order_round round = {
        .hot = hot[s->rounds.count % 3],
        .cold = cold[s->rounds.count % 3],
        .steps = steps,
        .seed = (uint64_t)s->rounds.count,
    };
    const double before = s->cost;
    struct pm_order_anneal *annealing;
    double cost;
    PM_TRY(pm_order_anneal_new(&annealing, s->best, s->price, &round));
    pm_status status = PM_OK;
    double *const used = &s->rounds.steps;
    while (status == PM_OK && !pm_order_anneal_go_on(annealing, used, *used + PIECE))
        status = pm_budget_ask();
    PM_THEN(status, judge(s, pm_order_anneal_best(&cost, annealing)));
    pm_order_anneal_free(annealing);
    pm_search_rounds_end(&s->rounds, before, s->cost);
    return status;
}

/* ------------------------------------------------------------------- search */

static bool all_tried(const struct pm_order_search *s)
{
    return s->start == s->starts || (s->best == NULL && s->start >= WIDE_STARTS);
}

/* True if the search has annealed long, and lately in vain. */
static bool annealed(const struct pm_order_search *s)
{
    const double least = s->rounds.gained > 0 ? LEAST_STEPS : LEAST_IN_VAIN;

    return s->rounds.steps >= least * s->graph->vertices && pm_search_rounds_are_vain(&s->rounds);
}

static bool over(const struct pm_order_search *s)
{
    return all_tried(s) && (s->best == NULL || s->cost == 0 || annealed(s));
}

pm_status pm_order_search_go_on(struct pm_order_search *search, double steps, bool *done)
{
    struct pm_order_search *const s = search;
    const double end = pm_order_search_used(s) + steps;
    while (pm_order_search_used(s) < end && !over(s)) {
        PM_TRY(pm_budget_ask());
        const double left = end - s->tried - s->rounds.steps;
        if (!all_tried(s) && (left >= steps / 2 || s->best == NULL))
            PM_TRY(try_start(s));
        else
            PM_TRY(anneal(s, left));
    }
    *done = over(s);
    return PM_OK;
}

pm_status pm_order_search_best(struct pm_order **order, const struct pm_order_search *search)
{
    return search->best
               ? pm_order_line_order(order, search->best)
               : pm_fail(PM_UNABLE, "no order with at most %d slots was found", PM_ORDER_WIDTH);
}

double pm_order_search_used(const struct pm_order_search *search)
{
    return search->tried + search->rounds.steps;
}

double pm_order_search_cost(const struct pm_order_search *search)
{
    return search->cost;
}

double pm_order_search_states(const struct pm_order_search *search)
{
    struct pm_order_meter meter = {.states = search->graph->states};
    for (int i = 0; i < search->graph->vertices; i++)
        pm_order_close(&meter, search->best, search->best->vertex[i], true);
    return meter.counts.states;
}
