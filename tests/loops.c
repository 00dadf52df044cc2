/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Loop hafnians, gradients and products that are too large for tests/differential.c, against a
 * recurrence over copies, numbers of involutions, pm_solve() and other numbers of threads. */
#include "base/alloc.h"
#include "stack_kinds.h"
#include "tests/test.h"
#include "num/arb.h"

#include <gmp.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 7, ORDER = 16 };

static const double PROMISED = 1e-12; /* pm_stack.epsilon where it is 0 */

struct drawn {
    int n, times[MOST], total;
    bool looped;
    double a[MOST * MOST][2], loop[MOST][2];
};

static void draw_number(double z[2], uint64_t *seed, bool integer, bool imaginary)
{
    for (int part = 0; part < 1 + imaginary; part++)
        z[part] = integer ? test_between(seed, -3, 3) : test_real(seed);
}

/* Up to `copies` copies of each vertex, and `total` of all. */
static void draw(struct drawn *d, uint64_t *seed, bool integer, int copies, int total)
{
    const bool imaginary = test_between(seed, 0, 1);

    *d = (struct drawn){.n = test_between(seed, 0, MOST), .looped = test_between(seed, 0, 3) > 0};
    for (int i = 0; i < d->n; i++) {
        for (int j = 0; j <= i; j++) {
            draw_number(d->a[i * d->n + j], seed, integer, imaginary);
            memcpy(d->a[j * d->n + i], d->a[i * d->n + j], sizeof *d->a);
        }
        if (d->looped && test_between(seed, 0, 3) > 0)
            draw_number(d->loop[i], seed, integer, imaginary);
        const int left = total - d->total;
        d->times[i] = test_between(seed, 0, left < copies ? left : copies);
        d->total += d->times[i];
    }
}

/* Makes the sum 0: vertices 0 and 1 have no other neighbours, and their two matchings cancel. */
static void cancel(struct drawn *d)
{
    for (int i = 0; i < 2; i++) {
        for (int j = 2; j < d->n; j++)
            for (int part = 0; part < 2; part++)
                d->a[i * d->n + j][part] = d->a[j * d->n + i][part] = 0;
        d->total += 1 - d->times[i];
        d->times[i] = 1;
    }
    const double *const x = d->loop[0], *const y = d->loop[1];
    d->a[1][0] = d->a[d->n][0] = x[1] * y[1] - x[0] * y[0];
    d->a[1][1] = d->a[d->n][1] = -(x[0] * y[1] + x[1] * y[0]);
}

/* The loop hafnian of all numbers of copies up to times[], in their order: the last copy of the
 * first vertex that has one is matched with itself or with another copy.  The last number is left
 * in *value, divided by the root of the factorials. */
static void recur(acb_t value, const struct drawn *d, slong bits)
{
    slong count = 1, stride[MOST];
    arb_t factorial;

    for (int i = 0; i < d->n; i++) {
        stride[i] = count;
        count *= d->times[i] + 1;
    }
    const acb_ptr all = _acb_vec_init(count), z = _acb_vec_init(1);
    acb_one(all);
    for (slong at = 1; at < count; at++) {
        int first = 0;
        while (at / stride[first] % (d->times[first] + 1) == 0)
            first++;
        const slong less = at - stride[first];
        acb_set_d_d(z, d->loop[first][0], d->loop[first][1]);
        acb_addmul(all + at, z, all + less, bits);
        for (int j = first; j < d->n; j++) {
            const slong left = less / stride[j] % (d->times[j] + 1);
            const double *const a = d->a[first * d->n + j];
            acb_set_d_d(z, a[0], a[1]);
            acb_mul_si(z, z, left, bits);
            if (left > 0)
                acb_addmul(all + at, z, all + less - stride[j], bits);
        }
    }
    acb_set(value, all + count - 1);
    arb_init(factorial);
    for (int i = 0; i < d->n; i++) {
        arb_fac_ui(factorial, (ulong)d->times[i], bits);
        arb_sqrt(factorial, factorial, bits);
        acb_div_arb(value, value, factorial, bits);
    }
    arb_clear(factorial);
    _acb_vec_clear(all, count);
    _acb_vec_clear(z, 1);
}

/* Normalized values, so that those of many copies are in the range of doubles. */
static bool agrees(const struct drawn *d, int precision, double promised)
{
    pm_stack s = TEST_STACK(PM_ENTRIES_COMPLEX, d->a, d->n, d->n);
    double value[2], bound;
    acb_t want, got;
    mag_t size;

    s.row_times = d->times;
    s.precision = (pm_precision)precision;
    s.normalized = true;
    PM_EACH(acb_init, want, got);
    mag_init(size);
    test_need(ask_hafnians(value, &bound, &s, d->looped ? d->loop : NULL, 1));
    recur(want, d, 2000);
    acb_set_d_d(got, value[0], value[1]);
    acb_sub(got, got, want, 2000);
    acb_get_mag(size, got);
    const double off = mag_get_d(size);
    acb_get_mag(size, want);
    const bool right =
        off <= bound * (1 + 0x1p-25) && !(bound > promised * mag_get_d(size) * (1 + 0x1p-25));
    mag_clear(size);
    PM_EACH(acb_clear, got, want);
    return right;
}

/* Of Gaussian integers, some sums are 0; their bounds must be 0, too.  Other bounds are as small as
 * pm_stack.epsilon promises. */
static void check_random(struct test *t, uint64_t *seed)
{
    static const int precisions[] = {PM_PRECISION_AUTO, PM_PRECISION_DOUBLE, PM_PRECISION_DD, 200};
    int wrong[5] = {0};

    for (int round = 0; round < test_rounds(400); round++) {
        const int k = round % 5;
        struct drawn d;
        draw(&d, seed, k == 4, 12, k == 4 ? 10 : 24);
        if (k == 4 && d.n > 1 && test_between(seed, 0, 1))
            cancel(&d);
        wrong[k] += !agrees(&d, k == 4 ? PM_PRECISION_AUTO : precisions[k],
                            k == 0 || k == 4 ? PROMISED : HUGE_VAL);
    }
    CHECK(t, wrong[4] == 0, "Gaussian integers: %d wrong", wrong[4]);
    for (int k = 0; k < 4; k++)
        CHECK(t, wrong[k] == 0, "precision %d: %d wrong", precisions[k], wrong[k]);
}

/* Many copies of one vertex, or of two. */
static void check_copies(struct test *t, int first, int second)
{
    struct drawn d = {.n = 2,
                      .times = {first, second},
                      .total = first + second,
                      .looped = true,
                      .a = {{0.9375, 0}, {-0.25, 0.5}, {-0.25, 0.5}, {-0.875, 0}},
                      .loop = {{0.5, -0.125}, {0.75, 0}}};

    CHECK(t, agrees(&d, PM_PRECISION_AUTO, PROMISED), "%d and %d copies", first, second);
}

/* A sum that is split into units. */
static void check_threads(struct test *t, uint64_t *seed)
{
    enum { N = 22 };
    double a[N * N], loop[N], value[3], bound[3];

    for (int i = 0; i < N; i++) {
        for (int j = 0; j <= i; j++)
            a[i * N + j] = a[j * N + i] = test_real(seed);
        loop[i] = a[i * N];
    }
    const pm_stack s = TEST_STACK(PM_ENTRIES_REAL, a, N, N);
    for (int threads = 1; threads <= 3; threads++)
        test_need(ask_hafnians(&value[threads - 1], &bound[threads - 1], &s, loop, threads));
    CHECK(t,
          value[0] == value[1] && value[0] == value[2] && bound[0] == bound[1] &&
              bound[0] == bound[2] && bound[0] <= PROMISED * fabs(value[0]),
          "the same bits with one, two and three threads");
}

/* All ones count involutions (OEIS A000085).  No loops: (2n - 1)!!.  One vertex with 2n copies. */
static void check_known(struct test *t)
{
    static const double involutions[] = {1, 1, 2, 4, 10, 26, 76, 232, 764, 2620, 9496, 35696};
    static const double pairs[] = {1, 0, 1, 0, 3, 0, 15, 0, 105, 0, 945, 0};
    double one[12 * 12], value, bound;
    bool right = true;

    for (int k = 0; k < 12 * 12; k++)
        one[k] = 1;
    for (int n = 0; n < 12; n++) {
        pm_stack s = TEST_STACK(PM_ENTRIES_REAL, one, n, n);
        test_need(ask_hafnians(&value, &bound, &s, one, 1));
        right = right && value == involutions[n];
        test_need(ask_hafnians(&value, &bound, &s, NULL, 1));
        right = right && value == pairs[n];
        s.rows = s.cols = 1;
        s.row_times = &n;
        test_need(ask_hafnians(&value, &bound, &s, one, 1));
        right = right && value == involutions[n];
    }
    CHECK(t, right, "complete graphs with loops and without");
}

/* In a complete graph (n - 3)!! matchings are left without two vertices. */
static void check_complete_gradient(struct test *t, int n)
{
    int64_t one[16 * 16], want = 1;
    double value[16 * 16], bound[16 * 16];
    bool right = true;

    for (int k = 0; k < n * n; k++)
        one[k] = 1;
    for (int k = n - 3; k > 1; k -= 2)
        want *= k;
    pm_stack s = TEST_STACK(PM_ENTRIES_INTEGER, one, n, n);
    s.precision = PM_PRECISION_EXACT;
    test_need(ask_hafnian_minors(value, bound, &s, 1));
    for (int k = 0; k < n * n; k++)
        right = right && value[k] == (k % (n + 1) == 0 ? 0 : (double)want) && bound[k] == 0;
    CHECK(t, right, "gradient of the complete graph of order %d", n);
}

/* Vertices of very different sizes; every tenth case has a range that doubles do not have. */
static void draw_uneven(struct drawn *d, uint64_t *seed)
{
    const int range = test_between(seed, 0, 9) == 0 ? 300 : 20;

    draw(d, seed, test_between(seed, 0, 3) == 0, 3, 9);
    for (int i = 0; i < d->n; i++) {
        const int power = test_between(seed, -range, range);
        for (int part = 0; part < 2; part++) {
            d->loop[i][part] = ldexp(d->loop[i][part], power);
            for (int at = i; at < d->n * d->n; at += d->n)
                d->a[at][part] = ldexp(d->a[at][part], power);
            for (int at = i * d->n; at < (i + 1) * d->n; at++)
                d->a[at][part] = ldexp(d->a[at][part], power);
        }
    }
}

/* Whether the loop hafnian of the stack's only matrix, in 300 bits, is within both bounds. */
static bool is_near(const double *value, double bound, pm_stack s, const void *loops)
{
    double truth[2], off;

    s.count = 1;
    s.precision = (pm_precision)300;
    test_need(ask_hafnians(truth, &off, &s, loops, 1));
    return !isfinite(truth[0]) || !isfinite(truth[1]) ||
           hypot(value[0] - truth[0], value[1] - truth[1]) <= (bound + off) * (1 + 0x1p-25);
}

/* Eight matrices and one more. */
static bool stack_agrees(const struct drawn *d, uint64_t *seed, pm_stack s)
{
    enum { COUNT = 9 };
    double a[COUNT * MOST * MOST][2], loop[COUNT * MOST][2], value[COUNT][2], bound[COUNT];
    const int n = d->n, cells = n * n;
    bool right = true;
    for (int k = 0; k < COUNT; k++) {
        const double factor = test_between(seed, 1, 9);
        for (int at = 0; at < 2 * cells; at++)
            a[k * cells + at / 2][at % 2] = d->a[at / 2][at % 2] * factor;
        memcpy(loop[k * n], d->loop, (size_t)n * sizeof *loop);
    }
    s.data = a;
    s.count = COUNT;
    test_need(ask_hafnians(*value, bound, &s, d->looped ? loop : NULL, 1));
    for (int k = 0; k < COUNT; k++) {
        s.data = a[k * cells];
        right = right && is_near(value[k], bound[k], s, d->looped ? loop[k * n] : NULL);
    }
    return right;
}

/* pm_batch() against pm_batch() for some of its patterns. */
static bool patterns_agree(const struct drawn *d, uint64_t *seed, pm_stack s)
{
    enum { CUTOFF = 3, ALL = 2187 };
    static double value[ALL][2], bound[ALL];
    const void *const loops = d->looped ? d->loop : NULL;
    int all = 1, times[MOST];
    bool right = true;

    for (int i = 0; i < d->n; i++)
        all *= CUTOFF;
    s.normalized = test_between(seed, 0, 1);
    test_need(ask_patterns(*value, bound, &s, loops, CUTOFF, 1));
    s.row_times = times;
    for (int trial = 0; trial < 10; trial++) {
        const int at = test_between(seed, 0, all - 1);
        for (int i = d->n - 1, rest = at; i >= 0; i--, rest /= CUTOFF)
            times[i] = rest % CUTOFF;
        right = right && is_near(value[at], bound[at], s, loops);
    }
    return right;
}

static void check_vectors(struct test *t, uint64_t *seed)
{
    int wrong[2] = {0};

    for (int round = 0; round < test_rounds(100); round++) {
        struct drawn d;
        draw_uneven(&d, seed);
        pm_stack s = TEST_STACK(PM_ENTRIES_COMPLEX, d.a, d.n, d.n);
        s.precision = round % 2 == 0 ? PM_PRECISION_AUTO : PM_PRECISION_DOUBLE;
        wrong[0] += !stack_agrees(&d, seed, s);
        wrong[1] += !patterns_agree(&d, seed, s);
    }
    CHECK(t, wrong[0] == 0, "stacks of matrices: %d wrong", wrong[0]);
    CHECK(t, wrong[1] == 0, "all patterns of copies: %d wrong", wrong[1]);
}

/* Terms that almost cancel: errors in double are not far below their bounds. */
static void check_bounds(struct test *t, uint64_t *seed)
{
    static const int times[MOST] = {8, 8, 8, 8, 8, 8};
    struct drawn d = {.n = 0};
    double value[2], bound;

    while (d.n != 6)
        draw(&d, seed, false, 0, 0);
    pm_stack s = TEST_STACK(PM_ENTRIES_COMPLEX, d.a, d.n, d.n);
    s.row_times = times;
    s.precision = PM_PRECISION_DOUBLE;
    test_need(ask_hafnians(value, &bound, &s, NULL, 1));
    CHECK(t, is_near(value, bound, s, NULL), "eight copies of six vertices");
}

static void check_errors(struct test *t)
{
    const double a[4] = {1, 2, 3, 4}, ones[9] = {1, 1, 1, 1, 1, 1, 1, 1, 1};
    const pm_stack s = TEST_STACK(PM_ENTRIES_REAL, a, 2, 2);
    pm_stack right = s;
    double value[9];

    CHECK(t, ask_hafnians(value, NULL, &s, NULL, 1) == PM_INPUT, "%s", pm_message());
    CHECK(t, ask_hafnian_minors(value, NULL, &s, 1) == PM_INPUT, "%s", pm_message());
    pm_stack many = TEST_STACK(PM_ENTRIES_REAL, ones, 3, 3);
    many.row_times = (const int[3]){1 << 17, 1 << 17, 1 << 17};
    CHECK(t, ask_hafnians(value, NULL, &many, NULL, 1) == PM_UNABLE, "%s", pm_message());
    CHECK(t, ask_hafnian_minors(value, NULL, &many, 1) == PM_UNABLE, "%s", pm_message());
    many.normalized = true;
    CHECK(t, ask_hafnian_minors(value, NULL, &many, 1) == PM_INPUT, "%s", pm_message());
    right.rows = 1;
    CHECK(t, ask_products(value, NULL, &s, &right, 1) == PM_INPUT, "%s", pm_message());
    right.rows = 2;
    right.cols = 1;
    CHECK(t, ask_products(value, NULL, &s, &right, 1) == PM_INPUT, "%s", pm_message());
}

/* n equal rows: the permanent is n! times the product of the row.  Order 40, rank 3 with two rows
 * of zeros. */
static void check_large(struct test *t)
{
    enum { N = 40, R = 3 };
    double left[N * R], right[R * N] = {0}, value, bound, want = 1;

    for (int i = 0; i < N * R; i++)
        left[i] = 1;
    for (int j = 0; j < N; j++) {
        right[j] = 0.5 + j % 3;
        want *= right[j] * (j + 1);
    }
    const pm_stack l = TEST_STACK(PM_ENTRIES_REAL, left, N, R);
    const pm_stack r = TEST_STACK(PM_ENTRIES_REAL, right, R, N);
    test_need(ask_products(&value, &bound, &l, &r, 1));
    CHECK(t, fabs(value - want) <= 1e-13 * want && bound <= 0x1p-52 * want, "rank 3 of order 40");
}

/* ------------------------------------------------------------------ pm_problem_loops() */

static char *solved(const pm_problem *a, const pm_problem *loops, const int *times,
                    const pm_options *options)
{
    pm_problem *problem;

    test_need(pm_problem_loops(&problem, a, loops, times));
    char *const text = test_answer(problem, options);
    pm_problem_free(problem);
    return text;
}

/* One vertex with copies: H(n) = l H(n - 1) + (n - 1) a H(n - 2). */
static void check_recurrence(struct test *t, int copies, const char *entry, const char *loop)
{
    const int zero = 0;
    pm_problem *a, *loops;
    mpq_t x, l, one, before, step;

    test_need(pm_problem_new(&a, PM_FIELD_REAL, 1, 1, 1, &zero, &zero, &entry));
    test_need(pm_problem_new(&loops, PM_FIELD_REAL, 1, 1, 1, &zero, &zero, &loop));
    mpq_inits(x, l, one, before, step, NULL);
    mpq_set_str(x, entry, 10);
    mpq_set_str(l, loop, 10);
    mpq_set_ui(one, 1, 1);
    for (int n = 1; n <= copies; n++) {
        mpq_set_ui(step, (unsigned long)n - 1, 1);
        mpq_mul(step, step, x);
        mpq_mul(step, step, before);
        mpq_set(before, one);
        mpq_mul(one, one, l);
        mpq_add(one, one, step);
    }
    char *const want = mpq_get_str(NULL, 10, one);
    char *const got = solved(a, loops, &copies, &(pm_options){.precision = PM_PRECISION_EXACT});
    CHECK(t, strcmp(got, want) == 0, "%d copies of %s with loops %s: %zu digits", copies, entry,
          loop, strlen(want));
    PM_FREE(got, want);
    mpq_clears(x, l, one, before, step, NULL);
    PM_EACH(pm_problem_free, a, loops);
}

/* Without loops and copies: the hafnian by pm_solve(), exactly and modulo a number. */
static void check_hafnian(struct test *t, uint64_t *seed)
{
    const pm_options modulo = {.modulus = "1000000007"};
    static int64_t a[ORDER * ORDER];
    const pm_stack s = TEST_STACK(PM_ENTRIES_INTEGER, a, ORDER, ORDER);
    pm_problem *matrix, *hafnian;

    for (int i = 0; i < ORDER; i++)
        for (int j = 0; j <= i; j++)
            a[i * ORDER + j] = a[j * ORDER + i] = (int64_t)(test_random(seed) >> 3) - INT64_MAX / 8;
    test_need(pm_problem_dense(&matrix, &s, 0));
    test_need(pm_problem_hafnian(&hafnian, matrix));
    for (int k = 0; k < 2; k++) {
        const pm_options *const options = k == 0 ? NULL : &modulo;
        char *const want = test_answer(hafnian, options);
        char *const got = solved(matrix, NULL, NULL, options);
        CHECK(t, strcmp(got, want) == 0, "order %d%s: %s", ORDER, k == 0 ? "" : ", modulo", got);
        PM_FREE(want, got);
    }
    PM_EACH(pm_problem_free, hafnian, matrix);
}

static void check_limits(struct test *t)
{
    enum { N = 36 };
    static int64_t a[N * N];
    const pm_stack s = TEST_STACK(PM_ENTRIES_INTEGER, a, N, N);
    int calls = 0;
    pm_options options = {.watch = test_stop, .watcher = &calls};
    pm_problem *matrix, *problem, *other = NULL;
    pm_answer *answer = NULL;
    pm_values *values = NULL;

    for (int k = 0; k < N * N; k++)
        a[k] = 1 + k / N + k % N;
    test_need(pm_problem_dense(&matrix, &s, 0));
    test_need(pm_problem_loops(&problem, matrix, NULL, NULL));
    CHECK(t, pm_solve(&answer, problem, &options) == PM_STOPPED && calls == 2,
          "stopped by the caller: %s", pm_message());
    CHECK(t, pm_solve(&answer, problem, &(pm_options){.seconds = 0.1, .threads = 1}) == PM_UNABLE,
          "stopped by the time: %s", pm_message());
    CHECK(t, pm_marginals(&values, problem, NULL) == PM_UNABLE && strstr(pm_message(), "loops"),
          "shares: %s", pm_message());
    CHECK(t, pm_problem_total(&other, problem) == PM_UNABLE && strstr(pm_message(), "loops"),
          "a total: %s", pm_message());
    PM_EACH(pm_problem_free, problem, matrix);
    a[1] = 9;
    test_need(pm_problem_dense(&matrix, &s, 0));
    CHECK(t,
          pm_problem_loops(&problem, matrix, NULL, NULL) == PM_INPUT &&
              strstr(pm_message(), "not symmetric"),
          "%s", pm_message());
    pm_problem_free(matrix);
}

int main(void)
{
    struct test t = {0, 0};
    uint64_t seed = 1;

    check_errors(&t);
    check_known(&t);
    check_random(&t, &seed);
    check_vectors(&t, &seed);
    for (int round = 0; round < 8; round++)
        check_bounds(&t, &seed);
    check_copies(&t, 1000, 0);
    check_copies(&t, 121, 40);
    check_threads(&t, &seed);
    check_large(&t);
    check_complete_gradient(&t, 14);
    check_limits(&t);
    check_recurrence(&t, 300, "-5/7", "11/3");
    check_recurrence(&t, 251, "1", "1");
    check_recurrence(&t, 200, "1/1000000000000000000000", "0");
    check_hafnian(&t, &seed);
    return test_done(&t);
}
