/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Random perfect matchings of graphs in the plane (dissection.h) and on a torus.  A graph on a
 * torus is first made planar (cut.h), again for each draw.
 *
 * Each draw has a generator of its own, so that the draws are the same on any number of threads. */
#include "base/alloc.h"
#include "base/threads.h"
#include "engine/planar/cut.h"
#include "engine/planar/dissection.h"
#include "engine/planar/planar.h"
#include "num/random.h"

#include <math.h>
#include <stdlib.h>

/* The data that are the same for all draws.  A graph on a torus has a ring; it is planar without
 * the vertices of the ring. */
struct plan {
    struct pm_kasteleyn kasteleyn;
    struct pm_matrix *k; /* the matrix with the signs of a Pfaffian orientation of the plane */
    struct pm_adjacent graph;
    int *ring, length;
};

static void plan_clear(struct plan *plan)
{
    pm_kasteleyn_clear(&plan->kasteleyn);
    pm_matrix_free(plan->k);
    pm_adjacent_clear(&plan->graph);
    free(plan->ring);
}

static void forget(void *choice)
{
    if (choice != NULL)
        plan_clear(choice);
    free(choice);
}

static pm_status make_signed(struct pm_matrix **k, const struct pm_matrix *a,
                             const struct pm_signs *signs)
{
    PM_TRY(pm_matrix_copy(k, a));
    for (int e = 0; e < pm_matrix_nnz(a); e++)
        if (signs->entry[e] < 0)
            fmpq_neg((*k)->re + e, a->re + e);
    return PM_OK;
}

static pm_status find_ring(struct plan *plan, const struct pm_rotation *around)
{
    struct pm_plane *plane = NULL;

    PM_NEW(plan->ring, plan->graph.vertices);
    PM_TRY(pm_plane_torus(&plane, &plan->graph, around));
    const pm_status status = pm_torus_ring(plan->ring, &plan->length, plane);
    pm_plane_free(plane);
    return status;
}

/* PM_UNABLE: the graph is neither planar nor embedded in a torus.  PM_DOMAIN: there is no perfect
 * matching.  Clear *plan also after a failure. */
static pm_status plan_fill(struct plan *plan, const struct pm_core *core)
{
    const struct pm_kasteleyn *const k = &plan->kasteleyn;

    *plan = (struct plan){0};
    PM_TRY(pm_kasteleyn_find(&plan->kasteleyn, core->a, core->kind, core->around));
    if (k->fronts == NULL)
        return pm_fail(PM_DOMAIN, "there is no perfect matching");
    PM_TRY(pm_adjacent_new(&plan->graph, core->a, core->kind));
    return k->sheets > 1 ? find_ring(plan, core->around)
                         : make_signed(&plan->k, core->a, &k->signs[0]);
}

/* The cost of draws, as a multiple of one elimination: FIRST for what all draws have in common,
 * EACH for each draw.  For each vertex of a ring, COUNTS. */
enum { FIRST = 4, EACH = 1, COUNTS = 2 };

static pm_status cost(struct pm_cost *cost, const struct pm_core *core, enum pm_number number,
                      const struct pm_limits *limits)
{
    struct plan *plan;

    (void)number;
    (void)limits;
    PM_NEW(plan, 1);
    pm_status status = plan_fill(plan, core);
    if (status != PM_OK) {
        forget(plan);
        return status;
    }
    const double steps = plan->kasteleyn.fronts->steps;
    const double ring = (double)plan->length * COUNTS * plan->kasteleyn.sheets;
    *cost = (struct pm_cost){.steps = (FIRST + EACH + ring) * steps,
                             .each = (EACH + ring) * steps,
                             .bytes = plan->kasteleyn.fronts->bytes,
                             .units = 1,
                             .choice = plan};
    return PM_OK;
}

/* ------------------------------------------------------------------ draws */

/* What the draws of one core have in common. */
struct drawing {
    const struct pm_core *core;
    const struct plan *plan;
    const struct pm_dissection *dissection; /* NULL: the graph is on a torus */
    uint64_t *each;                         /* for each draw the state of its own generator */
    struct pm_limits limits;
};

/* Completes one draw of a graph that is planar without the vertices that have a partner in
 * mate[]. */
static pm_status draw_uncut(const struct drawing *d, int *mate, uint64_t *state)
{
    const struct pm_core *const core = d->core;
    const int n = core->a->rows, shift = core->kind == PM_HAFNIAN ? 0 : n;
    struct pm_core uncut = {.kind = core->kind};
    struct pm_dissection *dissection = NULL;
    struct pm_matrix *a = NULL;
    struct plan plan = {0};
    int *row, *col = NULL, *found = NULL, rows = 0, cols = 0;
    pm_status status = PM_OK;

    PM_NEW(row, n);
    PM_NEW_GOTO(status, col, n, done);
    PM_NEW_GOTO(status, found, 2 * (size_t)n, done);
    for (int i = 0; i < n; i++) {
        if (mate[i] < 0)
            row[rows++] = i;
        if (mate[shift + i] < 0)
            col[cols++] = shift + i;
    }
    if (rows == 0)
        goto done;
    for (int j = 0; j < cols; j++)
        col[j] -= shift;
    PM_TRY_GOTO(status, pm_matrix_sub(&a, core->a, rows, row, cols, col), done);
    uncut.a = a;
    PM_TRY_GOTO(status, plan_fill(&plan, &uncut), done);
    PM_TRY_GOTO(status, pm_dissection_new(&dissection, plan.k, core->kind, &plan.graph, &d->limits),
                done);
    PM_TRY_GOTO(status, pm_dissection_draw(found, dissection, state), done);
    for (int i = 0; i < rows; i++)
        mate[row[i]] = shift + col[found[i] - (shift > 0 ? rows : 0)];
done:
    pm_dissection_free(dissection);
    plan_clear(&plan);
    pm_matrix_free(a);
    free(row);
    free(col);
    free(found);
    return status;
}

static pm_status draw_torus(const struct drawing *d, int *mate, uint64_t *state)
{
    struct pm_cut cut = {.a = d->core->a,
                         .kind = d->core->kind,
                         .kasteleyn = d->plan->kasteleyn,
                         .graph = &d->plan->graph,
                         .ring = d->plan->ring,
                         .length = d->plan->length,
                         .threads = d->limits.threads};

    cut.kasteleyn.stop = d->limits.stop;
    PM_TRY(pm_cut_draw(mate, &cut, state));
    return draw_uncut(d, mate, state);
}

/* entry[i] = the entry of row i in draw number k; mate[] is working memory. */
static pm_status draw_one(int *entry, int *mate, const struct drawing *d, size_t k)
{
    const int n = d->core->a->rows, shift = d->core->kind == PM_HAFNIAN ? 0 : n;
    uint64_t *const state = &d->each[k];

    PM_TRY(pm_go_on(d->limits.stop));
    PM_TRY(d->dissection != NULL ? pm_dissection_draw(mate, d->dissection, state)
                                 : draw_torus(d, mate, state));
    for (int i = 0; i < n; i++)
        entry[k * (size_t)n + (size_t)i] = pm_matrix_entry(d->core->a, i, mate[i] - shift);
    return PM_OK;
}

/* Threads draw side by side. */
static pm_status draw_all(int *entry, size_t count, const struct drawing *d, int threads)
{
    struct pm_failure failure = {.status = PM_OK};

#pragma omp parallel num_threads(threads)
    {
        int *const mate = pm_alloc(d->plan->graph.vertices, sizeof *mate);
#pragma omp for schedule(dynamic)
        for (size_t k = 0; k < count; k++) {
            const pm_status status = mate == NULL              ? PM_NOMEM
                                     : failure.status != PM_OK ? PM_OK
                                                               : draw_one(entry, mate, d, k);
            if (status != PM_OK)
#pragma omp critical(pm_planar_draws)
                pm_failure_keep(&failure, status);
        }
        free(mate);
        pm_team_thread_ends();
    }
    return pm_failure_raise(&failure);
}

static pm_status draw(int *entry, size_t count, uint64_t *state, const struct pm_core *core,
                      const struct pm_cost *cost, const struct pm_limits *limits)
{
    const int threads = (int)fmax(1, fmin(limits->threads, (double)count));
    struct drawing d = {.core = core, .plan = cost->choice, .limits = *limits};
    struct pm_dissection *dissection = NULL;
    pm_status status = PM_OK;

    PM_NEW(d.each, count);
    for (size_t k = 0; k < count; k++)
        d.each[k] = pm_random_word(state);
    if (d.plan->ring == NULL)
        PM_TRY_GOTO(status,
                    pm_dissection_new(&dissection, d.plan->k, core->kind, &d.plan->graph, limits),
                    done);
    d.dissection = dissection;
    d.limits.threads = threads > 1 ? 1 : limits->threads;
    d.limits.memory /= (uint64_t)threads;
    status = draw_all(entry, count, &d, threads);
done:
    pm_dissection_free(dissection);
    free(d.each);
    return status;
}

const struct pm_engine_query pm_planar_draws_query = {
    .kinds = PM_PERMANENT_BIT | PM_HAFNIAN_BIT,
    .numbers = PM_MOD_BIT,
    .cost = cost,
    .forget = forget,
    .draw = draw,
};
