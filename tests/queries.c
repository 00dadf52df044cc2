/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Queries beyond the number: shares against minors, matchings of every size against enumeration,
 * and refusals.  tests/sample.c has random matchings. */
#include "brute.h"
#include "model/problem.h"
#include "query/values.h"
#include "solve/solve.h"

#include <stdlib.h>

static const pm_options exactly = {.precision = PM_PRECISION_EXACT, .threads = 1};

/* ------------------------------------------------------------------ marginals */

/* True if all shares of a matrix with the permanent `total` are right, and add up to 1 along the
 * shorter side. */
static bool shares_right(const pm_values *shares, const pm_problem *problem,
                         const struct pm_gauss *total)
{
    struct pm_matrix *const a = brute_upright(problem->a);
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
        brute_through(&truth, a, PM_PERMANENT, row, col);
        pm_gauss_div(&truth, &truth, total);
        right = brute_contains(&shares->value[k], &truth);
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

/* Shares of a random matrix in each precision.  If the permanent is 0, there are none. */
static bool marginals_right(const struct pm_matrix *random, pm_field field, pm_precision precision)
{
    const pm_options options = {.precision = precision, .threads = 1};
    pm_problem *const problem = brute_problem(random, field);
    struct pm_matrix *const a = brute_upright(random);
    pm_values *shares = NULL;
    struct pm_gauss total;
    bool right;

    pm_gauss_init(&total);
    brute_permanent(&total, a);
    const pm_status status = pm_marginals(&shares, problem, &options);
    if (pm_gauss_is_zero(&total)) /* in double it may stay open whether the permanent is 0 */
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

/* Tables that are too large are refused.  With a permanent above 2^127, shares must add up along
 * columns as well as rows. */
static void check_large(struct test *t)
{
    struct pm_matrix *const a = brute_from(40, 40, brute_one);
    const pm_options options = {.threads = 1, .memory = UINT64_C(1) << 24};
    pm_values *shares = NULL;
    pm_problem *problem = brute_problem(a, PM_FIELD_PATTERN);

    CHECK(t, pm_marginals(&shares, problem, &options) == PM_UNABLE, "40 x 40 ones: %s",
          pm_message());
    pm_problem_free(problem);
    pm_matrix_free(a);
    struct pm_matrix *const b = brute_from(18, 18, brute_one);
    for (int k = 0; k < 18 * 18; k++)
        fmpq_set_si(b->re + k, 1000003L * (k + 1), 1);
    problem = brute_problem(b, PM_FIELD_INTEGER);
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

/* ------------------------------------------------------------------ minors */

/* The permanent of `a` without row i and column j. */
static void brute_minor(struct pm_gauss *minor, const struct pm_matrix *a, int i, int j)
{
    struct pm_matrix *less, *upright;
    int row[8], col[8];

    for (int k = 0; k + 1 < a->rows; k++)
        row[k] = k + (k >= i);
    for (int k = 0; k + 1 < a->cols; k++)
        col[k] = k + (k >= j);
    test_need(pm_matrix_sub(&less, a, a->rows - 1, row, a->cols - 1, col));
    upright = brute_upright(less);
    brute_permanent(minor, upright);
    pm_matrix_free(upright);
    pm_matrix_free(less);
}

static bool minors_right(const struct pm_matrix *a, pm_field field, pm_precision precision)
{
    const pm_options options = {.precision = precision, .threads = 1};
    pm_problem *const problem = brute_problem(a, field);
    pm_values *minors = NULL;
    struct pm_gauss truth;
    bool right = pm_problem_minors(&minors, problem, &options) == PM_OK &&
                 pm_values_count(minors) == (size_t)a->rows * (size_t)a->cols;

    pm_gauss_init(&truth);
    for (int k = 0; right && k < a->rows * a->cols; k++) {
        brute_minor(&truth, a, k / a->cols, k % a->cols);
        right = brute_contains(&minors->value[k], &truth);
    }
    pm_gauss_clear(&truth);
    pm_values_free(minors);
    pm_problem_free(problem);
    return right;
}

static void check_minors(struct test *t)
{
    static const pm_field field[BRUTE_KINDS] = {PM_FIELD_PATTERN, PM_FIELD_INTEGER, PM_FIELD_REAL,
                                                PM_FIELD_COMPLEX};
    static const pm_precision precisions[] = {PM_PRECISION_AUTO, PM_PRECISION_EXACT,
                                              PM_PRECISION_DOUBLE, PM_PRECISION_DD};
    uint64_t state = 13;

    for (int kind = 0; kind < BRUTE_KINDS; kind++)
        for (int p = 0; p < 4; p++) {
            int wrong = 0;
            for (int round = 0; round < 15; round++) {
                const int rows = test_between(&state, 1, 6), cols = test_between(&state, 1, 6);
                struct pm_matrix *const a = brute_random(
                    &state, rows, cols, test_between(&state, 25, 100), (enum brute_entries)kind);
                wrong += !minors_right(a, field[kind], precisions[p]);
                pm_matrix_free(a);
            }
            CHECK(t, wrong == 0, "minors, kind %d, precision %d: %d of 15 wrong", kind,
                  (int)precisions[p], wrong);
        }
}

/* Minors of larger matrices in one pass.  The expansion along each row gives the permanent (Minc,
 * Permanents, 1978, section 1.1), which pm_solve() computes in another way. */
static void check_expansion(struct test *t, enum brute_entries kind, pm_field field, int rows,
                            int cols)
{
    const pm_options options = {.precision = PM_PRECISION_EXACT, .threads = 1};
    uint64_t state = 77;
    struct pm_matrix *const a = brute_random(&state, rows, cols, 90, kind);
    pm_problem *const problem = brute_problem(a, field);
    pm_values *minors = NULL;
    pm_answer *answer = NULL;
    struct pm_gauss sum, entry;
    bool right = true;

    test_need(pm_problem_minors(&minors, problem, &options));
    test_need(pm_solve(&answer, problem, &options));
    pm_gauss_init(&sum);
    pm_gauss_init(&entry);
    for (int i = 0; i < rows; i++) {
        pm_gauss_set_si(&sum, 0);
        for (int e = a->start[i]; e < a->start[i + 1]; e++) {
            pm_gauss_set_parts(&entry, a->re + e, pm_matrix_im(a, e));
            pm_gauss_mul(&entry, &entry, &minors->value[i * cols + a->col[e]].centre);
            pm_gauss_add(&sum, &sum, &entry);
        }
        right = right && pm_gauss_equal(&sum, &answer->value.centre);
    }
    CHECK(t, right, "minors of %d x %d, kind %d: all rows expand to the permanent", rows, cols,
          (int)kind);
    pm_gauss_clear(&entry);
    pm_gauss_clear(&sum);
    pm_answer_free(answer);
    pm_values_free(minors);
    pm_problem_free(problem);
    pm_matrix_free(a);
}

/* ------------------------------------------------------------------ matchings */

/* sum[k] += the products of all matchings of k entries in row `row` and later rows. */
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
    pm_problem *const problem = brute_problem(a, field);
    pm_values *counts = NULL;
    fmpq sum[8];
    fmpq_t one;

    fmpq_init(one);
    fmpq_one(one);
    for (int k = 0; k < 8; k++)
        fmpq_init(sum + k);
    enumerate(sum, a, 0, 0, 0, one);
    bool right =
        pm_matchings(&counts, problem, &exactly) == PM_OK && pm_values_count(counts) <= sizes;
    for (size_t k = 0; k < sizes && right; k++)
        right = k < counts->count ? fmpq_equal(counts->value[k].centre.re, sum + k)
                                  : fmpq_is_zero(sum + k) && pm_matrix_is_nonnegative(a);
    if (right && counts->count > 1 && pm_matrix_is_nonnegative(a))
        right = !fmpq_is_zero(counts->value[counts->count - 1].centre.re);
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

/* The matchings of Q_1 .. Q_4: OEIS A045310. */
static void check_cubes(struct test *t)
{
    static const long known[] = {2, 7, 108, 41025};

    for (int d = 1; d <= 4; d++) {
        struct pm_matrix *const a = brute_from(1 << (d - 1), 1 << (d - 1), brute_cube);
        pm_problem *const problem = brute_problem(a, PM_FIELD_PATTERN);
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
    pm_problem *const signs = brute_problem(minus, PM_FIELD_INTEGER);
    pm_problem *const large = brute_problem(hopeless, PM_FIELD_PATTERN);
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
    check_minors(&t);
    check_expansion(&t, BRUTE_INTEGER, PM_FIELD_INTEGER, 13, 13);
    check_expansion(&t, BRUTE_DECIMAL, PM_FIELD_REAL, 12, 12);
    check_expansion(&t, BRUTE_GAUSSIAN, PM_FIELD_COMPLEX, 11, 11);
    check_expansion(&t, BRUTE_INTEGER, PM_FIELD_INTEGER, 9, 13);
    check_large(&t);
    check_matchings(&t);
    check_cubes(&t);
    check_refusals(&t);
    return test_done(&t);
}
