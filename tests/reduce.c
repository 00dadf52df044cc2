/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The parts of reductions that the planner uses, on random matrices, against the definition of the
 * permanent.  The blocks of square matrices by both libraries.  tests/differential.c compares the
 * answers of all rules with a reference. */
#include "reduce/decompose.h"
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

    PM_EACH_ENTRY(a, i, k) {
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

    PM_EACH(pm_gauss_init, &factor, &want, &left);
    brute_permanent(&want, a);
    bool good = pm_degree_reduce(&rest, &factor, a, stop, &steps) == PM_OK;
    const bool zero = pm_gauss_is_zero(&factor);
    good &= is_canonical(rest) && (!zero || rest->rows == 0);
    good &= zero || rest->rows == a->rows - steps;
    good &= rest->rows <= stop || rest->rows == 0 || pm_degree_least(rest) > 2;
    good &= !pm_matrix_is_integer(a) || pm_matrix_is_integer(rest);
    brute_permanent(&left, rest);
    pm_gauss_mul(&factor, &factor, &left);
    good &= pm_gauss_equal(&factor, &want);
    pm_matrix_free(rest);
    PM_EACH(pm_gauss_clear, &factor, &want, &left);
    return good;
}

static bool splits_well(const struct pm_matrix *a)
{
    struct pm_matrix *kept = NULL, *merged = NULL;
    struct pm_gauss want, sum, x;
    const int least = pm_degree_least(a);

    if (least < 3)
        return pm_split(&kept, &merged, a) == PM_UNABLE && kept == NULL && merged == NULL;
    if (pm_split(&kept, &merged, a) != PM_OK)
        return false;
    PM_EACH(pm_gauss_init, &want, &sum, &x);
    brute_permanent(&want, a);
    brute_permanent(&sum, kept);
    brute_permanent(&x, merged);
    pm_gauss_add(&sum, &sum, &x);
    const bool good = pm_gauss_equal(&sum, &want) && is_canonical(kept) && is_canonical(merged) &&
                      merged->rows == a->rows - 1 && kept->rows == a->rows - (least <= 4);
    PM_EACH(pm_gauss_clear, &want, &sum, &x);
    PM_EACH(pm_matrix_free, kept, merged);
    return good;
}

/* An empty column belongs to no block, and makes CXSparse do what BTF does for square matrices:
 * name[0][k] = name[0][l] where name[1][k] = name[1][l]. */
static bool same_blocks(int name[2][81], int lines)
{
    int image[81];

    for (int way = 0; way < 2; way++) {
        for (int k = 0; k < lines; k++)
            image[name[way][k]] = name[1 - way][k];
        for (int k = 0; k < lines; k++)
            if (image[name[way][k]] != name[1 - way][k])
                return false;
    }
    return true;
}

static void test_blocks(struct test *t)
{
    int wrong = 0, singular = 0, apart = 0;
    uint64_t seed = 5;

    for (int k = 0; k < 500; k++) {
        const int n = test_between(&seed, 1, 40);
        struct pm_matrix *const a =
            brute_random(&seed, n, n, test_between(&seed, 100, 400) / n, BRUTE_PATTERN);
        int name[2][81];
        bool full[2], split = false;
        test_need(pm_decompose(name[0], name[0] + n, &full[0], a));
        a->cols++;
        test_need(pm_decompose(name[1], name[1] + n, &full[1], a));
        wrong += full[0] != full[1] || (full[0] && !same_blocks(name, 2 * n));
        singular += !full[0];
        for (int i = 1; i < n && full[0]; i++)
            split = split || name[0][i] != name[0][0];
        apart += split;
        pm_matrix_free(a);
    }
    CHECK(t, wrong == 0 && singular > 50 && apart > 50,
          "BTF and CXSparse: the same blocks; %d wrong, %d singular, %d of several blocks", wrong,
          singular, apart);
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
        PM_EACH(pm_matrix_free, a, b);
    }
    CHECK(&t, bad_degree == 0, "pm_degree_reduce on 2000 matrices (%d bad)", bad_degree);
    CHECK(&t, bad_split == 0, "pm_split on 2000 matrices (%d bad)", bad_split);
    test_blocks(&t);
    return test_done(&t);
}
