/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The parts of reductions that the planner uses, on random matrices, against the definition of the
 * permanent.  tests/differential.c compares the answers of all rules with a reference. */
#include "reduce/reduce.h"

#include "brute.h"

/* Small entries, which often cancel: ones, integers, fractions or Gaussian numbers. */
struct drawing {
    uint64_t *seed;
    int percent, parts, most;
};

static bool drawn_place(fmpq *re, fmpq *im, int i, int j, void *context)
{
    const struct drawing *const d = context;

    (void)i, (void)j;
    if (test_between(d->seed, 1, 100) > d->percent)
        return false;
    fmpq_set_si(re, d->parts == 0 ? 1 : test_between(d->seed, -3, 3),
                (ulong)test_between(d->seed, 1, d->most));
    if (d->parts == 2)
        fmpq_set_si(im, test_between(d->seed, -2, 2), 1);
    return true;
}

static struct pm_matrix *random_matrix(int n, int percent, uint64_t *seed)
{
    const int parts = test_between(seed, 0, 2);
    struct drawing drawing = {seed, percent, parts, parts == 0 ? 1 : test_between(seed, 1, 3)};

    return brute_made(n, n, parts == 2, drawn_place, &drawing);
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

/* True if per(a) = factor per(rest), the order stops at `stop`, and integers stay integers. */
static bool degree_well(const struct pm_matrix *a, int stop)
{
    struct pm_matrix *rest;
    struct pm_gauss factor, want, left;
    int steps;

    pm_gauss_init(&factor);
    pm_gauss_init(&want);
    pm_gauss_init(&left);
    brute_permanent(&want, a);
    bool good = pm_degree_reduce(&rest, &factor, a, stop, &steps) == PM_OK;
    const bool zero = pm_gauss_is_zero(&factor);
    good &= is_canonical(rest) && (!zero || rest->rows == 0);
    good &= zero || rest->rows == a->rows - steps;
    good &= rest->rows <= stop || rest->rows == 0 || pm_min_degree(rest) > 2;
    good &= !pm_matrix_is_integer(a) || pm_matrix_is_integer(rest);
    brute_permanent(&left, rest);
    pm_gauss_mul(&factor, &factor, &left);
    good &= pm_gauss_equal(&factor, &want);
    pm_matrix_free(rest);
    pm_gauss_clear(&factor);
    pm_gauss_clear(&want);
    pm_gauss_clear(&left);
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

int main(void)
{
    struct test t = {0};
    uint64_t seed = 4;
    int bad_degree = 0, bad_split = 0;

    for (int trial = 0; trial < 2000; trial++) {
        struct pm_matrix *const a =
            random_matrix(test_between(&seed, 0, 6), test_between(&seed, 10, 95), &seed);
        struct pm_matrix *const b =
            random_matrix(test_between(&seed, 3, 7), test_between(&seed, 60, 100), &seed);
        bad_degree += !degree_well(a, test_between(&seed, 0, 6));
        bad_split += !splits_well(b);
        pm_matrix_free(a);
        pm_matrix_free(b);
    }
    CHECK(&t, bad_degree == 0, "pm_degree_reduce on 2000 matrices (%d bad)", bad_degree);
    CHECK(&t, bad_split == 0, "pm_split on 2000 matrices (%d bad)", bad_split);
    return test_done(&t);
}
