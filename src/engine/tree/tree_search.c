/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The search for a good tree.  First several trees are made, from elimination orders and from
 * sweeps (orders that grow from one vertex) that start at vertices all over the graph.  Most of the
 * search steps are spent on rounds of annealing, which start from the best tree so far.  The longer
 * a round is, the better its result.
 *
 * Trees from eliminations and from nested dissections have small tables but expensive merges, so a
 * round of annealing comes before they are compared with those of sweeps. */
#include "engine/tree/tree_search.h"

#include "base/budget.h"
#include "base/alloc.h"
#include "base/status.h"
#include "engine/order/order_ways.h"
#include "engine/search_steps.h"

enum { STARTS = 400 }; /* largest number of sweeps */

/* a prime: the distance between the numbers of two successive start vertices */
static const int64_t STRIDE = INT64_C(2654435761);
/* fraction of the steps for further sweeps, until all have been tried */
static const double TRIALS = 0.25;
/* search steps of an annealing move, before any has been measured */
static const double MOVE = 1000;
static const double VAIN = 1e40; /* a best tree that costs more than this is not improved */

static const double LEAST_MOVES = 20000; /* the search does not end before so many */

/* Nested dissections are tried after FIRST_DISSECTIONS steps, and again whenever the steps are
 * LATER times as many as after the last ones.  Then they may take the fraction DISSECTIONS of all
 * steps so far, and as many steps are for annealing the best one of them. */
static const double FIRST_DISSECTIONS = 6e7, LATER = 2, DISSECTIONS = .2;

struct pm_tree_search {
    struct pm_order_graph *graph;
    struct pm_tree *best, *trial; /* the best tree so far; one for trials, or NULL */
    int *sequence;                /* for trials */
    double cost;                  /* cost of the best tree */
    double looked;                /* number of search steps so far */
    struct pm_rounds rounds;
    double moves; /* number of moves in these rounds */
    double fill;  /* predicted search steps of minimum fill; 0: it has been tried */
    int sweeps;   /* number of sweeps tried */
    /* number of nested dissections tried; the steps after which more of them are tried */
    uint64_t dissections;
    double dissect_at;
};

/* Exchanges *best (NULL: none) with the tree for trials if this costs less. */
static void keep(struct pm_tree **best, double *least, struct pm_tree **trial)
{
    const double cost = pm_tree_cost(*trial);
    if (*best && cost >= *least)
        return;
    PM_SWAP(*best, *trial);
    *least = cost;
}

/* ------------------------------------------------------------------- trials */

/* Makes a tree of the sequence.  Replaces *best if it costs less. */
static pm_status compare(struct pm_tree **best, double *least, struct pm_tree_search *s, bool sweep)
{
    if (!s->trial)
        PM_TRY(pm_tree_copy(&s->trial, s->best));
    PM_TRY(pm_tree_build(s->trial, s->sequence, sweep));
    keep(best, least, &s->trial);
    return PM_OK;
}

static pm_status try_order(struct pm_tree_search *s, bool sweep)
{
    return compare(&s->best, &s->cost, s, sweep);
}

/* Tries elimination by minimum degree, which is quick.  Then predicts the search steps of minimum
 * fill, which takes longer by a factor of about half the width. */
static pm_status try_degree(struct pm_tree_search *s)
{
    bool narrow;
    PM_TRY(pm_order_eliminate(&narrow, s->sequence, &s->looked, s->graph, PM_ORDER_DEGREE));
    if (!narrow)
        return pm_fail(PM_UNABLE, "tables for more than %d vertices", PM_TREE_BITS);
    PM_TRY(try_order(s, false));
    s->fill = s->looked * pm_tree_width(s->best) / 2;
    return PM_OK;
}

static pm_status try_fill(struct pm_tree_search *s)
{
    bool narrow;
    s->fill = 0;
    PM_TRY(pm_order_eliminate(&narrow, s->sequence, &s->looked, s->graph, PM_ORDER_FILL));
    return narrow ? try_order(s, false) : PM_OK;
}

static pm_status try_sweep(struct pm_tree_search *s)
{
    const int first = (int)(s->sweeps++ * STRIDE % s->graph->vertices);
    bool narrow;
    PM_TRY(pm_order_greedy(&narrow, s->sequence, &s->looked, s->graph, first, PM_ORDER_BOTH));
    return narrow ? try_order(s, true) : PM_OK;
}

static bool all_tried(const struct pm_tree_search *s)
{
    const int vertices = s->graph->vertices, starts = vertices < STARTS ? vertices : STARTS;
    return s->cost > VAIN || s->sweeps == starts;
}

static pm_status init(struct pm_tree_search *s, const struct pm_core *core, bool loose)
{
    PM_TRY(pm_order_graph_new(&s->graph, core, loose));
    PM_NEW(s->sequence, s->graph->vertices);
    PM_TRY(pm_tree_new(&s->trial, s->graph));
    s->trial->loose = loose;
    s->trial->looked = &s->looked;
    return try_degree(s);
}

pm_status pm_tree_search_new(struct pm_tree_search **search, const struct pm_core *core, bool loose)
{
    struct pm_tree_search *s;
    PM_NEW(s, 1);
    s->cost = INFINITY;
    s->dissect_at = FIRST_DISSECTIONS;
    PM_GIVE(search, s, init(s, core, loose), pm_tree_search_free);
}

void pm_tree_search_free(struct pm_tree_search *search)
{
    if (!search)
        return;
    pm_tree_free(search->best);
    pm_tree_free(search->trial);
    pm_order_graph_free(search->graph);
    PM_FREE(search->sequence, search);
}

void pm_tree_search_limit(struct pm_tree_search *search, double key_limit)
{
    search->best->key_limit = key_limit;
    if (search->trial)
        search->trial->key_limit = key_limit;
    search->cost = pm_tree_cost(search->best);
    search->rounds.gained = search->rounds.steps; /* these rounds say nothing about the limit */
}

/* ---------------------------------------------------------------- annealing */

/* The number of moves that take about `steps` search steps. */
static double moves_in(const struct pm_tree_search *s, double steps)
{
    return ceil(steps / (s->moves > 0 ? s->rounds.steps / s->moves : MOVE));
}

/* Makes a round of annealing of about `steps` search steps. */
static pm_status anneal(struct pm_tree_search *s, double steps)
{
    const double looked = s->looked, before = s->cost, moves = moves_in(s, steps);
    PM_TRY(pm_tree_anneal(&s->best, &s->trial, (uint64_t)moves, (uint64_t)s->rounds.count + 1));
    s->cost = pm_tree_cost(s->best);
    s->rounds.steps += s->looked - looked;
    s->moves += moves;
    pm_search_rounds_end(&s->rounds, before, s->cost);
    return PM_OK;
}

/* *tree = the cheapest one of some nested dissections; NULL: none is quick enough. */
static pm_status dissect(struct pm_tree **tree, struct pm_tree_search *s, double steps)
{
    const double end = s->looked + steps;
    double least = INFINITY;
    bool complete = true;
    *tree = NULL;
    while (complete && s->looked < end) {
        PM_TRY(pm_order_dissect(&complete, s->sequence, &s->looked, s->graph, end - s->looked,
                                s->dissections++));
        if (complete)
            PM_TRY(compare(tree, &least, s, false));
    }
    return PM_OK;
}

static pm_status try_dissections(struct pm_tree_search *s)
{
    const double steps = DISSECTIONS * s->looked;
    struct pm_tree *tree;
    pm_status status = dissect(&tree, s, steps);
    if (tree && status == PM_OK)
        status = pm_tree_anneal(&tree, &s->trial, (uint64_t)moves_in(s, steps), s->dissections);
    if (tree && status == PM_OK)
        keep(&s->best, &s->cost, &tree);
    pm_tree_free(tree);
    s->dissect_at = LATER * s->looked;
    return status;
}

/* ------------------------------------------------------------------- search */

static bool over(const struct pm_tree_search *s)
{
    return all_tried(s) && (s->cost > VAIN || s->best->nodes < 5 ||
                            (s->moves >= LEAST_MOVES && pm_search_rounds_are_vain(&s->rounds)));
}

pm_status pm_tree_search_go_on(bool *done, struct pm_tree_search *search, double steps)
{
    struct pm_tree_search *const s = search;
    const double end = s->looked + steps;
    while (s->looked < end && !over(s)) {
        PM_TRY(pm_budget_ask());
        if (s->fill > 0 && s->fill < end - s->looked)
            PM_TRY(try_fill(s));
        else if (s->looked >= s->dissect_at && s->cost <= VAIN &&
                 2 * DISSECTIONS * s->looked <= end - s->looked)
            PM_TRY(try_dissections(s));
        else if (!all_tried(s) && s->rounds.count > 0 && s->looked <= end - (1 - TRIALS) * steps)
            PM_TRY(try_sweep(s));
        else
            PM_TRY(anneal(s, end - s->looked));
    }
    *done = over(s);
    return PM_OK;
}

static pm_status go_on(struct pm_found *found, void *search, double steps)
{
    const struct pm_tree_search *const s = search;
    PM_TRY(pm_tree_search_go_on(&found->done, search, steps));
    found->used = s->looked;
    found->steps = s->cost;
    return PM_OK;
}

pm_status pm_tree_search_alone(struct pm_tree_search **search, const struct pm_core *core,
                               double key_limit, bool loose, enum pm_number number,
                               const struct pm_limits *limits)
{
    static const double rate[PM_NUMBERS] = PM_TREE_RATES;
    static const struct pm_engine_search kind = {.go_on = go_on};
    struct pm_tree_search *s;
    PM_TRY(pm_tree_search_new(&s, core, loose));
    pm_tree_search_limit(s, key_limit);
    PM_GIVE(search, s, pm_search_alone(s, &kind, core, rate[number], limits), pm_tree_search_free);
}

double pm_tree_search_used(const struct pm_tree_search *search)
{
    return search->looked;
}

const struct pm_tree *pm_tree_search_best(const struct pm_tree_search *search)
{
    return search->best;
}
