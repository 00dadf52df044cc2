/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Random matchings of matrices: each is drawn as often as its weight says. */
#include "brute.h"

#include <stdlib.h>
#include <string.h>

static const pm_options exactly = {.precision = PM_PRECISION_EXACT, .threads = 1};

enum { DRAWS = 30000 };

static long staircase_entry(int i, int j, int n)
{
    (void)n;
    return j <= i + 1 ? 1 + i + j : 0;
}

static long block_entry(int i, int j, int n)
{
    (void)n;
    return i / 2 == j / 2 ? 1 + 2 * (i % 2) + j % 2 : i < j && j - i == 2;
}

/* Weights are so large that the permanent does not fit into the 128 bits of the tables. */
static long large_entry(int i, int j, int n)
{
    (void)n;
    return (1L << 44) * (1 + (3 * i + 5 * j) % 7) + 12345 * i + j * j + 1;
}

/* How many different matchings there are. */
static int count_matchings(const struct pm_matrix *a)
{
    struct pm_matrix *pattern;
    struct pm_gauss count;

    test_need(pm_matrix_copy(&pattern, a));
    pm_gauss_init(&count);
    pm_matrix_to_pattern(pattern);
    brute_permanent(&count, pattern);
    const int number = (int)fmpz_get_si(fmpq_numref(count.re));
    pm_gauss_clear(&count);
    pm_matrix_free(pattern);
    return number;
}

/* Compares the numbers of draws with the weights.  With at most 23 degrees of freedom, chi-squared
 * is above 70 for one seed in a million. */
static void check_draws(struct test *t, const char *what, int rows, int cols,
                        long (*entry)(int i, int j, int n))
{
    struct pm_matrix *const a = brute_from(rows, cols, entry), *const up = brute_upright(a);
    pm_problem *const problem = brute_problem(a, PM_FIELD_INTEGER);
    int *const partner = calloc((size_t)DRAWS * 4, sizeof *partner);
    int found = 0;
    const int outcomes = count_matchings(up);
    const bool valid = pm_sample(partner, DRAWS, 3, problem, &exactly) == PM_OK;
    const double chi = brute_chi_squared(&found, partner, DRAWS, up);

    CHECK(t, valid && found == outcomes && chi < 70,
          "%s: %d different matchings of %d, chi-squared %.1f", what, found, outcomes, chi);
    free(partner);
    pm_problem_free(problem);
    pm_matrix_free(up);
    pm_matrix_free(a);
}

/* Dominoes on a board: the number of matchings is below 2^127, but its bound is not. */
enum { SIDE = 16 };

static void check_board(struct test *t)
{
    enum { ROWS = SIDE * SIDE / 2 };
    struct pm_matrix *const a = brute_from(ROWS, ROWS, brute_board);
    pm_problem *const problem = brute_problem(a, PM_FIELD_PATTERN);
    int partner[2 * ROWS] = {0}, again[2 * ROWS] = {0};
    bool used[ROWS] = {false};
    bool right = pm_sample(partner, 2, 7, problem, NULL) == PM_OK &&
                 pm_sample(again, 2, 7, problem, &exactly) == PM_OK &&
                 memcmp(partner, again, sizeof again) == 0 &&
                 memcmp(partner, partner + ROWS, ROWS * sizeof *partner) != 0;

    for (int i = 0; i < ROWS && right; i++) {
        right = brute_board(i, partner[i], ROWS) && !used[partner[i]];
        used[partner[i]] = true;
    }
    CHECK(t, right, "random dominoes on a board of %d x %d", SIDE, SIDE);
    pm_problem_free(problem);
    pm_matrix_free(a);
}

int main(void)
{
    struct test t = {0, 0};

    check_draws(&t, "4 x 4 ones", 4, 4, brute_one);
    check_draws(&t, "3 x 4 ones", 3, 4, brute_one);
    check_draws(&t, "4 x 3 weights", 4, 3, brute_weight);
    check_draws(&t, "4 x 4 staircase", 4, 4, staircase_entry);
    check_draws(&t, "1 x 7", 1, 7, staircase_entry);
    check_draws(&t, "1 x 7 weights", 1, 7, brute_weight);
    check_draws(&t, "4 x 4 in blocks", 4, 4, block_entry);
    check_draws(&t, "4 x 4 beyond 2^127", 4, 4, large_entry);
    check_draws(&t, "3 x 4 beyond 2^127", 3, 4, large_entry);
    check_board(&t);
    return test_done(&t);
}
