/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The search for an order: sequences made in several ways, of which the cheapest stays. */
#include "engine/sweep/order_star.h"
#include "engine/sweep/order_try.h"

#include "base/alloc.h"

#include <stdlib.h>

struct pm_sweep_search {
    const struct pm_sweep_graph *graph;
    struct pm_sweep_price *price;
    struct pm_sweep_line *best; /* NULL: none yet */
    double cost;                /* of the best */
    int *sequence;              /* for trials */
    int start;                  /* vertices from which the greedy order was tried */
};

static pm_status init(struct pm_sweep_search *s, double most_states)
{
    PM_NEW(s->sequence, s->graph->vertices);
    return pm_sweep_price_new(&s->price, s->graph->states, most_states);
}

pm_status pm_sweep_search_new(struct pm_sweep_search **search, const struct pm_sweep_graph *graph,
                              double most_states)
{
    struct pm_sweep_search *s;
    PM_NEW(s, 1);
    s->graph = graph;
    s->cost = INFINITY;
    const pm_status status = init(s, most_states);
    if (status != PM_OK) {
        pm_sweep_search_free(s);
        return status;
    }
    *search = s;
    return PM_OK;
}

void pm_sweep_search_free(struct pm_sweep_search *search)
{
    if (!search)
        return;
    pm_sweep_price_free(search->price);
    pm_sweep_line_free(search->best);
    free(search->sequence);
    free(search);
}

/* Keeps the trial sequence if it is the cheapest. */
static pm_status judge(struct pm_sweep_search *s, double *steps)
{
    const struct pm_sweep_graph *const g = s->graph;
    struct pm_sweep_meter meter = {.price = s->price};
    struct pm_sweep_line *line;
    PM_TRY(pm_sweep_line_new(&line, g, s->sequence));
    for (int i = 0; i < g->vertices && meter.cost < s->cost; i++)
        pm_sweep_close(&meter, line, line->vertex[i], false);
    *steps += 8.0 * g->edges + 4.0 * g->vertices;
    if (meter.cost >= s->cost) {
        pm_sweep_line_free(line);
        return PM_OK;
    }
    pm_sweep_line_free(s->best);
    s->best = line;
    s->cost = meter.cost;
    return PM_OK;
}

pm_status pm_sweep_search_go_on(struct pm_sweep_search *search, double steps, bool *done,
                                const struct pm_poll *poll)
{
    struct pm_sweep_search *const s = search;
    double used = 0;
    while (used < steps && s->start < s->graph->vertices) {
        PM_TRY(pm_poll(poll));
        PM_TRY(pm_sweep_try_greedy(s->sequence, &used, s->graph, s->start++));
        PM_TRY(judge(s, &used));
    }
    *done = s->start == s->graph->vertices;
    return PM_OK;
}

pm_status pm_sweep_search_best(struct pm_sweep_order **order, const struct pm_sweep_search *search)
{
    return search->best ? pm_sweep_line_order(order, search->best)
                        : pm_fail(PM_UNABLE, "no order of less than %d slots", PM_SWEEP_WIDTH);
}

pm_status pm_sweep_order_new(struct pm_sweep_order **order, const struct pm_sweep_graph *graph,
                             double most_states, const struct pm_poll *poll)
{
    struct pm_sweep_search *search;
    bool done = false;
    PM_TRY(pm_sweep_search_new(&search, graph, most_states));
    pm_status status = pm_sweep_search_go_on(search, INFINITY, &done, poll);
    if (status == PM_OK)
        status = pm_sweep_search_best(order, search);
    pm_sweep_search_free(search);
    return status;
}
