/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Random perfect matchings of planar graphs, each with exactly the probability in proportion to its
 * weight (Wilson, Determinant algorithms for random planar structures, SODA 1997).
 *
 * With Kasteleyn's matrix K and Z = K^-1, the matchings that use the edge of K_uv weigh K_uv Z_vu
 * times all matchings; what is left without u and v has the matrix K without row u and column v,
 * whose inverse is Z less a matrix of rank one.  The vertices of a separator get their partners
 * first: the part of Z that they need is the inverse of a Schur complement, which elimination in
 * fronts leaves (engine/planar/eliminate.c).  Then the graph falls apart, and each part is drawn
 * for itself in the same way.
 *
 * All this goes modulo as many primes as the number of matchings asks for; each comparison with a
 * random number is one of integers.  Cost: that of the determinant modulo these primes, and s^3 for
 * a separator of s vertices: n^1.5 products a prime. */
#define PM_TYPE mod
#include "run/planar.h"

#include "base/alloc.h"
#include "engine/planar/planar.h"
#include "num/crt.h"
#include "num/dot.h"
#include "num/random.h"
#include "plan/bound.h"

#include <flint/ulong_extras.h>
#include <stdlib.h>
#include <string.h>

/* A graph of so few vertices is its own separator. */
enum { SMALL = 48 };

/* A part of the graph that is left: the signed matrix, and what its lines are in the whole. */
struct left {
    struct pm_matrix *k;
    int *row, *col;
};

/* One prime: the inverse where it is needed, a column after the other, and for the draw at work
 * what the pairs taken so far put to it: Z less the products of `down` and `across`. */
struct prime {
    struct pm_image *image;
    T *z;             /* cols x rows */
    T all;            /* the sum over all matchings */
    T now;            /* over those with the pairs taken so far */
    T *down, *across; /* by columns and by rows, `room` terms each */
};

/* A connected graph whose separator is being matched. */
struct stage {
    enum pm_kind kind;
    int n;               /* order of the matrix */
    struct pm_matrix *a; /* the weights */
    struct pm_signs signs;
    struct pm_fronts *fronts;
    int *own, owns;       /* the separator: vertices, of pm_adjacency_new() */
    int rows, cols;       /* of Z, as far as it is needed */
    int *row_at, *col_at; /* where a row of `a` stands in Z; -1: nowhere */
    struct pm_images images;
    struct prime *prime;
    int room, terms; /* of down and across */
    int *mate;       /* of vertices, in the draw at work; -1: none yet */
    int threads;
};

struct drawing {
    enum pm_kind kind;
    int order;
    uint64_t *state;
    const struct pm_limits *limits;
};

static bool is_skew(const struct stage *s)
{
    return s->kind == PM_HAFNIAN;
}

/* ------------------------------------------------------------------ the inverse */

static pm_status divides(void)
{
    return pm_fail(PM_UNABLE, "a prime of the computation divides a sum over matchings");
}

/* The size x size matrix becomes its inverse (Gauss and Jordan); `order` is room for size numbers.
 * False where it is singular. */
static bool invert(T *a, int size, int *order, const struct pm_ring *ring)
{
    const size_t n = (size_t)size;

    for (size_t t = 0; t < n; t++) {
        size_t p = t;
        while (p < n && t_is_zero(a[p * n + t]))
            p++;
        if (p == n)
            return false;
        order[t] = (int)p;
        for (size_t j = 0; j < n && p != t; j++) {
            const T x = a[t * n + j];
            a[t * n + j] = a[p * n + j];
            a[p * n + j] = x;
        }
        const T inverse = t_from_residue(ring, n_invmod(t_to_residue(ring, a[t * n + t]), ring->p));
        a[t * n + t] = t_one(ring);
        for (size_t j = 0; j < n; j++)
            a[t * n + j] = t_mul(ring, a[t * n + j], inverse);
        for (size_t i = 0; i < n; i++) {
            const T x = a[i * n + t];
            if (i == t || t_is_zero(x))
                continue;
            a[i * n + t] = t_zero();
            for (size_t j = 0; j < n; j++)
                a[i * n + j] = t_sub(ring, a[i * n + j], t_mul(ring, x, a[t * n + j]));
        }
    }
    for (size_t t = n; t-- > 0;)
        for (size_t i = 0; i < n && order[t] != (int)t; i++) {
            const T x = a[i * n + t];
            a[i * n + t] = a[i * n + (size_t)order[t]];
            a[i * n + (size_t)order[t]] = x;
        }
    return true;
}

/* Z for one prime, out of the matrix that the last front is. */
static pm_status take_inverse(struct prime *p, const struct stage *s, struct pm_rest *last)
{
    const size_t size = (size_t)last->size;
    int *order;

    PM_NEW(order, size);
    const bool regular = invert(last->value, last->size, order, &p->image->ring);
    free(order);
    if (!regular)
        return divides();
    PM_NEW(p->z, (size_t)s->cols * (size_t)s->rows);
    for (size_t c = 0; c < size; c++)
        for (size_t r = 0; r < size; r++) {
            const int to = s->col_at[last->col[c]], from = s->row_at[last->row[r]];
            if (to >= 0 && from >= 0)
                p->z[(size_t)to * (size_t)s->rows + (size_t)from] =
                    ((const T *)last->value)[c * size + r];
        }
    return PM_OK;
}

static pm_status prime_setup(struct prime *p, const struct stage *s, const struct pm_ring *ring)
{
    struct pm_rest last = {0};
    struct pm_part part;
    pm_status status;

    PM_TRY(pm_image_new(&p->image, s->a, ring));
    PM_NEW(p->down, (size_t)s->cols * (size_t)s->room);
    PM_NEW(p->across, (size_t)s->rows * (size_t)s->room);
    PM_TRY_GOTO(status, pm_fronts_eliminate(&part, &last, s->fronts, &s->signs, p->image), done);
    p->all = t_from_residue(ring, part.word[0]);
    status = t_is_zero(p->all) || last.size == 0 ? divides() : take_inverse(p, s, &last);
done:
    pm_rest_clear(&last);
    return status;
}

/* Z_vu as the pairs taken so far leave it, u a row and v a column of the matrix. */
static T entry_now(const struct prime *p, const struct stage *s, int col, int row)
{
    const size_t c = (size_t)s->col_at[col], r = (size_t)s->row_at[row], room = (size_t)s->room;

    return t_sub(&p->image->ring, p->z[c * (size_t)s->rows + r],
                 t_dot(&p->image->ring, p->down + c * room, p->across + r * room, s->terms));
}

/* The next term: column `row` of Z times row `col`, divided by `by`. */
static void add_term(struct prime *p, const struct stage *s, int term, int row, int col, T factor)
{
    const size_t room = (size_t)s->room;

    for (int j = 0; j < s->n; j++)
        if (s->col_at[j] >= 0)
            p->down[(size_t)s->col_at[j] * room + (size_t)term] = entry_now(p, s, j, row);
    for (int i = 0; i < s->n; i++)
        if (s->row_at[i] >= 0)
            p->across[(size_t)s->row_at[i] * room + (size_t)term] =
                t_mul(&p->image->ring, entry_now(p, s, col, i), factor);
}

/* The pair of row u and column v is taken.  Of a skew matrix, rows and columns u and v go. */
static pm_status prime_take(struct prime *p, const struct stage *s, int u, int v)
{
    const struct pm_ring *const ring = &p->image->ring;
    const T z = entry_now(p, s, v, u);

    if (t_is_zero(z))
        return divides();
    const T inverse = t_from_residue(ring, n_invmod(t_to_residue(ring, z), ring->p));
    add_term(p, s, s->terms, u, v, inverse);
    if (is_skew(s))
        add_term(p, s, s->terms + 1, v, u, t_neg(ring, inverse));
    return PM_OK;
}

/* ------------------------------------------------------------------ all primes */

enum task { SETUP, TAKE };

/* A task for every prime, by several threads. */
static pm_status for_primes(struct stage *s, enum task task, int u, int v)
{
    struct pm_failure failure = {PM_OK, ""};
    const int64_t count = (int64_t)s->images.count;
    const bool alone = s->threads == 1 || s->images.count * (size_t)s->rows < 500;

#pragma omp parallel for schedule(dynamic) num_threads(alone ? 1 : s->threads)
    for (int64_t k = 0; k < count; k++) {
        const pm_status status = task == SETUP ? prime_setup(&s->prime[k], s, &s->images.ring[k])
                                               : prime_take(&s->prime[k], s, u, v);
        if (status != PM_OK)
#pragma omp critical(pm_planar_primes)
            pm_failure_keep(&failure, status);
    }
    if (task == TAKE)
        s->terms += is_skew(s) ? 2 : 1;
    return pm_failure_raise(&failure);
}

static int entry_of(const struct pm_matrix *a, int row, int col)
{
    int k = a->start[row];

    while (a->col[k] != col)
        k++;
    return k;
}

/* The sum over the matchings with the pairs taken so far and the entry of row u and column v;
 * part[] is room for a residue a prime. */
static pm_status sum_with(struct pm_gauss *sum, struct pm_part *part, const struct stage *s, int u,
                          int v)
{
    const int k = entry_of(s->a, u, v);

    for (size_t r = 0; r < s->images.count; r++) {
        const struct prime *const p = &s->prime[r];
        const struct pm_ring *const ring = &p->image->ring;
        const T weight = t_mul(ring, ((const T *)p->image->row_val)[k], entry_now(p, s, v, u));
        const T with = t_mul(ring, p->now, weight);
        part[r] = t_part(ring, s->signs.entry[k] < 0 ? t_neg(ring, with) : with);
    }
    return pm_images_recover(sum, &s->images, part);
}

/* ------------------------------------------------------------------ drawing */

/* The pair of the vertices w and x as row and column. */
static void as_entry(int *row, int *col, const struct stage *s, int w, int x)
{
    const bool turned = !is_skew(s) && w >= s->n;

    *row = turned ? x : w;
    *col = is_skew(s) ? x : (turned ? w : x) - s->n;
}

/* A partner for the vertex w; *total is the sum over the matchings with the pairs so far. */
static pm_status draw_partner(struct stage *s, struct drawing *d, const struct pm_adjacency *graph,
                              int w, fmpz_t total, struct pm_part *part)
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
        PM_TRY_GOTO(status, sum_with(&sum, part, s, row, col), done);
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
    for (size_t r = 0; r < s->images.count; r++)
        s->prime[r].now = t_from_residue(&s->images.ring[r], part[r].word[0]);
    status = for_primes(s, TAKE, row, col);
done:
    pm_gauss_clear(&sum);
    fmpz_clear(x);
    return status;
}

/* Partners for the separator. */
static pm_status draw_own(struct stage *s, struct drawing *d, const struct pm_adjacency *graph)
{
    struct pm_part *part;
    struct pm_gauss total;
    pm_status status = PM_OK;

    PM_NEW(part, s->images.count);
    pm_gauss_init(&total);
    for (int w = 0; w < graph->vertices; w++)
        s->mate[w] = -1;
    s->terms = 0;
    for (size_t r = 0; r < s->images.count; r++) {
        s->prime[r].now = s->prime[r].all;
        part[r] = t_part(&s->images.ring[r], s->prime[r].all);
    }
    PM_TRY_GOTO(status, pm_images_recover(&total, &s->images, part), done);
    for (int k = 0; k < s->owns && status == PM_OK; k++)
        if (s->mate[s->own[k]] < 0)
            status = draw_partner(s, d, graph, s->own[k], fmpq_numref(total.re), part);
done:
    free(part);
    pm_gauss_clear(&total);
    return status;
}

/* ------------------------------------------------------------------ a stage */

/* The weights and the signs of a signed matrix. */
static pm_status take_signs(struct stage *s, const struct pm_matrix *k, const int *mate)
{
    PM_TRY(pm_matrix_copy(&s->a, k));
    PM_NEW(s->signs.entry, pm_matrix_nnz(k));
    for (int e = 0; e < pm_matrix_nnz(k); e++) {
        s->signs.entry[e] = (signed char)fmpq_sgn(k->re + e);
        fmpq_abs(s->a->re + e, k->re + e);
    }
    return pm_signs_term(&s->signs.term, s->signs.entry, k, s->kind, mate);
}

/* Where the separator and its neighbours stand in Z. */
static pm_status place_lines(struct stage *s, bool *needed, const struct pm_adjacency *graph)
{
    PM_NEW(s->row_at, s->n);
    PM_NEW(s->col_at, s->n);
    for (int k = 0; k < s->owns; k++) {
        needed[s->own[k]] = true;
        for (int e = graph->start[s->own[k]]; e < graph->start[s->own[k] + 1]; e++)
            needed[graph->to[e]] = true;
    }
    for (int i = 0; i < s->n; i++) {
        s->row_at[i] = needed[i] ? s->rows++ : -1;
        s->col_at[i] = needed[is_skew(s) ? i : s->n + i] ? s->cols++ : -1;
    }
    return PM_OK;
}

/* PM_UNABLE where this stage, and all that come after it, take more time or memory than allowed:
 * the parts together need about as much again. */
static pm_status check_limits(const struct stage *s, const struct pm_limits *limits)
{
    static const double rate = 5e8; /* products a second */
    const double rows = s->rows, primes = (double)s->images.count;
    const double seconds =
        2 * primes * (s->fronts->steps + 2 * rows * rows * rows) / rate / limits->threads;
    const double bytes = 8 * primes * (rows * s->cols + (rows + s->cols) * s->room);

    if (limits->seconds > 0 && seconds > limits->seconds)
        return pm_fail(PM_UNABLE,
                       "predicted to take %.3g s on %d threads, more than the %.3g s allowed",
                       seconds, limits->threads, limits->seconds);
    if (bytes > (double)limits->memory)
        return pm_fail(PM_UNABLE, "needs %.3g bytes of memory, %.3g are allowed", bytes,
                       (double)limits->memory);
    return PM_OK;
}

static pm_status stage_setup(struct stage *s, const struct pm_matrix *k,
                             const struct pm_adjacency *graph, const struct pm_limits *limits)
{
    bool *needed = NULL, perfect;
    int *mate = NULL;
    double bits;
    pm_status status;

    PM_NEW_GOTO(status, s->mate, graph->vertices, done);
    PM_NEW_GOTO(status, s->own, graph->vertices, done);
    PM_NEW_GOTO(status, needed, graph->vertices, done);
    PM_NEW_GOTO(status, mate, graph->vertices, done);
    PM_TRY_GOTO(status, pm_match_perfect(mate, &perfect, graph), done);
    if (!perfect) {
        status = pm_fail(PM_DOMAIN, "there is no perfect matching");
        goto done;
    }
    if (graph->vertices > SMALL)
        PM_TRY_GOTO(status, pm_adjacency_separate(s->own, &s->owns, graph), done);
    else
        for (; s->owns < graph->vertices; s->owns++)
            s->own[s->owns] = s->owns;
    PM_TRY_GOTO(status, place_lines(s, needed, graph), done);
    s->room = is_skew(s) ? 2 * s->owns : s->owns;
    PM_TRY_GOTO(status, take_signs(s, k, mate), done);
    PM_TRY_GOTO(status, pm_fronts_new(&s->fronts, s->a, s->kind, mate, needed), done);
    PM_TRY_GOTO(status, pm_bound_bits(&bits, s->a, s->kind), done);
    PM_TRY_GOTO(status, pm_images_new(&s->images, bits, false, false), done);
    PM_TRY_GOTO(status, check_limits(s, limits), done);
    PM_NEW_GOTO(status, s->prime, s->images.count, done);
    status = for_primes(s, SETUP, 0, 0);
done:
    free(needed);
    free(mate);
    return status;
}

static void stage_clear(struct stage *s)
{
    for (size_t r = 0; s->prime != NULL && r < s->images.count; r++) {
        pm_image_free(s->prime[r].image);
        free(s->prime[r].z);
        free(s->prime[r].down);
        free(s->prime[r].across);
    }
    free(s->prime);
    pm_images_clear(&s->images);
    pm_fronts_free(s->fronts);
    pm_signs_clear(&s->signs);
    pm_matrix_free(s->a);
    free(s->own);
    free(s->row_at);
    free(s->col_at);
    free(s->mate);
}

/* ------------------------------------------------------------------ parts */

static void left_clear(struct left *left)
{
    pm_matrix_free(left->k);
    free(left->row);
    free(left->col);
}

/* The part of `from` with those vertices `v` for which of[v] is `which`. */
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

/* of[v] = the component of each vertex that is not matched (mate NULL: all), -1 for the others. */
static pm_status find_parts(int *of, int *parts, const struct pm_adjacency *graph, const int *mate)
{
    int *queue;

    PM_NEW(queue, graph->vertices);
    *parts = 0;
    for (int v = 0; v < graph->vertices; v++)
        of[v] = -1;
    for (int v = 0; v < graph->vertices; v++) {
        if (of[v] >= 0 || (mate != NULL && mate[v] >= 0))
            continue;
        of[v] = *parts;
        queue[0] = v;
        for (int head = 0, tail = 1; head < tail; head++)
            for (int k = graph->start[queue[head]]; k < graph->start[queue[head] + 1]; k++) {
                const int w = graph->to[k];
                if (of[w] < 0 && (mate == NULL || mate[w] < 0)) {
                    of[w] = *parts;
                    queue[tail++] = w;
                }
            }
        ++*parts;
    }
    free(queue);
    return PM_OK;
}

static pm_status draw_connected(struct drawing *d, const struct left *left,
                                const struct pm_adjacency *graph, int *mate, size_t count);

/* All components of what is left of the graph without the vertices that `taken` gives a partner. */
static pm_status draw_parts(struct drawing *d, const struct left *left,
                            const struct pm_adjacency *graph, const int *taken, int *mate,
                            size_t count)
{
    struct pm_adjacency *inner;
    int *of, parts = 0;

    PM_NEW(of, graph->vertices);
    pm_status status = find_parts(of, &parts, graph, taken);
    for (int part = 0; part < parts && status == PM_OK; part++) {
        struct left rest = {NULL, NULL, NULL};
        status = left_new(&rest, left, d->kind, of, part);
        if (status == PM_OK && rest.k->rows != rest.k->cols)
            status = pm_fail(PM_DOMAIN, "there is no perfect matching");
        if (status == PM_OK && (status = pm_adjacency_new(&inner, rest.k, d->kind)) == PM_OK) {
            status = draw_connected(d, &rest, inner, mate, count);
            pm_adjacency_free(inner);
        }
        left_clear(&rest);
    }
    free(of);
    return status;
}

/* What a draw has taken, in the lines of the whole. */
static void record(int *mate, const struct stage *s, const struct left *left)
{
    for (int i = 0; i < s->n; i++)
        if (s->mate[i] >= 0)
            mate[left->row[i]] = left->col[is_skew(s) ? s->mate[i] : s->mate[i] - s->n];
}

/* `count` draws of a connected graph, which have one stage in common. */
static pm_status draw_connected(struct drawing *d, const struct left *left,
                                const struct pm_adjacency *graph, int *mate, size_t count)
{
    struct stage s = {.kind = d->kind, .n = left->k->rows, .threads = d->limits->threads};
    pm_status status;

    PM_TRY_GOTO(status, stage_setup(&s, left->k, graph, d->limits), done);
    for (size_t k = 0; k < count && status == PM_OK; k++) {
        int *const one = mate + k * (size_t)d->order;
        PM_TRY_GOTO(status, draw_own(&s, d, graph), done);
        record(one, &s, left);
        status = draw_parts(d, left, graph, s.mate, one, 1);
    }
done:
    stage_clear(&s);
    return status;
}

/* ------------------------------------------------------------------ the whole */

/* a with the signs of a Pfaffian orientation. */
static pm_status make_signed(struct pm_matrix **k, const struct pm_matrix *a, enum pm_kind kind,
                             const struct pm_adjacency *graph)
{
    struct pm_plane *plane = NULL;
    struct pm_signs signs = {0};
    int *mate = NULL;
    bool perfect;
    pm_status status;

    PM_NEW(mate, graph->vertices);
    PM_TRY_GOTO(status, pm_match_perfect(mate, &perfect, graph), done);
    if (!perfect) {
        status = pm_fail(PM_DOMAIN, "there is no perfect matching");
        goto done;
    }
    PM_TRY_GOTO(status, pm_plane_new(&plane, graph), done);
    PM_TRY_GOTO(status, pm_signs_planar(&signs, a, kind, plane, mate), done);
    PM_TRY_GOTO(status, pm_matrix_copy(k, a), done);
    for (int e = 0; e < pm_matrix_nnz(a); e++)
        if (signs.entry[e] < 0)
            fmpq_neg((*k)->re + e, a->re + e);
done:
    free(mate);
    pm_plane_free(plane);
    pm_signs_clear(&signs);
    return status;
}

pm_status pm_planar_sample(int *mate, size_t count, uint64_t *state, const struct pm_matrix *a,
                           enum pm_kind kind, const struct pm_limits *limits)
{
    struct drawing d = {.kind = kind, .order = a->rows, .state = state, .limits = limits};
    struct left whole = {NULL, NULL, NULL};
    struct pm_adjacency *graph = NULL;
    pm_status status = PM_OK;

    if (a->rows != a->cols)
        return pm_fail(PM_UNABLE, "%d x %d is not square", a->rows, a->cols);
    PM_TRY(pm_adjacency_new(&graph, a, kind));
    PM_TRY_GOTO(status, make_signed(&whole.k, a, kind, graph), done);
    PM_NEW_GOTO(status, whole.row, a->rows, done);
    PM_NEW_GOTO(status, whole.col, a->rows, done);
    for (int i = 0; i < a->rows; i++)
        whole.row[i] = whole.col[i] = i;
    status = draw_parts(&d, &whole, graph, NULL, mate, count);
done:
    left_clear(&whole);
    pm_adjacency_free(graph);
    return status;
}
