/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pm_loop_hafnian() against the recurrence over copies, against the numbers of involutions, and
 * with several threads.  pm_graph_match_loops() against pm_loop_hafnian().  pm_rank() against
 * exact permanents of the products. */
#include "tests/test.h"

#if __has_include(<flint/acb.h>)
#include <flint/acb.h>
#else
#include <acb.h>
#endif
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 7 };

struct drawn {
    int n, times[MOST], total;
    bool looped;
    double a[MOST * MOST][2], loop[MOST][2];
};

static void draw_number(double z[2], uint64_t *seed, bool integer, bool imaginary)
{
    for (int part = 0; part < 1 + imaginary; part++)
        z[part] =
            integer ? test_between(seed, -3, 3) : (double)(test_random(seed) >> 11) * 0x1p-52 - 1;
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
    const pm_stack s = {.entries = PM_ENTRIES_COMPLEX,
                        .data = d->a,
                        .count = 1,
                        .rows = d->n,
                        .cols = d->n,
                        .row_times = d->times,
                        .precision = (pm_precision)precision,
                        .normalized = true};
    double value[2], bound;
    acb_t want, got;
    mag_t size;

    acb_init(want);
    acb_init(got);
    mag_init(size);
    test_need(pm_loop_hafnian(value, &bound, &s, d->looped ? d->loop : NULL, 1));
    recur(want, d, 2000);
    acb_set_d_d(got, value[0], value[1]);
    acb_sub(got, got, want, 2000);
    acb_get_mag(size, got);
    const double off = mag_get_d(size);
    acb_get_mag(size, want);
    const bool right =
        off <= bound * (1 + 0x1p-25) && !(bound > promised * mag_get_d(size) * (1 + 0x1p-25));
    mag_clear(size);
    acb_clear(got);
    acb_clear(want);
    return right;
}

/* Of Gaussian integers, some sums are 0; their bounds must be 0, too. */
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
                            k == 0 || k == 4 ? 0x1p-52 : HUGE_VAL);
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

    CHECK(t, agrees(&d, PM_PRECISION_AUTO, 0x1p-52), "%d and %d copies", first, second);
}

/* A sum that is split into units. */
static void check_threads(struct test *t, uint64_t *seed)
{
    enum { N = 22 };
    double a[N * N], loop[N], value[3], bound[3];

    for (int i = 0; i < N; i++) {
        for (int j = 0; j <= i; j++)
            a[i * N + j] = a[j * N + i] = (double)(test_random(seed) >> 11) * 0x1p-52 - 1;
        loop[i] = a[i * N];
    }
    const pm_stack s = {.entries = PM_ENTRIES_REAL, .data = a, .count = 1, .rows = N, .cols = N};
    for (int threads = 1; threads <= 3; threads++)
        test_need(pm_loop_hafnian(&value[threads - 1], &bound[threads - 1], &s, loop, threads));
    CHECK(t,
          value[0] == value[1] && value[0] == value[2] && bound[0] == bound[1] &&
              bound[0] == bound[2] && bound[0] <= 0x1p-50 * fabs(value[0]),
          "the same bits with one, two and three threads");
}

/* Weighted graphs with loops are solved as graphs without loops, and compared with their loop
 * hafnians. */
static void check_graphs(struct test *t, uint64_t *seed)
{
    enum { LARGE = 22, ROUNDS = 40 };
    const pm_graph_options options = {.as = "adjacency"};
    bool same = true;

    for (int round = 0; round < ROUNDS; round++) {
        const int n = round == 0 ? LARGE : test_between(seed, 1, 7);
        int64_t a[LARGE * LARGE] = {0}, loop[LARGE];
        char text[4000], lines[3500] = "";
        size_t used = 0;
        int count = 0;
        for (int i = 0; i < n; i++)
            for (int j = 0; j <= i; j++) {
                const bool far = i - j > 5;
                const int x = !far && test_between(seed, 0, 2) > 0 ? test_between(seed, -3, 3) : 0;
                a[i * n + j] = a[j * n + i] = x;
                if (i == j)
                    loop[i] = x;
                if (x == 0)
                    continue;
                used += (size_t)snprintf(lines + used, sizeof lines - used, "%d %d %d\n", i + 1,
                                         j + 1, x);
                count++;
            }
        const int length = snprintf(text, sizeof text,
                                    "%%%%MatrixMarket matrix coordinate integer symmetric\n"
                                    "%d %d %d\n%s",
                                    n, n, count, lines);
        pm_graph_reader *reader;
        pm_graph *graph, *all;
        pm_problem *problem;
        pm_answer *answer;
        double want, value, bound;
        test_need(pm_graph_open_text(&reader, "graph", text, (size_t)length, &options));
        test_need(pm_graph_next(&graph, reader));
        test_need(pm_graph_match_loops(&all, graph));
        test_need(pm_problem_matchings(&problem, all, false));
        test_need(pm_solve(&answer, problem, NULL));
        pm_answer_double(answer, &value, NULL);
        const pm_stack s = {
            .entries = PM_ENTRIES_INTEGER, .data = a, .count = 1, .rows = n, .cols = n};
        test_need(pm_loop_hafnian(&want, &bound, &s, loop, 1));
        same = same && fabs(value - want) <= bound + 0x1p-53 * fabs(want);
        pm_answer_free(answer);
        pm_problem_free(problem);
        pm_graph_free(all);
        pm_graph_free(graph);
        pm_graph_close(reader);
    }
    CHECK(t, same, "graphs with loops");
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
        pm_stack s = {.entries = PM_ENTRIES_REAL, .data = one, .count = 1, .rows = n, .cols = n};
        test_need(pm_loop_hafnian(&value, &bound, &s, one, 1));
        right = right && value == involutions[n];
        test_need(pm_loop_hafnian(&value, &bound, &s, NULL, 1));
        right = right && value == pairs[n];
        s.rows = s.cols = 1;
        s.row_times = &n;
        test_need(pm_loop_hafnian(&value, &bound, &s, one, 1));
        right = right && value == involutions[n];
    }
    CHECK(t, right, "complete graphs with loops and without");
}

/* Gradients against the hafnians of matrices without two vertices. */
static void check_gradient(struct test *t, uint64_t *seed, pm_entries entries, int n)
{
    enum { ORDER = 8 };
    const int parts = entries == PM_ENTRIES_COMPLEX ? 2 : 1;
    double a[2 * ORDER * ORDER], less[2 * ORDER * ORDER], got[2 * ORDER * ORDER];
    double bound[ORDER * ORDER];
    bool right = true;

    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++)
            for (int part = 0; part < parts; part++)
                a[parts * (i * n + j) + part] = a[parts * (j * n + i) + part] =
                    (double)(test_random(seed) >> 11) * 0x1p-52 - 1;
    const pm_stack s = {.entries = entries, .data = a, .count = 1, .rows = n, .cols = n};
    test_need(pm_hafnian_gradient(got, bound, &s, 1));
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            const pm_stack rest = {
                .entries = entries, .data = less, .count = 1, .rows = n - 2, .cols = n - 2};
            double want[2] = {0, 0}, error = 0;
            int at = 0;
            for (int row = 0; row < n; row++)
                for (int k = 0; k < parts * n; k++)
                    if (row != i && row != j && k / parts != i && k / parts != j)
                        less[at++] = a[row * parts * n + k];
            if (i != j)
                test_need(pm_loop_hafnian(want, &error, &rest, NULL, 1));
            const double *const z = got + parts * (i * n + j);
            const double off = hypot(z[0] - want[0], parts == 2 ? z[1] - want[1] : 0);
            right = right && off <= bound[i * n + j] + error &&
                    bound[i * n + j] <= 1e-15 * hypot(want[0], want[1]);
        }
    CHECK(t, right, "gradient of order %d, entries %d", n, (int)entries);
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
    const pm_stack s = {
        .entries = PM_ENTRIES_INTEGER, .data = one, .count = 1, .rows = n, .cols = n};
    test_need(pm_hafnian_gradient(value, bound, &s, 1));
    for (int k = 0; k < n * n; k++)
        right = right && value[k] == (k % (n + 1) == 0 ? 0 : (double)want) && bound[k] == 0;
    CHECK(t, right, "gradient of the complete graph of order %d", n);
}

static void check_errors(struct test *t)
{
    const double a[4] = {1, 2, 3, 4};
    pm_stack s = {.entries = PM_ENTRIES_REAL, .data = a, .count = 1, .rows = 2, .cols = 2};
    pm_stack right = s;
    double value;

    CHECK(t, pm_loop_hafnian(&value, NULL, &s, NULL, 1) == PM_INPUT, "%s", pm_message());
    CHECK(t, pm_hafnian_gradient(&value, NULL, &s, 1) == PM_INPUT, "%s", pm_message());
    const pm_stack many = {.entries = PM_ENTRIES_REAL,
                           .data = (const double[9]){1, 1, 1, 1, 1, 1, 1, 1, 1},
                           .count = 1,
                           .rows = 3,
                           .cols = 3,
                           .row_times = (const int[3]){1 << 17, 1 << 17, 1 << 17}};
    CHECK(t, pm_loop_hafnian(&value, NULL, &many, NULL, 1) == PM_UNABLE, "%s", pm_message());
    right.rows = 1;
    CHECK(t, pm_rank(&value, NULL, &s, &right, 1) == PM_INPUT, "%s", pm_message());
    right.rows = 2;
    right.cols = 1;
    CHECK(t, pm_rank(&value, NULL, &s, &right, 1) == PM_INPUT, "%s", pm_message());
}

/* Products of integer matrices, whose exact permanents come from pm_batch(). */
static void check_rank(struct test *t, uint64_t *seed)
{
    bool same = true;

    for (int round = 0; round < test_rounds(60); round++) {
        enum { ORDER = 8, RANK = 4 };
        const int n = test_between(seed, 0, ORDER), r = test_between(seed, 0, RANK);
        int64_t left[ORDER * RANK], right[ORDER * RANK], a[ORDER * ORDER] = {0};
        int rows[ORDER], cols[ORDER];
        for (int k = 0; k < ORDER * RANK; k++) {
            left[k] = test_between(seed, -9, 9);
            right[k] = test_between(seed, -9, 9);
        }
        for (int i = 0; i < n; i++) {
            rows[i] = cols[n - 1 - i] = test_between(seed, 0, 2);
            for (int j = 0; j < n; j++)
                for (int k = 0; k < r; k++)
                    a[i * n + j] += left[i * r + k] * right[k * n + j];
        }
        const bool repeated = test_between(seed, 0, 1);
        pm_stack s = {.entries = PM_ENTRIES_INTEGER,
                      .data = a,
                      .count = 1,
                      .rows = n,
                      .cols = n,
                      .row_times = repeated ? rows : NULL,
                      .col_times = repeated ? cols : NULL,
                      .precision = PM_PRECISION_EXACT,
                      .normalized = repeated};
        pm_stack l = s, rr = s;
        l.data = left;
        l.cols = r;
        rr.data = right;
        rr.rows = r;
        double want, value, bound, bound2;
        test_need(pm_batch(&want, &bound, &s, 1));
        test_need(pm_rank(&value, &bound2, &l, &rr, 1));
        same = same && fabs(want - value) <= bound + bound2;
        same = same && bound2 <= 0x1p-50 * fabs(value);
    }
    CHECK(t, same, "permanents of products");
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
    const pm_stack l = {.entries = PM_ENTRIES_REAL, .data = left, .count = 1, .rows = N, .cols = R};
    const pm_stack r = {
        .entries = PM_ENTRIES_REAL, .data = right, .count = 1, .rows = R, .cols = N};
    test_need(pm_rank(&value, &bound, &l, &r, 1));
    CHECK(t, fabs(value - want) <= 1e-13 * want && bound <= 0x1p-52 * want, "rank 3 of order 40");
}

int main(void)
{
    struct test t = {0, 0};
    uint64_t seed = 1;

    check_errors(&t);
    check_known(&t);
    check_random(&t, &seed);
    check_copies(&t, 1000, 0);
    check_copies(&t, 121, 40);
    check_threads(&t, &seed);
    check_graphs(&t, &seed);
    check_rank(&t, &seed);
    check_large(&t);
    for (int n = 2; n <= 8; n++)
        check_gradient(&t, &seed, n % 2 == 0 ? PM_ENTRIES_COMPLEX : PM_ENTRIES_REAL, n);
    check_gradient(&t, &seed, PM_ENTRIES_REAL, 6);
    check_complete_gradient(&t, 14);
    return test_done(&t);
}
