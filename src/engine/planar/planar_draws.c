/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Random perfect matchings of planar graphs, with probabilities exactly proportional to their
 * weights (Wilson, Determinant algorithms for random planar structures, SODA 1997).
 *
 * Let K be Kasteleyn's matrix and Z = K^-1.  The matchings that contain the edge of K_uv have the
 * weight K_uv Z_vu times that of all matchings.  The graph without u and v has the matrix K without
 * row u and column v; its inverse is Z minus a matrix of rank one.  First the vertices of a
 * separator get their partners (separator.h).  Then the graph splits into components, and each
 * component is drawn separately in the same way.
 *
 * A graph on a torus is first made planar (cut.h), again for each draw.
 *
 * Each draw has a generator of its own, so that the draws are the same on any number of threads.
 *
 * All this is done modulo as many primes as the number of matchings requires, so comparisons with
 * random numbers are comparisons of integers.  Cost: n^1.5 products for each prime. */
#include "base/alloc.h"
#include "base/threads.h"
#include "engine/planar/cut.h"
#include "engine/planar/planar.h"
#include "engine/planar/separator.h"
#include "model/bound.h"
#include "num/random.h"

#include <math.h>
#include <stdlib.h>

/* A remaining part of the graph: its signed matrix, and for each row and column its number in the
 * whole matrix. */
struct left {
    struct pm_matrix *k;
    int *row, *col;
};

struct drawing {
    enum pm_kind kind;
    int order;
    const double *row_bits, *col_bits; /* of the whole matrix (model/bound.h) */
    uint64_t *each;                    /* for each draw the state of its own generator */
    uint64_t *state;                   /* that of the present draw */
    const struct pm_limits *limits;
};

/* ------------------------------------------------------------------ drawing */

/* *row and *col = the row and column of the pair of the vertices w and x. */
static void as_entry(int *row, int *col, const struct pm_separator *s, int w, int x)
{
    const bool turned = !pm_separator_is_skew(s) && w >= s->n;

    *row = turned ? x : w;
    *col = pm_separator_is_skew(s) ? x : (turned ? w : x) - s->n;
}

/* Draws a partner for the vertex w.  *total is the sum over the matchings with the pairs so far; it
 * becomes the sum over those that also have the new pair. */
static pm_status draw_partner(struct pm_separator *s, struct drawing *d,
                              const struct pm_adjacent *graph, int w, fmpz_t total)
{
    int row = -1, col = -1, taken = -1;
    struct pm_gauss sum;
    fmpz_t x;
    pm_status status = PM_OK;

    pm_gauss_init(&sum);
    fmpz_init(x);
    pm_random_below(x, total, d->state);
    for (int k = graph->start[w]; k < graph->start[w + 1] && taken < 0; k++) {
        if (s->mate[graph->to[k]] >= 0)
            continue;
        as_entry(&row, &col, s, w, graph->to[k]);
        PM_TRY_GOTO(status, pm_separator_sum(&sum, s, row, col), done);
        if (fmpz_cmp(x, fmpq_numref(sum.re)) < 0)
            taken = graph->to[k];
        else
            fmpz_sub(x, x, fmpq_numref(sum.re));
    }
    if (taken < 0) {
        status = pm_fail(PM_WRONG, "the shares of a vertex's edges do not add up");
        goto done;
    }
    s->mate[w] = taken;
    s->mate[taken] = w;
    fmpz_set(total, fmpq_numref(sum.re));
    status = pm_separator_take(s, row, col);
done:
    pm_gauss_clear(&sum);
    fmpz_clear(x);
    return status;
}

/* Draws partners for all vertices of the separator. */
static pm_status draw_own(struct pm_separator *s, struct drawing *d,
                          const struct pm_adjacent *graph)
{
    struct pm_gauss total;

    pm_gauss_init(&total);
    for (int w = 0; w < graph->vertices; w++)
        s->mate[w] = -1;
    pm_status status = pm_separator_begin(&total, s);
    for (int k = 0; k < s->owns && status == PM_OK; k++)
        if (s->mate[s->own[k]] < 0)
            status = draw_partner(s, d, graph, s->own[k], fmpq_numref(total.re));
    pm_gauss_clear(&total);
    return status;
}

/* ------------------------------------------------------------------ parts */

static void left_clear(struct left *left)
{
    pm_matrix_free(left->k);
    free(left->row);
    free(left->col);
}

/* *left = the part of `from` with the vertices v for which of[v] == which. */
static pm_status left_new(struct left *left, const struct left *from, enum pm_kind kind,
                          const int *of, int which)
{
    const int n = from->k->rows, shift = kind == PM_HAFNIAN ? 0 : n;
    int *row = NULL, *col = NULL, rows = 0, cols = 0;
    pm_status status = PM_OK;

    PM_NEW_GOTO(status, row, n, done);
    PM_NEW_GOTO(status, col, n, done);
    PM_NEW_GOTO(status, left->row, n, done);
    PM_NEW_GOTO(status, left->col, n, done);
    for (int i = 0; i < n; i++) {
        if (of[i] == which) {
            left->row[rows] = from->row[i];
            row[rows++] = i;
        }
        if (of[shift + i] == which) {
            left->col[cols] = from->col[i];
            col[cols++] = i;
        }
    }
    status = pm_matrix_sub(&left->k, from->k, rows, row, cols, col);
done:
    free(row);
    free(col);
    return status;
}

static pm_status draw_connected(struct drawing *d, const struct left *left,
                                const struct pm_adjacent *graph, int *mate, size_t count);

/* Draws the component with number `part` in of[]. */
static pm_status draw_part(struct drawing *d, const struct left *left, const int *of, int part,
                           int *mate, size_t count)
{
    struct left rest = {NULL, NULL, NULL};
    struct pm_adjacent inner = {0};
    pm_status status;

    PM_TRY_GOTO(status, left_new(&rest, left, d->kind, of, part), done);
    if (rest.k->rows != rest.k->cols)
        PM_TRY_GOTO(status, pm_fail(PM_DOMAIN, "there is no perfect matching"), done);
    PM_TRY_GOTO(status, pm_adjacent_new(&inner, rest.k, d->kind), done);
    status = draw_connected(d, &rest, &inner, mate, count);
done:
    pm_adjacent_clear(&inner);
    left_clear(&rest);
    return status;
}

/* Draws all components of the graph without the vertices that have a partner in `taken`. */
static pm_status draw_parts(struct drawing *d, const struct left *left,
                            const struct pm_adjacent *graph, const int *taken, int *mate,
                            size_t count)
{
    int *of, parts = 0;

    PM_NEW(of, graph->vertices);
    pm_status status = pm_adjacent_parts(of, &parts, graph, taken);
    for (int part = 0; part < parts && status == PM_OK; part++)
        status = draw_part(d, left, of, part, mate, count);
    free(of);
    return status;
}

/* Stores the pairs of the separator in mate[], by their rows and columns in the whole matrix. */
static void record(int *mate, const struct pm_separator *s, const struct left *left)
{
    for (int i = 0; i < s->n; i++)
        if (s->mate[i] >= 0)
            mate[left->row[i]] =
                left->col[pm_separator_is_skew(s) ? s->mate[i] : s->mate[i] - s->n];
}

/* The sum over the matchings of this part is below 2 to this power. */
static double sum_bits(const struct drawing *d, const struct left *left)
{
    double rows = 0, cols = 0;

    for (int i = 0; i < left->k->rows; i++) {
        rows += d->row_bits[left->row[i]];
        cols += d->col_bits[left->col[i]];
    }
    return (fmin(rows, cols) + 0.01) / (d->kind == PM_HAFNIAN ? 2 : 1);
}

/* Draws `count` matchings of a connected graph, all with the same separator. */
static pm_status draw_connected(struct drawing *d, const struct left *left,
                                const struct pm_adjacent *graph, int *mate, size_t count)
{
    struct pm_separator s;
    pm_status status;

    PM_TRY_GOTO(status,
                pm_separator_setup(&s, left->k, d->kind, graph, sum_bits(d, left), d->limits),
                done);
    for (size_t k = 0; k < count && status == PM_OK; k++) {
        int *const one = mate + k * (size_t)d->order;
        struct drawing this = *d;
        this.each = d->each + k;
        this.state = this.each;
        PM_TRY_GOTO(status, draw_own(&s, &this, graph), done);
        record(one, &s, left);
        status = draw_parts(&this, left, graph, s.mate, one, 1);
    }
done:
    pm_separator_clear(&s);
    return status;
}

/* ------------------------------------------------------------------ the whole */

/* The data that are the same for all draws.  A graph on a torus has a ring; it is planar without
 * the vertices of the ring. */
struct plan {
    struct pm_kasteleyn kasteleyn;
    struct pm_matrix *k; /* the matrix with the signs of a Pfaffian orientation of the plane */
    double *row_bits, *col_bits; /* bounds of all lines, for the draws */
    struct pm_adjacent graph;
    int *ring, length;
};

static void plan_clear(struct plan *plan)
{
    pm_kasteleyn_clear(&plan->kasteleyn);
    pm_matrix_free(plan->k);
    pm_adjacent_clear(&plan->graph);
    free(plan->ring);
    free(plan->row_bits);
    free(plan->col_bits);
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

static pm_status plan_bounds(struct plan *plan, const struct pm_core *core)
{
    PM_NEW(plan->row_bits, core->a->rows);
    PM_NEW(plan->col_bits, core->a->rows);
    return pm_bound_lines(plan->row_bits, plan->col_bits, core->a);
}

/* The cost of draws, as a multiple of one elimination: FIRST for the first draw (elimination,
 * separator and parts), EACH for each further draw (only the parts).  For each vertex of a ring,
 * COUNTS. */
enum { FIRST = 4, EACH = 2, COUNTS = 2 };

static pm_status cost(struct pm_cost *cost, const struct pm_core *core, enum pm_number number,
                      const struct pm_limits *limits)
{
    struct plan *plan;

    (void)number;
    (void)limits;
    PM_NEW(plan, 1);
    pm_status status = plan_fill(plan, core);
    if (status == PM_OK)
        status = plan_bounds(plan, core);
    if (status != PM_OK) {
        forget(plan);
        return status;
    }
    const double steps = plan->kasteleyn.fronts->steps;
    const double ring = (double)plan->length * COUNTS * plan->kasteleyn.sheets;
    *cost = (struct pm_cost){.steps = (FIRST + ring) * steps,
                             .each = (EACH + ring) * steps,
                             .bytes = plan->kasteleyn.fronts->bytes,
                             .units = 1,
                             .choice = plan};
    return PM_OK;
}

/* Draws `count` matchings of a planar graph.  `whole` has the numbers of its rows and columns, and
 * no matrix; this function lends it that of the plan. */
static pm_status draw_planar(struct drawing *d, struct left *whole, const struct plan *plan,
                             int *mate, size_t count)
{
    whole->k = plan->k;
    const pm_status status = draw_parts(d, whole, &plan->graph, NULL, mate, count);
    whole->k = NULL;
    return status;
}

/* Completes one draw of a graph that is planar without the vertices that have a partner in
 * mate[]. */
static pm_status draw_uncut(struct drawing *d, const struct pm_core *core, const int *mate,
                            int *partner)
{
    const int n = core->a->rows, shift = core->kind == PM_HAFNIAN ? 0 : n;
    struct left rest = {0};
    struct pm_core uncut = {.kind = core->kind};
    struct pm_matrix *a = NULL;
    struct plan plan = {0};
    int rows = 0, cols = 0;
    pm_status status = PM_OK;

    PM_NEW_GOTO(status, rest.row, n, done);
    PM_NEW_GOTO(status, rest.col, n, done);
    for (int i = 0; i < n; i++) {
        if (mate[i] >= 0)
            partner[i] = mate[i] - shift;
        else
            rest.row[rows++] = i;
        if (mate[shift + i] < 0)
            rest.col[cols++] = i;
    }
    if (rows == 0)
        goto done;
    PM_TRY_GOTO(status, pm_matrix_sub(&a, core->a, rows, rest.row, cols, rest.col), done);
    uncut.a = a;
    PM_TRY_GOTO(status, plan_fill(&plan, &uncut), done);
    status = draw_planar(d, &rest, &plan, partner, 1);
done:
    plan_clear(&plan);
    pm_matrix_free(a);
    left_clear(&rest);
    return status;
}

static pm_status draw_torus(struct drawing *d, const struct pm_core *core, const struct plan *plan,
                            int *partner, size_t count)
{
    struct pm_cut cut = {.a = core->a,
                         .kind = core->kind,
                         .kasteleyn = plan->kasteleyn,
                         .graph = &plan->graph,
                         .ring = plan->ring,
                         .length = plan->length,
                         .threads = d->limits->threads};
    pm_status status = PM_OK;
    int *mate;

    cut.kasteleyn.stop = d->limits->stop;
    PM_NEW(mate, 2 * (size_t)core->a->rows);
    for (size_t k = 0; k < count && status == PM_OK; k++) {
        struct drawing this = *d;
        this.each = d->each + k;
        PM_TRY_GOTO(status, pm_cut_draw(mate, &cut, this.each), done);
        status = draw_uncut(&this, core, mate, partner + k * (size_t)d->order);
    }
done:
    free(mate);
    return status;
}

/* Some of the draws, from number `first` on.  d->each has the states of all. */
static pm_status draw_some(int *entry, size_t first, size_t count, const struct drawing *all,
                           const struct pm_core *core, const struct plan *plan)
{
    const int order = core->a->rows;
    int *const own = entry + first * (size_t)order;
    struct drawing d = *all;
    struct left whole = {0};
    pm_status status;

    d.each = all->each + first;
    d.row_bits = plan->row_bits;
    d.col_bits = plan->col_bits;
    PM_NEW_GOTO(status, whole.row, order, done);
    PM_NEW_GOTO(status, whole.col, order, done);
    for (int i = 0; i < order; i++)
        whole.row[i] = whole.col[i] = i;
    PM_TRY_GOTO(status,
                plan->ring != NULL ? draw_torus(&d, core, plan, own, count)
                                   : draw_planar(&d, &whole, plan, own, count),
                done);
    for (size_t k = 0; k < count * (size_t)order; k++)
        own[k] = pm_matrix_entry(core->a, (int)(k % (size_t)order), own[k]);
done:
    left_clear(&whole);
    return status;
}

/* Each thread has its own draws, separators and tables. */
static pm_status draw_all(int *entry, size_t count, const struct drawing *d,
                          const struct pm_core *core, const struct plan *plan, int threads)
{
    struct pm_failure failure = {.status = PM_OK};
    struct pm_limits limits = *d->limits;
    struct drawing own = *d;

    limits.threads = threads > 1 ? 1 : limits.threads;
    limits.memory /= (uint64_t)threads;
    own.limits = &limits;
#pragma omp parallel for schedule(static, 1) num_threads(threads)
    for (int t = 0; t < threads; t++) {
        const size_t first = count * (size_t)t / (size_t)threads,
                     end = count * (size_t)(t + 1) / (size_t)threads;
        const pm_status status = draw_some(entry, first, end - first, &own, core, plan);
        if (status != PM_OK)
#pragma omp critical(pm_planar_draws)
            pm_failure_keep(&failure, status);
        pm_team_thread_ends();
    }
    return pm_failure_raise(&failure);
}

static pm_status draw(int *entry, size_t count, uint64_t *state, const struct pm_core *core,
                      const struct pm_cost *cost, const struct pm_limits *limits)
{
    const uint64_t seed = *state;
    const int threads = (int)fmax(1, fmin(limits->threads, (double)count));
    struct drawing d = {.kind = core->kind, .order = core->a->rows, .limits = limits};
    pm_status status = PM_UNABLE;

    PM_NEW(d.each, count);
    for (int pass = 0; pass < 2 && status == PM_UNABLE; pass++) { /* the second with more memory */
        *state = seed;
        for (size_t k = 0; k < count; k++)
            d.each[k] = pm_random_word(state);
        if (pass == 0 || threads > 1)
            status = draw_all(entry, count, &d, core, cost->choice, pass == 0 ? threads : 1);
    }
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
