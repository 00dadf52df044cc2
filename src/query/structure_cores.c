/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The reductions and their cores: planarity, and the widths that the searches of the engines tree
 * and sweep find in at most about a tenth of a second each.  Only the largest cores are looked at.
 */
#include "query/structure_cores.h"

#include "base/budget.h"
#include "base/alloc.h"
#include "base/text.h"
#include "engine/order/order.h"
#include "engine/planar/planar.h"
#include "engine/tree/tree_search.h"
#include "reduce/reduce.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { CORES_MEASURED = 12, ENTRIES_MEASURED = 200000 };

/* Steps of the searches: at most these, and for small cores so many for each pair of entries. */
static const double TREE_STEPS = 1e7, SWEEP_STEPS = 1e8, TREE_PAIR = 300, SWEEP_PAIR = 1000;

static double steps_for(const struct pm_core *core, double most, double pair)
{
    const double entries = pm_matrix_nnz(core->a);

    return fmin(most, pair * entries * entries);
}

/* A failure that only says that something was not found. */
static pm_status or_nothing(pm_status status)
{
    return pm_budget_status(status) == PM_UNABLE ? PM_OK : status;
}

static pm_surface name_of(int rank, bool orientable)
{
    return orientable  ? rank == 2 ? PM_SURFACE_TORUS : PM_SURFACE_HANDLES
           : rank == 1 ? PM_SURFACE_PROJECTIVE
           : rank == 2 ? PM_SURFACE_KLEIN
                       : PM_SURFACE_CROSSCAPS;
}

/* `around`: an embedding of the graph; NULL: none is known. */
static pm_status find_surface(pm_surface *surface, const struct pm_matrix *a, enum pm_kind kind,
                              const struct pm_rotation *around)
{
    struct pm_adjacent graph = {0};
    struct pm_plane *plane = NULL;
    bool orientable;
    int rank;

    pm_status status = pm_adjacent_new(&graph, a, kind);
    if (status == PM_OK && (status = pm_plane_new(&plane, &graph)) == PM_OK)
        *surface = PM_SURFACE_PLANE;
    if (status == PM_UNABLE) {
        PM_TRY_GOTO(status, pm_plane_surface(&plane, &graph, around), done);
        if ((status = pm_surface_rank(&rank, &orientable, plane)) == PM_OK)
            *surface = name_of(rank, orientable);
    }
done:
    pm_plane_free(plane);
    pm_adjacent_clear(&graph);
    return or_nothing(status);
}

static pm_status find_tree(int *width, const struct pm_core *core)
{
    struct pm_tree_search *search = NULL;
    bool done;

    pm_status status = pm_tree_search_new(&search, core, false);
    PM_THEN(status, pm_tree_search_go_on(&done, search, steps_for(core, TREE_STEPS, TREE_PAIR)));
    if (status == PM_OK && pm_tree_search_best(search) != NULL)
        *width = pm_tree_width(pm_tree_search_best(search));
    pm_tree_search_free(search);
    return or_nothing(status);
}

static pm_status find_frontier(int *width, const struct pm_core *core)
{
    struct pm_order_graph *graph = NULL;
    struct pm_order_search *search = NULL;
    struct pm_order *order = NULL;
    pm_status status;
    bool done;

    PM_TRY_GOTO(status, pm_order_graph_new(&graph, core, false), done);
    PM_TRY_GOTO(status, pm_order_search_new(&search, graph, INFINITY), done);
    PM_TRY_GOTO(status,
                pm_order_search_go_on(search, steps_for(core, SWEEP_STEPS, SWEEP_PAIR), &done),
                done);
    PM_TRY_GOTO(status, pm_order_search_best(&order, search), done);
    *width = order->counts.width;
done:
    pm_order_free(order);
    pm_order_search_free(search);
    pm_order_graph_free(graph);
    return or_nothing(status);
}

/* Reductions remove and contract edges, so a core of a graph on a surface is on it, too. */
static pm_status measure(pm_structure_core *c, const struct pm_core *core, pm_surface whole)
{
    PM_TRY(pm_budget_ask());
    if (c->entries > ENTRIES_MEASURED)
        return PM_OK;
    PM_TRY(find_surface(&c->surface, core->a, core->kind, NULL));
    if (c->surface == PM_SURFACE_UNKNOWN)
        c->surface = whole;
    PM_TRY(find_tree(&c->tree_width, core));
    return find_frontier(&c->frontier, core);
}

static int by_entries(const void *x, const void *y)
{
    const struct pm_core *const a = x, *const b = y;
    const int m = pm_matrix_nnz(a->a), n = pm_matrix_nnz(b->a);

    return (m < n) - (m > n);
}

static pm_status take_cores(pm_structure *s, const struct pm_reduction *r)
{
    pm_status status = PM_OK;
    struct pm_core *cores;

    PM_NEW(cores, r->cores);
    PM_NEW_GOTO(status, s->core, r->cores, done);
    for (size_t k = 0; k < r->cores; k++)
        cores[k] = (struct pm_core){.a = r->core[k], .kind = r->kind[k]};
    pm_alloc_sort(cores, r->cores, sizeof *cores, by_entries);
    for (s->cores = 0; s->cores < r->cores && status == PM_OK; s->cores++) {
        const struct pm_core *const core = &cores[s->cores];
        s->core[s->cores] = (pm_structure_core){.rows = core->a->rows,
                                                .cols = core->a->cols,
                                                .entries = (size_t)pm_matrix_nnz(core->a),
                                                .symmetric = core->kind == PM_HAFNIAN,
                                                .tree_width = -1,
                                                .frontier = -1};
        if (s->cores < CORES_MEASURED)
            status = measure(&s->core[s->cores], core, s->surface);
    }
done:
    free(cores);
    return status;
}

/* "dm,degree": each rule once, in the order of the table */
static pm_status name_rules(char **names, const struct pm_reduction *r)
{
    struct pm_text text;
    int named = 0;

    PM_TRY(pm_text_open(&text));
    for (const struct pm_rule *rule = pm_rules; rule->name != NULL; rule++)
        if (pm_reduce_step(r, rule) != NULL)
            fprintf(text.file, "%s%s", named++ > 0 ? "," : "", rule->name);
    return pm_text_close(names, &text, PM_OK);
}

pm_status pm_structure_reduce(pm_structure *s, const struct pm_problem *problem, unsigned rules)
{
    const struct pm_matrix *a = problem->a;
    struct pm_matrix *turned = NULL;
    struct pm_reduction r = {.zero = false};
    pm_status status;

    PM_TRY(find_surface(&s->surface, a, problem->kind, problem->around));
    if (problem->kind == PM_PERMANENT && a->rows > a->cols)
        PM_TRY(pm_matrix_transpose(&turned, a));
    status = pm_reduce(&r, turned != NULL ? turned : a, problem->kind, rules);
    if (status == PM_OK) {
        status = name_rules(&s->reductions, &r);
        PM_THEN(status, take_cores(s, &r));
        pm_reduce_clear(&r);
    }
    pm_matrix_free(turned);
    return status;
}
