/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pm_batch() and pm_minors() with multiplicities, in every precision.  Random matrices against
 * exact permanents of the expanded matrices, from pm_solve().  Beam splitters against Krawtchouk
 * polynomials. */
#include "tests/test.h"

#include <float.h>
#include <gmp.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LINES = 13, TOTAL = 9 };

struct repeated {
    pm_entries entries;
    int rows, cols;
    double number[LINES * LINES * 2];
    int64_t integer[LINES * LINES];
    int row_times[LINES], col_times[LINES];
};

static int parts_of(const struct repeated *a)
{
    return a->entries == PM_ENTRIES_COMPLEX ? 2 : 1;
}

static int total_of(const int *times, int count)
{
    int total = 0;

    for (int k = 0; k < count; k++)
        total += times[k];
    return total;
}

/* A random matrix; with `times`, multiplicities 0 to 3, at most TOTAL lines in all. */
static void repeated_draw(struct repeated *a, uint64_t *seed, bool times)
{
    const int shape = test_between(seed, 0, 4);

    a->entries = (pm_entries)test_between(seed, PM_ENTRIES_REAL, PM_ENTRIES_INTEGER);
    a->rows = test_between(seed, 1, times ? 5 : 8);
    a->cols = test_between(seed, 1, times ? 5 : 8);
    for (int k = 0; k < a->rows * a->cols * parts_of(a); k++) {
        const double x = (double)(test_random(seed) >> 11) * 0x1p-52 - 1;
        a->number[k] = shape == 0   ? fabs(x)
                       : shape == 1 ? ldexp(x, test_between(seed, -300, 300))
                       : shape == 2 ? test_between(seed, -2, 2)
                       : shape == 3 ? ldexp(x, test_between(seed, -20, 20))
                                    : x;
        if (a->entries == PM_ENTRIES_INTEGER) {
            a->integer[k] =
                shape == 2 ? test_between(seed, -3, 3) : (int64_t)test_random(seed) >> 2;
            a->number[k] = (double)a->integer[k];
        }
    }
    do
        for (int k = 0; k < LINES; k++) {
            a->row_times[k] = times ? test_between(seed, 0, 3) : 1;
            a->col_times[k] = times ? test_between(seed, 0, 3) : 1;
        }
    while (times &&
           (total_of(a->row_times, a->rows) > TOTAL || total_of(a->col_times, a->cols) > TOTAL));
}

/* The exact permanent of the expanded matrix. */
static void exact(double value[2], const struct repeated *a, const int *row_times,
                  const int *col_times)
{
    enum { MOST = TOTAL * TOTAL };
    static char text[MOST][1500];
    const char *entry[MOST];
    int row[MOST], col[MOST], rows = 0, count = 0;
    const pm_options options = {.precision = PM_PRECISION_EXACT};
    const pm_field field = a->entries == PM_ENTRIES_COMPLEX   ? PM_FIELD_COMPLEX
                           : a->entries == PM_ENTRIES_INTEGER ? PM_FIELD_INTEGER
                                                              : PM_FIELD_REAL;
    pm_problem *problem;
    pm_answer *answer;

    for (int i = 0; i < a->rows; i++)
        for (int copy = 0; copy < row_times[i]; copy++, rows++)
            for (int j = 0, at = 0; j < a->cols; j++)
                for (int again = 0; again < col_times[j]; again++, at++, count++) {
                    const double *const z = a->number + (i * a->cols + j) * parts_of(a);
                    row[count] = rows;
                    col[count] = at;
                    entry[count] = text[count];
                    if (a->entries == PM_ENTRIES_INTEGER)
                        snprintf(text[count], sizeof *text, "%lld",
                                 (long long)a->integer[i * a->cols + j]);
                    else if (a->entries == PM_ENTRIES_COMPLEX)
                        snprintf(text[count], sizeof *text, "%.700g %.700g", z[0], z[1]);
                    else
                        snprintf(text[count], sizeof *text, "%.700g", z[0]);
                }
    test_need(pm_problem_new(&problem, field, rows, total_of(col_times, a->cols), (size_t)count,
                             row, col, entry));
    test_need(pm_solve(&answer, problem, &options));
    value[1] = 0;
    pm_answer_double(answer, &value[0], &value[1]);
    pm_answer_free(answer);
    pm_problem_free(problem);
}

/* True if the error is within the bound, apart from the rounding of `want`, and the relative bound
 * is at most `least`. */
static bool is_right(const double *value, double bound, const double want[2], int parts,
                     double least)
{
    const double im = parts == 2 ? value[1] : 0, size = hypot(want[0], want[1]);

    if (!isfinite(size))
        return true; /* beyond the range of doubles */
    return hypot(value[0] - want[0], im - want[1]) <= bound + 2 * DBL_EPSILON * size + 0x1p-1070 &&
           !(bound > least * hypot(value[0], im) + 0x1p-1000);
}

static pm_stack stack_of(const struct repeated *a, pm_precision precision, bool times)
{
    return (pm_stack){.entries = a->entries,
                      .data = a->entries == PM_ENTRIES_INTEGER ? (const void *)a->integer
                                                               : (const void *)a->number,
                      .count = 1,
                      .rows = a->rows,
                      .cols = a->cols,
                      .row_times = times ? a->row_times : NULL,
                      .col_times = times ? a->col_times : NULL,
                      .precision = precision};
}

/* The relative error that each precision promises. */
static double promised(pm_precision precision, bool times)
{
    return precision == PM_PRECISION_EXACT           ? 0x1p-52
           : precision == PM_PRECISION_AUTO && times ? 1e-12
                                                     : HUGE_VAL;
}

static bool check_values(const struct repeated *a, pm_precision precision, bool times)
{
    const pm_stack stack = stack_of(a, precision, times);
    double value[2], bound, again[2], want[2];

    exact(want, a, a->row_times, a->col_times);
    test_need(pm_batch(value, &bound, &stack, 1));
    test_need(pm_batch(again, NULL, &stack, 2));
    return is_right(value, bound, want, parts_of(a), promised(precision, times)) &&
           memcmp(value, again, sizeof(double) * (size_t)parts_of(a)) == 0;
}

static bool check_minors(const struct repeated *a, pm_precision precision, bool times)
{
    const pm_stack stack = stack_of(a, precision, times);
    const int parts = parts_of(a);
    double value[LINES * LINES * 2], bound[LINES * LINES];
    bool right = true;

    test_need(pm_minors(value, bound, &stack, 1));
    for (int i = 0; i < a->rows; i++)
        for (int j = 0; j < a->cols; j++) {
            struct repeated less = *a;
            double want[2] = {0, 0};
            if (--less.row_times[i] >= 0 && --less.col_times[j] >= 0)
                exact(want, &less, less.row_times, less.col_times);
            right = right && is_right(value + (i * a->cols + j) * parts, bound[i * a->cols + j],
                                      want, parts, promised(precision, times));
        }
    return right;
}

/* Row and column multiplicities of random matrices, and their minors. */
static void check_random(struct test *t, uint64_t *seed, bool times)
{
    static const pm_precision precisions[] = {PM_PRECISION_AUTO, PM_PRECISION_DOUBLE,
                                              PM_PRECISION_DD, PM_PRECISION_EXACT,
                                              (pm_precision)300};
    bool values = true, minors = true;

    for (int k = 0; k < test_rounds(60); k++) {
        const pm_precision precision = precisions[test_between(seed, 0, 4)];
        struct repeated a;
        repeated_draw(&a, seed, times);
        values = values && check_values(&a, precision, times);
        if (k % 3 == 0)
            minors = minors && check_minors(&a, precision, times);
    }
    CHECK(t, values, "permanents, %s multiplicities", times ? "with" : "without");
    CHECK(t, minors, "minors, %s multiplicities", times ? "with" : "without");
}

/* Minors of larger matrices against as many permanents.  With `empty`, row 0 is zero. */
static void check_each_minor(struct test *t, uint64_t *seed, pm_entries entries, int rows, int cols,
                             bool empty)
{
    enum { MOST = 15 };
    const int parts = entries == PM_ENTRIES_COMPLEX ? 2 : 1;
    double a[2 * MOST * MOST], less[2 * MOST * MOST], value[2 * MOST * MOST], bound[MOST * MOST];
    int64_t integer[MOST * MOST];
    bool right = true;

    for (int k = 0; k < parts * rows * cols; k++)
        a[k] = (empty && k < parts * cols) ? 0 : (double)(test_random(seed) >> 11) * 0x1p-52 - 1;
    for (int k = 0; k < rows * cols && entries == PM_ENTRIES_INTEGER; k++) {
        integer[k] = (int64_t)(a[k] * 0x1p60) | (a[k] != 0);
        a[k] = (double)integer[k];
    }
    const pm_stack s = {.entries = entries,
                        .data = entries == PM_ENTRIES_INTEGER ? (const void *)integer : a,
                        .count = 1,
                        .rows = rows,
                        .cols = cols};
    test_need(pm_minors(value, bound, &s, 2));
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < cols; j++) {
            const pm_stack one = {.entries = parts == 2 ? entries : PM_ENTRIES_REAL,
                                  .data = less,
                                  .count = 1,
                                  .rows = rows - 1,
                                  .cols = cols - 1};
            const double *const got = value + parts * (i * cols + j);
            double want[2] = {0, 0}, error;
            int at = 0;
            for (int row = 0; row < rows; row++)
                for (int k = 0; k < parts * cols; k++)
                    if (row != i && k / parts != j)
                        less[at++] = a[row * parts * cols + k];
            test_need(pm_batch(want, &error, &one, 1));
            const double size = hypot(want[0], want[1]);
            const double off = hypot(got[0] - want[0], parts == 2 ? got[1] - want[1] : 0);
            right = right && off <= bound[i * cols + j] + error + 20 * DBL_EPSILON * size;
            right = right && (bound[i * cols + j] < 1e-5 * size || (size == 0 && off == 0));
        }
    CHECK(t, right, "minors of %d x %d, entries %d%s", rows, cols, (int)entries,
          empty ? ", a row is empty" : "");
}

/* The bits are the same for every instruction set. */
static void check_bits(struct test *t, uint64_t *seed, pm_entries entries, int rows, int cols,
                       int times)
{
    static const char *const set[] = {"portable", "avx2", "avx512"};
    double a[2 * 15 * 15], value[3][2 * 15 * 15], bound[3][15 * 15];
    int row_times[15], col_times[15];
    const size_t answers = (size_t)(rows * cols), parts = entries == PM_ENTRIES_COMPLEX ? 2 : 1;
    bool same = true;

    for (size_t k = 0; k < 2 * answers; k++)
        a[k] = (double)(test_random(seed) >> 11) * 0x1p-52 - 1;
    for (int k = 0; k < 15; k++) {
        row_times[k] = test_between(seed, 1, times);
        col_times[k] = test_between(seed, 1, times);
    }
    for (int minors = 0; minors < 2; minors++)
        for (int k = 0; k < 3; k++) {
            const pm_stack s = {.entries = entries,
                                .data = a,
                                .count = 1,
                                .rows = rows,
                                .cols = cols,
                                .row_times = times > 1 ? row_times : NULL,
                                .col_times = times > 1 ? col_times : NULL,
                                .precision = PM_PRECISION_DOUBLE};
            setenv("PM_ISA", set[k], 1);
            const pm_status status =
                minors ? pm_minors(value[k], bound[k], &s, 1) : pm_batch(value[k], bound[k], &s, 1);
            const size_t count = minors ? answers : 1;
            if (status == PM_OK)
                same = same && memcmp(value[k], value[0], parts * count * sizeof(double)) == 0 &&
                       memcmp(bound[k], bound[0], count * sizeof(double)) == 0;
            else
                same = same && k > 0 && strstr(pm_message(), set[k]) != NULL;
        }
    unsetenv("PM_ISA");
    CHECK(t, same, "%d x %d, up to %d times: the same bits everywhere", rows, cols, times);
}

/* (1 + x)^p (1 - x)^q = sum of K_k x^k: the Krawtchouk polynomials, by repeated multiplication. */
static void krawtchouk(mpz_t *k, int p, int q)
{
    for (int i = 0; i <= p + q; i++)
        mpz_init_set_ui(k[i], i == 0);
    for (int factor = 0; factor < p + q; factor++)
        for (int i = factor + 1; i > 0; i--)
            if (factor < p)
                mpz_add(k[i], k[i], k[i - 1]);
            else
                mpz_sub(k[i], k[i], k[i - 1]);
}

/* A beam splitter with p and q photons.  The matrix (1 1; 1 -1) has integers; the amplitudes are
 * K_k sqrt(k! (N - k)! / (p! q!)). */
static void check_splitter(struct test *t, int p, int q, int from, int to)
{
    static const int64_t a[4] = {1, 1, 1, -1};
    const int n = p + q;
    mpz_t *const k = calloc((size_t)n + 1, sizeof *k);
    bool right = true;

    krawtchouk(k, p, q);
    for (int out = from; out <= to; out++) {
        const int row_times[2] = {p, q}, col_times[2] = {n - out, out};
        const pm_stack s = {.entries = PM_ENTRIES_INTEGER,
                            .data = a,
                            .count = 1,
                            .rows = 2,
                            .cols = 2,
                            .row_times = row_times,
                            .col_times = col_times,
                            .normalized = true};
        double value, bound;
        long exp;
        test_need(pm_batch(&value, &bound, &s, 1));
        const double top = mpz_get_d_2exp(&exp, k[out]);
        const double want = top * exp2((double)exp + (lgamma(out + 1) + lgamma(n - out + 1) -
                                                      lgamma(p + 1) - lgamma(q + 1)) /
                                                         M_LN2 / 2);
        right = right && bound <= 1e-12 * fabs(value) && fabs(value - want) <= 1e-10 * fabs(want);
        if (mpz_sgn(k[out]) == 0)
            right = right && value == 0 && bound == 0;
    }
    CHECK(t, right, "a beam splitter of %d and %d photons", p, q);
    for (int i = 0; i <= n; i++)
        mpz_clear(k[i]);
    free(k);
}

/* Hong, Ou and Mandel, Physical Review Letters 59, 1987: two photons leave a beam splitter
 * together.  Here: n photons enter on each side, and the entries are the doubles nearest to
 * 1/sqrt(2).  The amplitude is C(n, n/2) 2^-n (entry sqrt 2)^2n. */
static void check_photons(struct test *t, int n)
{
    const double c = M_SQRT1_2, a[8] = {c, 0, 0, c, 0, c, c, 0};
    int one[2] = {1, 1}, many[2] = {n, n};
    pm_stack s = {.entries = PM_ENTRIES_COMPLEX,
                  .data = a,
                  .count = 1,
                  .rows = 2,
                  .cols = 2,
                  .row_times = one,
                  .col_times = one,
                  .normalized = true};
    double value[2], bound, want = 1;

    test_need(pm_batch(value, &bound, &s, 1));
    CHECK(t, value[0] == 0 && value[1] == 0 && bound == 0, "two photons leave together");
    s.row_times = s.col_times = many;
    test_need(pm_batch(value, &bound, &s, 1));
    for (int k = 1; k <= n / 2; k++)
        want *= (n / 2.0 + k) / k / 4;
    want *= exp(n * log1p(2 * fma(c, c, -0.5))); /* c^2 is not 1/2 */
    CHECK(t, fabs(value[0] - want) <= 1e-12 * want && bound <= 1e-12 * want && value[1] == 0,
          "%d photons: %.17g +/- %.1g, %.17g", 2 * n, value[0], bound, want);
}

static void check_errors(struct test *t)
{
    const double a[4] = {1, 2, 3, 4};
    const int wrong[2] = {1, -1}, none[2] = {0, 0};
    pm_stack s = {.entries = PM_ENTRIES_REAL,
                  .data = a,
                  .count = 1,
                  .rows = 2,
                  .cols = 2,
                  .row_times = wrong};
    double value[4], bound[4];

    CHECK(t, pm_batch(value, bound, &s, 1) == PM_INPUT && strstr(pm_message(), "row 1: -1"),
          "a multiplicity below 0: %s", pm_message());
    s.row_times = s.col_times = none;
    CHECK(t, pm_batch(value, bound, &s, 1) == PM_OK && *value == 1 && *bound == 0, "no lines");
    CHECK(t, pm_minors(value, bound, &s, 1) == PM_OK && value[3] == 0, "minors of no lines");
    s.precision = (pm_precision)-1;
    CHECK(t, pm_batch(value, bound, &s, 1) == PM_INPUT, "no precision: %s", pm_message());
}

int main(void)
{
    struct test t = {0, 0};
    uint64_t seed = 1;
    const int photons = test_effort() == TEST_SHORT ? 100 : 500;

    check_errors(&t);
    check_photons(&t, photons);
    check_splitter(&t, 7, 5, 0, 12);
    check_splitter(&t, 40, 30, 20, 50);
    check_splitter(&t, photons, photons, photons, photons);
    check_random(&t, &seed, true);
    check_random(&t, &seed, false);
    check_each_minor(&t, &seed, PM_ENTRIES_REAL, 11, 11, false);
    check_each_minor(&t, &seed, PM_ENTRIES_REAL, 14, 14, false);
    check_each_minor(&t, &seed, PM_ENTRIES_REAL, 13, 13, true);
    check_each_minor(&t, &seed, PM_ENTRIES_COMPLEX, 13, 13, false);
    check_each_minor(&t, &seed, PM_ENTRIES_COMPLEX, 14, 12, false);
    check_each_minor(&t, &seed, PM_ENTRIES_INTEGER, 11, 15, false);
    check_bits(&t, &seed, PM_ENTRIES_COMPLEX, 3, 3, 20);
    check_bits(&t, &seed, PM_ENTRIES_COMPLEX, 9, 15, 1);
    check_bits(&t, &seed, PM_ENTRIES_COMPLEX, 14, 14, 1);
    check_bits(&t, &seed, PM_ENTRIES_REAL, 15, 15, 1);
    check_bits(&t, &seed, PM_ENTRIES_REAL, 12, 12, 1);
    return test_done(&t);
}
