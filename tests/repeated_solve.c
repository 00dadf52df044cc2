/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pm_solve_repeated().  Random matrices of every kind against Ryser's formula on copied lines.
 * Large multiplicities against Krawtchouk polynomials and, modulo a prime, Glynn's formula. */
#include "tests/test.h"

#include <gmp.h>
#include <stdlib.h>
#include <string.h>

enum { LINES = 4, TOTAL = 8 };

struct drawn {
    pm_field field;
    int rows, cols, row_times[LINES], col_times[LINES];
    char text[LINES * LINES][64];
};

static int draw_times(int *times, int count, uint64_t *seed)
{
    int total;

    do {
        total = 0;
        for (int k = 0; k < count; k++)
            total += times[k] = test_between(seed, 0, 4);
    } while (total > TOTAL);
    return total;
}

static void draw(struct drawn *d, uint64_t *seed)
{
    const int zeros = test_between(seed, 0, 2); /* of three entries, so many are zero */

    d->field = (pm_field)test_between(seed, PM_FIELD_INTEGER, PM_FIELD_COMPLEX);
    d->rows = test_between(seed, 1, LINES);
    d->cols = test_between(seed, 1, LINES);
    draw_times(d->row_times, d->rows, seed);
    draw_times(d->col_times, d->cols, seed);
    for (int e = 0; e < d->rows * d->cols; e++) {
        const bool zero = test_between(seed, 0, 2) < zeros;
        const int re = zero ? 0 : test_between(seed, -9, 9), im = test_between(seed, -9, 9);
        if (d->field == PM_FIELD_INTEGER)
            snprintf(d->text[e], sizeof d->text[e], "%d", re);
        else if (d->field == PM_FIELD_REAL)
            snprintf(d->text[e], sizeof d->text[e], "%d/%d", re, test_between(seed, 1, 9));
        else
            snprintf(d->text[e], sizeof d->text[e], "%d/%d %d", re, test_between(seed, 1, 3),
                     zero ? 0 : im);
    }
}

static pm_problem *problem_of(const struct drawn *d)
{
    int row[LINES * LINES], col[LINES * LINES];
    const char *entry[LINES * LINES];
    pm_problem *problem;

    for (int e = 0; e < d->rows * d->cols; e++) {
        row[e] = e / d->cols;
        col[e] = e % d->cols;
        entry[e] = d->text[e];
    }
    test_need(pm_problem_new(&problem, d->field, d->rows, d->cols, (size_t)(d->rows * d->cols), row,
                             col, entry));
    return problem;
}

/* The answer as text, for a matrix with multiplicities, or for the one with copied lines. */
static char *value_of(const struct drawn *d, const pm_options *options, bool copied)
{
    pm_problem *const problem = problem_of(d);
    pm_answer *answer = NULL;
    char *text;

    if (copied) {
        test_need(pm_problem_repeat(problem, d->row_times, d->col_times));
        test_need(pm_solve(&answer, problem, options));
    } else {
        test_need(pm_solve_repeated(&answer, problem, d->row_times, d->col_times, options));
    }
    test_need(pm_answer_text(&text, answer, 0));
    if (!copied && options->engine == NULL &&
        strcmp(pm_answer_engines(answer), "multiplicity") != 0)
        strcpy(text, "?"); /* the lines were copied, which is wrong here */
    pm_answer_free(answer);
    pm_problem_free(problem);
    return text;
}

static void check_random(struct test *t)
{
    const pm_options plain = {.precision = PM_PRECISION_EXACT};
    const pm_options ryser = {.precision = PM_PRECISION_EXACT, .engine = "ryser"};
    const pm_options modulo = {.modulus = "1000003"};
    const pm_options of_copies = {.modulus = "1000003", .engine = "ryser"};
    uint64_t seed = 7;
    bool right = true, residues = true, engines = true;

    for (int k = 0; k < test_rounds(300); k++) {
        struct drawn d;
        draw(&d, &seed);
        char *const got = value_of(&d, &plain, false), *const want = value_of(&d, &ryser, true),
                    *const forced = value_of(&d, &ryser, false);
        int lines = 0; /* without lines there is nothing to compare */
        for (int i = 0; i < d.rows; i++)
            lines += d.row_times[i];
        for (int j = 0; j < d.cols; j++)
            lines += d.col_times[j];
        right = right && (lines == 0 || strcmp(got, want) == 0);
        engines = engines && strcmp(forced, want) == 0;
        free(got);
        free(want);
        free(forced);
        if (d.field != PM_FIELD_COMPLEX) {
            char *const residue = value_of(&d, &modulo, false), *const other =
                                                                    value_of(&d, &of_copies, true);
            residues = residues && (strcmp(residue, other) == 0 || lines == 0);
            free(residue);
            free(other);
        }
    }
    CHECK(t, right, "random matrices: exact");
    CHECK(t, residues, "random matrices: modulo a prime");
    CHECK(t, engines, "random matrices: an engine that is asked for");
}

/* k! (N - k)! times the coefficient of x^k in (1 + x)^p (1 - x)^q. */
static void check_splitter(struct test *t, int p, int q, int out)
{
    struct drawn d = {PM_FIELD_INTEGER, 2, 2, {p, q}, {p + q - out, out}, {"1", "1", "1", "-1"}};
    const pm_options options = {.threads = 1};
    mpz_t sum, term, other;

    mpz_inits(sum, term, other, NULL);
    for (int k = out > p ? out - p : 0; k <= q && k <= out; k++) {
        mpz_bin_uiui(term, (unsigned long)q, (unsigned long)k);
        mpz_bin_uiui(other, (unsigned long)p, (unsigned long)(out - k));
        mpz_mul(term, term, other);
        (k % 2 ? mpz_sub : mpz_add)(sum, sum, term);
    }
    mpz_fac_ui(term, (unsigned long)out);
    mpz_mul(sum, sum, term);
    mpz_fac_ui(term, (unsigned long)(p + q - out));
    mpz_mul(sum, sum, term);
    char *const want = mpz_get_str(NULL, 10, sum), *const got = value_of(&d, &options, false);
    CHECK(t, strcmp(want, got) == 0, "a beam splitter of %d and %d photons, %d out: %.20s...", p, q,
          out, got);
    free(want);
    free(got);
    mpz_clears(sum, term, other, NULL);
}

static const uint64_t PRIME = (UINT64_C(1) << 61) - 1;

static uint64_t times(uint64_t x, uint64_t y)
{
    return (uint64_t)((unsigned __int128)x * y % PRIME);
}

static uint64_t power(uint64_t x, unsigned k)
{
    uint64_t result = 1;

    for (; k > 0; k >>= 1, x = times(x, x))
        if (k & 1)
            result = times(result, x);
    return result;
}

static uint64_t residue(int64_t x)
{
    return x < 0 ? PRIME - (uint64_t)-x : (uint64_t)x;
}

enum { MOST = 130 };

/* 2^N times the permanent modulo PRIME, by Glynn's formula over classes of columns. */
static uint64_t glynn(const int *a, const int *r, const int *c)
{
    static uint64_t choose[MOST][MOST];
    uint64_t sum = 0;

    for (int n = 0; n < MOST; n++)
        for (int k = 0; k <= n; k++)
            choose[n][k] = k == 0 || k == n ? 1 : (choose[n - 1][k - 1] + choose[n - 1][k]) % PRIME;
    for (int x = 0; x <= c[0]; x++)
        for (int y = 0; y <= c[1]; y++)
            for (int z = 0; z <= c[2]; z++) {
                uint64_t term = times(choose[c[0]][x], times(choose[c[1]][y], choose[c[2]][z]));
                for (int i = 0; i < 3; i++) {
                    const int f = (c[0] - 2 * x) * a[3 * i] + (c[1] - 2 * y) * a[3 * i + 1] +
                                  (c[2] - 2 * z) * a[3 * i + 2];
                    term = times(term, power(residue(f), (unsigned)r[i]));
                }
                sum = (sum + ((x + y + z) % 2 ? PRIME - term : term)) % PRIME;
            }
    return sum;
}

/* Multiplicities that are too large for copies, with and without a zero in each column. */
static void check_large(struct test *t, const int *a, const int *r, const int *c)
{
    struct drawn d = {.field = PM_FIELD_INTEGER, .rows = 3, .cols = 3};
    const pm_options options = {.threads = 1};
    mpz_t value;

    for (int k = 0; k < 3; k++) {
        d.row_times[k] = r[k];
        d.col_times[k] = c[k];
    }
    for (int e = 0; e < 9; e++)
        snprintf(d.text[e], sizeof d.text[e], "%d", a[e]);
    char *const text = value_of(&d, &options, false);
    mpz_init_set_str(value, text, 10);
    const uint64_t got = mpz_fdiv_ui(value, PRIME);
    CHECK(t, times(got, power(2, (unsigned)(r[0] + r[1] + r[2]))) == glynn(a, r, c),
          "%d, %d, %d rows of three kinds", r[0], r[1], r[2]);
    mpz_clear(value);
    free(text);
}

static pm_request stop(void *calls, const pm_progress *progress)
{
    (void)progress;
    return ++*(int *)calls > 1 ? PM_STOP : PM_GO_ON;
}

static void check_errors(struct test *t)
{
    struct drawn d = {
        PM_FIELD_INTEGER, 3, 3, {0}, {0}, {"1", "2", "3", "4", "5", "6", "7", "8", "9"}};
    pm_problem *const problem = problem_of(&d);
    const int many[3] = {1000, 1000, 1000}, wrong[3] = {1, 1, -1};
    int calls = 0;
    pm_options options = {.watch = stop, .watcher = &calls};
    pm_answer *answer = NULL;

    CHECK(t,
          pm_solve_repeated(&answer, problem, wrong, NULL, NULL) == PM_INPUT &&
              strstr(pm_message(), "row 2: -1"),
          "a multiplicity below 0: %s", pm_message());
    CHECK(t, pm_solve_repeated(&answer, problem, many, many, &options) == PM_STOPPED && calls == 2,
          "stopped by the caller: %s", pm_message());
    pm_problem_free(problem);
}

int main(void)
{
    static const int full[9] = {1, 2, 3, 4, 5, -6, 7, 8, 9},
                     holes[9] = {0, 2, 3, 4, 0, -6, 7, 8, 0};
    struct test t = {0, 0};

    check_errors(&t);
    check_random(&t);
    check_splitter(&t, 20, 20, 20);
    check_splitter(&t, 500, 500, 500);
    check_splitter(&t, 600, 400, 311);
    check_large(&t, full, (int[]){30, 40, 30}, (int[]){33, 33, 34});
    check_large(&t, holes, (int[]){20, 12, 18}, (int[]){17, 16, 17});
    return test_done(&t);
}
