/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A random draw needs a part of the inverse Z = K^-1, at the rows and columns of the separator and
 * its neighbours.  This part is the inverse of a Schur complement, the last front of the
 * elimination (engine/planar/eliminate.c).  Cost, for each prime: that of the determinant, and s^3
 * products for a separator of s vertices. */
#define PM_TYPE mod
#include "engine/planar/separator.h"

#include "base/alloc.h"
#include "engine/limits.h"
#include "model/bound.h"
#include "num/dot.h"

#include <flint/ulong_extras.h>
#include <stdlib.h>

/* A graph with at most this many vertices is its own separator. */
enum { SMALL = 48 };

/* The data of one prime.  The pairs drawn so far change Z by terms of rank one: the present matrix
 * is Z minus the sum over the terms of the products of `down` and `across`. */
struct pm_separator_prime {
    struct pm_image *image;
    T *z;  /* the needed part of Z: cols x rows numbers */
    T all; /* the sum over all matchings */
    /* the sums over the matchings with the pairs so far; and with these and the pair in question */
    T now, next;
    T *down, *across; /* for each column, and for each row: `room` numbers, one for each term */
};

/* ------------------------------------------------------------------ the inverse */

static pm_status divides(void)
{
    return pm_fail(PM_UNABLE, "a prime of the computation divides a sum over matchings");
}

/* Takes the needed part of the inverse of the last front. */
static pm_status take_inverse(struct pm_separator_prime *p, const struct pm_separator *s,
                              const struct pm_rest *last)
{
    const size_t size = (size_t)last->size;

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

static pm_status prime_setup(struct pm_separator_prime *p, const struct pm_separator *s,
                             const struct pm_ring *ring)
{
    struct pm_rest last = {0};
    struct pm_part part;
    pm_status status;

    PM_TRY(pm_image_new(&p->image, s->a, ring));
    PM_NEW(p->down, (size_t)s->cols * (size_t)s->room);
    PM_NEW(p->across, (size_t)s->rows * (size_t)s->room);
    PM_TRY_GOTO(status, pm_fronts_eliminate(&part, &last, s->fronts, &s->signs, p->image, NULL),
                done);
    p->all = t_from_residue(ring, part.word[0]);
    status = t_is_zero(p->all) || last.size == 0 ? divides() : take_inverse(p, s, &last);
done:
    pm_rest_clear(&last);
    return status;
}

/* The present value of Z_vu, where v = col is a column and u = row a row of the matrix. */
static T entry_now(const struct pm_separator_prime *p, const struct pm_separator *s, int col,
                   int row)
{
    const size_t c = (size_t)s->col_at[col], r = (size_t)s->row_at[row], room = (size_t)s->room;

    return t_sub(&p->image->ring, p->z[c * (size_t)s->rows + r],
                 t_dot(&p->image->ring, p->down + c * room, p->across + r * room, s->terms));
}

/* Adds a term: column `row` of the present Z times its row `col`, times `factor`. */
static void add_term(struct pm_separator_prime *p, const struct pm_separator *s, int term, int row,
                     int col, T factor)
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

/* Adds the pair of row u and column v.  In a skew matrix, both rows and both columns u and v are
 * removed. */
static pm_status prime_take(struct pm_separator_prime *p, const struct pm_separator *s, int u,
                            int v)
{
    const struct pm_ring *const ring = &p->image->ring;
    const T z = entry_now(p, s, v, u);

    if (t_is_zero(z))
        return divides();
    const T inverse = t_from_residue(ring, n_invmod(t_to_residue(ring, z), ring->p));
    add_term(p, s, s->terms, u, v, inverse);
    if (pm_separator_is_skew(s))
        add_term(p, s, s->terms + 1, v, u, t_neg(ring, inverse));
    return PM_OK;
}

/* ------------------------------------------------------------------ all primes */

enum task { SETUP, TAKE };

/* Does a task for every prime, with several threads. */
static pm_status for_primes(struct pm_separator *s, enum task task, int u, int v)
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
        s->terms += pm_separator_is_skew(s) ? 2 : 1;
    return pm_failure_raise(&failure);
}

pm_status pm_separator_begin(struct pm_gauss *total, struct pm_separator *s)
{
    s->terms = 0;
    for (size_t r = 0; r < s->images.count; r++) {
        s->prime[r].now = s->prime[r].all;
        s->part[r] = t_part(&s->images.ring[r], s->prime[r].all);
    }
    return pm_images_recover(total, &s->images, s->part);
}

pm_status pm_separator_sum(struct pm_gauss *sum, struct pm_separator *s, int u, int v)
{
    const int k = pm_matrix_entry(s->a, u, v);

    for (size_t r = 0; r < s->images.count; r++) {
        struct pm_separator_prime *const p = &s->prime[r];
        const struct pm_ring *const ring = &p->image->ring;
        const T weight = t_mul(ring, ((const T *)p->image->row_val)[k], entry_now(p, s, v, u));
        const T with = t_mul(ring, p->now, weight);
        p->next = s->signs.entry[k] < 0 ? t_neg(ring, with) : with;
        s->part[r] = t_part(ring, p->next);
    }
    return pm_images_recover(sum, &s->images, s->part);
}

pm_status pm_separator_take(struct pm_separator *s, int u, int v)
{
    for (size_t r = 0; r < s->images.count; r++)
        s->prime[r].now = s->prime[r].next;
    return for_primes(s, TAKE, u, v);
}

/* ------------------------------------------------------------------ a separator */

/* Takes the weights and the signs from a signed matrix. */
static pm_status take_signs(struct pm_separator *s, const struct pm_matrix *k, const int *mate)
{
    PM_TRY(pm_matrix_copy(&s->a, k));
    PM_NEW(s->signs.entry, pm_matrix_nnz(k));
    for (int e = 0; e < pm_matrix_nnz(k); e++) {
        s->signs.entry[e] = (signed char)fmpq_sgn(k->re + e);
        fmpq_abs(s->a->re + e, k->re + e);
    }
    return pm_signs_term(&s->signs.term, s->signs.entry, k, s->kind, mate);
}

/* Finds the places of the lines of the separator and its neighbours in the needed part of Z, and
 * marks these vertices in needed[]. */
static pm_status place_lines(struct pm_separator *s, bool *needed, const struct pm_adjacent *graph)
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
        s->col_at[i] = needed[pm_separator_is_skew(s) ? i : s->n + i] ? s->cols++ : -1;
    }
    return PM_OK;
}

/* Fails with PM_UNABLE if the draws need more memory than allowed. */
static pm_status check_memory(const struct pm_separator *s, const struct pm_limits *limits)
{
    const double rows = s->rows, primes = (double)s->images.count;
    const double bytes = 8 * primes * (rows * s->cols + (rows + s->cols) * s->room);

    return pm_limits_allow(limits, 0, bytes);
}

pm_status pm_separator_setup(struct pm_separator *s, const struct pm_matrix *k, enum pm_kind kind,
                             const struct pm_adjacent *graph, const struct pm_limits *limits)
{
    bool *needed = NULL, perfect;
    int *mate = NULL;
    double bits;
    pm_status status;

    *s = (struct pm_separator){.kind = kind, .n = k->rows, .threads = limits->threads};
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
        PM_TRY_GOTO(status, pm_graph_separate(s->own, &s->owns, graph), done);
    else
        for (; s->owns < graph->vertices; s->owns++)
            s->own[s->owns] = s->owns;
    PM_TRY_GOTO(status, place_lines(s, needed, graph), done);
    s->room = pm_separator_is_skew(s) ? 2 * s->owns : s->owns;
    PM_TRY_GOTO(status, take_signs(s, k, mate), done);
    PM_TRY_GOTO(status, pm_fronts_new(&s->fronts, s->a, s->kind, mate, needed), done);
    PM_TRY_GOTO(status, pm_bound_bits(&bits, s->a, s->kind), done);
    PM_TRY_GOTO(status, pm_images_new(&s->images, bits, false, false), done);
    PM_TRY_GOTO(status, check_memory(s, limits), done);
    PM_NEW_GOTO(status, s->prime, s->images.count, done);
    PM_NEW_GOTO(status, s->part, s->images.count, done);
    status = for_primes(s, SETUP, 0, 0);
done:
    free(needed);
    free(mate);
    return status;
}

void pm_separator_clear(struct pm_separator *s)
{
    for (size_t r = 0; s->prime != NULL && r < s->images.count; r++) {
        pm_image_free(s->prime[r].image);
        free(s->prime[r].z);
        free(s->prime[r].down);
        free(s->prime[r].across);
    }
    free(s->prime);
    free(s->part);
    pm_images_clear(&s->images);
    pm_fronts_free(s->fronts);
    pm_signs_clear(&s->signs);
    pm_matrix_free(s->a);
    free(s->own);
    free(s->row_at);
    free(s->col_at);
    free(s->mate);
}
