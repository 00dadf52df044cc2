/* SPDX-License-Identifier: GPL-3.0-or-later */
/* More than a number: shares against minors, matchings of every size against enumeration, random
 * matchings against their weights, and what is refused. */
#include "brute.h"
#include "model/problem.h"
#include "run/values.h"

#include <stdlib.h>
#include <string.h>

static const pm_options exactly = {.precision = PM_PRECISION_EXACT, .threads = 1};

/* A problem of a copy of `a`. */
static pm_problem *problem_of(const struct pm_matrix *a, pm_field field)
{
    struct pm_matrix *copy;
    pm_problem *problem;

    if (pm_matrix_copy(&copy, a) != PM_OK || pm_problem_wrap(&problem, field, copy) != PM_OK)
        abort();
    return problem;
}

/* `a` with rows <= cols. */
static struct pm_matrix *upright(const struct pm_matrix *a)
{
    struct pm_matrix *out;
    const pm_status status =
        a->rows > a->cols ? pm_matrix_transpose(&out, a) : pm_matrix_copy(&out, a);

    if (status != PM_OK)
        abort();
    return out;
}

/* Entry (i, j), 0 where there is none. */
static void entry_at(struct pm_gauss *x, const struct pm_matrix *a, int i, int j)
{
    pm_gauss_set_si(x, 0);
    for (int k = a->start[i]; k < a->start[i + 1]; k++)
        if (a->col[k] == j)
            pm_gauss_set_parts(x, a->re + k, a->im != NULL ? a->im + k : NULL);
}

/* *x = a_ij per(a without row i and column j) (rows <= cols). */
static void brute_share(struct pm_gauss *x, const struct pm_matrix *a, int i, int j)
{
    struct pm_matrix *minor;
    struct pm_gauss entry;
    int row[8], col[8], rows = 0, cols = 0;

    for (int r = 0; r < a->rows; r++)
        if (r != i)
            row[rows++] = r;
    for (int c = 0; c < a->cols; c++)
        if (c != j)
            col[cols++] = c;
    if (pm_matrix_sub(&minor, a, rows, row, cols, col) != PM_OK)
        abort();
    pm_gauss_init(&entry);
    entry_at(&entry, a, i, j);
    brute_permanent(x, minor);
    pm_gauss_mul(x, x, &entry);
    pm_gauss_clear(&entry);
    pm_matrix_free(minor);
}

/* Is the truth within the value's error bound? */
static bool contains(const struct pm_value *value, const struct pm_gauss *truth)
{
    struct pm_gauss gap;
    fmpq_t norm, bound;

    pm_gauss_init(&gap);
    fmpq_init(norm);
    fmpq_init(bound);
    pm_gauss_sub(&gap, &value->centre, truth);
    fmpq_mul(norm, gap.re, gap.re);
    fmpq_addmul(norm, gap.im, gap.im);
    pm_mag_get_fmpq(bound, value->error);
    fmpq_mul(bound, bound, bound);
    const bool inside = fmpq_cmp(norm, bound) <= 0;
    fmpq_clear(norm);
    fmpq_clear(bound);
    pm_gauss_clear(&gap);
    return inside;
}

/* ------------------------------------------------------------------ marginals */

/* All shares of a matrix with the permanent `total`, and their sums along the shorter side. */
static bool shares_right(const pm_values *shares, const pm_problem *problem,
                         const struct pm_gauss *total)
{
    struct pm_matrix *const a = upright(problem->a);
    const bool turned = problem->a->rows > problem->a->cols;
    struct pm_gauss sum[8], truth;
    bool right = pm_values_count(shares) == pm_problem_entries(problem);

    pm_gauss_init(&truth);
    for (int i = 0; i < 8; i++)
        pm_gauss_init(&sum[i]);
    for (size_t k = 0; k < pm_values_count(shares) && right; k++) {
        int i, j;
        pm_problem_entry(problem, k, &i, &j);
        const int row = turned ? j : i, col = turned ? i : j;
        brute_share(&truth, a, row, col);
        pm_gauss_div(&truth, &truth, total);
        right = contains(&shares->value[k], &truth);
        pm_gauss_add(&sum[row], &sum[row], &truth);
    }
    for (int i = 0; i < 8; i++) {
        right = right && (i >= a->rows || pm_gauss_is_one(&sum[i]));
        pm_gauss_clear(&sum[i]);
    }
    pm_gauss_clear(&truth);
    pm_matrix_free(a);
    return right;
}

/* A random matrix under each precision; a permanent of 0 must be found out. */
static bool marginals_right(const struct pm_matrix *random, pm_field field, pm_precision precision)
{
    const pm_options options = {.precision = precision, .threads = 1};
    pm_problem *const problem = problem_of(random, field);
    struct pm_matrix *const a = upright(random);
    pm_values *shares = NULL;
    struct pm_gauss total;
    bool right;

    pm_gauss_init(&total);
    brute_permanent(&total, a);
    const pm_status status = pm_marginals(&shares, problem, &options);
    if (pm_gauss_is_zero(&total)) /* double need not find out */
        right = status == PM_DOMAIN || (precision == PM_PRECISION_DOUBLE && status == PM_UNABLE);
    else
        right = status == PM_OK && shares_right(shares, problem, &total);
    pm_gauss_clear(&total);
    pm_values_free(shares);
    pm_matrix_free(a);
    pm_problem_free(problem);
    return right;
}

static void check_marginals(struct test *t)
{
    static const pm_field field[BRUTE_KINDS] = {PM_FIELD_PATTERN, PM_FIELD_INTEGER, PM_FIELD_REAL,
                                                PM_FIELD_COMPLEX};
    uint64_t state = 11;

    for (int kind = 0; kind < BRUTE_KINDS; kind++)
        for (int precision = 0; precision < 4; precision++) {
            int wrong = 0;
            for (int round = 0; round < 60; round++) {
                const int rows = test_between(&state, 1, 6), cols = test_between(&state, 1, 6);
                struct pm_matrix *const a = brute_random(
                    &state, rows, cols, test_between(&state, 25, 100), (enum brute_entries)kind);
                wrong += !marginals_right(a, field[kind], (pm_precision)precision);
                pm_matrix_free(a);
            }
            CHECK(t, wrong == 0, "marginals, kind %d, precision %d: %d of 60 wrong", kind,
                  precision, wrong);
        }
}

static long full_entry(int i, int j, int n)
{
    (void)i, (void)j, (void)n;
    return 1;
}

/* Tables that are refused; a permanent beyond 2^127, where columns must add up as well as rows. */
static void check_large(struct test *t)
{
    struct pm_matrix *const a = brute_from(40, 40, full_entry);
    const pm_options options = {.threads = 1, .memory = UINT64_C(1) << 24};
    pm_values *shares = NULL;
    pm_problem *problem = problem_of(a, PM_FIELD_PATTERN);

    CHECK(t, pm_marginals(&shares, problem, &options) == PM_UNABLE, "40 x 40 ones: %s",
          pm_message());
    pm_problem_free(problem);
    pm_matrix_free(a);
    struct pm_matrix *const b = brute_from(18, 18, full_entry);
    for (int k = 0; k < 18 * 18; k++)
        fmpq_set_si(b->re + k, 1000003L * (k + 1), 1);
    problem = problem_of(b, PM_FIELD_INTEGER);
    bool right = pm_marginals(&shares, problem, NULL) == PM_OK;
    fmpq_t sum;
    fmpq_init(sum);
    for (size_t k = 0; right && k < 18; k++)
        fmpq_add(sum, sum, shares->value[18 * k + 7].centre.re);
    CHECK(t, right && fmpq_is_one(sum), "a column of 18 shares adds up to 1");
    fmpq_clear(sum);
    pm_values_free(shares);
    pm_problem_free(problem);
    pm_matrix_free(b);
}

/* ------------------------------------------------------------------ matchings */

/* sum[k] += the products of all matchings of k entries in rows `row` and after. */
static void enumerate(fmpq *sum, const struct pm_matrix *a, int row, unsigned used, int k,
                      const fmpq_t product)
{
    fmpq_t longer;

    if (row == a->rows) {
        fmpq_add(sum + k, sum + k, product);
        return;
    }
    enumerate(sum, a, row + 1, used, k, product);
    fmpq_init(longer);
    for (int e = a->start[row]; e < a->start[row + 1]; e++)
        if (!(used >> a->col[e] & 1)) {
            fmpq_mul(longer, product, a->re + e);
            enumerate(sum, a, row + 1, used | 1u << a->col[e], k + 1, longer);
        }
    fmpq_clear(longer);
}

static bool matchings_right(const struct pm_matrix *a, pm_field field)
{
    const size_t sizes = (size_t)(a->rows < a->cols ? a->rows : a->cols) + 1;
    pm_problem *const problem = problem_of(a, field);
    pm_values *counts = NULL;
    fmpq sum[8];
    fmpq_t one;

    fmpq_init(one);
    fmpq_one(one);
    for (int k = 0; k < 8; k++)
        fmpq_init(sum + k);
    enumerate(sum, a, 0, 0, 0, one);
    bool right =
        pm_matchings(&counts, problem, &exactly) == PM_OK && pm_values_count(counts) == sizes;
    for (size_t k = 0; k < sizes && right; k++)
        right = fmpq_equal(counts->value[k].centre.re, sum + k);
    for (int k = 0; k < 8; k++)
        fmpq_clear(sum + k);
    fmpq_clear(one);
    pm_values_free(counts);
    pm_problem_free(problem);
    return right;
}

static void check_matchings(struct test *t)
{
    static const pm_field field[] = {PM_FIELD_PATTERN, PM_FIELD_INTEGER, PM_FIELD_REAL};
    uint64_t state = 5;

    for (int kind = 0; kind <= BRUTE_DECIMAL; kind++) {
        int wrong = 0;
        for (int round = 0; round < 60; round++) {
            const int rows = test_between(&state, 0, 6), cols = test_between(&state, 0, 6);
            struct pm_matrix *const a = brute_random(
                &state, rows, cols, test_between(&state, 0, 90), (enum brute_entries)kind);
            wrong += !matchings_right(a, field[kind]);
            pm_matrix_free(a);
        }
        CHECK(t, wrong == 0, "matchings of every size, kind %d: %d of 60 wrong", kind, wrong);
    }
}

/* Even and odd vertices of the hypercube with 2 n vertices. */
static long cube_entry(int i, int j, int n)
{
    (void)n;
    const unsigned x = (unsigned)i << 1 | __builtin_parity((unsigned)i);
    const unsigned y = (unsigned)j << 1 | !__builtin_parity((unsigned)j);
    return __builtin_popcount(x ^ y) == 1;
}

/* All matchings of Q_1 .. Q_4 together: OEIS A045310. */
static void check_cubes(struct test *t)
{
    static const long known[] = {2, 7, 108, 41025};

    for (int d = 1; d <= 4; d++) {
        struct pm_matrix *const a = brute_from(1 << (d - 1), 1 << (d - 1), cube_entry);
        pm_problem *const problem = problem_of(a, PM_FIELD_PATTERN);
        pm_values *counts = NULL;
        fmpq_t sum;
        fmpq_init(sum);
        const bool right = pm_matchings(&counts, problem, NULL) == PM_OK;
        for (size_t k = 0; right && k < pm_values_count(counts); k++)
            fmpq_add(sum, sum, counts->value[k].centre.re);
        CHECK(t, right && fmpz_equal_si(fmpq_numref(sum), known[d - 1]), "all matchings of Q_%d",
              d);
        fmpq_clear(sum);
        pm_values_free(counts);
        pm_problem_free(problem);
        pm_matrix_free(a);
    }
}

/* -------------------------------------------------------------------- samples */

enum { DRAWS = 30000, CODES = 1 << 12 };

static long weight_entry(int i, int j, int n)
{
    (void)n;
    return (i + 2 * j) % 4;
}

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

/* Weights so large that the tables' 128 bits do not hold the permanent. */
static long large_entry(int i, int j, int n)
{
    (void)n;
    return (1L << 44) * (1 + (3 * i + 5 * j) % 7) + 12345 * i + j * j + 1;
}

/* The column of each row of a draw as a number, its weight in *weight; CODES where the draw is no
 * matching. */
static unsigned code_of(double *weight, const int *partner, const struct pm_matrix *a)
{
    unsigned code = 0, used = 0;
    struct pm_gauss x;
    bool good = true;

    pm_gauss_init(&x);
    *weight = 1;
    for (int i = 0; i < a->rows && good; i++) {
        good = partner[i] >= 0 && partner[i] < a->cols && !(used >> partner[i] & 1);
        if (!good)
            break;
        entry_at(&x, a, i, partner[i]);
        good = !pm_gauss_is_zero(&x);
        used |= 1u << partner[i];
        code = code << 3 | (unsigned)partner[i];
        *weight *= fmpz_get_d(fmpq_numref(x.re)) / fmpz_get_d(fmpq_denref(x.re));
    }
    pm_gauss_clear(&x);
    return good ? code : CODES;
}

/* How many matchings there are to draw. */
static int count_matchings(const struct pm_matrix *a)
{
    struct pm_matrix *pattern;
    struct pm_gauss count;

    if (pm_matrix_copy(&pattern, a) != PM_OK)
        abort();
    pm_gauss_init(&count);
    pm_matrix_to_pattern(pattern);
    brute_permanent(&count, pattern);
    const int number = (int)fmpz_get_si(fmpq_numref(count.re));
    pm_gauss_clear(&count);
    pm_matrix_free(pattern);
    return number;
}

/* How often each matching comes against its weight: with at most 23 degrees of freedom, chi-squared
 * is beyond 70 once in a million seeds. */
static void check_draws(struct test *t, const char *what, int rows, int cols,
                        long (*entry)(int i, int j, int n))
{
    struct pm_matrix *const a = brute_from(rows, cols, entry), *const up = upright(a);
    pm_problem *const problem = problem_of(a, PM_FIELD_INTEGER);
    int *const partner = calloc((size_t)DRAWS * 4, sizeof *partner);
    int *const seen = calloc(CODES, sizeof *seen);
    double *const weight = calloc(CODES, sizeof *weight);
    double total = 0, chi = 0;
    int found = 0, outcomes;
    bool valid = pm_sample(partner, DRAWS, 3, problem, &exactly) == PM_OK;

    outcomes = count_matchings(up);
    for (int k = 0; k < DRAWS && valid; k++) {
        double w;
        const unsigned code = code_of(&w, partner + k * up->rows, up);
        valid = code < CODES;
        if (!valid)
            break;
        total += seen[code] ? 0 : w;
        found += seen[code]++ == 0;
        weight[code] = w;
    }
    for (int code = 0; code < CODES; code++) {
        const double expected = DRAWS * weight[code] / total, gap = seen[code] - expected;
        chi += expected > 0 ? gap * gap / expected : 0;
    }
    CHECK(t, valid && found == outcomes && chi < 70,
          "%s: %d different matchings of %d, chi-squared %.1f", what, found, outcomes, chi);
    free(partner);
    free(seen);
    free(weight);
    pm_problem_free(problem);
    pm_matrix_free(up);
    pm_matrix_free(a);
}

/* Dominoes on a board: the number of ways is below 2^127, but its bound is not. */
enum { SIDE = 16 };

static long board_entry(int i, int j, int n)
{
    (void)n;
    const int half = SIDE / 2, r = i / half, c = 2 * (i % half) + (r & 1);
    const int s = j / half, d = 2 * (j % half) + !(s & 1);
    return abs(r - s) + abs(c - d) == 1;
}

static void check_board(struct test *t)
{
    enum { ROWS = SIDE * SIDE / 2 };
    struct pm_matrix *const a = brute_from(ROWS, ROWS, board_entry);
    pm_problem *const problem = problem_of(a, PM_FIELD_PATTERN);
    int partner[2 * ROWS] = {0}, again[2 * ROWS] = {0};
    bool used[ROWS] = {false};
    bool right = pm_sample(partner, 2, 7, problem, NULL) == PM_OK &&
                 pm_sample(again, 2, 7, problem, &exactly) == PM_OK &&
                 memcmp(partner, again, sizeof again) == 0 &&
                 memcmp(partner, partner + ROWS, ROWS * sizeof *partner) != 0;

    for (int i = 0; i < ROWS && right; i++) {
        right = board_entry(i, partner[i], ROWS) && !used[partner[i]];
        used[partner[i]] = true;
    }
    CHECK(t, right, "random dominoes on a board of %d x %d", SIDE, SIDE);
    pm_problem_free(problem);
    pm_matrix_free(a);
}

static void check_samples(struct test *t)
{
    check_draws(t, "4 x 4 ones", 4, 4, full_entry);
    check_draws(t, "3 x 4 ones", 3, 4, full_entry);
    check_draws(t, "4 x 3 weights", 4, 3, weight_entry);
    check_draws(t, "4 x 4 staircase", 4, 4, staircase_entry);
    check_draws(t, "1 x 7", 1, 7, staircase_entry);
    check_draws(t, "1 x 7 weights", 1, 7, weight_entry);
    check_draws(t, "4 x 4 in blocks", 4, 4, block_entry);
    check_draws(t, "4 x 4 beyond 2^127", 4, 4, large_entry);
    check_draws(t, "3 x 4 beyond 2^127", 3, 4, large_entry);
    check_board(t);
}

/* ------------------------------------------------------------------- refusals */

static long minus_entry(int i, int j, int n)
{
    (void)n;
    return i == j ? -1 : 1;
}

static long hopeless_entry(int i, int j, int n)
{
    (void)n;
    return (i * 31 + j * 17) % 5 != 0;
}

static void check_refusals(struct test *t)
{
    struct pm_matrix *const minus = brute_from(3, 3, minus_entry);
    struct pm_matrix *const hopeless = brute_from(200, 200, hopeless_entry);
    pm_problem *const signs = problem_of(minus, PM_FIELD_INTEGER);
    pm_problem *const large = problem_of(hopeless, PM_FIELD_PATTERN);
    const pm_options modular = {.modulus = "7"}, hasty = {.seconds = 1e-9};
    pm_values *values = NULL;
    int partner[200];

    CHECK(t, pm_sample(partner, 1, 1, signs, NULL) == PM_DOMAIN, "%s", pm_message());
    CHECK(t, pm_marginals(&values, signs, &modular) == PM_INPUT, "%s", pm_message());
    CHECK(t, pm_marginals(&values, signs, &hasty) == PM_UNABLE, "%s", pm_message());
    CHECK(t, pm_matchings(&values, signs, &hasty) == PM_UNABLE, "%s", pm_message());
    CHECK(t, pm_marginals(&values, large, NULL) == PM_UNABLE, "%s", pm_message());
    CHECK(t, pm_matchings(&values, large, NULL) == PM_UNABLE, "%s", pm_message());
    CHECK(t, pm_sample(partner, 1, 1, large, NULL) == PM_UNABLE, "%s", pm_message());
    CHECK(t, pm_sample(partner, 0, 1, signs, NULL) == PM_DOMAIN && values == NULL,
          "no draw at all from signed weights");
    pm_problem_free(signs);
    pm_problem_free(large);
    pm_matrix_free(minus);
    pm_matrix_free(hopeless);
}

int main(void)
{
    struct test t = {0, 0};

    check_marginals(&t);
    check_large(&t);
    check_matchings(&t);
    check_cubes(&t);
    check_samples(&t);
    check_refusals(&t);
    return test_done(&t);
}
