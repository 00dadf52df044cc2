/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Kinds of random matrices, and their permanents. */
#include "walks.h"

#include "base/alloc.h"

#include <stdlib.h>

/* ------------------------------------------------------------------ matrices */

/* A random integer of `bits` bits times 2^exp. */
static void set_dyadic(fmpq_t x, uint64_t *state, int bits, long exp)
{
    fmpq_set_ui(x, test_random(state) >> (64 - bits), 1);
    if (exp >= 0)
        fmpq_mul_2exp(x, x, (ulong)exp);
    else
        fmpq_div_2exp(x, x, (ulong)-exp);
}

static void sign(fmpq_t x, uint64_t *state)
{
    if (test_random(state) >> 63)
        fmpq_neg(x, x);
}

static void draw_positive(fmpq_t x, uint64_t *state, int i, int j)
{
    (void)i, (void)j;
    set_dyadic(x, state, 53, -53);
}

static void draw_signed(fmpq_t x, uint64_t *state, int i, int j)
{
    draw_positive(x, state, i, j);
    sign(x, state);
}

static void draw_pattern(fmpq_t x, uint64_t *state, int i, int j)
{
    (void)i, (void)j;
    fmpq_set_si(x, test_between(state, 0, 2) == 0, 1);
}

static void draw_integer(fmpq_t x, uint64_t *state, int i, int j)
{
    (void)i, (void)j;
    fmpq_set_si(x, test_between(state, -9, 9), 1);
}

static void draw_third(fmpq_t x, uint64_t *state, int i, int j)
{
    (void)i, (void)j;
    fmpq_set_si(x, test_between(state, -20, 20), (ulong[]){1, 3, 7, 10}[test_between(state, 0, 3)]);
}

/* 1e-300 to 1e300 */
static void draw_wide(fmpq_t x, uint64_t *state, int i, int j)
{
    (void)i, (void)j;
    set_dyadic(x, state, 20, test_between(state, -1016, 976));
    sign(x, state);
}

static void draw_medium(fmpq_t x, uint64_t *state, int i, int j)
{
    (void)i, (void)j;
    set_dyadic(x, state, 30, test_between(state, -60, 0));
    sign(x, state);
}

/* Multiples of the smallest subnormal number. */
static void draw_subnormal(fmpq_t x, uint64_t *state, int i, int j)
{
    (void)i, (void)j;
    set_dyadic(x, state, 6, -1074);
    sign(x, state);
}

static void draw_hot(fmpq_t x, uint64_t *state, int i, int j)
{
    (void)i;
    set_dyadic(x, state, 40, j == 2 ? 400 : -40);
}

/* Rows in which one column has a tiny share, and rows with none: every class of rows. */
static void draw_pivots(fmpq_t x, uint64_t *state, int i, int j)
{
    if (test_between(state, 0, 3) == 0)
        fmpq_zero(x);
    else
        set_dyadic(x, state, 30, (i + j) % 3 == 0 ? -70 : -30);
    sign(x, state);
}

/* Row sums that cancel: columns nearly alternate in sign. */
static void draw_cancelling(fmpq_t x, uint64_t *state, int i, int j)
{
    (void)i;
    set_dyadic(x, state, 10, -50);
    fmpq_add_si(x, x, 1);
    if (j & 1)
        fmpq_neg(x, x);
}

static void draw_zero_row(fmpq_t x, uint64_t *state, int i, int j)
{
    draw_signed(x, state, i, j);
    if (i == 1)
        fmpq_zero(x);
}

static void draw_large(fmpq_t x, uint64_t *state, int i, int j)
{
    (void)j;
    set_dyadic(x, state, i % 3 == 0 ? 64 : i % 3 == 1 ? 44 : 20, 0);
    sign(x, state);
}

const struct draw walks_integers[] = {
    {"pattern", draw_pattern, false},    {"integer", draw_integer, false},
    {"large", draw_large, false},        {"complex integer", draw_integer, true},
    {"complex large", draw_large, true}, {NULL, NULL, false},
};

const struct draw walks_draws[] = {
    {"positive", draw_positive, false},
    {"signed", draw_signed, false},
    {"pattern", draw_pattern, false},
    {"integer", draw_integer, false},
    {"rational", draw_third, false},
    {"wide exponents", draw_wide, false},
    {"medium exponents", draw_medium, false},
    {"subnormal", draw_subnormal, false},
    {"one hot column", draw_hot, false},
    {"all pivots", draw_pivots, false},
    {"cancelling", draw_cancelling, false},
    {"zero row", draw_zero_row, false},
    {"complex signed", draw_signed, true},
    {"complex integer", draw_integer, true},
    {"complex rational", draw_third, true},
    {"complex wide", draw_wide, true},
    {"complex pivots", draw_pivots, true},
    {"complex cancelling", draw_cancelling, true},
    {NULL, NULL, false},
};

struct drawing {
    const struct draw *draw;
    uint64_t *state;
    int percent;
};

static bool drawn_place(fmpq *re, fmpq *im, int i, int j, void *context)
{
    const struct drawing *const d = context;

    if (test_between(d->state, 0, 99) >= d->percent)
        return false;
    d->draw->entry(re, d->state, i, j);
    if (d->draw->complex_values)
        d->draw->entry(im, d->state, i, j);
    return true;
}

struct pm_matrix *walks_draw(const struct draw *draw, uint64_t *state, int n, int percent)
{
    struct drawing drawing = {draw, state, percent};

    return brute_made(n, n, draw->complex_values, drawn_place, &drawing);
}

/* ------------------------------------------------------------------ exact permanents */

/* The permanent, row by row over the sets of used columns. */
void walks_permanent(struct pm_gauss *value, const struct pm_matrix *a)
{
    const unsigned full = (1u << a->cols) - 1;
    struct pm_gauss *table = pm_alloc((size_t)full + 1, sizeof *table), x;

    test_need(table != NULL ? PM_OK : PM_NOMEM);
    pm_gauss_init(&x);
    for (unsigned set = 0; set <= full; set++)
        pm_gauss_init(&table[set]);
    pm_gauss_set_si(&table[0], 1);
    for (unsigned set = 0; set < full; set++) {
        const int row = __builtin_popcount(set);
        if (pm_gauss_is_zero(&table[set]))
            continue;
        for (int k = a->start[row]; k < a->start[row + 1]; k++) {
            if (set >> a->col[k] & 1)
                continue;
            pm_gauss_set_parts(&x, a->re + k, a->im != NULL ? a->im + k : NULL);
            pm_gauss_mul(&x, &x, &table[set]);
            struct pm_gauss *const sum = &table[set | 1u << a->col[k]];
            pm_gauss_add(sum, sum, &x);
        }
    }
    pm_gauss_set(value, &table[full]);
    for (unsigned set = 0; set <= full; set++)
        pm_gauss_clear(&table[set]);
    pm_gauss_clear(&x);
    free(table);
}

/* The sum of a rank-one matrix and a diagonal matrix, a_ij = u_i v_j + [i = j] w_i: per = sum over
 * k of k! [z^k] prod_i (w_i + u_i v_i z). */
struct pm_matrix *walks_bordered(struct pm_gauss *value, uint64_t *state, int n)
{
    struct pm_triplets t;
    struct pm_matrix *a = NULL;
    fmpq_t x, u[64], v[64], poly[65];

    pm_triplets_init(&t, n, n, false);
    fmpq_init(x);
    fmpq_init(poly[0]);
    fmpq_one(poly[0]);
    for (int i = 0; i < n; i++) {
        fmpq_init(u[i]);
        fmpq_init(v[i]);
        fmpq_init(poly[i + 1]);
        fmpq_set_si(u[i], test_between(state, 1, 9), 10);
        fmpq_set_si(v[i], test_between(state, 1, 9), 3);
    }
    for (int i = 0; i < n; i++) {
        fmpq_t w, uv;
        fmpq_init(w);
        fmpq_init(uv);
        fmpq_set_si(w, test_between(state, -30, 9), 7);
        fmpq_mul(uv, u[i], v[i]);
        for (int k = i + 1; k > 0; k--) {
            fmpq_mul(poly[k], poly[k], w);
            fmpq_addmul(poly[k], poly[k - 1], uv);
        }
        fmpq_mul(poly[0], poly[0], w);
        for (int j = 0; j < n; j++) {
            fmpq_mul(x, u[i], v[j]);
            if (i == j)
                fmpq_add(x, x, w);
            test_need(pm_triplets_add(&t, i, j, x, NULL));
        }
        fmpq_clear(w);
        fmpq_clear(uv);
    }
    test_need(pm_matrix_from_triplets(&a, &t));
    fmpq_set(x, poly[n]);
    for (int k = n; k > 0; k--) { /* Horner's rule with factorials */
        fmpq_mul_si(x, x, k);
        fmpq_add(x, x, poly[k - 1]);
    }
    pm_gauss_set_parts(value, x, NULL);
    fmpq_clear(x);
    fmpq_clear(poly[0]);
    for (int i = 0; i < n; i++) {
        fmpq_clear(u[i]);
        fmpq_clear(v[i]);
        fmpq_clear(poly[i + 1]);
    }
    pm_triplets_clear(&t);
    return a;
}
