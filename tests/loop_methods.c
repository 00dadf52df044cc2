/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The two methods of pm_loop_hafnian(): each against the sum over all matchings; against each other
 * with many copies, and with every kind of precision; against the numbers of involutions; and the
 * pairs against another engine, for graphs that are too large for the other method. */
#include "batch/loop_hafnian.h"
#include "tests/test.h"

#include <complex.h>
#include <math.h>
#include <stdlib.h>

enum { MOST = 7, LARGE = 40 };

struct drawn {
    int n, times[MOST], total;
    bool looped;
    double complex a[MOST * MOST], loop[MOST];
};

static const struct pm_looped_method *const methods[] = {&pm_looped_moments, &pm_looped_pairs};

static double complex draw_number(uint64_t *seed, bool integer, bool imaginary, int size)
{
    double part[2] = {0, 0};

    for (int k = 0; k < 1 + imaginary; k++)
        part[k] = integer ? test_between(seed, -size, size)
                          : (double)(test_random(seed) >> 11) * 0x1p-52 - 1;
    return part[0] + part[1] * I;
}

/* Up to `copies` copies of each vertex, and `total` of all. */
static void draw(struct drawn *d, uint64_t *seed, bool integer, int copies, int total)
{
    const bool imaginary = test_between(seed, 0, 1);
    const int size = test_between(seed, 1, 4);

    *d = (struct drawn){.n = test_between(seed, 0, MOST), .looped = test_between(seed, 0, 3) > 0};
    for (int i = 0; i < d->n; i++) {
        for (int j = 0; j <= i; j++)
            d->a[i * d->n + j] = d->a[j * d->n + i] = draw_number(seed, integer, imaginary, size);
        d->loop[i] = test_between(seed, 0, 3) > 0 ? draw_number(seed, integer, imaginary, size) : 0;
        const int left = total - d->total;
        d->times[i] = test_between(seed, 0, left < copies ? left : copies);
        d->total += d->times[i];
    }
}

static double complex by(const struct pm_looped_method *method, double *bound,
                         const struct drawn *d, int precision, bool normalized)
{
    const pm_stack s = {.entries = PM_ENTRIES_COMPLEX,
                        .data = d->a,
                        .count = 1,
                        .rows = d->n,
                        .cols = d->n,
                        .row_times = d->times,
                        .precision = (pm_precision)precision,
                        .normalized = normalized};
    double value[2];

    test_need(pm_loop_hafnian_by(method, value, bound, &s, d->looped ? d->loop : NULL, 1));
    return value[0] + value[1] * I;
}

/* The first copy is matched with itself or with another one. */
static double complex matchings(const struct drawn *d, const int *vertex, int count, unsigned rest)
{
    int first = 0;

    if (rest == 0)
        return 1;
    while (!(rest >> first & 1))
        first++;
    rest ^= 1u << first;
    double complex sum = d->looped ? d->loop[vertex[first]] * matchings(d, vertex, count, rest) : 0;
    for (int other = first + 1; other < count; other++)
        if (rest >> other & 1)
            sum += d->a[vertex[first] * d->n + vertex[other]] *
                   matchings(d, vertex, count, rest ^ 1u << other);
    return sum;
}

/* Makes the sum 0: vertices 0 and 1 have no other neighbours, and their two matchings cancel. */
static void cancel(struct drawn *d)
{
    for (int i = 0; i < 2; i++) {
        for (int j = 2; j < d->n; j++)
            d->a[i * d->n + j] = d->a[j * d->n + i] = 0;
        d->total += 1 - d->times[i];
        d->times[i] = 1;
    }
    d->a[1] = d->a[d->n] = d->looped ? -d->loop[0] * d->loop[1] : 0;
}

/* Gaussian integers, so that the definition is exact in doubles.  Zeros must be exact, too. */
static void check_definition(struct test *t, uint64_t *seed)
{
    enum { TOTAL = 10 };
    int wrong[2] = {0, 0}, zeros = 0;

    for (int round = 0; round < test_rounds(400); round++) {
        struct drawn d;
        int vertex[TOTAL], count = 0;
        draw(&d, seed, true, 6, TOTAL - 2);
        if (d.n > 1 && round % 2 == 0)
            cancel(&d);
        for (int i = 0; i < d.n; i++)
            for (int copy = 0; copy < d.times[i]; copy++)
                vertex[count++] = i;
        const double complex want = matchings(&d, vertex, count, (1u << count) - 1);
        zeros += want == 0 && d.total > 2;
        for (int m = 0; m < 2; m++) {
            double bound;
            const double complex value = by(methods[m], &bound, &d, PM_PRECISION_AUTO, false);
            wrong[m] += !(cabs(value - want) <= bound + 0x1p-52 * cabs(want) &&
                          bound <= 0x1p-50 * cabs(want));
        }
    }
    CHECK(t, wrong[0] == 0 && wrong[1] == 0 && zeros > 0,
          "the definition: %d wrong by moments, %d by pairs; %d zeros", wrong[0], wrong[1], zeros);
}

/* More copies than the definition can count.  A fixed number of bits gives wide balls. */
static void check_methods(struct test *t, uint64_t *seed, int precision)
{
    int wrong = 0, vague = 0;

    for (int round = 0; round < test_rounds(60); round++) {
        struct drawn d;
        double bound[3];
        draw(&d, seed, false, 12, 26);
        const bool normalized = test_between(seed, 0, 1);
        const double complex one = by(methods[0], &bound[0], &d, precision, normalized);
        const double complex other = by(methods[1], &bound[1], &d, precision, normalized);
        const double complex cheaper = by(NULL, &bound[2], &d, precision, normalized);
        wrong += !(cabs(one - other) <= bound[0] + bound[1]);
        wrong += !(cheaper == one || cheaper == other);
        vague += precision == 0 && bound[1] > 0x1p-50 * cabs(other);
    }
    CHECK(t, wrong == 0 && vague == 0, "moments and pairs, precision %d: %d differ, %d vague",
          precision, wrong, vague);
}

/* Many copies of one vertex, or of two.  Normalized values stay in the range of doubles. */
static void check_copies(struct test *t, int first, int second)
{
    struct drawn d = {.n = 2, .times = {first, second}, .total = first + second, .looped = true};
    double bound[2];

    d.a[0] = 0.9375;
    d.a[1] = d.a[2] = -0.25 + 0.5 * I;
    d.a[3] = -0.875;
    d.loop[0] = 0.5 + -0.125 * I;
    d.loop[1] = 0.75;
    const double complex one = by(methods[0], &bound[0], &d, PM_PRECISION_AUTO, true);
    const double complex other = by(methods[1], &bound[1], &d, PM_PRECISION_AUTO, true);
    CHECK(t,
          cabs(one - other) <= bound[0] + bound[1] && cabs(one) > 1e-300 && cabs(one) < 1e300 &&
              bound[1] <= 0x1p-50 * cabs(other),
          "%d and %d copies: %.17g, bound %.3g", first, second, cabs(other), bound[1]);
}

/* All ones count involutions (OEIS A000085); without loops (2n - 1)!!. */
static void check_known(struct test *t, uint64_t *seed)
{
    bool right = true;

    for (int round = 0; round < test_rounds(40); round++) {
        struct drawn d = {.n = test_between(seed, 1, MOST), .looped = round % 2};
        double count[2] = {1, 1}, bound;
        for (int i = 0; i < d.n; i++) {
            d.times[i] = test_between(seed, 0, 21 / d.n); /* all counts are below 2^53 */
            d.total += d.times[i];
            d.loop[i] = 1;
        }
        for (int k = 0; k < d.n * d.n; k++)
            d.a[k] = 1;
        for (int k = 1; k <= d.total; k++) {
            const double next = (k > 1 ? count[0] * (k - 1) : 0) + (d.looped ? count[1] : 0);
            count[0] = count[1];
            count[1] = next;
        }
        const double want = d.total == 0 ? 1 : count[1];
        right = right && by(&pm_looped_pairs, &bound, &d, PM_PRECISION_AUTO, false) == want;
        right = right && by(&pm_looped_moments, &bound, &d, PM_PRECISION_AUTO, false) == want;
    }
    CHECK(t, right, "complete graphs");
}

/* A graph with weights and loops whose neighbours have numbers that differ by at most 3. */
static void check_graph(struct test *t, uint64_t *seed, int n)
{
    static int64_t a[LARGE * LARGE], loop[LARGE];
    static char text[20 * 4 * LARGE + 100], lines[20 * 4 * LARGE];
    const pm_graph_options options = {.as = "adjacency"};
    size_t used = 0;
    int count = 0;
    pm_graph_reader *reader;
    pm_graph *graph, *all;
    pm_problem *problem;
    pm_answer *answer;
    double want, value, bound;

    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++) {
            const int x = i - j <= 3 ? test_between(seed, -2, 3) : 0;
            a[i * n + j] = a[j * n + i] = loop[i] = x;
            if (x == 0)
                continue;
            used +=
                (size_t)snprintf(lines + used, sizeof lines - used, "%d %d %d\n", i + 1, j + 1, x);
            count++;
        }
    const int length = snprintf(
        text, sizeof text, "%%%%MatrixMarket matrix coordinate integer symmetric\n%d %d %d\n%s", n,
        n, count, lines);
    test_need(pm_graph_open_text(&reader, "graph", text, (size_t)length, &options));
    test_need(pm_graph_next(&graph, reader));
    test_need(pm_graph_match_loops(&all, graph));
    test_need(pm_problem_matchings(&problem, all, false));
    test_need(pm_solve(&answer, problem, NULL));
    pm_answer_double(answer, &want, NULL);
    const pm_stack s = {.entries = PM_ENTRIES_INTEGER, .data = a, .count = 1, .rows = n, .cols = n};
    test_need(pm_loop_hafnian(&value, &bound, &s, loop, 1));
    CHECK(t, want != 0 && fabs(value - want) <= bound + 0x1p-53 * fabs(want),
          "a graph of %d vertices with loops: %.17g, not %.17g", n, value, want);
    pm_answer_free(answer);
    pm_problem_free(problem);
    pm_graph_free(all);
    pm_graph_free(graph);
    pm_graph_close(reader);
}

/* What is cheaper, and what is too much for both. */
static void check_choice(struct test *t)
{
    const double one[3] = {1, 1, 1};
    struct pm_looped w = {.n = LARGE, .total = LARGE, .looped = true};
    double terms[2], price[2], value;

    for (int m = 0; m < 2; m++)
        price[m] = methods[m]->price(&terms[m], &w);
    CHECK(t, price[1] < 1e-3 * price[0] && terms[0] == 0x1p39 && terms[1] == 0x1p19,
          "40 vertices without copies: %.3g and %.3g terms", terms[0], terms[1]);
    const int many[] = {1 << 17, 1 << 17, 1 << 17};
    const double a[9] = {1, 1, 1, 1, 1, 1, 1, 1, 1};
    const pm_stack s = {
        .entries = PM_ENTRIES_REAL, .data = a, .count = 1, .rows = 3, .cols = 3, .row_times = many};
    CHECK(t, pm_loop_hafnian(&value, NULL, &s, one, 1) == PM_UNABLE, "%s", pm_message());
}

/* A sum that is split into units. */
static void check_threads(struct test *t, uint64_t *seed)
{
    enum { N = 22 };
    double a[N * N], loop[N], value[3], bound[3];

    for (int i = 0; i < N; i++) {
        for (int j = 0; j <= i; j++)
            a[i * N + j] = a[j * N + i] = creal(draw_number(seed, false, false, 0));
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

int main(void)
{
    static const int precisions[] = {PM_PRECISION_AUTO, PM_PRECISION_DOUBLE, PM_PRECISION_DD, 200};
    struct test t = {0, 0};
    uint64_t seed = 1;

    check_choice(&t);
    check_known(&t, &seed);
    check_definition(&t, &seed);
    for (int k = 0; k < 4; k++)
        check_methods(&t, &seed, precisions[k]);
    check_copies(&t, 1000, 0);
    check_copies(&t, 121, 40);
    check_threads(&t, &seed);
    check_graph(&t, &seed, 21);
    check_graph(&t, &seed, test_effort() == TEST_LONG ? LARGE : 26);
    return test_done(&t);
}
