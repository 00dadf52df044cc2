/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "brute.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Row by row over the sets of used columns (at most 24). */
void brute_permanent(struct pm_gauss *value, const struct pm_matrix *a)
{
    const unsigned sets = 1u << a->cols;
    struct pm_gauss *const table = malloc(sets * sizeof *table), x;

    test_need(table != NULL ? PM_OK : PM_NOMEM);
    pm_gauss_init(&x);
    for (unsigned set = 0; set < sets; set++)
        pm_gauss_init(&table[set]);
    pm_gauss_set_si(&table[0], 1);
    pm_gauss_set_si(value, 0);
    for (unsigned set = 0; set < sets; set++) {
        const int row = __builtin_popcount(set);
        if (row == a->rows)
            pm_gauss_add(value, value, &table[set]);
        if (row >= a->rows || pm_gauss_is_zero(&table[set]))
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
    for (unsigned set = 0; set < sets; set++)
        pm_gauss_clear(&table[set]);
    pm_gauss_clear(&x);
    free(table);
}

static void expand_pairs(struct pm_gauss *sum, const struct pm_matrix *a, uint64_t used,
                         const struct pm_gauss *product)
{
    const int i = __builtin_ctzll(~used);
    struct pm_gauss entry;

    if (i == a->rows) {
        pm_gauss_add(sum, sum, product);
        return;
    }
    pm_gauss_init(&entry);
    for (int k = a->start[i]; k < a->start[i + 1]; k++)
        if (a->col[k] > i && !(used >> a->col[k] & 1)) {
            pm_gauss_set_parts(&entry, a->re + k, a->im != NULL ? a->im + k : NULL);
            pm_gauss_mul(&entry, &entry, product);
            expand_pairs(sum, a, used | UINT64_C(1) << i | UINT64_C(1) << a->col[k], &entry);
        }
    pm_gauss_clear(&entry);
}

/* Matches the first free vertex with each other free vertex, and recurs (order up to about 16). */
static void hafnian(struct pm_gauss *value, const struct pm_matrix *a)
{
    struct pm_gauss one;

    pm_gauss_init(&one);
    pm_gauss_set_si(&one, 1);
    pm_gauss_set_si(value, 0);
    expand_pairs(value, a, 0, &one);
    pm_gauss_clear(&one);
}

void brute_value(struct pm_gauss *value, const struct pm_matrix *a, enum pm_kind kind)
{
    (kind == PM_HAFNIAN ? hafnian : brute_permanent)(value, a);
}

uint64_t brute_residue(const struct pm_matrix *a, enum pm_kind kind, uint64_t prime)
{
    struct pm_gauss truth;

    pm_gauss_init(&truth);
    brute_value(&truth, a, kind);
    const uint64_t r = fmpz_fdiv_ui(fmpq_numref(truth.re), (ulong)prime);
    pm_gauss_clear(&truth);
    return r;
}

struct pm_matrix *brute_made(int rows, int cols, bool complex_values, brute_place *place,
                             void *context)
{
    struct pm_triplets t;
    struct pm_matrix *a;
    fmpq_t re, im;

    PM_EACH(fmpq_init, re, im);
    pm_triplets_init(&t, rows, cols, complex_values);
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < cols; j++)
            if (place(re, im, i, j, context))
                test_need(pm_triplets_add(&t, i, j, re, complex_values ? im : NULL));
    test_need(pm_matrix_from_triplets(&a, &t));
    pm_triplets_clear(&t);
    PM_EACH(fmpq_clear, re, im);
    return a;
}

struct filling {
    uint64_t *state;
    int percent;
    enum brute_entries kind;
};

static bool random_place(fmpq *re, fmpq *im, int i, int j, void *context)
{
    const struct filling *const f = context;

    (void)i, (void)j;
    if (test_between(f->state, 1, 100) > f->percent)
        return false;
    fmpq_set_si(re, 1, 1);
    if (f->kind == BRUTE_INTEGER || f->kind == BRUTE_GAUSSIAN)
        fmpq_set_si(re, test_between(f->state, -9, 9), 1);
    if (f->kind == BRUTE_GAUSSIAN)
        fmpq_set_si(im, test_between(f->state, -9, 9), 1);
    if (f->kind == BRUTE_DECIMAL)
        fmpq_set_si(re, test_between(f->state, -99, 99),
                    (ulong[]){10, 100, 3, 7}[test_between(f->state, 0, 3)]);
    return true;
}

struct pm_matrix *brute_random(uint64_t *state, int rows, int cols, int percent,
                               enum brute_entries kind)
{
    struct filling filling = {state, percent, kind};

    return brute_made(rows, cols, kind == BRUTE_GAUSSIAN, random_place, &filling);
}

struct formula {
    long (*entry)(int i, int j, int n);
    int n;
};

static bool formula_place(fmpq *re, fmpq *im, int i, int j, void *context)
{
    const struct formula *const f = context;

    (void)im;
    fmpq_set_si(re, f->entry(i, j, f->n), 1);
    return !fmpq_is_zero(re);
}

struct pm_matrix *brute_from(int rows, int cols, long (*entry)(int i, int j, int n))
{
    struct formula formula = {entry, cols};

    return brute_made(rows, cols, false, formula_place, &formula);
}

/* The side of a square board with that many squares. */
static int side_of(int squares)
{
    int side = 0;

    while (side * side < squares)
        side++;
    return side;
}

long brute_one(int i, int j, int n)
{
    (void)i, (void)j, (void)n;
    return 1;
}

long brute_hollow(int i, int j, int n)
{
    (void)n;
    return i != j;
}

long brute_weight(int i, int j, int n)
{
    (void)n;
    return (i + 2 * j) % 4;
}

long brute_board(int i, int j, int n)
{
    const int half = side_of(2 * n) / 2, r = i / half, c = 2 * (i % half) + (r & 1);
    const int s = j / half, d = 2 * (j % half) + !(s & 1);

    return abs(r - s) + abs(c - d) == 1;
}

long brute_cube(int i, int j, int n)
{
    const unsigned x = (unsigned)i << 1 | (unsigned)__builtin_parity((unsigned)i);
    const unsigned y = (unsigned)j << 1 | !__builtin_parity((unsigned)j);

    (void)n;
    return __builtin_popcount(x ^ y) == 1;
}

long brute_king(int i, int j, int n)
{
    const int side = side_of(n), r = abs(i / side - j / side), c = abs(i % side - j % side);

    return i != j && r <= 1 && c <= 1;
}

double brute_used(const struct pm_value *x, const struct pm_gauss *y)
{
    struct pm_gauss gap;
    fmpq_t norm, bound;
    double share = 2;

    if (!pm_mag_is_finite(x->error))
        return share;
    pm_gauss_init(&gap);
    PM_EACH(fmpq_init, norm, bound);
    pm_gauss_sub(&gap, &x->centre, y);
    fmpq_mul(norm, gap.re, gap.re);
    fmpq_addmul(norm, gap.im, gap.im);
    pm_mag_get_fmpq(bound, x->error);
    fmpq_mul(bound, bound, bound);
    if (fmpq_is_zero(norm)) {
        share = 0;
    } else if (fmpq_cmp(norm, bound) <= 0) {
        fmpq_div(norm, norm, bound);
        share = fmin(fmpq_get_d(norm), 1);
    }
    PM_EACH(fmpq_clear, bound, norm);
    pm_gauss_clear(&gap);
    return share;
}

bool brute_contains(const struct pm_value *x, const struct pm_gauss *y)
{
    return brute_used(x, y) <= 1;
}

bool brute_same_bits(const struct pm_value *x, const struct pm_value *y)
{
    return pm_gauss_equal(&x->centre, &y->centre) && x->error.m == y->error.m &&
           x->error.e == y->error.e;
}

void brute_check_integer(struct test *t, const char *name, pm_status status,
                         const struct pm_value *value, const char *want)
{
    char *const got = status == PM_OK ? fmpq_get_str(NULL, 10, value->centre.re) : NULL;

    CHECK(t, got != NULL && strcmp(got, want) == 0, "%s: %.60s, want %.60s", name,
          got != NULL ? got : pm_message(), want);
    flint_free(got);
}

/* *x = entry (i, j), or 0 if it is not stored. */
static void entry_at(struct pm_gauss *x, const struct pm_matrix *a, int i, int j)
{
    pm_gauss_set_si(x, 0);
    for (int k = a->start[i]; k < a->start[i + 1]; k++)
        if (a->col[k] == j)
            pm_gauss_set_parts(x, a->re + k, a->im != NULL ? a->im + k : NULL);
}

/* Entry (i, j) of a symmetric matrix that is given by its upper triangle. */
static bool mirrored_place(fmpq *re, fmpq *im, int i, int j, void *context)
{
    struct pm_gauss x;

    pm_gauss_init(&x);
    entry_at(&x, context, i < j ? i : j, i < j ? j : i);
    const bool there = i != j && !pm_gauss_is_zero(&x);
    fmpq_swap(re, x.re);
    fmpq_swap(im, x.im);
    pm_gauss_clear(&x);
    return there;
}

/* The symmetric matrix with the upper triangle of a square matrix and an empty diagonal.  Frees the
 * square matrix. */
static struct pm_matrix *mirrored(struct pm_matrix *a)
{
    struct pm_matrix *const both = brute_made(a->rows, a->cols, a->im != NULL, mirrored_place, a);

    pm_matrix_free(a);
    return both;
}

struct pm_matrix *brute_symmetric(uint64_t *state, int n, int percent, enum brute_entries kind)
{
    return mirrored(brute_random(state, n, n, percent, kind));
}

struct positive {
    uint64_t *state;
    int n, percent;
    bool tiny;
};

static bool positive_place(fmpq *re, fmpq *im, int i, int j, void *context)
{
    const struct positive *const p = context;

    (void)im;
    fmpq_set_si(re, test_between(p->state, 1, 999), 1000);
    if (p->tiny && test_between(p->state, 0, 2) == 0)
        fmpq_div_2exp(re, re, 60);
    return i == j || (i + 1) % p->n == j || test_between(p->state, 0, 99) < p->percent;
}

struct pm_matrix *brute_positive(uint64_t *state, int n, int percent, bool tiny)
{
    struct positive positive = {state, n, percent, tiny};

    return brute_made(n, n, false, positive_place, &positive);
}

struct band {
    uint64_t *state;
    int width;
    bool above; /* only above the diagonal */
};

static bool band_place(fmpq *re, fmpq *im, int i, int j, void *context)
{
    const struct band *const b = context;

    (void)im;
    if (abs(i - j) > b->width || (b->above && j <= i) ||
        (j != i + 1 && test_between(b->state, 0, 2) == 0))
        return false;
    fmpq_set_si(re, test_between(b->state, 0, 3) ? 1 : test_between(b->state, 2, 9), 1);
    return true;
}

struct pm_matrix *brute_band(uint64_t *state, enum pm_kind kind, int n, int more, int width)
{
    struct band band = {state, width, kind == PM_HAFNIAN};
    struct pm_matrix *const a = brute_made(n, n + more, false, band_place, &band);

    return kind == PM_HAFNIAN ? mirrored(a) : a;
}

pm_problem *brute_problem(const struct pm_matrix *a, pm_field field)
{
    struct pm_matrix *copy;
    pm_problem *problem;

    test_need(pm_matrix_copy(&copy, a));
    test_need(pm_problem_wrap(&problem, field, copy));
    return problem;
}

struct pm_matrix *brute_upright(const struct pm_matrix *a)
{
    struct pm_matrix *out;

    test_need(a->rows > a->cols ? pm_matrix_transpose(&out, a) : pm_matrix_copy(&out, a));
    return out;
}

/* The sum of a rank-one matrix and a diagonal matrix, a_ij = u_i v_j + [i = j] w_i: per = sum over
 * k of k! [z^k] prod_i (w_i + u_i v_i z). */
struct pm_matrix *brute_bordered(struct pm_gauss *value, uint64_t *state, int n)
{
    struct pm_triplets t;
    struct pm_matrix *a = NULL;
    fmpq_t x, u[64], v[64], poly[65];

    pm_triplets_init(&t, n, n, false);
    PM_EACH(fmpq_init, x, poly[0]);
    fmpq_one(poly[0]);
    for (int i = 0; i < n; i++) {
        PM_EACH(fmpq_init, u[i], v[i], poly[i + 1]);
        fmpq_set_si(u[i], test_between(state, 1, 9), 10);
        fmpq_set_si(v[i], test_between(state, 1, 9), 3);
    }
    for (int i = 0; i < n; i++) {
        fmpq_t w, uv;
        PM_EACH(fmpq_init, w, uv);
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
        PM_EACH(fmpq_clear, w, uv);
    }
    test_need(pm_matrix_from_triplets(&a, &t));
    fmpq_set(x, poly[n]);
    for (int k = n; k > 0; k--) { /* Horner's rule with factorials */
        fmpq_mul_si(x, x, k);
        fmpq_add(x, x, poly[k - 1]);
    }
    pm_gauss_set_parts(value, x, NULL);
    PM_EACH(fmpq_clear, x, poly[0]);
    for (int i = 0; i < n; i++) {
        PM_EACH(fmpq_clear, u[i], v[i], poly[i + 1]);
    }
    pm_triplets_clear(&t);
    return a;
}
