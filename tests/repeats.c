/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Multiplicities that are too large for tests/differential.c: pm_batch() and pm_problem_repeat()
 * against Krawtchouk polynomials and, modulo a prime, Glynn's formula; in double-double against
 * exact values.  Minors of larger matrices against as many permanents. */
#include "stack_kinds.h"
#include "tests/test.h"

#include <float.h>
#include <gmp.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LINES = 13, TOTAL = 9 };

/* One n x n matrix whose lines have these multiplicities; NULL: one each. */
static pm_stack repeated(pm_entries entries, const void *data, int n, const int *row_times,
                         const int *col_times)
{
    pm_stack s = TEST_STACK(entries, data, n, n);

    s.row_times = row_times;
    s.col_times = col_times;
    return s;
}

enum zeros { NO_ZEROS, ROW_0, THREE_QUARTERS };

/* Minors of larger matrices against as many permanents. */
static void check_each_minor(struct test *t, uint64_t *seed, pm_entries entries, int rows, int cols,
                             enum zeros zeros)
{
    enum { MOST = 15 };
    const int parts = entries == PM_ENTRIES_COMPLEX ? 2 : 1;
    double a[2 * MOST * MOST], less[2 * MOST * MOST], value[2 * MOST * MOST], bound[MOST * MOST];
    int64_t integer[MOST * MOST];
    bool right = true, zero = false;

    for (int k = 0; k < parts * rows * cols; k++) {
        if (k % parts == 0)
            zero = (zeros == ROW_0 && k < parts * cols) ||
                   (zeros == THREE_QUARTERS && test_random(seed) % 4 > 0);
        a[k] = zero ? 0 : test_real(seed);
    }
    for (int k = 0; k < rows * cols && entries == PM_ENTRIES_INTEGER; k++) {
        integer[k] = (int64_t)(a[k] * 0x1p60) | (a[k] != 0);
        a[k] = (double)integer[k];
    }
    const void *const data = entries == PM_ENTRIES_INTEGER ? (const void *)integer : a;
    const pm_stack s = TEST_STACK(entries, data, rows, cols);
    test_need(pm_minors(value, bound, &s, 2));
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < cols; j++) {
            const pm_stack one =
                TEST_STACK(parts == 2 ? entries : PM_ENTRIES_REAL, less, rows - 1, cols - 1);
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
    CHECK(t, right, "minors of %d x %d, entries %d, zeros %d", rows, cols, (int)entries,
          (int)zeros);
}

/* Permanents and minors of n rows and columns, `times` times each, in double arithmetic against
 * exact ones. */
static void check_repeated(struct test *t, uint64_t *seed, pm_entries entries, int n, int times,
                           bool minors)
{
    enum { MOST = 9, COUNT = 3 };
    const int parts = entries == PM_ENTRIES_COMPLEX ? 2 : 1, each = minors ? n * n : 1;
    double a[COUNT * MOST * MOST * 2], value[2][COUNT * MOST * MOST * 2],
        bound[2][COUNT * MOST * MOST];
    int copies[COUNT * MOST], wrong = 0;
    pm_stack stack = repeated(entries, a, n, copies, copies);

    stack.size = sizeof stack;
    stack.count = COUNT;
    stack.precision = PM_PRECISION_DOUBLE;
    for (int k = 0; k < COUNT * n * n * parts; k++)
        a[k] = test_real(seed) + 0.5;
    for (int k = 0; k < COUNT * n; k++)
        copies[k] = times;
    pm_status status = (minors ? pm_minors : pm_batch)(value[0], bound[0], &stack, 3);
    stack.precision = PM_PRECISION_EXACT;
    if (status == PM_OK)
        status = (minors ? pm_minors : pm_batch)(value[1], bound[1], &stack, 1);
    for (int k = 0; k < COUNT * each && status == PM_OK; k++) {
        double error = 0, size = 0;
        for (int part = 0; part < parts; part++) {
            error = fmax(error, fabs(value[0][k * parts + part] - value[1][k * parts + part]));
            size = fmax(size, fabs(value[1][k * parts + part]));
        }
        wrong += !(error <= bound[0][k] + bound[1][k] && bound[0][k] <= 1e-4 * size);
    }
    CHECK(t, status == PM_OK && wrong == 0,
          "%d lines, %d times each, %d numbers each, %s: %d wrong", n, times, parts,
          minors ? "minors" : "permanents", wrong);
}

/* Terms that cancel: double has too few digits, so double-double answers within 1e-12. */
static void check_cancelled(struct test *t, uint64_t *seed, pm_entries entries, int n, int times)
{
    enum { MOST = 8 };
    const int parts = entries == PM_ENTRIES_COMPLEX ? 2 : 1;
    double a[MOST * MOST * 2], value[3][2] = {{0}}, bound[3];
    int copies[MOST];
    pm_stack s = repeated(entries, a, n, copies, copies);

    for (int k = 0; k < n * n * parts; k++)
        a[k] = test_real(seed);
    for (int i = 0; i < n; i++)
        copies[i] = times;
    static const pm_precision precision[3] = {PM_PRECISION_DOUBLE, PM_PRECISION_AUTO,
                                              PM_PRECISION_EXACT};
    for (int k = 0; k < 3; k++) {
        s.precision = precision[k];
        test_need(pm_batch(value[k], &bound[k], &s, 1));
    }
    const double size = hypot(value[2][0], value[2][1]);
    const double off = hypot(value[1][0] - value[2][0], value[1][1] - value[2][1]);
    CHECK(t, bound[0] > 1e-12 * size && bound[1] <= 1e-12 * size && off <= bound[1] + bound[2],
          "%d lines, %d times each, %d numbers each: bounds %.3g, %.3g of %.3g, off by %.3g", n,
          times, parts, bound[0], bound[1], size, off);
}

/* Multiplicities 0 and 1 give the bits of the smaller matrices. */
static void check_parts(struct test *t, uint64_t *seed, pm_entries entries, bool by_cols)
{
    enum { M = 6, N = 5, COUNT = 2 };
    static const int rows[COUNT * M] = {1, 0, 1, 1, 0, 1, 0, 1, 1, 1, 1, 0},
                                  cols[COUNT * N] = {0, 1, 1, 0, 1, 1, 1, 0, 1, 0};
    const int parts = entries == PM_ENTRIES_COMPLEX ? 2 : 1;
    double a[COUNT * M * N * 2], part[COUNT * M * N * 2], value[2][2 * COUNT], bound[2][COUNT];
    double *to = part;
    pm_stack s = TEST_STACK(entries, a, M, N), less = TEST_STACK(entries, part, 4, by_cols ? 3 : N);

    for (int k = 0; k < COUNT * M * N * parts; k++)
        a[k] = test_real(seed);
    for (int k = 0; k < COUNT * M * N; k++)
        if (rows[k / N] == 1 && (!by_cols || cols[k / (M * N) * N + k % N] == 1)) {
            memcpy(to, a + k * parts, (size_t)parts * sizeof *a);
            to += parts;
        }
    s.count = less.count = COUNT;
    s.row_times = rows;
    s.col_times = by_cols ? cols : NULL;
    test_need(pm_batch(value[0], bound[0], &s, 1));
    test_need(pm_batch(value[1], bound[1], &less, 1));
    CHECK(t,
          memcmp(value[0], value[1], COUNT * (size_t)parts * sizeof **value) == 0 &&
              memcmp(bound[0], bound[1], sizeof *bound) == 0,
          "multiplicities 0 and 1 of %s, %d numbers each", by_cols ? "both sides" : "rows", parts);
}

/* The second matrix of a stack has fewer different lines than the first, and gets the same bits as
 * by itself. */
static void check_after_larger(struct test *t, uint64_t *seed)
{
    enum { N = 5, CELLS = N * N };
    static const int copies[2 * N] = {1, 2, 1, 2, 3, 2, 3, 0, 0, 4};
    double a[2 * CELLS], value[2][2 * CELLS], bound[2][2 * CELLS];
    pm_stack s = repeated(PM_ENTRIES_REAL, a, N, copies, copies);

    s.precision = PM_PRECISION_DOUBLE;
    s.count = 2;
    for (int k = 0; k < 2 * CELLS; k++)
        a[k] = test_real(seed);
    test_need(pm_minors(value[0], bound[0], &s, 1));
    s.count = 1;
    s.data = a + CELLS;
    s.row_times = s.col_times = copies + N;
    test_need(pm_minors(value[1], bound[1], &s, 1));
    CHECK(t,
          memcmp(value[0] + CELLS, value[1], CELLS * sizeof(double)) == 0 &&
              memcmp(bound[0] + CELLS, bound[1], CELLS * sizeof(double)) == 0,
          "minors after those of a matrix with more lines");
}

/* Of the minors of the rows 0, 0, 1 and the columns 0, 0, 1, the first is d = 2^-30: doubles lose
 * it among larger numbers, so that it needs more bits.  The others are 2. */
static void check_lost_minor(struct test *t)
{
    static const int copies[2] = {2, 1};
    const double d = 0x1p-30, a[4] = {1, 1, 1, d - 1};
    const pm_stack s = repeated(PM_ENTRIES_REAL, a, 2, copies, copies);
    double value[4], bound[4];

    test_need(pm_minors(value, bound, &s, 1));
    CHECK(t, fabs(value[0] - d) <= bound[0] && bound[0] <= 1e-12 * d && value[3] == 2,
          "a minor of 2^-30: %g +/- %g", value[0], bound[0]);
}

/* All entries are c, so that a rounding repeats in many sums: minors of order n - 1 are (n - 1)!
 * c^(n - 1). */
static void check_equal_entries(struct test *t, uint64_t *seed, int n)
{
    enum { MOST = 12 };
    double a[MOST * MOST], value[MOST * MOST], bound[MOST * MOST];
    int wrong = 0;
    mpf_t want, c;

    mpf_init2(want, 2000);
    mpf_init2(c, 2000);
    for (int round = 0; round < 40; round++) {
        const pm_stack s = repeated(PM_ENTRIES_REAL, a, n, NULL, NULL);
        for (int k = 0; k < n * n; k++)
            a[k] = k == 0 ? 1 + (double)(test_random(seed) >> 12) * 0x1p-52 : a[0];
        mpf_set_d(c, a[0]);
        mpf_set_ui(want, 1);
        for (unsigned long k = 1; k < (unsigned long)n; k++) {
            mpf_mul(want, want, c);
            mpf_mul_ui(want, want, k);
        }
        test_need(pm_minors(value, bound, &s, 1));
        for (int k = 0; k < n * n; k++) {
            mpf_set_d(c, value[k]);
            mpf_sub(c, c, want);
            wrong += !(fabs(mpf_get_d(c)) <= bound[k]);
        }
    }
    CHECK(t, wrong == 0, "minors of %d x %d equal entries: %d wrong", n, n, wrong);
    mpf_clear(want);
    mpf_clear(c);
}

/* Patterns in more than double precision: those of the second matrix of a stack, and by itself. */
static void check_patterns(struct test *t, uint64_t *seed)
{
    enum { N = 3, CELLS = N * N, ALL = 8 };
    double a[2][CELLS][2], loop[2][N][2], value[2][2 * ALL][2], bound[2][2 * ALL];
    pm_stack s = TEST_STACK(PM_ENTRIES_COMPLEX, a, N, N);

    s.count = 2;
    s.precision = PM_PRECISION_EXACT;
    for (int k = 0; k < 2 * CELLS * 2; k++) {
        const int at = k / 2 % CELLS, i = at / N, j = at % N;
        a[k / (2 * CELLS)][at][k % 2] =
            j < i ? a[k / (2 * CELLS)][j * N + i][k % 2] : (double)test_between(seed, -9, 9);
    }
    for (int k = 0; k < 2 * N * 2; k++)
        loop[k / (2 * N)][k / 2 % N][k % 2] = (double)test_between(seed, -9, 9);
    test_need(ask_patterns(value[0][0], bound[0], &s, loop, 2, 1));
    s.count = 1;
    s.data = a[1];
    test_need(ask_patterns(value[1][0], bound[1], &s, loop[1], 2, 1));
    CHECK(t, memcmp(value[0][ALL], value[1], sizeof value[1] / 2) == 0,
          "patterns of copies of the second matrix");
}

/* The answer for a matrix of integers with multiplicities. */
static char *solved(const int *a, int n, const int *row_times, const int *col_times)
{
    int64_t entry[9];
    const pm_stack s = repeated(PM_ENTRIES_INTEGER, entry, n, NULL, NULL);
    pm_problem *problem;

    for (int k = 0; k < n * n; k++)
        entry[k] = a[k];
    test_need(pm_problem_dense(&problem, &s, 0));
    test_need(pm_problem_repeat(problem, row_times, col_times));
    char *const text = test_answer(problem, NULL);
    pm_problem_free(problem);
    return text;
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

/* A beam splitter with p and q photons.  The permanents of the matrix (1 1; 1 -1) are
 * K_k k! (N - k)!; the amplitudes are K_k sqrt(k! (N - k)! / (p! q!)). */
static void check_splitter(struct test *t, int p, int q, int from, int to)
{
    static const int64_t a[4] = {1, 1, 1, -1};
    const int n = p + q;
    mpz_t *const k = calloc((size_t)n + 1, sizeof *k);
    bool right = true;

    krawtchouk(k, p, q);
    for (int out = from; out <= to; out++) {
        const int row_times[2] = {p, q}, col_times[2] = {n - out, out};
        pm_stack s = repeated(PM_ENTRIES_INTEGER, a, 2, row_times, col_times);
        s.normalized = true;
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
        mpz_t factorial;
        mpz_init(factorial);
        for (int side = 0; side < 2; side++) {
            mpz_fac_ui(factorial, (unsigned long)col_times[side]);
            mpz_mul(k[out], k[out], factorial);
        }
        char *const exact = mpz_get_str(NULL, 10, k[out]);
        char *const got = solved((const int[]){1, 1, 1, -1}, 2, row_times, col_times);
        right = right && strcmp(exact, got) == 0;
        free(exact);
        free(got);
        mpz_clear(factorial);
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
    pm_stack s = repeated(PM_ENTRIES_COMPLEX, a, 2, one, one);
    double value[2], bound, want = 1;

    s.normalized = true;
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
    pm_stack s = repeated(PM_ENTRIES_REAL, a, 2, wrong, NULL);
    double value[4], bound[4];

    CHECK(t, pm_batch(value, bound, &s, 1) == PM_INPUT && strstr(pm_message(), "row 1: -1"),
          "a multiplicity below 0: %s", pm_message());
    s.row_times = s.col_times = none;
    CHECK(t, pm_batch(value, bound, &s, 1) == PM_OK && *value == 1 && *bound == 0, "no lines");
    CHECK(t, pm_minors(value, bound, &s, 1) == PM_OK && value[3] == 0, "minors of no lines");
    s.precision = (pm_precision)-1;
    CHECK(t, pm_batch(value, bound, &s, 1) == PM_INPUT, "no precision: %s", pm_message());
}

/* ------------------------------------------------------------------ pm_problem_repeat() */

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
    char *const text = solved(a, 3, r, c);
    mpz_t value;

    mpz_init_set_str(value, text, 10);
    const uint64_t got = mpz_fdiv_ui(value, PRIME);
    CHECK(t, times(got, power(2, (unsigned)(r[0] + r[1] + r[2]))) == glynn(a, r, c),
          "%d, %d, %d rows of three kinds", r[0], r[1], r[2]);
    mpz_clear(value);
    free(text);
}

static void check_stop(struct test *t)
{
    static const double a[9] = {1, 2, 3, 4, 5, 6, 7, 8, 9};
    const pm_stack s = TEST_STACK(PM_ENTRIES_REAL, a, 3, 3);
    const int many[3] = {1000, 1000, 1000}, wrong[3] = {1, 1, -1};
    int calls = 0;
    pm_options options = {.watch = test_stop, .watcher = &calls};
    pm_problem *problem;
    pm_answer *answer = NULL;

    test_need(pm_problem_dense(&problem, &s, 0));
    CHECK(t,
          pm_problem_repeat(problem, wrong, NULL) == PM_INPUT && strstr(pm_message(), "row 2: -1"),
          "a multiplicity below 0: %s", pm_message());
    test_need(pm_problem_repeat(problem, many, many));
    CHECK(t, pm_solve(&answer, problem, &options) == PM_STOPPED && calls == 2,
          "stopped by the caller: %s", pm_message());
    pm_problem_free(problem);
}

int main(void)
{
    static const int full[9] = {1, 2, 3, 4, 5, -6, 7, 8, 9},
                     holes[9] = {0, 2, 3, 4, 0, -6, 7, 8, 0};
    struct test t = {0, 0};
    uint64_t seed = 1;
    const int photons = test_effort() == TEST_LONG ? 500 : 200;

    check_errors(&t);
    check_photons(&t, photons);
    check_splitter(&t, 7, 5, 0, 12);
    check_splitter(&t, 40, 30, 20, 50);
    check_splitter(&t, photons, photons, photons, photons);
    check_splitter(&t, 600, 400, 311, 311);
    check_large(&t, full, (int[]){30, 40, 30}, (int[]){33, 33, 34});
    check_large(&t, holes, (int[]){20, 12, 18}, (int[]){17, 16, 17});
    for (int k = 0; k < 4; k++) {
        const pm_entries entries = k % 2 == 0 ? PM_ENTRIES_REAL : PM_ENTRIES_COMPLEX;
        check_repeated(&t, &seed, entries, 4, 4, k / 2 == 1);
        check_repeated(&t, &seed, entries, 5, 3, k / 2 == 1);
        check_repeated(&t, &seed, entries, 7, 3, k / 2 == 1);
        check_parts(&t, &seed, entries, k / 2 == 1);
    }
    for (int k = 0; k < 12; k++)
        check_cancelled(&t, &seed, k % 2 == 0 ? PM_ENTRIES_REAL : PM_ENTRIES_COMPLEX, 6 + k / 2 % 2,
                        4 + k / 4 % 2);
    check_repeated(&t, &seed, PM_ENTRIES_REAL, 9, 3, false); /* more than one chunk of walks */
    check_after_larger(&t, &seed);
    check_lost_minor(&t);
    check_equal_entries(&t, &seed, 12);
    check_patterns(&t, &seed);
    check_stop(&t);
    check_each_minor(&t, &seed, PM_ENTRIES_REAL, 11, 11, NO_ZEROS);
    check_each_minor(&t, &seed, PM_ENTRIES_REAL, 14, 14, NO_ZEROS);
    check_each_minor(&t, &seed, PM_ENTRIES_REAL, 13, 13, ROW_0);
    check_each_minor(&t, &seed, PM_ENTRIES_COMPLEX, 13, 13, NO_ZEROS);
    check_each_minor(&t, &seed, PM_ENTRIES_COMPLEX, 14, 12, NO_ZEROS);
    check_each_minor(&t, &seed, PM_ENTRIES_INTEGER, 9, 12, NO_ZEROS);
    for (int n = 8; n < 12; n++) {
        check_each_minor(&t, &seed, PM_ENTRIES_REAL, n, n, THREE_QUARTERS);
        check_each_minor(&t, &seed, PM_ENTRIES_COMPLEX, n, n + n % 2, THREE_QUARTERS);
    }
    return test_done(&t);
}
