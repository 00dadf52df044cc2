/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The functions of the public header: problems from entries, options, published values, texts,
 * errors. */
#include "permatch.h"
#include "test.h"

#include <flint/fmpq.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A dense problem from a function of (row, column, order). */
static pm_problem *dense(int m, int n, pm_field field, const char *(*entry)(int i, int j, int n))
{
    pm_problem *problem = NULL;
    int *const row = calloc((size_t)(m * n + 1), sizeof *row);
    int *const col = calloc((size_t)(m * n + 1), sizeof *col);
    const char **const value = calloc((size_t)(m * n + 1), sizeof *value);
    size_t count = 0;

    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++)
            if (entry(i, j, n) != NULL) {
                row[count] = i;
                col[count] = j;
                value[count++] = entry(i, j, n);
            }
    test_need(pm_problem_new(&problem, field, m, n, count, row, col, value));
    free(row);
    free(col);
    free(value);
    return problem;
}

static const char *ones(int i, int j, int n)
{
    (void)i, (void)j, (void)n;
    return "1";
}

static const char *not_diagonal(int i, int j, int n)
{
    (void)n;
    return i == j ? NULL : "1";
}

/* J - I - P: the menage problem. */
static const char *menage(int i, int j, int n)
{
    return i == j || (i + 1) % n == j ? NULL : "1";
}

static const char *band3(int i, int j, int n)
{
    (void)n;
    return abs(i - j) <= 1 ? "1" : NULL;
}

static const char *circulant3(int i, int j, int n)
{
    return (j - i + n) % n < 3 ? "1" : NULL;
}

static const char *hessenberg(int i, int j, int n)
{
    (void)n;
    return j <= i + 1 ? "1" : NULL;
}

static const char *huge(int i, int j, int n)
{
    (void)i, (void)j, (void)n;
    return "1e10";
}

static const char *shifted_scaled(int i, int j, int n)
{
    return (i + 5) % n == j ? "3" : NULL;
}

static const char *tenth(int i, int j, int n)
{
    (void)i, (void)j, (void)n;
    return "0.1";
}

static const char *unit_complex(int i, int j, int n)
{
    (void)n;
    return (i + j) % 2 ? "0 1" : "1 0";
}

static const char *two_by_two_signs(int i, int j, int n)
{
    (void)n;
    return i / 3 == 0 && j / 3 == 1 ? "-1" : "1";
}

static void check_published(struct test *t)
{
    static const pm_options exact = {.precision = PM_PRECISION_EXACT};
    /* clang-format off */
    static const struct {
        const char *what;
        int m, n;
        pm_field field;
        const char *(*entry)(int i, int j, int n);
        const pm_options *options;
        const char *wanted;
    } cases[] = {
        {"per J(20) = 20!", 20, 20, PM_FIELD_PATTERN, ones, NULL, "2432902008176640000"},
        /* A000166 */
        {"per (J - I)(20)", 20, 20, PM_FIELD_PATTERN, not_diagonal, NULL, "895014631192902121"},
        {"per (J - I)(21)", 21, 21, PM_FIELD_PATTERN, not_diagonal, NULL,
            "18795307255050944540"},
        /* A000179 */
        {"menage(10)", 10, 10, PM_FIELD_PATTERN, menage, NULL, "439792"},
        {"menage(20)", 20, 20, PM_FIELD_PATTERN, menage, NULL, "312400218671253762"},
        /* Fibonacci(n + 1): the tridiagonal matrix of ones */
        {"tridiagonal(50)", 50, 50, PM_FIELD_PATTERN, band3, NULL, "20365011074"},
        /* Lucas(n) + 2: circulant I + P + P^2 (Minc 1978, section 3.3) */
        {"circulant(50)", 50, 50, PM_FIELD_PATTERN, circulant3, NULL, "28143753125"},
        {"Hessenberg(30) = 2^29", 30, 30, PM_FIELD_PATTERN, hessenberg, NULL, "536870912"},
        {"3 P(12) = 3^12", 12, 12, PM_FIELD_INTEGER, shifted_scaled, NULL, "531441"},
        {"0.1 J(5) exactly", 5, 5, PM_FIELD_REAL, tenth, &exact, "3/2500"},
        {"0.1 J(5)", 5, 5, PM_FIELD_REAL, tenth, NULL, "0.0012"},
        /* [[1,-1],[1,1]] with every row and column three times: formula, known-values */
        {"signs x 3", 6, 6, PM_FIELD_INTEGER, two_by_two_signs, NULL, "0"},
        {"checkerboard of 1 and i, n = 2", 2, 2, PM_FIELD_COMPLEX, unit_complex, &exact, "0+0i"},
        {"3 x 5 ones: 5!/2!", 3, 5, PM_FIELD_PATTERN, ones, NULL, "60"},
        {"5 x 3 ones", 5, 3, PM_FIELD_PATTERN, ones, NULL, "60"},
        {"0 x 0", 0, 0, PM_FIELD_PATTERN, ones, NULL, "1"},
        {"0 x 7", 0, 7, PM_FIELD_PATTERN, ones, NULL, "1"},
        {"1 x 1", 1, 1, PM_FIELD_REAL, tenth, NULL, "0.1"},
    };
    /* clang-format on */

    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
        test_check_answer(t, cases[k].what,
                          dense(cases[k].m, cases[k].n, cases[k].field, cases[k].entry),
                          cases[k].options, cases[k].wanted);
}

/* A wide range of exponents: 80! 10^800 is far above double. */
static void check_wide(struct test *t)
{
    pm_problem *const problem = dense(80, 80, PM_FIELD_REAL, huge);
    pm_answer *answer = NULL;
    char *text = NULL;
    double re;

    if (pm_solve(&answer, problem, NULL) == PM_OK && pm_answer_text(&text, answer, 0) == PM_OK) {
        CHECK(t, strcmp(text, "7.1569457046263802e+918") == 0, "80! 10^800 is %s", text);
        pm_answer_double(answer, &re, NULL);
        CHECK(t, isinf(re), "beyond double it is infinite");
        char *more = NULL;
        CHECK(t,
              pm_answer_text(&more, answer, 1000000000) == PM_INPUT && more == NULL &&
                  strstr(pm_message(), "at most 1000000 are written") != NULL,
              "a billion digits are refused: %s", pm_message());
    } else {
        CHECK(t, false, "80 x 80 of 1e10: %s", pm_message());
    }
    free(text);
    pm_answer_free(answer);
    pm_problem_free(problem);
}

/* Any modulus.  Odd primes are used in the computation; for other moduli the exact answer is
 * reduced. */
static void check_modulus(struct test *t)
{
    static const struct {
        const char *modulus, *residue;
    } cases[] = {
        /* 895014631192902121 modulo each, by exact division */
        {"2", "1"},
        {"1000003", "63650"},
        {"2305843009213693951", "895014631192902121"},
        {"1000000000000000000000", "895014631192902121"},
        {"1000000", "902121"},
    };

    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        const pm_options options = {.modulus = cases[k].modulus};
        test_check_answer(t, cases[k].modulus, dense(20, 20, PM_FIELD_PATTERN, not_diagonal),
                          &options, cases[k].residue);
    }
}

/* Digits without a pattern. */
static unsigned mixed(int i, int j, int n)
{
    return (i * 37 + j * 101 + n) * 2654435761u >> 16;
}

/* Thirds in the first row. */
static const char *thirds(int i, int j, int n)
{
    static const char *const whole[] = {"1", "2", "3", "4", "5", "7", "8"};
    static const char *const part[] = {"1/3", "2/3", "3/3", "4/3", "5/3", "7/3", "8/3"};

    return (i == 0 ? part : whole)[mixed(i, j, n) % 7];
}

static const char *third(int i, int j, int n)
{
    (void)i, (void)j, (void)n;
    return "1/3";
}

/* A row with two entries, 3 and 1.  Its columns have too many entries to be multiplied out. */
static const char *light_row(int i, int j, int n)
{
    if (i == 0)
        return j == 0 ? "3" : j == 1 ? "1" : NULL;
    return thirds(i, j, n);
}

/* Half of the rows have three entries, 3, 6 and 1.  A split makes them fewer. */
static const char *light_rows(int i, int j, int n)
{
    if (i >= n / 2)
        return light_row(i, j, n);
    return j == i ? "3" : j == i + 2 ? "6" : j == i + 5 ? "1" : NULL;
}

/* The exact answer modulo 3, which is not 0.  The caller frees it. */
static char *residue_of(struct test *t, const char *what, const pm_problem *problem)
{
    char *text = test_answer(problem, &(pm_options){.precision = PM_PRECISION_EXACT});
    fmpq_t value;
    fmpz_t residue;

    fmpq_init(value);
    fmpz_init_set_ui(residue, 3);
    CHECK(t,
          fmpq_set_str(value, text, 10) == 0 && fmpq_mod_fmpz(residue, value, residue) &&
              !fmpz_is_zero(residue),
          "%s: %s", what, text);
    free(text);
    text = fmpz_get_str(NULL, 10, residue);
    fmpz_clear(residue);
    fmpq_clear(value);
    return text;
}

/* A factor that is divided by the prime, from the matrix or from a rule: the residue is that of the
 * exact answer. */
static void check_divided(struct test *t)
{
    static const struct {
        const char *what;
        int n;
        const char *(*entry)(int i, int j, int n);
        const char *engine, *reduce;
    } cases[] = {
        {"thirds", 8, thirds, NULL, NULL},
        {"a light row", 13, light_row, NULL, NULL},
        {"light rows", 20, light_rows, "ryser", "degree,split"},
    };
    pm_answer *answer = NULL;
    pm_problem *problem;

    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        problem = dense(cases[k].n, cases[k].n, PM_FIELD_REAL, cases[k].entry);
        char *const residue = residue_of(t, cases[k].what, problem);
        test_check_answer(
            t, cases[k].what, problem,
            &(pm_options){.modulus = "3", .engine = cases[k].engine, .reduce = cases[k].reduce},
            residue);
        free(residue);
    }
    problem = dense(3, 3, PM_FIELD_REAL, third);
    CHECK(t, pm_solve(&answer, problem, &(pm_options){.modulus = "3"}) == PM_DOMAIN,
          "2/9 has no residue modulo 3");
    pm_problem_free(problem);
}

static void check_refusal(struct test *t, const pm_options *options, pm_status wanted,
                          const char *words)
{
    pm_problem *const problem = dense(30, 30, PM_FIELD_PATTERN, not_diagonal);
    pm_answer *answer = NULL;
    const pm_status status = pm_solve(&answer, problem, options);

    CHECK(t, status == wanted && strstr(pm_message(), words) != NULL, "%s: %s",
          pm_status_name(status), pm_message());
    pm_answer_free(answer);
    pm_problem_free(problem);
}

/* Options of callers that were compiled with other versions of the header. */
static void check_sizes(struct test *t)
{
    struct {
        pm_options options;
        size_t later;
    } newer = {{.size = sizeof newer, .threads = 1}, 0};
    pm_problem *const problem = dense(2, 2, PM_FIELD_PATTERN, not_diagonal);
    pm_answer *answer = NULL;

    CHECK(t, PM_OPTIONS_DEFAULT.size == sizeof(pm_options), "the size in the defaults");
    CHECK(t, pm_solve(&answer, problem, &newer.options) == PM_OK, "unused later members");
    pm_answer_free(answer);
    pm_problem_free(problem);
    newer.later = 1;
    check_refusal(t, &newer.options, PM_INPUT, "newer version");
    check_refusal(t, &(pm_options){.size = sizeof(pm_options) - 1}, PM_INPUT, "pm_options.size");
}

static void check_errors(struct test *t)
{
    const int row[] = {0, 2}, col[] = {0, 0};
    const char *const bad[] = {"1", "x"};
    pm_problem *problem = NULL;

    check_refusal(t, &(pm_options){.engine = "abacus"}, PM_INPUT, "there is no engine 'abacus'");
    check_refusal(t, &(pm_options){.reduce = "magic"}, PM_INPUT, "magic");
    check_refusal(t, &(pm_options){.modulus = "1"}, PM_INPUT, "at least 2");
    check_refusal(t, &(pm_options){.modulus = "-7"}, PM_INPUT, "no positive integer");
    check_refusal(t, &(pm_options){.engine = "ryser", .seconds = 0.5}, PM_UNABLE, "predicted");
    check_refusal(t, &(pm_options){.modulus = "7", .precision = PM_PRECISION_DOUBLE}, PM_INPUT,
                  "exclude");
    CHECK(t, pm_problem_new(&problem, PM_FIELD_PATTERN, 2, 2, 2, row, col, NULL) == PM_INPUT,
          "an index out of range: %s", pm_message());
    CHECK(t, pm_problem_new(&problem, PM_FIELD_REAL, 3, 3, 2, row, col, bad) == PM_INPUT,
          "text that is no number: %s", pm_message());
    CHECK(t, pm_problem_new(&problem, PM_FIELD_REAL, -1, 3, 0, row, col, bad) == PM_INPUT,
          "a negative size: %s", pm_message());
    CHECK(t, pm_problem_read_mtx(&problem, "no/such/file.mtx") == PM_IO, "%s", pm_message());
}

/* A value of a stack that is far below the range of doubles: 3! (1e-200)^3. */
static void check_exponents(struct test *t)
{
    double data[9], value, bound, log, wrong;
    int64_t exponent;
    const pm_stack stack = {.size = sizeof stack,
                            .data = data,
                            .count = 1,
                            .rows = 3,
                            .cols = 3,
                            .exponents = &exponent};
    pm_answer *answer;
    char *text;

    for (int k = 0; k < 9; k++)
        data[k] = 1e-200;
    test_need(pm_batch(&value, &bound, &stack, 1));
    CHECK(t, value > 0 && bound > 0 && bound < 1e-12 * value && exponent < -1100, "%g 2^%lld",
          value, (long long)exponent);
    test_need(pm_answer_of_doubles(&answer, PM_ENTRIES_REAL, &value, bound, exponent));
    test_need(pm_answer_text(&text, answer, 6));
    CHECK(t, strcmp(text, "6e-600") == 0, "as text: %s", text);
    free(text);
    test_need(pm_answer_log(&log, &wrong, answer));
    CHECK(t, fabs(log - (0x1.cab0bfa2a2002p+0 - 600 * 0x1.26bb1bbb55516p+1)) < 1e-9 && wrong < 1e-9,
          "its logarithm: %.17g", log);
    pm_answer_free(answer);
}

/* A stack of one large matrix has a plan: of halves on two diagonals, both terms are 2^-60. */
static void check_large(struct test *t)
{
    enum { ORDER = 60 };
    static double data[ORDER * ORDER];
    const pm_stack stack = {.data = data, .count = 1, .rows = ORDER, .cols = ORDER};
    double value, bound;

    for (int i = 0; i < ORDER; i++)
        data[i * ORDER + i] = data[i * ORDER + (i + 1) % ORDER] = 0.5;
    test_need(pm_batch(&value, &bound, &stack, 1));
    CHECK(t, fabs(value - 0x1p-59) <= bound && bound < 1e-12 * value, "60 x 60: %g +/- %g", value,
          bound);
}

/* Weights by their logarithms: 3! e^3 with a bound, also if computed exactly; no residue, no
 * proof. */
static void check_logs(struct test *t)
{
    pm_problem *problem = dense(3, 3, PM_FIELD_LOGS, ones);
    const char *const value[] = {"120"};
    pm_answer *answer[2] = {NULL};
    double log_value, error;
    char *text = NULL;

    test_need(pm_solve(&answer[0], problem,
                       &(pm_options){.precision = PM_PRECISION_EXACT, .plan_shown = true}));
    test_need(pm_solve(&answer[1], problem, NULL));
    for (int k = 0; k < 2; k++) {
        test_need(pm_answer_log(&log_value, &error, answer[k]));
        CHECK(t,
              fabs(log_value - (log(6) + 3)) < 1e-14 && error > 0 &&
                  strcmp(pm_answer_type(answer[k]), "real") == 0 && !pm_answer_within(answer[k], 0),
              "3! e^3: the logarithm is %.17g +/- %g, %s", log_value, error,
              pm_answer_type(answer[k]));
        pm_answer_free(answer[k]);
    }
    answer[0] = NULL;
    CHECK(t, pm_solve(&answer[0], problem, &(pm_options){.modulus = "7"}) == PM_INPUT,
          "... and no residues: %s", pm_message());
    CHECK(t,
          pm_prove(&text, problem, PM_PROVE_VALUE, value, 1, NULL) == PM_UNABLE &&
              strstr(pm_message(), "rounded") != NULL,
          "weights by logarithms have no proof: %s", pm_message());
    test_need(pm_problem_mtx(&text, problem));
    CHECK(t, strstr(text, "coordinate real general") != NULL, "a matrix of real numbers");
    free(text);
    pm_problem_free(problem);
}

int main(void)
{
    struct test t = {0, 0};

    check_published(&t);
    check_wide(&t);
    check_modulus(&t);
    check_divided(&t);
    check_errors(&t);
    check_sizes(&t);
    check_exponents(&t);
    check_large(&t);
    check_logs(&t);
    return test_done(&t);
}
