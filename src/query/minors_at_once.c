/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All minors of an n x n matrix by Glynn's formula, modulo enough primes:
 *
 *     minor (i, j) = 2^(1-n) sum over signs d, the last one +, of
 *                    (prod d_k) d_j prod over k != i of x_k,   x_k = sum_j d_j a_kj.
 *
 * For each d, the products of the x_k before row i are computed, and those after it (Baur and
 * Strassen, Theoretical Computer Science 22, 1983): 3 n multiplications in all.  A column's sign
 * d_j changes at few steps of a Gray code, so the sums that contain d_j are found by summation
 * by parts, with n additions at each step.  Rows of ones make a rectangular matrix square, which
 * multiplies minors by (n - m)!.  Rows are multiplied by their common denominators.  A Gaussian
 * number a + bi becomes the residues a + bI and a - bI with I^2 = -1, so for Gaussian numbers the
 * primes are 1 modulo 4. */
#include "query/minors_at_once.h"

#include "base/alloc.h"
#include "base/stop.h"

#include <flint/nmod_vec.h>
#include <flint/ulong_extras.h>
#include <math.h>
#include <stdlib.h>

enum { MOST_COLS = 30, STEPS_AT_ONCE = 4096 };

static const double SECONDS_A_STEP = 1.3e-8; /* for a row and a sign vector */
static const ulong FIRST_PRIME = UINT64_C(1) << 62;

struct pass {
    int m, n; /* as given; square with ones, n x n */
    nmod_t mod;
    ulong *a;      /* [n][n] */
    ulong *x;      /* [n] */
    ulong *before; /* [n + 1] */
    ulong *sum;    /* [n] sums of the products without x_i */
    ulong *minor;  /* [n][n] */
    const int *stop;
};

/* ------------------------------------------------------------------ one prime */

/* Adds the products of all x_k but x_i, or subtracts them. */
static void add_products(struct pass *w, bool minus)
{
    ulong after = 1;

    w->before[0] = minus ? w->mod.n - 1 : 1;
    for (int i = 0; i < w->n; i++)
        w->before[i + 1] = nmod_mul(w->before[i], w->x[i], w->mod);
    for (int i = w->n - 1; i >= 0; i--) {
        w->sum[i] = nmod_add(w->sum[i], nmod_mul(w->before[i], after, w->mod), w->mod);
        after = nmod_mul(after, w->x[i], w->mod);
    }
}

/* Column j gets its other sign; `plus`: that is +. */
static void change_sign(struct pass *w, int j, bool plus)
{
    for (int i = 0; i < w->n; i++) {
        const ulong twice = nmod_add(w->a[i * w->n + j], w->a[i * w->n + j], w->mod);
        const ulong sums = nmod_add(w->sum[i], w->sum[i], w->mod);
        ulong *const minor = &w->minor[i * w->n + j];
        w->x[i] = plus ? nmod_add(w->x[i], twice, w->mod) : nmod_sub(w->x[i], twice, w->mod);
        *minor = plus ? nmod_sub(*minor, sums, w->mod) : nmod_add(*minor, sums, w->mod);
    }
}

/* All signs; then 2^(n-1) (n - m)! are divided off. */
static pm_status sum_up(struct pass *w)
{
    const int n = w->n;
    ulong divisor = 1;

    for (int i = 0; i < n; i++) {
        w->sum[i] = w->x[i] = 0;
        for (int j = 0; j < n; j++) {
            w->minor[i * n + j] = 0;
            w->x[i] = nmod_add(w->x[i], w->a[i * n + j], w->mod);
        }
    }
    add_products(w, false);
    for (uint64_t step = 1; step >> (n - 1) == 0; step++) {
        const int j = __builtin_ctzll(step);
        if (step % STEPS_AT_ONCE == 0)
            PM_TRY(pm_go_on(w->stop));
        change_sign(w, j, step >> (j + 1) & 1);
        add_products(w, step & 1);
    }
    for (int k = 1; k < n; k++)
        divisor = nmod_add(divisor, divisor, w->mod);
    for (int k = 2; k <= n - w->m; k++)
        divisor = nmod_mul(divisor, (ulong)k, w->mod);
    divisor = nmod_inv(divisor, w->mod);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            /* at the end, all signs but that of column n - 2 are + */
            ulong *const minor = &w->minor[i * n + j];
            *minor = j == n - 2 ? nmod_sub(*minor, w->sum[i], w->mod)
                                : nmod_add(*minor, w->sum[i], w->mod);
            *minor = nmod_mul(*minor, divisor, w->mod);
        }
    return PM_OK;
}

/* ------------------------------------------------------------------ entries */

/* The least common denominator of row i. */
static void find_scale(fmpz_t scale, const struct pm_matrix *a, int i)
{
    fmpz_one(scale);
    pm_matrix_denominators(scale, a, a->start[i], a->start[i + 1]);
}

/* x times `scale`, an integer, modulo the prime. */
static ulong residue(const fmpq *x, const fmpz_t scale, nmod_t mod)
{
    fmpz_t z;

    fmpz_init(z);
    fmpz_divexact(z, scale, fmpq_denref(x));
    fmpz_mul(z, z, fmpq_numref(x));
    const ulong r = fmpz_fdiv_ui(z, mod.n);
    fmpz_clear(z);
    return r;
}

/* root: I, or -I; 0 where there are no imaginary parts. */
static void fill(struct pass *w, const struct pm_matrix *a, const fmpz *scale, ulong root)
{
    for (int i = 0; i < w->n; i++)
        for (int j = 0; j < w->n; j++)
            w->a[i * w->n + j] = i >= w->m;
    for (int i = 0; i < w->m; i++)
        for (int e = a->start[i]; e < a->start[i + 1]; e++) {
            ulong *const at = &w->a[i * w->n + a->col[e]];
            *at = residue(a->re + e, scale + i, w->mod);
            if (a->im != NULL)
                *at = nmod_add(*at, nmod_mul(residue(a->im + e, scale + i, w->mod), root, w->mod),
                               w->mod);
        }
}

/* log2 of a bound of the moduli of all minors of the scaled rows. */
static double bits_of(const struct pm_matrix *a, const fmpz *scale)
{
    double bits = 1;
    fmpq_t sum, part;

    fmpq_init(sum);
    fmpq_init(part);
    for (int i = 0; i < a->rows; i++) {
        fmpq_zero(sum);
        for (int e = a->start[i]; e < a->start[i + 1]; e++) {
            fmpq_abs(part, a->re + e);
            fmpq_add(sum, sum, part);
            if (a->im != NULL) {
                fmpq_abs(part, a->im + e);
                fmpq_add(sum, sum, part);
            }
        }
        fmpq_mul_fmpz(sum, sum, scale + i);
        bits += (double)fmpz_bits(fmpq_numref(sum)); /* the sum is an integer, or 0 */
    }
    fmpq_clear(part);
    fmpq_clear(sum);
    return bits;
}

/* ------------------------------------------------------------------ all primes */

struct passes {
    const struct pm_matrix *a;
    struct pass pass;
    fmpz *scale;     /* [m] */
    fmpz *number[2]; /* [m n] real and imaginary parts, modulo the product of the primes */
    ulong *first;    /* [n n] the minors with the first of two roots */
    fmpz_t product;
};

/* The residues re and im of one minor are joined to the others. */
static void join(struct passes *p, size_t at, ulong re, ulong im)
{
    const ulong prime = p->pass.mod.n;

    fmpz_CRT_ui(p->number[0] + at, p->number[0] + at, p->product, re, prime, 1);
    if (p->a->im != NULL)
        fmpz_CRT_ui(p->number[1] + at, p->number[1] + at, p->product, im, prime, 1);
}

static pm_status add_prime(struct passes *p, ulong prime)
{
    struct pass *const w = &p->pass;
    const size_t all = (size_t)w->n * (size_t)w->n, minors = (size_t)w->m * (size_t)w->n;
    const bool gaussian = p->a->im != NULL;

    nmod_init(&w->mod, prime);
    const ulong root = gaussian ? n_sqrtmod(prime - 1, prime) : 0;
    fill(w, p->a, p->scale, root);
    PM_TRY(sum_up(w));
    if (gaussian) {
        for (size_t k = 0; k < all; k++)
            p->first[k] = w->minor[k];
        fill(w, p->a, p->scale, prime - root);
        PM_TRY(sum_up(w));
    }
    const ulong half = n_invmod(2, prime), turn = gaussian ? n_invmod(root, prime) : 0;
    for (size_t k = 0; k < minors; k++) {
        const ulong one = gaussian ? p->first[k] : 0, other = w->minor[k];
        if (!gaussian)
            join(p, k, other, 0);
        else
            join(p, k, nmod_mul(half, nmod_add(one, other, w->mod), w->mod),
                 nmod_mul(nmod_mul(half, turn, w->mod), nmod_sub(one, other, w->mod), w->mod));
    }
    fmpz_mul_ui(p->product, p->product, prime);
    return PM_OK;
}

static pm_status add_primes(struct passes *p)
{
    const double bits = bits_of(p->a, p->scale) + 1; /* and a sign */
    ulong prime = FIRST_PRIME;

    fmpz_one(p->product);
    while ((double)fmpz_bits(p->product) <= bits + 1) {
        do
            prime = n_nextprime(prime, 1);
        while (p->a->im != NULL && prime % 4 != 1);
        PM_TRY(add_prime(p, prime));
    }
    return PM_OK;
}

/* The scales of all rows but row i are divided off. */
static void deliver(struct pm_value *value, const struct passes *p)
{
    const int m = p->pass.m, n = p->pass.n;
    fmpz_t others;

    fmpz_init(others);
    for (int i = 0; i < m; i++) {
        fmpz_one(others);
        for (int k = 0; k < m; k++)
            if (k != i)
                fmpz_mul(others, others, p->scale + k);
        for (int j = 0; j < n; j++) {
            struct pm_gauss *const centre = &value[i * n + j].centre;
            fmpq_set_fmpz_frac(centre->re, p->number[0] + i * n + j, others);
            if (p->a->im != NULL)
                fmpq_set_fmpz_frac(centre->im, p->number[1] + i * n + j, others);
        }
    }
    fmpz_clear(others);
}

static pm_status run(struct pm_value *value, struct passes *p)
{
    struct pass *const w = &p->pass;
    const size_t all = (size_t)w->n * (size_t)w->n;

    PM_NEW(w->a, 3 * all + 3 * (size_t)w->n + 1);
    w->minor = w->a + all;
    p->first = w->minor + all;
    w->x = p->first + all;
    w->sum = w->x + w->n;
    w->before = w->sum + w->n;
    for (int i = 0; i < w->m; i++)
        find_scale(p->scale + i, p->a, i);
    PM_TRY(add_primes(p));
    deliver(value, p);
    return PM_OK;
}

pm_status pm_minors_at_once(struct pm_value *value, const struct pm_matrix *a, const int *stop)
{
    struct passes p = {.a = a, .pass = {.m = a->rows, .n = a->cols, .stop = stop}};
    const slong count = (slong)a->rows * a->cols;

    p.scale = _fmpz_vec_init(a->rows);
    for (int part = 0; part < 2; part++)
        p.number[part] = _fmpz_vec_init(count);
    fmpz_init(p.product);
    const pm_status status = run(value, &p);
    fmpz_clear(p.product);
    for (int part = 0; part < 2; part++)
        _fmpz_vec_clear(p.number[part], count);
    _fmpz_vec_clear(p.scale, a->rows);
    free(p.pass.a);
    return status;
}

double pm_minors_at_once_seconds(const struct pm_matrix *a)
{
    const int n = a->cols;

    if (n > MOST_COLS || a->rows == 0)
        return HUGE_VAL;
    fmpz *const scale = _fmpz_vec_init(a->rows);
    for (int i = 0; i < a->rows; i++)
        find_scale(scale + i, a, i);
    const double primes = ceil((bits_of(a, scale) + 2) / 62);
    _fmpz_vec_clear(scale, a->rows);
    return primes * (a->im != NULL ? 2 : 1) * n * ldexp(SECONDS_A_STEP, n - 1);
}
