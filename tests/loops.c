/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pm_loop_hafnian() against the sum over all matchings of small random matrices and against the
 * numbers of involutions.  pm_graph_match_loops() against pm_loop_hafnian().  pm_rank() against
 * exact permanents of the products. */
#include "tests/test.h"

#include <math.h>
#include <stdlib.h>

enum { MOST = 6, COPIES = 10 };

/* Sums over the copies of vertices in `rest`: the first copy is matched with itself or with another
 * copy. */
static int64_t matchings(const int64_t a[MOST][MOST], const int64_t *loop, const int *vertex,
                         int count, unsigned rest)
{
    int64_t sum;
    int first = 0;

    if (rest == 0)
        return 1;
    while (!(rest >> first & 1))
        first++;
    rest ^= 1u << first;
    sum = loop[vertex[first]] * matchings(a, loop, vertex, count, rest);
    for (int other = first + 1; other < count; other++)
        if (rest >> other & 1)
            sum += a[vertex[first]][vertex[other]] *
                   matchings(a, loop, vertex, count, rest ^ 1u << other);
    return sum;
}

static void check_random(struct test *t, uint64_t *seed)
{
    bool right = true;

    for (int round = 0; round < test_rounds(60); round++) {
        const int n = test_between(seed, 0, MOST), looped = test_between(seed, 0, 2) > 0;
        int64_t a[MOST][MOST], entries[MOST * MOST], loop[MOST] = {0};
        int times[MOST], vertex[COPIES], count = 0;
        for (int i = 0; i < n; i++) {
            for (int j = 0; j <= i; j++)
                a[i][j] = a[j][i] = test_between(seed, -4, 4);
            if (looped)
                loop[i] = test_between(seed, -3, 3);
            times[i] = test_between(seed, 0, 3);
            times[i] = count + times[i] > COPIES ? 0 : times[i];
            for (int copy = 0; copy < times[i]; copy++)
                vertex[count++] = i;
        }
        for (int k = 0; k < n * n; k++)
            entries[k] = a[k / n][k % n];
        const pm_stack s = {.entries = PM_ENTRIES_INTEGER,
                            .data = entries,
                            .count = 1,
                            .rows = n,
                            .cols = n,
                            .row_times = times};
        const double want =
            (double)matchings((const int64_t(*)[MOST])a, loop, vertex, count, (1u << count) - 1);
        double value, bound;
        test_need(pm_loop_hafnian(&value, &bound, &s, looped ? loop : NULL, 1));
        right = right && fabs(value - want) <= bound + 0x1p-52 * fabs(want);
        right = right && bound <= 0x1p-50 * fabs(want);
    }
    CHECK(t, right, "loop hafnians of random matrices with repeated vertices");
}

/* Weighted graphs with loops are solved as graphs without loops, and compared with their loop
 * hafnians. */
static void check_graphs(struct test *t, uint64_t *seed)
{
    const pm_graph_options options = {.as = "adjacency"};
    bool same = true;

    for (int round = 0; round < test_rounds(40); round++) {
        const int n = test_between(seed, 1, 7);
        int64_t a[7 * 7] = {0}, loop[7];
        char text[2000], lines[1500] = "";
        size_t used = 0;
        int count = 0;
        for (int i = 0; i < n; i++)
            for (int j = 0; j <= i; j++) {
                const int x = test_between(seed, 0, 2) > 0 ? test_between(seed, -3, 3) : 0;
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
        same = same && value == want;
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
    check_graphs(&t, &seed);
    check_rank(&t, &seed);
    check_large(&t);
    for (int n = 2; n <= 8; n++)
        check_gradient(&t, &seed, n % 2 == 0 ? PM_ENTRIES_COMPLEX : PM_ENTRIES_REAL, n);
    check_gradient(&t, &seed, PM_ENTRIES_REAL, 6);
    check_complete_gradient(&t, 14);
    return test_done(&t);
}
