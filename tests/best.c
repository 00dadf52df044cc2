/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The heaviest matchings against the sorted list of all of them: many equal weights, weights that
 * differ in the last bit, and weights of extreme sizes. */
#include "brute.h"
#include "base/splitmix.h"
#include "query/values.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { BEST_LINES = 6, BEST_MOST = 720 };

/* All matchings in the order of pm_list(), and then by their weights. */
struct all {
    const struct pm_matrix *a; /* rows <= cols */
    size_t count;
    struct weighed {
        fmpq_t weight;
        size_t number;
        int partner[BEST_LINES];
    } one[BEST_MOST];
};

static bool weigh(void *visitor, const int *partner)
{
    struct all *const all = visitor;
    struct weighed *const w = &all->one[all->count];

    fmpq_init(w->weight);
    fmpq_one(w->weight);
    for (int i = 0; i < all->a->rows; i++) {
        w->partner[i] = partner[i];
        fmpq_mul(w->weight, w->weight, all->a->re + pm_matrix_entry(all->a, i, partner[i]));
    }
    w->number = all->count++;
    return true;
}

static int by_weight(const void *x, const void *y)
{
    const struct weighed *const v = x, *const w = y;
    const int order = fmpq_cmp(w->weight, v->weight);

    return order != 0 ? order : v->number < w->number ? -1 : 1;
}

/* Entries with many equal products, some that differ in the last bit, or of extreme sizes. */
static bool best_place(fmpq *re, fmpq *im, int i, int j, void *context)
{
    static const double size[3][4] = {
        {1, 2, 3, 6}, {1, 1 + 0x1p-52, 1 - 0x1p-53, 2}, {1e-300, 1e300, 1, 0x1p-1022}};
    uint64_t *const state = context;
    const uint64_t k = pm_random_word(state);

    (void)im, (void)i, (void)j;
    test_need(pm_gauss_part_double(re, size[*state % 3 == 0 ? k / 8 % 3 : 0][k % 4]));
    return k / 1024 % 8 != 0;
}

/* Compares the first `most` with all of them; the rest is the sum of the others. */
static void check_best_of(struct test *t, const struct pm_matrix *a, size_t most)
{
    static struct all all;
    pm_problem *const problem = brute_problem(a, PM_FIELD_REAL);
    struct pm_matrix *const wide = brute_upright(a);
    const pm_options exact = {.precision = PM_PRECISION_EXACT};
    int partner[BEST_MOST * BEST_LINES];
    pm_values *values = NULL;
    size_t count = most, same = 0;
    double log10_rest;
    fmpq_t rest;

    all.a = wide;
    all.count = 0;
    test_need(pm_list(problem, 0, weigh, &all, NULL));
    qsort(all.one, all.count, sizeof *all.one, by_weight);
    fmpq_init(rest);
    for (size_t k = most; k < all.count; k++)
        fmpq_add(rest, rest, all.one[k].weight);
    test_need(pm_best(&values, &count, partner, &log10_rest, problem, &exact));
    for (size_t k = 0; k < count && k < all.count; k++)
        same += fmpq_equal(values->value[k].centre.re, all.one[k].weight) &&
                memcmp(partner + k * (size_t)wide->rows, all.one[k].partner,
                       (size_t)wide->rows * sizeof *partner) == 0;
    CHECK(t, count == (most < all.count ? most : all.count) && same == count,
          "%zu of the %zu heaviest of %zu matchings", same, most, all.count);
    CHECK(t,
          values->count == count + 1 && fmpq_equal(values->value[count].centre.re, rest) &&
              (fmpq_is_zero(rest)
                   ? isinf(log10_rest)
                   : fabs(log10_rest - pm_values_log(values, count) / log(10)) < 1e-9),
          "the sum of the others");
    for (size_t k = 0; k < all.count; k++)
        fmpq_clear(all.one[k].weight);
    fmpq_clear(rest);
    pm_values_free(values);
    pm_problem_free(problem);
    pm_matrix_free(wide);
}

static void check_best(struct test *t)
{
    static const size_t most[] = {1, 3, 10, BEST_MOST};
    const int cases = (int[]){10, 40, 400}[test_effort()];
    uint64_t state = 52;

    for (int c = 0; c < cases; c++) {
        const int rows = 1 + c % BEST_LINES, cols = 1 + c / BEST_LINES % BEST_LINES;
        struct pm_matrix *const a = brute_made(rows, cols, false, best_place, &state);
        check_best_of(t, a, most[c % 4]);
        pm_matrix_free(a);
    }
}

/* The permanent is too large to be computed. */
static long hard_entry(int i, int j, int n)
{
    return 1 + (i * n + j) * 7919L % 1009;
}

static void check_best_bound(struct test *t)
{
    struct pm_matrix *const a = brute_from(40, 40, hard_entry);
    pm_problem *const problem = brute_problem(a, PM_FIELD_INTEGER);
    int partner[2 * 40];
    pm_values *values = NULL;
    size_t count = 2;
    double log10_rest, ends[2];

    test_need(pm_best(&values, &count, partner, &log10_rest, problem, NULL));
    test_need(pm_bounds(ends, NULL, problem, NULL));
    CHECK(t,
          count == 2 && pm_values_count(values) == 2 && ends[0] < ends[1] &&
              fabs(log10_rest - ends[1]) < 1e-9,
          "a bound of what is too large: 10^%g, of 10^%g", log10_rest, ends[1]);
    pm_values_free(values);
    pm_problem_free(problem);
    pm_matrix_free(a);
}

/* Wrong arguments. */
static void check_refusals(struct test *t)
{
    struct pm_matrix *const a = brute_from(3, 3, hard_entry);
    pm_problem *problem = brute_problem(a, PM_FIELD_INTEGER);
    pm_values *values = NULL;
    size_t count = 1, none = 0;
    double rest;
    int partner[3];

    CHECK(t, pm_best(NULL, &count, partner, &rest, problem, NULL) == PM_INPUT, "%s", pm_message());
    CHECK(t, pm_best(&values, NULL, partner, &rest, problem, NULL) == PM_INPUT, "%s", pm_message());
    CHECK(t, pm_best(&values, &count, NULL, &rest, problem, NULL) == PM_INPUT, "%s", pm_message());
    CHECK(t, pm_best(&values, &none, partner, &rest, problem, NULL) == PM_INPUT, "%s",
          pm_message());
    pm_problem_free(problem);
    fmpq_set_si(a->re + 4, -1, 2);
    problem = brute_problem(a, PM_FIELD_REAL);
    CHECK(t, pm_best(&values, &count, partner, &rest, problem, NULL) == PM_DOMAIN && values == NULL,
          "%s", pm_message());
    pm_problem_free(problem);
    pm_matrix_free(a);
}

int main(void)
{
    struct test t = {0, 0};

    check_best(&t);
    check_best_bound(&t);
    check_refusals(&t);
    return test_done(&t);
}
