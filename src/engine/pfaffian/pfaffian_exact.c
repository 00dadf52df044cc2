/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Exact Pfaffians and minors from their residues.  The least common denominator of the entries
 * makes them integers.  The root of the product of the norms of the rows bounds the value
 * (Hadamard), and tells how many primes below 2^62 are needed.  Modulo a prime, the cost is n^3 / 6
 * products, and n^3 / 2 more for minors. */
#include "engine/pfaffian/pfaffian.h"

#include "base/alloc.h"
#include "base/stop.h"
#include "base/threads.h"
#include "model/convert.h"
#include "num/crt.h"
#include "num/type_mod.h"

#include <string.h>

/* One matrix modulo one prime. */
struct residues {
    const struct pm_ring *ring;
    int n;
    T *a, *x, *other; /* the matrix, row by row; X; of each block, the product of the other d */
    int *place;
    bool odd;
};

static T *at(const struct residues *r, T *matrix, int i, int j)
{
    return matrix + (size_t)i * (size_t)r->n + (size_t)j;
}

/* y[] += z x[] from `first` to end - 1. */
static void add_row(const struct residues *r, T *y, const T *x, T z, int first, int end)
{
    for (int j = first; j < end && z != 0; j++)
        y[j] = t_add(r->ring, y[j], t_mul(r->ring, z, x[j]));
}

static void swap_lines(struct residues *r, T *matrix, int i, int j)
{
    for (int side = 0; side < 2; side++)
        for (int l = 0; l < r->n; l++) {
            T *const one = side == 0 ? at(r, matrix, i, l) : at(r, matrix, l, i);
            T *const other = side == 0 ? at(r, matrix, j, l) : at(r, matrix, l, j);
            PM_SWAP(*one, *other);
        }
}

static void move_line(struct residues *r, int to, int from)
{
    if (to == from)
        return;
    swap_lines(r, r->a, to, from);
    swap_lines(r, r->x, to, from);
    PM_SWAP(r->place[to], r->place[from]);
    r->odd = !r->odd;
}

/* Brings an entry that is not 0 to row k and column k + 1.  False: there is none. */
static bool find_pivot(struct residues *r, int k)
{
    for (int i = k; i < r->n; i++)
        for (int j = i + 1; j < r->n; j++)
            if (*at(r, r->a, i, j) != 0) {
                move_line(r, k, i);
                move_line(r, k + 1, j);
                return true;
            }
    return false;
}

static T inverse(const struct pm_ring *ring, T x)
{
    return t_from_residue(ring, n_invmod(t_to_residue(ring, x), ring->p));
}

/* Eliminates lines k and k + 1, and returns d. */
static T eliminate(struct residues *r, int k, bool minors)
{
    const struct pm_ring *const ring = r->ring;
    const T *const row = at(r, r->a, k, 0), *const next = at(r, r->a, k + 1, 0), d = row[k + 1];
    const T factor = inverse(ring, d);

    for (int i = k + 2; i < r->n; i++) {
        const T one = t_mul(ring, row[i], factor); /* entry (k + 1, i) is -(i, k + 1) */
        const T z = t_neg(ring, one), y = t_mul(ring, next[i], factor);
        T *const to = at(r, r->a, i, 0);
        add_row(r, to, row, y, i + 1, r->n);
        add_row(r, to, next, z, i + 1, r->n);
        for (int j = i + 1; j < r->n; j++)
            *at(r, r->a, j, i) = t_neg(ring, to[j]);
        if (minors) {
            add_row(r, at(r, r->x, i, 0), at(r, r->x, k, 0), y, 0, k + 2);
            add_row(r, at(r, r->x, i, 0), at(r, r->x, k + 1, 0), z, 0, k + 2);
        }
    }
    return d;
}

/* a = the sum over the blocks (pfaffian.h), in the order of elimination. */
static void add_blocks(struct residues *r)
{
    memset(r->a, 0, (size_t)r->n * (size_t)r->n * sizeof *r->a);
    for (int k = 0; k < r->n; k++) {
        const T other = k % 2 == 0 ? r->other[k / 2] : t_neg(r->ring, r->other[k / 2]);
        for (int i = 0; i <= k; i++)
            add_row(r, at(r, r->a, i, 0), at(r, r->x, k ^ 1, 0),
                    t_mul(r->ring, other, *at(r, r->x, k, i)), 0, (k | 1) + 1);
    }
}

/* The Pfaffian; other[] are the products of the other d. */
static T multiply(struct residues *r, bool minors)
{
    const struct pm_ring *const ring = r->ring;
    T value = t_one(ring), after;

    for (int i = 0; i < r->n; i++) {
        r->place[i] = i;
        *at(r, r->x, i, i) = t_one(ring);
    }
    for (int k = 0; k < r->n && (minors || value != 0); k += 2) {
        r->other[k / 2] = value;
        value = find_pivot(r, k) ? t_mul(ring, value, eliminate(r, k, minors)) : 0;
    }
    after = r->odd ? t_neg(ring, t_one(ring)) : t_one(ring);
    for (int k = r->n / 2 - 1; k >= 0 && minors; k--) {
        const T d = *at(r, r->a, 2 * k, 2 * k + 1);
        r->other[k] = t_mul(ring, r->other[k], after);
        after = t_mul(ring, after, d);
    }
    return r->odd ? t_neg(ring, value) : value;
}

/* The answers of one ring. */
static pm_status find(struct residues *r, T *answer, const struct pm_matrix *a, bool minors)
{
    PM_EACH_ENTRY(a, i, e)
        PM_TRY(pm_convert_mod.entry(at(r, r->a, i, a->col[e]), r->ring, a->re + e,
                                    pm_matrix_im(a, e), 0));
    const T value = multiply(r, minors);
    *answer = value;
    if (minors)
        add_blocks(r);
    for (int i = 0; i < r->n && minors; i++)
        for (int j = 0; j < r->n; j++)
            answer[(size_t)r->place[i] * (size_t)r->n + (size_t)r->place[j]] = *at(r, r->a, i, j);
    return PM_OK;
}

static pm_status find_alone(T *answer, const struct pm_matrix *a, const struct pm_ring *ring,
                            bool minors)
{
    const size_t n = (size_t)a->rows;
    struct residues r = {.ring = ring, .n = a->rows};
    pm_status status;

    PM_NEW_GOTO(status, r.a, n * n, done);
    PM_NEW_GOTO(status, r.x, n * n, done);
    PM_NEW_GOTO(status, r.other, n, done);
    PM_NEW_GOTO(status, r.place, n, done);
    status = find(&r, answer, a, minors);
done:
    PM_FREE(r.a, r.x, r.other, r.place);
    return status;
}

/* found[q answers + k]: answer k of ring q. */
static pm_status find_all(T *found, const struct pm_crt_rings *rings, const struct pm_matrix *a,
                          bool minors, int threads, const int *stop)
{
    const size_t answers = minors ? (size_t)a->rows * (size_t)a->rows : 1;
    struct pm_failure failure = {.status = PM_OK};

#pragma omp parallel num_threads(rings->count > 1 && threads > 1 ? threads : 1)
    {
        pm_status status = PM_OK;
#pragma omp for schedule(dynamic)
        for (size_t q = 0; q < rings->count; q++)
            if (status == PM_OK && (status = pm_go_on(stop)) == PM_OK)
                status = find_alone(found + q * answers, a, rings->ring + q, minors);
#pragma omp critical
        pm_failure_keep(&failure, status);
        pm_threads_ends_team();
    }
    return pm_failure_raise(&failure);
}

/* Bits of the root of the product of the norms of the rows; rows below 1 count as 1. */
static double bits_of(const struct pm_matrix *a)
{
    double bits = 1;
    fmpz_t square;

    fmpz_init(square);
    for (int i = 0; i < a->rows; i++) {
        fmpz_zero(square);
        for (int e = a->start[i]; e < a->start[i + 1]; e++) {
            fmpz_addmul(square, fmpq_numref(a->re + e), fmpq_numref(a->re + e));
            if (a->im != NULL)
                fmpz_addmul(square, fmpq_numref(a->im + e), fmpq_numref(a->im + e));
        }
        bits += (double)fmpz_bits(square) / 4;
    }
    fmpz_clear(square);
    return bits;
}

/* answer[k] = the integers with these residues, divided by the common denominator^power. */
static pm_status recover(struct pm_gauss *answer, const T *found, size_t answers,
                         const struct pm_crt_rings *rings, const fmpz_t common, int power)
{
    struct pm_gauss divisor;
    struct pm_part *one;
    pm_status status = PM_OK;

    PM_NEW(one, rings->count);
    pm_gauss_init(&divisor);
    fmpz_pow_ui(fmpq_numref(divisor.re), common, (ulong)(power > 0 ? power : 0));
    for (size_t k = 0; k < answers && status == PM_OK; k++) {
        for (size_t q = 0; q < rings->count; q++)
            one[q] = t_part(rings->ring + q, found[q * answers + k]);
        status = pm_crt_recover(answer + k, rings, one);
        if (!fmpz_is_one(fmpq_numref(divisor.re)))
            pm_gauss_div(answer + k, answer + k, &divisor);
    }
    pm_gauss_clear(&divisor);
    free(one);
    return status;
}

pm_status pm_pfaffian_exact(struct pm_gauss *answer, const struct pm_matrix *a, bool minors,
                            int threads, const int *stop)
{
    const size_t answers = minors ? (size_t)a->rows * (size_t)a->rows : 1;
    struct pm_crt_rings rings = {0};
    struct pm_matrix *integers = NULL;
    T *found = NULL;
    pm_status status;
    fmpz_t common;

    fmpz_init_set_ui(common, 1);
    pm_matrix_denominators(common, a, 0, pm_matrix_nnz(a));
    PM_TRY_GOTO(status, pm_matrix_integers(&integers, a), done);
    PM_TRY_GOTO(status, pm_crt_new(&rings, bits_of(integers), a->im != NULL, PM_MOD), done);
    PM_TRY_GOTO(status, pm_crt_prepare(&rings), done);
    PM_NEW_GOTO(status, found, rings.count * answers, done);
    PM_TRY_GOTO(status, find_all(found, &rings, integers, minors, threads, stop), done);
    status = recover(answer, found, answers, &rings, common, a->rows / 2 - minors);
done:
    free(found);
    pm_crt_clear(&rings);
    pm_matrix_free(integers);
    fmpz_clear(common);
    return status;
}
