/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Random perfect matchings of graphs in the plane (dissection.h), on a surface, and with far edges.
 * A graph on a torus is divided by curves first (curve.h).  A graph on another surface is first
 * made planar (cut.h), again for each draw.  Of a graph with far edges, first the leaves are drawn
 * (far_draws.c); draws of one leaf have its planar graph in common.  Aztec diamonds need none of
 * this (shuffling.c).
 *
 * Each draw has a generator of its own, so that the draws are the same on any number of threads. */
#include "base/alloc.h"
#include "base/threads.h"
#include "engine/planar/aztec.h"
#include "engine/planar/cut.h"
#include "engine/planar/dissection.h"
#include "engine/planar/levels.h"
#include "engine/planar/planar.h"
#include "model/bound.h"
#include "num/crt.h"
#include "num/random.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The bits of a probability in shuffling, which a random word has and small integers of FLINT. */
enum { WORD = 62 };

/* The data that are the same for all draws.  A graph on a surface has a ring; it is planar without
 * the vertices of the ring. */
struct plan {
    struct pm_aztec *aztec; /* if there is one, the rest is empty */
    struct pm_kasteleyn kasteleyn;
    /* the matrix with the signs of a Pfaffian orientation of the plane; or without its far edges */
    struct pm_matrix *k;
    struct pm_adjacent graph;
    double primes; /* that the sum over all matchings needs */
    int *ring, length;
    unsigned curves; /* the set of curves in the ring (planar.h) */
};

static void plan_clear(struct plan *plan)
{
    pm_aztec_free(plan->aztec);
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

/* Floating numbers are faster than more primes; the time of a product is that of so many residues.
 */
enum { MOST_PRIMES = 32, FLOATING = 6 };

static bool has_levels(const struct plan *plan)
{
    return plan->primes > MOST_PRIMES && plan->ring == NULL && plan->kasteleyn.far == NULL &&
           plan->aztec == NULL;
}

/* Whether draws on this surface have a dissection in common: on a torus. */
static bool has_curve(const struct plan *plan)
{
    const struct pm_sheets *const sheets = &plan->kasteleyn.sheets;

    return plan->ring != NULL && sheets->rank == 2 && !sheets->imaginary;
}

static pm_status find_ring(struct plan *plan, const struct pm_rotation *around)
{
    struct pm_plane *plane = NULL;

    PM_NEW(plan->ring, plan->graph.vertices);
    PM_TRY(pm_plane_surface(&plane, &plan->graph, around));
    const pm_status status =
        pm_surface_ring(plan->ring, &plan->length, &plan->curves, plane, &plan->graph);
    pm_plane_free(plane);
    return status;
}

/* PM_UNABLE: the graph is neither planar nor embedded in a surface.  PM_DOMAIN: there is no perfect
 * matching.  Clear *plan also after a failure. */
static pm_status plan_fill(struct plan *plan, const struct pm_core *core, double steps)
{
    const struct pm_kasteleyn *const k = &plan->kasteleyn;
    double bits;

    *plan = (struct plan){0};
    PM_TRY(pm_kasteleyn_find(&plan->kasteleyn, core->a, core->kind, core->around, steps));
    if (k->fronts == NULL)
        return pm_fail(PM_DOMAIN, "there is no perfect matching");
    PM_TRY(pm_adjacent_new(&plan->graph, core->a, core->kind));
    PM_TRY(pm_bound_bits(&bits, core->a, core->kind));
    plan->primes = pm_crt_count(bits, false, PM_MOD);
    if (k->far != NULL)
        return pm_far_rest(&plan->k, k->far);
    return k->sheets.rank > 0 ? find_ring(plan, core->around)
                              : pm_curve_signed(&plan->k, core->a, &k->sheets.signs[0]);
}

/* The same, but an Aztec diamond has no other plan than to be one. */
static pm_status plan_find(struct plan *plan, const struct pm_core *core, double steps)
{
    if (core->kind == PM_PERMANENT)
        PM_TRY(pm_aztec_find(&plan->aztec, core->a));
    return plan->aztec != NULL ? PM_OK : plan_fill(plan, core, steps);
}

/* The cost of draws in steps, fitted to measured times.  As multiples of one elimination: FIRST for
 * all draws, EACH for each draw, COUNTS for each vertex of a ring in each sheet.  Besides, for each
 * vertex: SKEW or SQUARE for each of at most NEAR others, RING where COUNTS stands, and LEAF for
 * each leaf of far edges.  A curve has CURVE_FIRST and CURVE_EACH times as much to do. */
static const double FIRST = 4, EACH = 0.5, COUNTS = 0.5, CURVE_FIRST = 3, CURVE_EACH = 2;
enum { SKEW = 120, SQUARE = 20, NEAR = 70, RING = 200, LEAF = 500 };

enum { LEAF_BYTES = 256, DRAWS = 1000 }; /* of a leaf's sum; of different leaves */

/* The cost of a cell in shuffling: of a draw; and of its probability, for each bit. */
enum { CELL = 12, CELL_BIT = 3 };

static void cost_of_shuffling(struct pm_cost *cost, struct plan *plan, const struct pm_matrix *a)
{
    const double n = plan->aztec->order, cells = n * n * n / 3, bits = 2 * n + 2 * WORD;
    const bool uniform = pm_aztec_is_uniform(plan->aztec, a);

    *cost = (struct pm_cost){.steps = cells * (CELL + (uniform ? 0 : CELL_BIT * bits)),
                             .each = cells * CELL,
                             .bytes = uniform ? 0 : cells * 16 + n * n * bits,
                             .units = 1,
                             .once = true,
                             .choice = plan};
}

static pm_status cost(struct pm_cost *cost, const struct pm_core *core, enum pm_number number,
                      const struct pm_limits *limits)
{
    struct plan *plan;

    (void)number;
    PM_NEW(plan, 1);
    pm_status status = plan_find(plan, core, pm_far_of_query(core, limits));
    if (status != PM_OK) {
        forget(plan);
        return status;
    }
    if (plan->aztec != NULL) {
        cost_of_shuffling(cost, plan, core->a);
        return PM_OK;
    }
    /* the caller multiplies the steps by the number of primes */
    const struct pm_kasteleyn *const k = &plan->kasteleyn;
    const double steps = k->fronts->steps * (has_levels(plan) ? FLOATING / plan->primes : 1);
    const double vertices = plan->graph.vertices, vertex = vertices / plan->primes;
    const double other = (k->fronts->skew ? SKEW : SQUARE) * vertex * fmin(vertices, NEAR);
    const double ring = (double)plan->length * pm_sheets_count(&k->sheets);
    const double leaves = k->far != NULL ? k->leaves : 0;
    const double first = FIRST * (steps + other), each = EACH * steps + other;
    *cost = (struct pm_cost){.steps = first + leaves * (steps + LEAF * vertex),
                             .each = each + fmin(1, leaves / DRAWS) * first,
                             .bytes = k->fronts->bytes + LEAF_BYTES * leaves,
                             .units = 1,
                             .choice = plan};
    cost->steps *= has_curve(plan) ? CURVE_FIRST : 1;
    cost->each = has_curve(plan) ? CURVE_EACH * cost->each
                                 : cost->each + ring * (COUNTS * steps + RING * vertex);
    return PM_OK;
}

/* ------------------------------------------------------------------ draws */

struct uncut;

/* What the draws of one core have in common. */
struct drawing {
    const struct pm_core *core;
    const struct plan *plan;
    struct pm_shuffling *shuffling;      /* of an Aztec diamond, or NULL */
    struct pm_curve *curve;              /* of a graph on a torus, or NULL */
    struct pm_levels *levels;            /* of a planar graph with floating numbers, or NULL */
    struct pm_dissection *dissection[2]; /* of a planar graph, or of what the curve leaves with
                                          * the signs of sheet 0 and of the other one; or NULL */
    const struct uncut
        *leaf;            /* what the far edges in taken[] leave of a graph with such, or NULL */
    const int *taken;     /* for each vertex: its partner by a far edge, or -1 */
    const size_t *number; /* the numbers of the draws; NULL: 0, 1, ... */
    uint64_t *each;       /* for each draw the state of its own generator */
    struct pm_limits limits;
};

/* What is left of a graph without the vertices that have a partner; it is planar. */
struct uncut {
    struct pm_matrix *a;
    struct plan plan;
    struct pm_dissection *dissection;
    int *row, *col, rows, cols; /* the places of its rows and columns in the whole matrix */
};

static void uncut_clear(struct uncut *u)
{
    pm_dissection_free(u->dissection);
    plan_clear(&u->plan);
    pm_matrix_free(u->a);
    PM_FREE(u->row, u->col);
}

/* Makes what matrix a leaves of the vertices without a partner in mate[].  Clear *u also after a
 * failure. */
static pm_status uncut_fill(struct uncut *u, const struct pm_matrix *a, enum pm_kind kind,
                            const int *mate, const struct pm_limits *limits)
{
    const int n = a->rows, shift = kind == PM_HAFNIAN ? 0 : n;
    struct pm_core core = {.kind = kind};

    *u = (struct uncut){.rows = 0};
    PM_NEW(u->row, n);
    PM_NEW(u->col, n);
    for (int i = 0; i < n; i++) {
        if (mate[i] < 0)
            u->row[u->rows++] = i;
        if (mate[shift + i] < 0)
            u->col[u->cols++] = i;
    }
    if (u->rows == 0)
        return PM_OK;
    PM_TRY(pm_matrix_sub(&u->a, a, u->rows, u->row, u->cols, u->col));
    core.a = u->a;
    PM_TRY(plan_fill(&u->plan, &core, 0));
    return pm_dissection_new(&u->dissection, u->plan.k, kind, &u->plan.graph, NULL, 0, limits);
}

/* Draws partners for those vertices. */
static pm_status uncut_draw(int *mate, const struct uncut *u, int shift, uint64_t *state)
{
    int *found;

    if (u->rows == 0)
        return PM_OK;
    PM_NEW(found, 2 * (size_t)u->rows);
    for (int v = 0; v < u->plan.graph.vertices; v++)
        found[v] = -1;
    const pm_status status = pm_dissection_draw(found, u->dissection, state);
    for (int i = 0; i < u->rows && status == PM_OK; i++) {
        const int j = u->col[found[i] - (shift > 0 ? u->rows : 0)];
        mate[u->row[i]] = shift + j;
        mate[shift + j] = u->row[i];
    }
    free(found);
    return status;
}

static pm_status draw_surface(const struct drawing *d, int *mate, uint64_t *state)
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
    struct uncut uncut;
    pm_status status = uncut_fill(&uncut, cut.a, cut.kind, mate, &d->limits);
    PM_THEN(status, uncut_draw(mate, &uncut, cut.kind == PM_HAFNIAN ? 0 : cut.a->rows, state));
    uncut_clear(&uncut);
    return status;
}

/* PM_UNABLE: a prime divides a sum; the pairs so far are drawn. */
static pm_status draw_torus(const struct drawing *d, int *mate, uint64_t *state)
{
    int sheet;

    PM_TRY(pm_dissection_draw_curve(mate, &sheet, d->curve, state));
    return pm_dissection_draw(mate, d->dissection[sheet != 0], state);
}

/* A draw of the leaf whose far edges are in the matching. */
static pm_status draw_leaf(const struct drawing *d, int *mate, uint64_t *state)
{
    const int vertices = d->plan->graph.vertices;

    memcpy(mate, d->taken, (size_t)vertices * sizeof *mate);
    return uncut_draw(mate, d->leaf, d->core->kind == PM_HAFNIAN ? 0 : d->core->a->rows, state);
}

/* entry[i] = the entry of row i in draw number k; mate[] is working memory. */
static pm_status draw_one(int *entry, int *mate, const struct drawing *d, size_t k)
{
    k = d->number != NULL ? d->number[k] : k;

    const int n = d->core->a->rows, shift = d->core->kind == PM_HAFNIAN ? 0 : n;
    uint64_t *const state = &d->each[k];

    PM_TRY(pm_go_on(d->limits.stop));
    if (d->shuffling != NULL)
        return pm_shuffling_draw(entry + k * (size_t)n, d->shuffling, state);
    for (int v = 0; v < d->plan->graph.vertices; v++)
        mate[v] = -1;
    pm_status status = d->curve != NULL        ? draw_torus(d, mate, state)
                       : d->plan->ring != NULL ? draw_surface(d, mate, state)
                       : d->leaf != NULL       ? draw_leaf(d, mate, state)
                       : d->levels != NULL     ? pm_levels_draw(mate, d->levels, state)
                                               : pm_dissection_draw(mate, d->dissection[0], state);
    if (status == PM_UNABLE && d->curve != NULL) /* the pairs so far remain */
        status = draw_surface(d, mate, state);
    PM_TRY(status);
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
        pm_threads_ends_team();
    }
    return pm_failure_raise(&failure);
}

/* ------------------------------------------------------------------ far edges */

struct choice {
    uint64_t leaf;
    size_t number;
};

static int compare(const void *a, const void *b)
{
    const struct choice *const x = a, *const y = b;

    return x->leaf != y->leaf ? (x->leaf > y->leaf) - (x->leaf < y->leaf)
                              : (x->number > y->number) - (x->number < y->number);
}

/* number[] = the draws sorted by their leaves; sorts leaf[] in the same way. */
static pm_status sort_draws(size_t *number, uint64_t *leaf, size_t count)
{
    struct choice *choice;

    PM_NEW(choice, count);
    for (size_t k = 0; k < count; k++)
        choice[k] = (struct choice){leaf[k], k};
    pm_alloc_sort(choice, count, sizeof *choice, compare);
    for (size_t k = 0; k < count; k++) {
        leaf[k] = choice[k].leaf;
        number[k] = choice[k].number;
    }
    free(choice);
    return PM_OK;
}

/* All draws of one leaf. */
static pm_status draw_of_leaf(int *entry, size_t count, struct drawing *d, uint64_t number,
                              int *taken, int threads)
{
    const struct pm_far *const far = d->plan->kasteleyn.far;
    struct pm_limits limits = d->limits;
    struct uncut uncut = {.rows = 0};
    pm_status status;

    limits.threads = threads;
    pm_far_take(taken, far, number);
    PM_TRY_GOTO(status, uncut_fill(&uncut, d->plan->k, far->kind, taken, &limits), done);
    d->leaf = &uncut;
    d->taken = taken;
    status = draw_all(entry, count, d, threads);
done:
    uncut_clear(&uncut);
    return status;
}

static pm_status draw_far(int *entry, size_t count, struct drawing *d, int threads)
{
    const struct pm_kasteleyn *const k = &d->plan->kasteleyn;
    uint64_t *leaf = NULL;
    size_t *number = NULL;
    int *taken = NULL;
    pm_status status;

    PM_NEW_GOTO(status, leaf, count, done);
    PM_NEW_GOTO(status, number, count, done);
    PM_NEW_GOTO(status, taken, k->far->graph.vertices, done);
    PM_TRY_GOTO(status, pm_far_draw(leaf, count, d->each, k, threads), done);
    PM_TRY_GOTO(status, sort_draws(number, leaf, count), done);
    for (size_t first = 0, last; first < count && status == PM_OK; first = last) {
        for (last = first; last < count && leaf[last] == leaf[first];)
            last++;
        d->number = number + first;
        status = draw_of_leaf(entry, last - first, d, leaf[first], taken, threads);
    }
done:
    PM_FREE(leaf, number, taken);
    return status;
}

/* Makes what draws on a torus have in common. */
static pm_status dissect_torus(struct drawing *d, struct pm_matrix *k[2])
{
    const struct pm_core *const core = d->core;
    const struct plan *const plan = d->plan;
    const struct pm_sheets *const sheets = &plan->kasteleyn.sheets;

    PM_TRY(pm_curve_new(&d->curve, core->a, core->kind, sheets, &plan->graph, plan->ring,
                        plan->length, &d->limits));
    d->curve->other = (int)(plan->curves & -plan->curves);
    for (int x = 0; x < 2; x++) {
        PM_TRY(pm_curve_signed(&k[x], core->a, &sheets->signs[x == 0 ? 0 : d->curve->other]));
        PM_TRY(pm_dissection_new(&d->dissection[x], k[x], core->kind, &plan->graph, d->curve, 0,
                                 &d->limits));
    }
    return PM_OK;
}

/* Makes what draws have in common, in the plane or on a torus.  Nothing is made on other surfaces,
 * and where the matrices of the torus have no inverse. */
static pm_status dissect(struct drawing *d, struct pm_matrix *k[2])
{
    pm_status status = PM_OK;

    if (d->plan->aztec != NULL)
        return pm_shuffling_new(&d->shuffling, d->plan->aztec, d->core->a, WORD, d->limits.stop);
    if (has_levels(d->plan))
        return pm_levels_new(&d->levels, d->core, &d->plan->kasteleyn, d->plan->k, &d->plan->graph,
                             &d->limits);
    if (d->plan->ring == NULL)
        return pm_dissection_new(&d->dissection[0], d->plan->k, d->core->kind, &d->plan->graph,
                                 NULL, 0, &d->limits);
    if (has_curve(d->plan))
        status = dissect_torus(d, k);
    if (status == PM_UNABLE) {
        pm_curve_free(d->curve);
        d->curve = NULL;
        status = PM_OK;
    }
    return status;
}

static pm_status draw(int *entry, size_t count, uint64_t *state, const struct pm_core *core,
                      const struct pm_cost *cost, const struct pm_limits *limits)
{
    const int threads = (int)fmax(1, fmin(limits->threads, (double)count));
    struct drawing d = {.core = core, .plan = cost->choice, .limits = *limits};
    struct pm_matrix *matrix[2] = {NULL, NULL}; /* exist as long as the dissections */
    pm_status status = PM_OK;

    PM_NEW(d.each, count);
    for (size_t k = 0; k < count; k++)
        d.each[k] = pm_random_word(state);
    d.limits.threads = threads > 1 ? 1 : limits->threads;
    d.limits.memory /= (uint64_t)threads;
    if (d.plan->kasteleyn.far != NULL) {
        status = draw_far(entry, count, &d, threads);
        goto done;
    }
    PM_TRY_GOTO(status, dissect(&d, matrix), done);
    status = draw_all(entry, count, &d, threads);
done:
    for (int x = 0; x < 2; x++) {
        pm_dissection_free(d.dissection[x]);
        pm_matrix_free(matrix[x]);
    }
    pm_shuffling_free(d.shuffling);
    pm_levels_free(d.levels);
    pm_curve_free(d.curve);
    free(d.each);
    return status;
}

const struct pm_engine_query pm_planar_draws_query = {
    .kinds = PM_PERMANENT_BIT | PM_HAFNIAN_BIT,
    .numbers = PM_MOD_BIT,
    .cost = cost,
    .forget = forget,
    .draw = draw,
    .apart = true,
};
