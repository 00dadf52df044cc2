/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The search: several trees, the best of them annealed with an effort in proportion to what there
 * is to gain. */
#include "engine/tree/tree_search.h"

#include <math.h>
#include <stdlib.h>

enum { STARTS = 400 };                             /* of sweeps, at most */
static const int64_t STRIDE = INT64_C(2654435761); /* a prime: from one start to the next */
static const double START_STEPS = 300.0;           /* a sweep takes about as long, for each edge */
static const double SHARE = 0.01; /* of the time of the best tree that sweeps may take */
static const double FIRST_MOVES = 2000.0;
static const double MOST_MOVES =
    600000.0; /* in one round, for narrow trees: fractions of a second */
static const double PATIENT_MOVES = 3000000.0; /* the same for what takes long but not forever */
static const double LONG = 5e9;                /* steps */
static const double HOPELESS = 1e14;
static const double VAIN = 1e40; /* not worth another try */
enum { STEPS_PER_MOVE = 1000 };  /* a move takes about as long as 130 steps */
enum { PATIENT_STEPS = 5200 };   /* the same where moves are many */

/* Builds one more candidate and keeps the cheaper tree. */
static pm_status try_order(struct pm_tree **best, const struct pm_tree *graph, const int *order,
                           bool sweep)
{
    struct pm_tree *t;

    PM_TRY(pm_tree_copy(&t, graph));
    const pm_status status = pm_tree_build(t, order, sweep);
    if (status == PM_OK && (!*best || pm_tree_cost(t) < pm_tree_cost(*best))) {
        pm_tree_free(*best);
        *best = t;
    } else {
        pm_tree_free(t);
    }
    return status;
}

static pm_status try_eliminations(struct pm_tree **best, const struct pm_tree *graph,
                                  const struct pm_poll *poll)
{
    for (int rule = PM_ORDER_FILL; rule <= PM_ORDER_DEGREE; rule++) {
        int *order;
        PM_TRY(pm_order_eliminate(&order, graph, (enum pm_order)rule, poll));
        const pm_status status = try_order(best, graph, order, false);
        free(order);
        PM_TRY(status);
    }
    return PM_OK;
}

static pm_status try_sweep(struct pm_tree **best, const struct pm_tree *graph, int first,
                           const struct pm_poll *poll)
{
    int *order;

    PM_TRY(pm_poll(poll));
    PM_TRY(pm_order_sweep(&order, graph, first));
    const pm_status status = try_order(best, graph, order, true);
    free(order);
    return status;
}

/* Sweeps from the ends of the graph, then from vertices all over it, while that takes a small part
 * of the time of the best tree so far. */
static pm_status try_sweeps(struct pm_tree **best, const struct pm_tree *graph,
                            const struct pm_poll *poll)
{
    int first = 0;

    for (int i = 0; i < 3; i++) {
        PM_TRY(pm_order_far(&first, graph, first));
        PM_TRY(try_sweep(best, graph, first, poll));
    }
    for (int i = 0; i < graph->vertices && i < STARTS; i++) {
        if (START_STEPS * graph->edges * (i + 1) > SHARE * pm_tree_cost(*best))
            break;
        first = (int)(i * STRIDE % graph->vertices);
        PM_TRY(try_sweep(best, graph, first, poll));
    }
    return PM_OK;
}

/* Anneals in rounds of twice as many moves each, while a round takes a small part of the time that
 * the best tree so far is predicted to take; wide scopes make a move dearer. */
static pm_status improve(struct pm_tree **tree, const struct pm_poll *poll)
{
    uint64_t seed = 1;

    for (double moves = FIRST_MOVES;; moves *= 2) {
        const double cost = pm_tree_cost(*tree);
        const bool patient = cost > LONG && cost < HOPELESS;
        const double worth = cost / (patient ? PATIENT_STEPS : STEPS_PER_MOVE);
        const double most =
            (patient ? PATIENT_MOVES : MOST_MOVES) / (1 + pm_tree_width(*tree) / 32.0);
        if (moves > worth || moves > most || cost > VAIN)
            return PM_OK;
        PM_TRY(pm_tree_anneal(tree, (uint64_t)moves, seed++, poll));
    }
}

/* What has no tree of bearable width is refused before any search. */
static pm_status refuse_wide(const struct pm_tree *graph)
{
    int width;

    PM_TRY(pm_order_bound(&width, graph, PM_TREE_BITS + 1));
    if (width <= PM_TREE_BITS)
        return PM_OK;
    return pm_fail(PM_UNABLE, "width >= %d, about 10^%.0f steps predicted", width,
                   width * log10(2));
}

pm_status pm_tree_search(struct pm_tree **tree, const struct pm_core *core, double key_limit,
                         bool loose, const struct pm_poll *poll)
{
    struct pm_tree *graph, *best = NULL;

    PM_TRY(pm_tree_new(&graph, core));
    graph->key_limit = key_limit;
    graph->loose = loose;
    pm_status status = refuse_wide(graph);
    if (status == PM_OK)
        status = try_eliminations(&best, graph, poll);
    if (status == PM_OK && pm_tree_cost(best) < VAIN)
        status = try_sweeps(&best, graph, poll);
    pm_tree_free(graph);
    if (status == PM_OK)
        status = improve(&best, poll);
    if (status != PM_OK) {
        pm_tree_free(best);
        return status;
    }
    *tree = best;
    return PM_OK;
}
