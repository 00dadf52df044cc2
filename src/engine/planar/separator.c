/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds a separator of a part, and computes with all primes, in packs of eight
 * (separator_kernel.c), or with floating numbers. */
#include "engine/planar/separator.h"

#include "base/alloc.h"
#include "base/threads.h"
#include "engine/isa/isa.h"
#include "model/bound.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

PM_ISA_TABLE(const struct pm_separator_kernel, pm_separator_kernel_mods);
PM_ISA_TABLE(const struct pm_separator_kernel, pm_separator_kernel_dd);
extern const struct pm_separator_kernel pm_separator_arf_kernel;

/* A graph with at most this many vertices is its own separator. */
enum { SMALL = 48 };

/* ------------------------------------------------------------------ a draw */

/* Adds `change` to left[] of the vertex w and its neighbours, if w belongs to the separator. */
static void change_left(struct pm_separator_draw *draw, int w, int change)
{
    const struct pm_adjacent *const graph = &draw->s->graph;

    if (!draw->s->is_own[w])
        return;
    draw->left[w] += change;
    for (int k = graph->start[w]; k < graph->start[w + 1]; k++)
        draw->left[graph->to[k]] += change;
}

pm_status pm_separator_begin(struct pm_separator_draw *draw, struct pm_gauss *total,
                             const struct pm_separator *s, const int *mate)
{
    *draw = (struct pm_separator_draw){.s = s, .mate = mate};
    PM_NEW(draw->state, s->rings.count);
    PM_NEW(draw->part, s->rings.count);
    PM_NEW(draw->left, s->graph.vertices);
    for (int k = 0; k < s->owns; k++)
        if (mate == NULL || mate[s->vertex[s->own[k]]] < 0)
            change_left(draw, s->own[k], 1);
    for (size_t r = 0; r < s->rings.count; r++)
        PM_TRY(s->kernel->begin(&draw->state[r], &draw->part[r], s->pack[r], s, mate));
    return s->bits > 0 ? PM_OK : pm_crt_recover(total, &s->rings, draw->part);
}

void pm_separator_negate(struct pm_separator_draw *draw)
{
    for (size_t r = 0; r < draw->s->rings.count; r++)
        draw->s->kernel->negate(draw->state[r]);
}

void pm_separator_end(struct pm_separator_draw *draw)
{
    for (size_t r = 0; draw->state != NULL && r < draw->s->rings.count; r++)
        draw->s->kernel->end(draw->state[r]);
    PM_FREE(draw->state, draw->part, draw->left);
}

/* *row and *col = the row and column of the pair of the vertices w and x. */
static void as_entry(int *row, int *col, const struct pm_separator *s, int w, int x)
{
    const bool turned = !s->skew && w >= s->n;

    *row = turned ? x : w;
    *col = s->skew ? x : (turned ? w : x) - s->n;
}

pm_status pm_separator_sum(struct pm_gauss *sum, struct pm_separator_draw *draw, int w, int x)
{
    const struct pm_separator *const s = draw->s;
    int row, col;

    as_entry(&row, &col, s, w, x);
    const int k = pm_matrix_entry(s->a, row, col);
    for (size_t r = 0; r < s->rings.count; r++)
        s->kernel->sum(&draw->part[r], draw->state[r], s, draw->terms, k, row, col);
    return pm_crt_recover(sum, &s->rings, draw->part);
}

__int128 pm_separator_add_share(struct pm_separator_draw *draw, bool first, int w, int x)
{
    int row, col;

    as_entry(&row, &col, draw->s, w, x);
    return draw->s->kernel->add_share(draw->state[0], first, draw->terms,
                                      pm_matrix_entry(draw->s->a, row, col), row, col);
}

pm_status pm_separator_take(struct pm_separator_draw *draw, int w, int x)
{
    const struct pm_separator *const s = draw->s;
    int row, col;

    as_entry(&row, &col, s, w, x);
    change_left(draw, w, -1);
    change_left(draw, x, -1);
    for (size_t r = 0; r < s->rings.count; r++)
        PM_TRY(s->kernel->take(draw->state[r], s, draw->left, draw->terms, row, col));
    draw->terms += s->skew ? 2 : 1;
    return PM_OK;
}

/* ------------------------------------------------------------------ the part */

/* Adds empty rows and columns, so that *a has n of each. */
static pm_status make_square(struct pm_matrix **a, int n)
{
    struct pm_matrix *square;
    const struct pm_matrix *const old = *a;

    PM_TRY(pm_matrix_new(&square, n, n, pm_matrix_nnz(old), false));
    for (int i = 0; i < n; i++)
        square->start[i + 1] = old->start[i < old->rows ? i + 1 : old->rows];
    for (int k = 0; k < pm_matrix_nnz(old); k++)
        pm_matrix_put(square, k, old->col[k], old, k);
    pm_matrix_free(*a);
    *a = square;
    return PM_OK;
}

/* Takes the matrix of the part from the signed matrix k of the whole graph: its weights, and their
 * signs. */
static pm_status take_matrix(struct pm_separator *s, const struct pm_matrix *k, const int *vertex,
                             int count)
{
    int rows = 0, *line;

    for (; rows < count && (s->skew || vertex[rows] < k->rows);)
        rows++;
    const int cols = s->skew ? rows : count - rows;
    s->n = s->skew ? rows + rows % 2 : rows > cols ? rows : cols;
    const int shift = s->skew ? 0 : s->n, vertices = shift + s->n;
    PM_NEW(s->vertex, vertices);
    PM_NEW(line, count);
    for (int v = 0; v < vertices; v++)
        s->vertex[v] = -1;
    for (int i = 0; i < count; i++) {
        line[i] = i < rows ? vertex[i] : vertex[i] - k->rows;
        s->vertex[i < rows ? i : shift + i - rows] = vertex[i];
    }
    const pm_status status =
        pm_matrix_sub(&s->a, k, rows, line, cols, s->skew ? line : line + rows);
    free(line);
    PM_TRY(status);
    PM_TRY(make_square(&s->a, s->n));
    PM_NEW(s->sign, pm_matrix_nnz(s->a));
    for (int i = 0; i < s->n; i++)
        for (int e = s->a->start[i]; e < s->a->start[i + 1]; e++) {
            const bool loop = s->skew && s->a->col[e] == i;
            s->sign[e] = (signed char)(loop ? 0 : fmpq_sgn(s->a->re + e));
            fmpq_abs(s->a->re + e, s->a->re + e);
        }
    return pm_adjacent_new(&s->graph, s->a, s->skew ? PM_HAFNIAN : PM_PERMANENT);
}

/* Makes the matching perfect: pairs the vertices without a partner in any way, and marks them. */
static pm_status pair_rest(int *mate, bool *last, const struct pm_separator *s)
{
    const int vertices = s->graph.vertices;

    for (int v = 0, w = s->skew ? 0 : s->n; v < (s->skew ? vertices : s->n); v++) {
        if (mate[v] >= 0)
            continue;
        for (w = s->skew && w <= v ? v + 1 : w; w < vertices && mate[w] >= 0;)
            w++;
        if (w == vertices)
            return pm_fail(PM_WRONG, "the vertices of a part are not even in number");
        last[v] = last[w] = true;
        mate[v] = w;
        mate[w] = v;
    }
    return PM_OK;
}

/* Takes the separator own[], or finds one, and gives the lines of it and its neighbours their
 * places in the needed part of Z. */
static pm_status find_own(struct pm_separator *s, bool *needed, const int *own, int owns)
{
    const struct pm_adjacent *const graph = &s->graph;

    PM_NEW(s->own, graph->vertices);
    PM_NEW(s->is_own, graph->vertices);
    PM_NEW(s->row_at, s->n);
    PM_NEW(s->col_at, s->n);
    for (int k = 0; k < owns; k++)
        s->own[s->owns++] = own[k];
    if (owns == 0 && graph->vertices > SMALL)
        PM_TRY(pm_graph_separate(s->own, &s->owns, graph));
    else
        for (int v = 0; v < graph->vertices && owns == 0; v++)
            if (s->vertex[v] >= 0)
                s->own[s->owns++] = v;
    for (int k = 0; k < s->owns; k++) {
        needed[s->own[k]] = s->is_own[s->own[k]] = true;
        for (int e = graph->start[s->own[k]]; e < graph->start[s->own[k] + 1]; e++)
            needed[graph->to[e]] = true;
    }
    for (int i = 0; i < s->n; i++) {
        s->row_at[i] = needed[i] ? s->rows++ : -1;
        s->col_at[i] = needed[s->skew ? i : s->n + i] ? s->cols++ : -1;
    }
    PM_NEW(s->weight_at, pm_matrix_nnz(s->a));
    for (int i = 0; i < s->n; i++)
        for (int e = s->a->start[i]; e < s->a->start[i + 1]; e++) {
            const int j = s->a->col[e] + (s->skew ? 0 : s->n);
            s->weight_at[e] = s->is_own[i] || s->is_own[j] ? s->weights++ : -1;
        }
    s->room = s->skew ? 2 * s->owns : s->owns;
    return PM_OK;
}

/* Marks the vertices that have an edge out of the part. */
static void mark_border(bool *last, struct pm_separator *s, const struct pm_adjacent *whole,
                        const int *of, int part)
{
    for (int v = 0; v < s->graph.vertices; v++) {
        const int w = s->vertex[v];
        for (int k = w < 0 ? 0 : whole->start[w]; w >= 0 && k < whole->start[w + 1]; k++)
            if (of[whole->to[k]] != part) {
                last[v] = true;
                s->closed = false;
            }
    }
}

/* Each line of a part of the part has a bound of at least 1. */
static pm_status find_bits(double *bits, const struct pm_separator *s)
{
    double *row, *col = NULL, rows = 0, cols = 0;
    pm_status status = PM_OK;

    PM_NEW(row, s->n);
    PM_NEW_GOTO(status, col, s->n, done);
    PM_TRY_GOTO(status, pm_bound_lines(row, col, s->a), done);
    for (int i = 0; i < s->n; i++) {
        rows += fmax(0, row[i]);
        cols += fmax(0, col[i]);
    }
    *bits = (fmin(rows, cols) + 0.01) / (s->skew ? 2 : 1);
done:
    PM_FREE(row, col);
    return status;
}

/* Where a part comes from: as in pm_separator_new() and pm_separator_bordered(). */
struct origin {
    const struct pm_matrix *k;
    const struct pm_adjacent *whole;
    const int *of, *vertex, *own;
    int part, count, owns;
    double bits; /* of residues; below 0: they are found */
};

/* Chooses the numbers. */
static pm_status find_rings(struct pm_separator *s, double bits, const struct pm_isa *isa)
{
    s->kernel = s->bits == 0            ? pm_separator_kernel_mods_sets[isa->number]
                : s->bits == PM_DD_BITS ? pm_separator_kernel_dd_sets[isa->number]
                                        : &pm_separator_arf_kernel;
    if (s->bits == 0 && bits < 0)
        PM_TRY(find_bits(&bits, s));
    if (s->bits == 0)
        return pm_crt_new(&s->rings, bits, false, PM_MODS);
    s->rings.count = 1;
    PM_NEW(s->rings.ring, 1);
    s->rings.ring[0] = pm_number_ring_of(PM_DD);
    return PM_OK;
}

/* The memory of a number. */
static double bytes_of(const struct pm_separator *s)
{
    return s->bits == 0            ? 8.0 * PM_RESIDUES * (double)s->rings.count
           : s->bits == PM_DD_BITS ? 16
                                   : 48 + s->bits / 8.0;
}

static pm_status make(struct pm_separator *s, double *bytes, const struct origin *from,
                      const char *set)
{
    const enum pm_kind kind = s->skew ? PM_HAFNIAN : PM_PERMANENT;
    const struct pm_isa *isa;
    bool *last = NULL;
    int *mate = NULL;
    pm_status status;

    PM_TRY(pm_isa_chosen(&isa, set));
    PM_TRY(take_matrix(s, from->k, from->vertex, from->count));
    PM_NEW_GOTO(status, last, s->graph.vertices, done);
    PM_NEW_GOTO(status, mate, s->graph.vertices, done);
    PM_TRY_GOTO(status, find_own(s, last, from->own, from->owns), done);
    s->closed = true;
    if (from->of != NULL)
        mark_border(last, s, from->whole, from->of, from->part);
    PM_TRY_GOTO(status, pm_match_largest(mate, &s->graph, last), done);
    PM_TRY_GOTO(status, pair_rest(mate, last, s), done);
    PM_TRY_GOTO(status, pm_fronts_new(&s->fronts, s->a, kind, mate, last), done);
    PM_TRY_GOTO(status, find_rings(s, from->bits, isa), done);
    PM_NEW_GOTO(status, s->pack, s->rings.count, done);
    const double size =
        s->fronts->own_start[s->fronts->count] - s->fronts->own_start[s->fronts->count - 1];
    const double needed = (double)s->rows * s->cols;
    *bytes = bytes_of(s) * (size * size + s->weights + (s->closed ? needed : 0));
done:
    PM_FREE(last, mate);
    return status;
}

pm_status pm_separator_new(struct pm_separator *s, double *bytes, const struct pm_matrix *k,
                           const struct pm_adjacent *whole, const int *of, int part,
                           const int *vertex, int count, enum pm_kind kind, int bits,
                           const char *set)
{
    const struct origin from = {.k = k,
                                .whole = whole,
                                .of = of,
                                .vertex = vertex,
                                .part = part,
                                .count = count,
                                .bits = -1};

    *s = (struct pm_separator){.skew = kind == PM_HAFNIAN, .bits = bits};
    return make(s, bytes, &from, set);
}

pm_status pm_separator_bordered(struct pm_separator *s, double *bytes, const struct pm_matrix *k,
                                enum pm_kind kind, const int *own, int owns, double bits,
                                const char *set)
{
    struct origin from = {.k = k,
                          .own = own,
                          .owns = owns,
                          .bits = bits,
                          .count = k->rows + (kind == PM_HAFNIAN ? 0 : k->cols)};
    int *all;

    *s = (struct pm_separator){.skew = kind == PM_HAFNIAN, .border = PM_BORDER};
    PM_NEW(all, from.count);
    for (int v = 0; v < from.count; v++)
        all[v] = v;
    from.vertex = all;
    const pm_status status = make(s, bytes, &from, set);
    free(all);
    return status;
}

/* If all vertices are present in all draws, the sum over all matchings says how many primes are
 * enough.  Bounds need more. */
static pm_status leave_out_primes(struct pm_separator *s)
{
    struct pm_separator_draw draw = {.s = s};
    struct pm_gauss total;

    pm_gauss_init(&total);
    const pm_status status = pm_separator_begin(&draw, &total, s, NULL);
    pm_separator_end(&draw);
    const double bits = (double)fmpz_bits(fmpq_numref(total.re));
    pm_gauss_clear(&total);
    if (status == PM_OK)
        while (s->rings.count > pm_crt_count(bits, false, PM_MODS))
            s->kernel->clear(s->pack[--s->rings.count]);
    return status;
}

pm_status pm_separators_set_up(struct pm_separator *part, int parts, int threads)
{
    struct pm_failure failure = {.status = PM_OK};

#pragma omp parallel num_threads(threads > 1 ? threads : 1)
    {
        for (int p = 0; p < parts; p++) {
            struct pm_separator *const s = &part[p];
#pragma omp for schedule(dynamic) nowait
            for (size_t r = 0; r < s->rings.count; r++) {
                const pm_status status = s->kernel->setup(&s->pack[r], s, &s->rings.ring[r]);
                if (status != PM_OK)
#pragma omp critical(pm_planar_primes)
                    pm_failure_keep(&failure, status);
            }
        }
        pm_threads_ends_team();
    }
    PM_TRY(pm_failure_raise(&failure));
    for (int p = 0; p < parts; p++) {
        if (part[p].bits > 0)
            continue;
        if (part[p].closed && part[p].border == 0)
            PM_TRY(leave_out_primes(&part[p]));
        PM_TRY(pm_crt_prepare(&part[p].rings));
    }
    return PM_OK;
}

void pm_separator_clear(struct pm_separator *s)
{
    for (size_t r = 0; s->pack != NULL && r < s->rings.count; r++)
        s->kernel->clear(s->pack[r]);
    free(s->pack);
    pm_crt_clear(&s->rings);
    pm_fronts_free(s->fronts);
    pm_adjacent_clear(&s->graph);
    pm_matrix_free(s->a);
    PM_FREE(s->sign, s->vertex, s->weight_at, s->own, s->is_own, s->row_at, s->col_at);
}
