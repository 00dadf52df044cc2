/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The search: several trees, the best of them annealed with an effort in proportion to what there
 * is to gain. */
#include "engine/tree/order.h"

#include <math.h>
#include <stdlib.h>

#define ROUNDS         3
#define MOVES          800000.0 /* at most, in one round, for narrow trees */
#define FEWEST_MOVES   1000
#define STEPS_PER_MOVE 300      /* a move takes about as long as a hundred steps */

/* Builds one more candidate and keeps the cheaper tree. */
static pm_status try_order(struct pm_tree **best, const struct pm_tree *graph,
                           const struct pm_matrix *a, const int *order, bool sweep)
{
    struct pm_tree *t;
    PM_TRY(pm_tree_new(&t, a));
    t->key_limit = graph->key_limit;
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
                                  const struct pm_matrix *a)
{
    for (int rule = PM_ORDER_FILL; rule <= PM_ORDER_DEGREE; rule++) {
        int *order;
        PM_TRY(pm_order_eliminate(&order, graph, (enum pm_order)rule));
        const pm_status status = try_order(best, graph, a, order, false);
        free(order);
        PM_TRY(status);
    }
    return PM_OK;
}

static pm_status try_sweeps(struct pm_tree **best, const struct pm_tree *graph,
                            const struct pm_matrix *a)
{
    int first = 0;
    for (int i = 0; i < 3; i++) {
        int *order;
        PM_TRY(pm_order_far(&first, graph, first));
        PM_TRY(pm_order_sweep(&order, graph, first));
        const pm_status status = try_order(best, graph, a, order, true);
        free(order);
        PM_TRY(status);
    }
    return PM_OK;
}

/* Anneals in rounds, each with as many moves as take a third of the time that the best tree so far
 * is predicted to take; wide scopes make a move dearer. */
static pm_status improve(struct pm_tree **tree)
{
    for (uint64_t round = 1; round <= ROUNDS; round++) {
        const double most = MOVES / (1 + pm_tree_width(*tree) / 32.0);
        const double moves = fmin(pm_tree_cost(*tree) / STEPS_PER_MOVE, most);
        if (moves < FEWEST_MOVES)
            return PM_OK;
        PM_TRY(pm_tree_anneal(tree, (uint64_t)moves, round));
    }
    return PM_OK;
}

pm_status pm_tree_search(struct pm_tree **tree, const struct pm_matrix *a, double key_limit)
{
    struct pm_tree *graph, *best = NULL;
    PM_TRY(pm_tree_new(&graph, a));
    graph->key_limit = key_limit;
    pm_status status = try_eliminations(&best, graph, a);
    if (status == PM_OK)
        status = try_sweeps(&best, graph, a);
    pm_tree_free(graph);
    if (status == PM_OK)
        status = improve(&best);
    if (status != PM_OK) {
        pm_tree_free(best);
        return status;
    }
    *tree = best;
    return PM_OK;
}
