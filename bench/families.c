/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The matrices of pm-bench accuracy. */
#include "bench/families.h"

#include <flint/fmpz_vec.h>
#include <math.h>
#include <stdint.h>

enum { RANK = 3, UNITARY_BITS = 24 };

/* ------------------------------------------------------------------- matrices */

static void set_entry(const struct sample *s, fmpq *x, long numerator)
{
    fmpq_set_si(x, numerator, (ulong)s->denominator);
}

/* Uniform in 0 .. 2^31 - 1, the same everywhere (Park and Miller 1988). */
static long random_word(uint64_t *state)
{
    *state = *state * 48271 % 2147483647;
    return (long)*state;
}

static double random_unit(uint64_t *state)
{
    return (double)random_word(state) / 2147483647.0;
}

static void fill_constant(struct sample *s)
{
    s->denominator = 100;
    for (int k = 0; k < s->n * s->n; k++)
        set_entry(s, s->re + k, 91);
}

static void fill_uniform(struct sample *s)
{
    uint64_t state = 12345;

    s->denominator = 10000;
    for (int k = 0; k < s->n * s->n; k++)
        set_entry(s, s->re + k, 1 + random_word(&state) % 9999);
}

static void fill_signed(struct sample *s)
{
    uint64_t state = 54321;

    s->denominator = 10000;
    for (int k = 0; k < s->n * s->n; k++)
        set_entry(s, s->re + k, random_word(&state) % 19999 - 9999);
}

/* Factors of rank three: row i has u[3 i ..], column j has v[3 j ..], all from 1 to 9. */
static void rank_factors(long *u, long *v, int n)
{
    uint64_t state = 777;

    for (int k = 0; k < RANK * n; k++) {
        u[k] = 1 + random_word(&state) % 9;
        v[k] = 1 + random_word(&state) % 9;
    }
}

static void fill_rank(struct sample *s)
{
    long u[RANK * SAMPLE_MOST], v[RANK * SAMPLE_MOST];

    s->denominator = 1;
    rank_factors(u, v, s->n);
    for (int i = 0; i < s->n; i++)
        for (int j = 0; j < s->n; j++) {
            long x = 0;
            for (int r = 0; r < RANK; r++)
                x += u[RANK * i + r] * v[RANK * j + r];
            set_entry(s, s->re + i * s->n + j, x);
        }
}

/* The first n columns of the first n rows of a random unitary matrix of order 2 n: normal random
 * rows (Box and Muller), orthogonalised one after another, rounded to 24 bits. */
static void fill_unitary(struct sample *s)
{
    const int n = s->n, m = 2 * n;
    double row[SAMPLE_MOST][4 * SAMPLE_MOST];
    uint64_t state = 31415;

    s->denominator = 1L << UNITARY_BITS;
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < m; j++) {
            const double size = sqrt(-2 * log(random_unit(&state)));
            const double angle = 2 * acos(-1) * random_unit(&state);
            row[i][2 * j] = size * cos(angle);
            row[i][2 * j + 1] = size * sin(angle);
        }
        for (int k = 0; k <= i; k++) { /* in the last round: the length of the row itself */
            double re = 0, im = 0;
            for (int j = 0; j < m; j++) {
                re += row[k][2 * j] * row[i][2 * j] + row[k][2 * j + 1] * row[i][2 * j + 1];
                im += row[k][2 * j] * row[i][2 * j + 1] - row[k][2 * j + 1] * row[i][2 * j];
            }
            for (int j = 0; j < m; j++) {
                const double x = row[k][2 * j], y = row[k][2 * j + 1];
                row[i][2 * j] = k < i ? row[i][2 * j] - (re * x - im * y) : x / sqrt(re);
                row[i][2 * j + 1] = k < i ? row[i][2 * j + 1] - (re * y + im * x) : y / sqrt(re);
            }
        }
        for (int j = 0; j < n; j++) {
            set_entry(s, s->re + i * n + j, lrint(ldexp(row[i][2 * j], UNITARY_BITS)));
            set_entry(s, s->im + i * n + j, lrint(ldexp(row[i][2 * j + 1], UNITARY_BITS)));
        }
    }
}

/* ------------------------------------------------------------------- known permanents */

static void known_constant(fmpq_t value, int n)
{
    fmpq_t factor;

    fmpq_init(factor);
    fmpq_one(value);
    for (int k = 1; k <= n; k++) {
        fmpq_set_si(factor, 91 * k, 100);
        fmpq_mul(value, value, factor);
    }
    fmpq_clear(factor);
}

/* The index of x^i y^j z^(n-i-j). */
static int power(int i, int j)
{
    return i * (SAMPLE_MOST + 1) + j;
}

/* *c = the coefficients of prod over i of (u[3i] x + u[3i+1] y + u[3i+2] z). */
static void form_product(fmpz *c, const long *u, int n)
{
    fmpz_one(c + power(0, 0));
    for (int k = 0; k < n; k++)
        for (int i = k + 1; i >= 0; i--)
            for (int j = k + 1 - i; j >= 0; j--) {
                fmpz *const x = c + power(i, j);
                fmpz_mul_si(x, x, i + j <= k ? u[RANK * k + 2] : 0);
                if (i > 0)
                    fmpz_addmul_ui(x, c + power(i - 1, j), (ulong)u[RANK * k]);
                if (j > 0)
                    fmpz_addmul_ui(x, c + power(i, j - 1), (ulong)u[RANK * k + 1]);
            }
}

/* per(sum over r of u_r v_r') = sum over i + j + k = n of i! j! k! [x^i y^j z^k] of the rows' and
 * of the columns' product of forms (Barvinok, Two algorithmic results for the traveling salesman
 * problem, Math. Oper. Res. 21, 1996). */
static void known_rank(fmpq_t value, int n)
{
    enum { PLACES = (SAMPLE_MOST + 1) * (SAMPLE_MOST + 1) };
    long u[RANK * SAMPLE_MOST], v[RANK * SAMPLE_MOST];
    fmpz *const rows = _fmpz_vec_init(PLACES), *const cols = _fmpz_vec_init(PLACES);
    fmpz_t factorial;

    fmpz_init(factorial);
    rank_factors(u, v, n);
    form_product(rows, u, n);
    form_product(cols, v, n);
    fmpq_zero(value);
    for (int i = 0; i <= n; i++)
        for (int j = 0; i + j <= n; j++) {
            const int part[RANK] = {i, j, n - i - j};
            fmpz *const term = rows + power(i, j);
            fmpz_mul(term, term, cols + power(i, j));
            for (int r = 0; r < RANK; r++) {
                fmpz_fac_ui(factorial, (ulong)part[r]);
                fmpz_mul(term, term, factorial);
            }
            fmpz_add(fmpq_numref(value), fmpq_numref(value), term);
        }
    fmpz_clear(factorial);
    _fmpz_vec_clear(rows, PLACES);
    _fmpz_vec_clear(cols, PLACES);
}

const struct family families[] = {
    {"all entries 0.91", false, fill_constant, known_constant},
    {"random in (0,1)", false, fill_uniform, NULL},
    {"rank 3, positive", false, fill_rank, known_rank},
    {"random signed", false, fill_signed, NULL},
    {"minors of unitary matrices", true, fill_unitary, NULL},
    {NULL, false, NULL, NULL},
};
