/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pfaffians and their minors, of stacks and of problems, against the sum over all matchings in
 * integers; thousands of singular matrices; larger ones against a product of blocks. */
#include "permatch.h"
#include "test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 8 };

/* The sum over the matchings of the lines of the list. */
static int64_t brute(const int64_t *a, int n, const int *line, int count)
{
    int64_t sum = count == 0;

    for (int j = 1; j < count; j++) {
        int rest[MOST], left = 0;
        for (int k = 1; k < count; k++)
            if (k != j)
                rest[left++] = line[k];
        const int64_t x = a[line[0] * n + line[j]];
        if (x != 0)
            sum += (j % 2 != 0 ? x : -x) * brute(a, n, rest, left);
    }
    return count % 2 == 0 ? sum : 0;
}

/* Minor (i, j), i < j. */
static int64_t brute_minor(const int64_t *a, int n, int i, int j)
{
    int line[MOST], count = 0;

    for (int k = 0; k < n; k++)
        if (k != i && k != j)
            line[count++] = k;
    const int64_t sum = n % 2 == 0 ? brute(a, n, line, count) : 0;
    return (j - i) % 2 != 0 ? sum : -sum;
}

/* A random matrix: dense, sparse, or of low rank. */
static void draw(int64_t *a, int n, int kind, uint64_t *seed)
{
    int64_t x[MOST], y[MOST];

    for (int i = 0; i < n; i++) {
        x[i] = test_between(seed, -3, 3);
        y[i] = test_between(seed, -3, 3);
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++) {
            int64_t z = test_between(seed, -9, 9);
            if (kind == 1 && test_between(seed, 0, 1) != 0)
                z = 0;
            if (kind == 2)
                z = x[i] * y[j] - x[j] * y[i];
            a[i * n + j] = i == j ? 0 : z;
            a[j * n + i] = i == j ? 0 : -z;
        }
}

static bool agrees(double value, double bound, int64_t wanted)
{
    return fabs(value - (double)wanted) <= bound && bound <= 1e-12 * fabs(value);
}

static void check_one(struct test *t, const int64_t *a, int n)
{
    int line[MOST];
    double entry[MOST * MOST], value, bound, minor[MOST * MOST], error[MOST * MOST];
    pm_problem *matrix, *problem;
    pm_answer *answer;
    const pm_stack integers = {.size = sizeof(pm_stack),
                               .entries = PM_ENTRIES_INTEGER,
                               .data = a,
                               .count = 1,
                               .rows = n,
                               .cols = n,
                               .kind = PM_STACK_PFAFFIANS};
    pm_stack stack = integers;

    for (int k = 0; k < n; k++)
        line[k] = k;
    for (int k = 0; k < n * n; k++)
        entry[k] = (double)a[k];
    const int64_t wanted = brute(a, n, line, n);
    stack.entries = PM_ENTRIES_REAL;
    stack.data = entry;
    test_need(pm_batch(&value, &bound, &stack, 1));
    CHECK(t, agrees(value, bound, wanted), "%.17g +- %g", value, bound);
    stack.precision = PM_PRECISION_DOUBLE;
    test_need(pm_batch(&value, &bound, &stack, 1));
    CHECK(t, fabs(value - (double)wanted) <= bound && bound < 1e-6, "%.17g +- %g", value, bound);
    test_need(pm_minors(minor, error, &integers, 2));
    bool good = true;
    for (int i = 0; i < n; i++)
        for (int j = i + 1; j < n; j++)
            good = good && agrees(minor[i * n + j], error[i * n + j], brute_minor(a, n, i, j)) &&
                   minor[j * n + i] == -minor[i * n + j];
    CHECK(t, good, "the minors of a matrix with %d rows", n);
    test_need(pm_problem_dense(&matrix, &integers, 0));
    test_need(pm_problem_pfaffian(&problem, matrix));
    test_need(pm_solve(&answer, problem, NULL));
    pm_answer_double(answer, &value, NULL);
    CHECK(t, value == (double)wanted && pm_answer_bits(answer) == 0, "pm_solve(): %.17g", value);
    pm_answer_free(answer);
    pm_problem_free(problem);
    pm_problem_free(matrix);
}

/* X (blocks) X' with a random X of ones on the diagonal: the product of the blocks. */
static void check_large(struct test *t, int n, uint64_t *seed)
{
    double *const a = calloc((size_t)n * (size_t)n, sizeof *a), value, bound, wanted = 1;
    const pm_stack stack = {.size = sizeof(pm_stack),
                            .entries = PM_ENTRIES_REAL,
                            .data = a,
                            .count = 1,
                            .rows = n,
                            .cols = n,
                            .kind = PM_STACK_PFAFFIANS};

    for (int k = 0; k < n; k += 2) {
        const double d = ldexp(1 + test_between(seed, 0, 7) / 8.0, k % 4 - 1);
        a[k * n + k + 1] = d;
        a[(k + 1) * n + k] = -d;
        wanted *= d;
    }
    for (int step = 0; step < 4 * n; step++) { /* line i += z line j, all exactly */
        const int i = test_between(seed, 0, n - 1), j = test_between(seed, 0, n - 1);
        const double z = test_between(seed, -1, 1) / 2.0;
        for (int k = 0; k < n && i != j; k++)
            a[i * n + k] += z * a[j * n + k];
        for (int k = 0; k < n && i != j; k++)
            a[k * n + i] += z * a[k * n + j];
    }
    test_need(pm_batch(&value, &bound, &stack, 1));
    CHECK(t, fabs(value - wanted) <= bound && bound <= 1e-12 * wanted, "%d: %.17g +- %g, not %.17g",
          n, value, bound, wanted);
    free(a);
}

int main(void)
{
    struct test t = {0};
    uint64_t seed = 34;

    for (int round = 0; round < test_rounds(300); round++) {
        const int n = test_between(&seed, 0, MOST);
        int64_t a[MOST * MOST + 1];
        draw(a, n, round % 3, &seed);
        check_one(&t, a, n);
    }
    for (int n = 10; n <= 60; n += 10)
        check_large(&t, n, &seed);
    return test_done(&t);
}
