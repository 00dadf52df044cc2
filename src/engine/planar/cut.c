/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Random partners for the vertices of a ring of a graph on a torus.  The weight of all matchings
 * that contain given pairs is half the sum of four determinants or Pfaffians
 * (engine/planar/torus.c).  Each is that of a signed matrix without the rows and columns of those
 * pairs, multiplied by the entries of the pairs.  Any of the four matrices may be singular although
 * these submatrices are not, so we cannot use its inverse.  But only rows and columns of the ring
 * and its neighbours can be removed.  All others are eliminated once (engine/planar/eliminate.c),
 * which leaves small matrices.  For each vertex of the ring, the minors are computed from the
 * present small matrices (engine/planar/minors.c).
 *
 * All this is done modulo as many primes as the number of matchings requires, so comparisons with
 * random numbers are comparisons of integers.  Cost of a draw, for each prime, each vertex of the
 * ring and each of the four matrices: s^3 / 3 products, where s is up to about four times the
 * length of the ring. */
#define PM_TYPE mod
#include "engine/planar/cut.h"

#include "base/alloc.h"
#include "engine/limits.h"
#include "engine/planar/minors.h"
#include "model/bound.h"
#include "num/crt.h"
#include "num/dot.h"
#include "num/random.h"

#include <stdlib.h>
#include <string.h>

enum { SHEETS = 4 };

/* One of the four matrices (a sheet) for one prime: the result of the elimination, and the matrix
 * that remains after the pairs of the current draw. */
struct sheet {
    /* the result of the elimination; in a skew matrix, the columns are in the order of the rows */
    struct pm_rest rest;
    int size;
    int *row, *col; /* the vertices of the remaining rows and columns */
    /* factor times the determinant or Pfaffian of the remaining matrix = the contribution of
     * this sheet to the sum over the matchings with the pairs so far */
    T factor;
    struct pm_minors now;
    T *minor; /* the minors for the current vertex */
};

struct prime {
    struct pm_image *image;
    T all; /* the sum over all matchings */
    struct sheet sheet[SHEETS];
    T *sum; /* for each edge of the current vertex: the sum over the matchings with it */
};

struct pm_cut {
    const struct pm_matrix *a; /* belongs to the caller */
    enum pm_kind kind;
    struct pm_adjacency *graph;
    struct pm_signs signs[SHEETS];
    struct pm_fronts *fronts;
    int *ring, length;
    int lines; /* largest number of rows that elimination leaves */
    int threads;
    struct pm_images images;
    struct prime *prime;
    struct pm_part *part;
    int *mate; /* partners in the current draw; belongs to the caller */
};

static bool is_skew(const struct pm_cut *cut)
{
    return cut->kind == PM_HAFNIAN;
}

/* ------------------------------------------------------------------ the cut */

/* Finds the ring. needed[v] = true for its vertices and their neighbours: their rows and columns
 * are left for the last front.  Their mates in the perfect matching are left, too. */
static pm_status find_ring(struct pm_cut *cut, bool *needed, const struct pm_plane *plane)
{
    PM_NEW(cut->ring, plane->vertices);
    PM_TRY(pm_torus_ring(cut->ring, &cut->length, plane));
    for (int k = 0; k < cut->length; k++) {
        const int v = cut->ring[k];
        needed[v] = true;
        for (int e = cut->graph->start[v]; e < cut->graph->start[v + 1]; e++)
            needed[cut->graph->to[e]] = true;
    }
    for (int v = 0; v < plane->vertices; v++)
        cut->lines += needed[v] ? (is_skew(cut) ? 2 : 1) : 0;
    return PM_OK;
}

/* The bytes of all sheets: for each, the result of the elimination, the remaining matrix, and
 * working memory. */
static double sheets_bytes(const struct pm_cut *cut, double primes)
{
    return 3 * sizeof(T) * SHEETS * primes * (double)cut->lines * cut->lines;
}

pm_status pm_cut_new(struct pm_cut **out, struct pm_cost *cost, const struct pm_core *core)
{
    const struct pm_matrix *const a = core->a;
    const enum pm_kind kind = core->kind;
    struct pm_cut *cut;
    struct pm_plane *plane = NULL;
    int *mate = NULL;
    bool *needed = NULL, perfect;
    double bits = 0;
    pm_status status;

    PM_NEW(cut, 1);
    *cut = (struct pm_cut){.a = a, .kind = kind};
    PM_TRY_GOTO(status, pm_adjacency_new(&cut->graph, a, kind), done);
    PM_TRY_GOTO(status, pm_plane_given(&plane, cut->graph, core->around), done);
    PM_NEW_GOTO(status, mate, cut->graph->vertices, done);
    PM_NEW_GOTO(status, needed, cut->graph->vertices, done);
    PM_TRY_GOTO(status, pm_match_perfect(mate, &perfect, cut->graph), done);
    if (!perfect) {
        status = pm_fail(PM_DOMAIN, "there is no perfect matching");
        goto done;
    }
    PM_TRY_GOTO(status, pm_signs_torus(cut->signs, a, kind, plane, mate), done);
    PM_TRY_GOTO(status, find_ring(cut, needed, plane), done);
    PM_TRY_GOTO(status, pm_fronts_new(&cut->fronts, a, kind, mate, needed), done);
    PM_TRY_GOTO(status, pm_bound_bits(&bits, a, kind), done);
    const double s = cut->lines;
    *cost = (struct pm_cost){.each = SHEETS * cut->length * s * s * s / 3,
                             .bytes = sheets_bytes(cut, pm_images_count(bits, false, PM_MOD))};
    cost->steps = SHEETS * cut->fronts->steps + cost->each;
done:
    free(mate);
    free(needed);
    pm_plane_free(plane);
    if (status == PM_OK)
        *out = cut;
    else
        pm_cut_free(cut);
    return status;
}

static void sheet_clear(struct sheet *s)
{
    pm_rest_clear(&s->rest);
    free(s->row);
    free(s->col);
    free(s->now.a);
    free(s->now.work);
    free(s->now.null);
    free(s->now.order);
    free(s->minor);
}

void pm_cut_free(struct pm_cut *cut)
{
    if (cut == NULL)
        return;
    for (size_t r = 0; cut->prime != NULL && r < cut->images.count; r++) {
        struct prime *const p = &cut->prime[r];
        for (int k = 0; k < SHEETS; k++)
            sheet_clear(&p->sheet[k]);
        pm_image_free(p->image);
        free(p->sum);
    }
    free(cut->prime);
    free(cut->part);
    pm_images_clear(&cut->images);
    for (int k = 0; k < SHEETS; k++)
        pm_signs_clear(&cut->signs[k]);
    pm_fronts_free(cut->fronts);
    pm_adjacency_free(cut->graph);
    free(cut->ring);
    free(cut);
}

/* ------------------------------------------------------------------ primes */

/* Puts the columns of a skew matrix into the order of its rows. line and at are working memory. */
static void order_columns(struct pm_rest *rest, T *line, int *at)
{
    T *const value = rest->value;
    const size_t n = (size_t)rest->size;

    for (int k = 0; k < rest->size; k++)
        at[rest->col[k]] = k;
    for (size_t i = 0; i < n; i++) {
        memcpy(line, value + i * n, n * sizeof *line);
        for (size_t j = 0; j < n; j++)
            value[i * n + j] = line[at[rest->row[j]]];
    }
    memcpy(rest->col, rest->row, n * sizeof *rest->col);
}

static pm_status sheet_open(struct sheet *s, T *all, const struct pm_cut *cut, int which,
                            const struct pm_image *image)
{
    struct pm_part part;

    PM_TRY(pm_fronts_eliminate(&part, &s->rest, cut->fronts, &cut->signs[which], image, NULL));
    *all =
        t_add(&image->ring, *all, t_half(&image->ring, t_from_residue(&image->ring, part.word[0])));
    const size_t n = (size_t)s->rest.size;
    s->now.ring = &image->ring;
    PM_NEW(s->row, n);
    PM_NEW(s->col, n);
    PM_NEW(s->now.a, n * n);
    PM_NEW(s->now.work, n * n);
    PM_NEW(s->now.null, n);
    PM_NEW(s->now.order, n + (size_t)cut->graph->vertices);
    PM_NEW(s->minor, n);
    if (is_skew(cut))
        order_columns(&s->rest, s->now.null, s->now.order);
    return PM_OK;
}

static pm_status prime_open(struct prime *p, const struct pm_cut *cut, const struct pm_ring *ring)
{
    PM_TRY(pm_image_new(&p->image, cut->a, ring));
    PM_NEW(p->sum, cut->graph->vertices);
    for (int k = 0; k < SHEETS; k++)
        PM_TRY(sheet_open(&p->sheet[k], &p->all, cut, k, p->image));
    return PM_OK;
}

/* Starts a draw: resets the sheet to the result of the elimination. */
static void sheet_begin(struct sheet *s, const struct pm_cut *cut)
{
    const size_t n = (size_t)s->rest.size;
    const int shift = is_skew(cut) ? 0 : cut->a->rows;

    s->size = s->rest.size;
    s->factor = t_half(s->now.ring, t_from_residue(s->now.ring, s->rest.factor));
    memcpy(s->row, s->rest.row, n * sizeof *s->row);
    for (size_t k = 0; k < n; k++)
        s->col[k] = shift + s->rest.col[k];
    memcpy(s->now.a, s->rest.value, n * n * sizeof *s->now.a);
}

static int find(const int *list, int vertex)
{
    int k = 0;

    while (list[k] != vertex)
        k++;
    return k;
}

/* ------------------------------------------------------------------ a pair */

/* The pair of the vertices w and x as row and column of the matrix, and its places in a sheet. */
struct pair {
    int row, col; /* row and column of the matrix */
    int i, j;     /* places in the sheet */
};

static struct pair as_pair(const struct pm_cut *cut, const struct sheet *s, int w, int x)
{
    const int shift = is_skew(cut) ? 0 : cut->a->rows;
    const bool turned = shift > 0 ? w >= shift : find(s->row, w) > find(s->row, x);
    const int u = turned ? x : w, v = turned ? w : x;

    return (struct pair){u, v - shift, find(s->row, u), find(s->col, v)};
}

/* The factor of the pair's minor: the entry of the pair, with its sign in the sheet and the sign of
 * its place. */
static T pair_factor(const struct pm_cut *cut, const struct prime *p, int which,
                     const struct pair *pair)
{
    const int e = pm_matrix_entry(cut->a, pair->row, pair->col);
    const bool odd = (pair->i + pair->j + (is_skew(cut) ? 1 : 0)) % 2 != 0;
    const bool minus = odd != (cut->signs[which].entry[e] < 0);
    const T x = ((const T *)p->image->row_val)[e];

    return minus ? t_neg(&p->image->ring, x) : x;
}

/* p->sum[k] = the sum over the matchings with the pairs so far and edge k of the vertex w. */
static void prime_sums(struct prime *p, const struct pm_cut *cut, int w)
{
    const struct pm_ring *const ring = &p->image->ring;
    const int first = cut->graph->start[w], degree = cut->graph->start[w + 1] - first;

    for (int k = 0; k < degree; k++)
        p->sum[k] = t_zero();
    for (int which = 0; which < SHEETS; which++) {
        struct sheet *const s = &p->sheet[which];
        const bool column = !is_skew(cut) && w >= cut->a->rows;

        s->now.size = s->size;
        if (is_skew(cut))
            pm_minors_of_pair(s->minor, &s->now, find(s->row, w));
        else
            pm_minors_of_line(s->minor, &s->now, find(column ? s->col : s->row, w), column);
        for (int k = 0; k < degree; k++) {
            const int x = cut->graph->to[first + k];
            if (cut->mate[x] >= 0)
                continue;
            const struct pair pair = as_pair(cut, s, w, x);
            const T minor = s->minor[is_skew(cut) ? find(s->row, x) : column ? pair.i : pair.j];
            const T term = t_mul(ring, pair_factor(cut, p, which, &pair), minor);
            p->sum[k] = t_add(ring, p->sum[k], t_mul(ring, term, s->factor));
        }
    }
}

/* Removes element k from a list of `size` elements. */
static void drop(int *list, int size, int k)
{
    memmove(list + k, list + k + 1, (size_t)(size - k - 1) * sizeof *list);
}

/* Adds the pair of w and x: removes its row and column (in a skew matrix, both rows and both
 * columns) from the sheet. */
static void sheet_take(struct sheet *s, const struct prime *p, const struct pm_cut *cut, int which,
                       int w, int x)
{
    const struct pair pair = as_pair(cut, s, w, x);
    const bool skew = is_skew(cut);
    T *to = s->now.a;

    s->factor = t_mul(s->now.ring, s->factor, pair_factor(cut, p, which, &pair));
    for (int i = 0; i < s->size; i++)
        for (int j = 0; j < s->size; j++)
            if (i != pair.i && j != pair.j && !(skew && (i == pair.j || j == pair.i)))
                *to++ = s->now.a[(size_t)i * (size_t)s->size + (size_t)j];
    /* in a skew matrix, i < j, and both are removed */
    drop(s->row, s->size, skew ? pair.j : pair.i);
    drop(s->col, s->size, pair.j);
    s->size--;
    if (skew) {
        drop(s->row, s->size, pair.i);
        drop(s->col, s->size, pair.i);
        s->size--;
    }
}

/* ------------------------------------------------------------------ drawing */

pm_status pm_cut_open(struct pm_cut *cut, const struct pm_limits *limits)
{
    struct pm_failure failure = {PM_OK, ""};
    double bits;

    PM_TRY(pm_bound_bits(&bits, cut->a, cut->kind));
    PM_TRY(pm_images_new(&cut->images, bits, false, PM_MOD));
    PM_TRY(pm_limits_allow(limits, 0, sheets_bytes(cut, (double)cut->images.count)));
    cut->threads = cut->length * (double)cut->images.count < 200 ? 1 : limits->threads;
    PM_NEW(cut->part, cut->images.count);
    PM_NEW(cut->prime, cut->images.count);
#pragma omp parallel for schedule(dynamic) num_threads(cut->threads)
    for (int64_t r = 0; r < (int64_t)cut->images.count; r++) {
        const pm_status status = prime_open(&cut->prime[r], cut, &cut->images.ring[r]);
        if (status != PM_OK)
#pragma omp critical(pm_planar_primes)
            pm_failure_keep(&failure, status);
    }
    return pm_failure_raise(&failure);
}

/* Draws a partner for the vertex w of the ring.  *total is the sum over the matchings with the
 * pairs so far; it becomes the sum over those that also have the new pair. */
static pm_status draw_partner(struct pm_cut *cut, int w, fmpz_t total, uint64_t *state)
{
    const int first = cut->graph->start[w], degree = cut->graph->start[w + 1] - first;
    struct pm_gauss sum;
    fmpz_t below;
    int taken = -1;
    pm_status status = PM_OK;

#pragma omp parallel for schedule(dynamic) num_threads(cut->threads)
    for (int64_t r = 0; r < (int64_t)cut->images.count; r++)
        prime_sums(&cut->prime[r], cut, w);
    pm_gauss_init(&sum);
    fmpz_init(below);
    pm_random_below(below, total, state);
    for (int k = 0; k < degree && taken < 0; k++) {
        if (cut->mate[cut->graph->to[first + k]] >= 0)
            continue;
        for (size_t r = 0; r < cut->images.count; r++)
            cut->part[r] = t_part(&cut->images.ring[r], cut->prime[r].sum[k]);
        PM_TRY_GOTO(status, pm_images_recover(&sum, &cut->images, cut->part), done);
        if (fmpz_cmp(below, fmpq_numref(sum.re)) < 0)
            taken = cut->graph->to[first + k];
        else
            fmpz_sub(below, below, fmpq_numref(sum.re));
    }
    if (taken < 0) {
        status = pm_fail(PM_WRONG, "the shares of a vertex's edges do not add up");
        goto done;
    }
    fmpz_set(total, fmpq_numref(sum.re));
    for (size_t r = 0; r < cut->images.count; r++)
        for (int which = 0; which < SHEETS; which++)
            sheet_take(&cut->prime[r].sheet[which], &cut->prime[r], cut, which, w, taken);
    cut->mate[w] = taken;
    cut->mate[taken] = w;
done:
    pm_gauss_clear(&sum);
    fmpz_clear(below);
    return status;
}

pm_status pm_cut_draw(int *mate, struct pm_cut *cut, uint64_t *state)
{
    struct pm_gauss total;
    pm_status status;

    pm_gauss_init(&total);
    cut->mate = mate;
    for (int v = 0; v < cut->graph->vertices; v++)
        mate[v] = -1;
    for (size_t r = 0; r < cut->images.count; r++) {
        cut->part[r] = t_part(&cut->images.ring[r], cut->prime[r].all);
        for (int which = 0; which < SHEETS; which++)
            sheet_begin(&cut->prime[r].sheet[which], cut);
    }
    PM_TRY_GOTO(status, pm_images_recover(&total, &cut->images, cut->part), done);
    for (int k = 0; k < cut->length && status == PM_OK; k++)
        if (mate[cut->ring[k]] < 0)
            status = draw_partner(cut, cut->ring[k], fmpq_numref(total.re), state);
done:
    pm_gauss_clear(&total);
    return status;
}
