/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "brute.h"

#include <stdlib.h>

static void expand(struct pm_gauss *sum, const struct pm_matrix *a, int row, uint64_t used,
                   const struct pm_gauss *product)
{
    struct pm_gauss entry;

    if (row == a->rows) {
        pm_gauss_add(sum, sum, product);
        return;
    }
    pm_gauss_init(&entry);
    for (int k = a->start[row]; k < a->start[row + 1]; k++)
        if (!(used >> a->col[k] & 1)) {
            pm_gauss_set_parts(&entry, a->re + k, a->im != NULL ? a->im + k : NULL);
            pm_gauss_mul(&entry, &entry, product);
            expand(sum, a, row + 1, used | UINT64_C(1) << a->col[k], &entry);
        }
    pm_gauss_clear(&entry);
}

void brute_permanent(struct pm_gauss *value, const struct pm_matrix *a)
{
    struct pm_gauss one;

    pm_gauss_init(&one);
    pm_gauss_set_si(&one, 1);
    pm_gauss_set_si(value, 0);
    expand(value, a, 0, 0, &one);
    pm_gauss_clear(&one);
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

void brute_hafnian(struct pm_gauss *value, const struct pm_matrix *a)
{
    struct pm_gauss one;

    pm_gauss_init(&one);
    pm_gauss_set_si(&one, 1);
    pm_gauss_set_si(value, 0);
    expand_pairs(value, a, 0, &one);
    pm_gauss_clear(&one);
}

static void random_entry(uint64_t *state, struct pm_gauss *x, enum brute_entries kind)
{
    pm_gauss_set_si(x, 1);
    if (kind == BRUTE_INTEGER || kind == BRUTE_GAUSSIAN)
        fmpq_set_si(x->re, test_between(state, -9, 9), 1);
    if (kind == BRUTE_GAUSSIAN)
        fmpq_set_si(x->im, test_between(state, -9, 9), 1);
    if (kind == BRUTE_DECIMAL)
        fmpq_set_si(x->re, test_between(state, -99, 99),
                    (ulong[]){10, 100, 3, 7}[test_between(state, 0, 3)]);
}

static void give_up(void)
{
    printf("Bail out! %s\n", pm_message());
    exit(99);
}

struct pm_matrix *brute_random(uint64_t *state, int rows, int cols, int percent,
                               enum brute_entries kind)
{
    struct pm_triplets t;
    struct pm_matrix *a = NULL;
    struct pm_gauss x;
    pm_status status = PM_OK;

    pm_gauss_init(&x);
    pm_triplets_init(&t, rows, cols, kind == BRUTE_GAUSSIAN);
    for (int i = 0; i < rows && status == PM_OK; i++)
        for (int j = 0; j < cols && status == PM_OK; j++)
            if (test_between(state, 1, 100) <= percent) {
                random_entry(state, &x, kind);
                status = pm_triplets_add(&t, i, j, x.re, x.im);
            }
    if (status != PM_OK || pm_matrix_from_triplets(&a, &t) != PM_OK)
        give_up();
    pm_triplets_clear(&t);
    pm_gauss_clear(&x);
    return a;
}

struct pm_matrix *brute_from(int rows, int cols, long (*entry)(int i, int j, int n))
{
    struct pm_triplets t;
    struct pm_matrix *a = NULL;
    pm_status status = PM_OK;
    fmpq_t x;

    fmpq_init(x);
    pm_triplets_init(&t, rows, cols, false);
    for (int i = 0; i < rows && status == PM_OK; i++)
        for (int j = 0; j < cols && status == PM_OK; j++)
            if (entry(i, j, cols) != 0) {
                fmpq_set_si(x, entry(i, j, cols), 1);
                status = pm_triplets_add(&t, i, j, x, NULL);
            }
    if (status != PM_OK || pm_matrix_from_triplets(&a, &t) != PM_OK)
        give_up();
    pm_triplets_clear(&t);
    fmpq_clear(x);
    return a;
}

/* The side of a board of so many squares. */
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

bool brute_has_empty_row(const struct pm_matrix *a)
{
    for (int i = 0; i < a->rows; i++)
        if (a->start[i] == a->start[i + 1])
            return true;
    return false;
}

bool brute_contains(const struct pm_value *x, const struct pm_gauss *y)
{
    struct pm_gauss gap;
    fmpq_t norm, bound;

    if (!pm_mag_is_finite(x->error))
        return false;
    pm_gauss_init(&gap);
    fmpq_init(norm);
    fmpq_init(bound);
    pm_gauss_sub(&gap, &x->centre, y);
    fmpq_mul(norm, gap.re, gap.re);
    fmpq_addmul(norm, gap.im, gap.im);
    pm_mag_get_fmpq(bound, x->error);
    fmpq_mul(bound, bound, bound);
    const bool inside = fmpq_cmp(norm, bound) <= 0;
    fmpq_clear(bound);
    fmpq_clear(norm);
    pm_gauss_clear(&gap);
    return inside;
}

struct pm_matrix *brute_symmetric(uint64_t *state, int n, int percent, enum brute_entries kind)
{
    struct pm_matrix *const square = brute_random(state, n, n, percent, kind);
    struct pm_matrix *a = NULL;
    struct pm_triplets t;

    pm_triplets_init(&t, n, n, kind == BRUTE_GAUSSIAN);
    for (int i = 0; i < n; i++)
        for (int k = square->start[i]; k < square->start[i + 1]; k++) {
            const fmpq *const im = square->im != NULL ? square->im + k : NULL;
            const int j = square->col[k];
            if (j > i && (pm_triplets_add(&t, i, j, square->re + k, im) != PM_OK ||
                          pm_triplets_add(&t, j, i, square->re + k, im) != PM_OK))
                abort();
        }
    pm_matrix_free(square);
    if (pm_matrix_from_triplets(&a, &t) != PM_OK)
        abort();
    pm_triplets_clear(&t);
    return a;
}

struct pm_matrix *brute_positive(uint64_t *state, int n, int percent, bool tiny)
{
    struct pm_triplets t;
    struct pm_matrix *a = NULL;
    pm_status status = PM_OK;
    fmpq_t x;

    fmpq_init(x);
    pm_triplets_init(&t, n, n, false);
    for (int k = 0; k < n * n && status == PM_OK; k++) {
        const int i = k / n, j = k % n;
        fmpq_set_si(x, test_between(state, 1, 999), 1000);
        if (tiny && test_between(state, 0, 2) == 0)
            fmpq_div_2exp(x, x, 60);
        if (i == j || (i + 1) % n == j || test_between(state, 0, 99) < percent)
            status = pm_triplets_add(&t, i, j, x, NULL);
    }
    if (status != PM_OK || pm_matrix_from_triplets(&a, &t) != PM_OK)
        give_up();
    pm_triplets_clear(&t);
    fmpq_clear(x);
    return a;
}

pm_problem *brute_problem(const struct pm_matrix *a, pm_field field)
{
    struct pm_matrix *copy;
    pm_problem *problem;

    if (pm_matrix_copy(&copy, a) != PM_OK || pm_problem_wrap(&problem, field, copy) != PM_OK)
        abort();
    return problem;
}

struct pm_matrix *brute_upright(const struct pm_matrix *a)
{
    struct pm_matrix *out;
    const pm_status status =
        a->rows > a->cols ? pm_matrix_transpose(&out, a) : pm_matrix_copy(&out, a);

    if (status != PM_OK)
        abort();
    return out;
}

void brute_entry(struct pm_gauss *x, const struct pm_matrix *a, int i, int j)
{
    pm_gauss_set_si(x, 0);
    for (int k = a->start[i]; k < a->start[i + 1]; k++)
        if (a->col[k] == j)
            pm_gauss_set_parts(x, a->re + k, a->im != NULL ? a->im + k : NULL);
}
