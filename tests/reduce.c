/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The parts of reductions that the planner uses, on random matrices, against the definition of the
 * permanent.  tests/differential.c compares the answers of all rules with references. */
#include "reduce/edit.h"
#include "reduce/reduce.h"

#include "brute.h"

#include <stdlib.h>

/* Multiplies x by the permanents of the matrices. */
static void times_all(struct pm_gauss *x, struct pm_matrix *const *a, size_t count)
{
    struct pm_gauss per;

    pm_gauss_init(&per);
    for (size_t k = 0; k < count; k++) {
        brute_permanent(&per, a[k]);
        pm_gauss_mul(x, x, &per);
    }
    pm_gauss_clear(&per);
}

/* ------------------------------------------------------------ random matrices */

enum values { ONES, SIGNED, RATIONAL, GAUSSIAN, KINDS };

static void random_value(fmpq *re, fmpq *im, enum values kind, uint64_t *seed)
{
    fmpq_zero(im);
    switch (kind) {
    case ONES:
        fmpq_set_si(re, 1, 1);
        return;
    case SIGNED:
        fmpq_set_si(re, test_between(seed, -3, 3), 1);
        return;
    case RATIONAL:
        fmpq_set_si(re, test_between(seed, -4, 4), (ulong)test_between(seed, 1, 6));
        return;
    default:
        fmpq_set_si(re, test_between(seed, -2, 2), (ulong)test_between(seed, 1, 2));
        fmpq_set_si(im, test_between(seed, -2, 2), 1);
        return;
    }
}

/* A random matrix of density percent / 100.  Sometimes a row or column is a multiple of the one
 * before. */
static struct pm_matrix *random_matrix(int rows, int cols, int percent, enum values kind,
                                       uint64_t *seed)
{
    struct pm_triplets t;
    struct pm_matrix *a = NULL;
    fmpq_t re, im, zero;

    fmpq_init(re);
    fmpq_init(im);
    fmpq_init(zero);
    pm_triplets_init(&t, rows, cols, true);
    const int twin =
        test_between(seed, 0, 3) == 0 && rows > 1 ? test_between(seed, 1, rows - 1) : 0;
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < cols; j++) {
            if (test_between(seed, 1, 100) > percent)
                continue;
            random_value(re, im, kind, seed);
            if (i != twin || twin == 0)
                pm_triplets_add(&t, i, j, re, im);
        }
    random_value(re, im, kind, seed);
    for (size_t k = 0, count = t.count; twin > 0 && k < count; k++)
        if (t.row[k] == twin - 1 && fmpq_is_zero(t.im + k)) {
            fmpq_mul(im, t.re + k, re);
            pm_triplets_add(&t, twin, t.col[k], im, zero);
        }
    test_need(pm_matrix_from_triplets(&a, &t));
    pm_triplets_clear(&t);
    fmpq_clear(re);
    fmpq_clear(im);
    fmpq_clear(zero);
    return a;
}

static struct pm_matrix *any_matrix(uint64_t *seed, bool square)
{
    const int rows = test_between(seed, 0, 6);
    const int cols = square ? rows : rows + test_between(seed, 0, 3);

    return random_matrix(rows, cols, test_between(seed, 10, 95),
                         (enum values)test_between(seed, 0, KINDS - 1), seed);
}

/* True if the members are consistent: starts and columns ascend, no entry is zero, im exists only
 * if needed. */
static bool is_canonical(const struct pm_matrix *a)
{
    bool imaginary = a->im == NULL;

    for (int i = 0; i < a->rows; i++)
        for (int k = a->start[i]; k < a->start[i + 1]; k++) {
            if (a->col[k] < 0 || a->col[k] >= a->cols ||
                (k > a->start[i] && a->col[k] <= a->col[k - 1]))
                return false;
            if (fmpq_is_zero(a->re + k) && (a->im == NULL || fmpq_is_zero(a->im + k)))
                return false;
            imaginary |= a->im != NULL && !fmpq_is_zero(a->im + k);
        }
    return imaginary && a->start[0] == 0;
}

/* -------------------------------------------------------------------- exactness */

/* True if per(a) = factor per(rest), the order stops at `stop`, and integers stay integers. */
static bool degree_well(const struct pm_matrix *a, int stop)
{
    struct pm_matrix *rest;
    struct pm_gauss factor, want;
    int steps;

    pm_gauss_init(&factor);
    pm_gauss_init(&want);
    brute_permanent(&want, a);
    bool good = pm_degree_reduce(&rest, &factor, a, stop, &steps) == PM_OK;
    const bool zero = pm_gauss_is_zero(&factor);
    good &= is_canonical(rest) && (!zero || rest->rows == 0);
    good &= zero || rest->rows == a->rows - steps;
    good &= rest->rows <= stop || rest->rows == 0 || pm_min_degree(rest) > 2;
    good &= !pm_matrix_is_integer(a) || pm_matrix_is_integer(rest);
    times_all(&factor, &rest, 1);
    good &= pm_gauss_equal(&factor, &want);
    pm_matrix_free(rest);
    pm_gauss_clear(&factor);
    pm_gauss_clear(&want);
    return good;
}

static bool splits_well(const struct pm_matrix *a)
{
    struct pm_matrix *kept = NULL, *merged = NULL;
    struct pm_gauss want, sum, x;
    const int least = pm_min_degree(a);

    if (least < 3)
        return pm_split(&kept, &merged, a) == PM_UNABLE && kept == NULL && merged == NULL;
    if (pm_split(&kept, &merged, a) != PM_OK)
        return false;
    pm_gauss_init(&want);
    pm_gauss_init(&sum);
    pm_gauss_init(&x);
    brute_permanent(&want, a);
    brute_permanent(&sum, kept);
    brute_permanent(&x, merged);
    pm_gauss_add(&sum, &sum, &x);
    const bool good = pm_gauss_equal(&sum, &want) && is_canonical(kept) && is_canonical(merged) &&
                      merged->rows == a->rows - 1 && kept->rows == a->rows - (least <= 4);
    pm_gauss_clear(&want);
    pm_gauss_clear(&sum);
    pm_gauss_clear(&x);
    pm_matrix_free(kept);
    pm_matrix_free(merged);
    return good;
}

static void test_planner(struct test *t)
{
    uint64_t seed = 4;
    int bad_degree = 0, bad_split = 0;

    for (int trial = 0; trial < 2000; trial++) {
        struct pm_matrix *const a = any_matrix(&seed, true);
        const int n = test_between(&seed, 3, 7);
        struct pm_matrix *const b =
            random_matrix(n, n, test_between(&seed, 60, 100),
                          (enum values)test_between(&seed, 0, KINDS - 1), &seed);
        bad_degree += !degree_well(a, test_between(&seed, 0, 6));
        bad_split += !splits_well(b);
        pm_matrix_free(a);
        pm_matrix_free(b);
    }
    CHECK(t, bad_degree == 0, "pm_degree_reduce on 2000 matrices (%d bad)", bad_degree);
    CHECK(t, bad_split == 0, "pm_split on 2000 matrices (%d bad)", bad_split);
}

int main(void)
{
    struct test t = {0};

    test_planner(&t);
    return test_done(&t);
}
