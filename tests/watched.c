/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A long computation ends when the caller's watch asks for it: pm_batch() and the functions beside
 * it, and the queries of a problem.  A watch that asks for nothing changes nothing. */
#include "stack_kinds.h"
#include "tests/test.h"

#include <stdlib.h>
#include <string.h>

enum { ORDER = 40 };

struct calls {
    int count, last; /* calls so far; the call that asks to end */
    double share;
};

static pm_request look(void *watcher, const pm_progress *progress)
{
    struct calls *const calls = watcher;

    calls->share = progress->share;
    return ++calls->count >= calls->last ? PM_STOP : PM_GO_ON;
}

/* Random numbers, or a random symmetric matrix. */
static void fill(double *a, int n, bool symmetric)
{
    uint64_t seed = 5;

    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            a[i * n + j] =
                symmetric && j < i ? a[j * n + i] : (double)(test_random(&seed) >> 11) * 0x1p-53;
}

/* `call` is watched by `calls`. */
#define STOPS(call, what)                                                                          \
    calls = (struct calls){0, 3, 0};                                                               \
    check_stopped(t, call, &calls, what)

static void check_stopped(struct test *t, pm_status status, const struct calls *calls,
                          const char *what)
{
    CHECK(t, status == PM_STOPPED && calls->count == 3 && strncmp(pm_message(), "stopped", 7) == 0,
          "%s: stopped at call %d: %s", what, calls->count, pm_message());
}

static void check_stacks(struct test *t)
{
    static double a[ORDER * ORDER], values[ORDER * ORDER], bounds[ORDER * ORDER];
    int times[ORDER];
    struct calls calls;
    pm_stack s = {
        .entries = PM_ENTRIES_REAL, .data = a, .count = 1, .watch = look, .watcher = &calls};

    fill(a, ORDER, true);
    for (int k = 0; k < ORDER; k++)
        times[k] = 1;
    s.rows = s.cols = ORDER;
    STOPS(pm_batch(values, bounds, &s, 1), "permanent");
    STOPS(pm_minors(values, bounds, &s, 2), "minors");
    s.rows = s.cols = 34;
    s.row_times = times;
    s.precision = PM_PRECISION_DOUBLE;
    STOPS(pm_batch(values, bounds, &s, 2), "permanent with multiplicities");
    STOPS(pm_minors(values, bounds, &s, 1), "minors with multiplicities");
    s.row_times = NULL;
    fill(a, 26, true);
    s.rows = s.cols = 26;
    s.precision = (pm_precision)500;
    STOPS(pm_batch(values, bounds, &s, 1), "permanent of 500 bits");
    STOPS(ask_hafnians(values, bounds, &s, NULL, 1), "loop hafnian");
    fill(a, 36, true);
    s.rows = s.cols = 36;
    STOPS(ask_hafnian_minors(values, bounds, &s, 1), "derivatives of a hafnian");
    pm_stack left = s, right = s;
    left.cols = right.rows = 6;
    left.strided = right.strided = true; /* strides other than the default */
    left.row_stride = 1;
    left.col_stride = 36;
    right.row_stride = 36;
    right.col_stride = 1;
    STOPS(ask_products(values, bounds, &left, &right, 1), "permanent of a product");
}

/* Few steps with numbers of many bits. */
static void check_copies(struct test *t)
{
    enum { COPIES = 20000 };
    static double values[COPIES], bounds[COPIES];
    const double a[] = {0.5, 0.25};
    const int row[] = {COPIES}, cols[] = {COPIES / 2, COPIES / 2}, most = 1000000;
    struct calls calls;
    pm_stack s = TEST_STACK(PM_ENTRIES_REAL, a, 1, 2);

    s.watch = look;
    s.watcher = &calls;
    s.row_times = row;
    s.col_times = cols;
    STOPS(pm_batch(values, bounds, &s, 1), "permanent with many copies");
    s.row_times = s.col_times = &most;
    s.cols = 1;
    STOPS(pm_batch(values, bounds, &s, 1), "permanent of one entry with a million copies");
    s.row_times = s.col_times = NULL;
    s.normalized = true;
    STOPS(ask_patterns(values, bounds, &s, NULL, COPIES, 1), "patterns with many copies");
}

/* Many small matrices: a watch that does not stop them changes nothing. */
static void check_unchanged(struct test *t)
{
    enum { COUNT = 300, SMALL = 9 };
    static double a[COUNT * SMALL * SMALL];
    double values[2][COUNT], bounds[2][COUNT];
    struct calls calls = {0, 1 << 30, 0};
    pm_stack s = {
        .entries = PM_ENTRIES_REAL, .data = a, .count = COUNT, .rows = SMALL, .cols = SMALL};

    for (int k = 0; k < COUNT; k++)
        fill(a + k * SMALL * SMALL, SMALL, false);
    test_need(pm_batch(values[0], bounds[0], &s, 2));
    s.watch = look;
    s.watcher = &calls;
    test_need(pm_batch(values[1], bounds[1], &s, 2));
    CHECK(t,
          memcmp(values[0], values[1], sizeof *values) == 0 &&
              memcmp(bounds[0], bounds[1], sizeof *bounds) == 0 && calls.count >= 1,
          "a watch that does not stop changes nothing");
    calls = (struct calls){0, 1, 0};
    CHECK(t, pm_batch(values[1], bounds[1], &s, 2) == PM_STOPPED && calls.count == 1,
          "a watch that stops at its first call");
    s.rows = -1;
    calls.last = 9;
    CHECK(t, pm_batch(values[1], bounds[1], &s, 2) == PM_INPUT, "a negative size: %s",
          pm_message());
}

/* The complete graph, or a full matrix. */
static pm_problem *full(int n, bool hafnian)
{
    double *const a = malloc((size_t)(n * n) * sizeof *a);
    pm_problem *matrix, *problem;
    const pm_stack s = TEST_STACK(PM_ENTRIES_REAL, a, n, n);

    fill(a, n, hafnian);
    test_need(pm_problem_dense(&matrix, &s, 0));
    free(a);
    if (!hafnian)
        return matrix;
    test_need(pm_problem_hafnian(&problem, matrix));
    pm_problem_free(matrix);
    return problem;
}

static void check_queries(struct test *t)
{
    struct calls calls;
    const pm_options options = {.threads = 1, .watch = look, .watcher = &calls};
    pm_problem *const matrix = full(26, false), *const graph = full(28, true);
    pm_values *values = NULL;
    int partner[64];

    STOPS(pm_marginals(&values, matrix, &options), "marginals");
    STOPS(pm_problem_minors(&values, matrix, &options), "minors of a problem");
    STOPS(pm_marginals(&values, graph, &options), "marginals of a graph");
    STOPS(pm_sample(partner, 1, 1, graph, &options), "random matchings");
    STOPS(pm_matchings(&values, matrix, &options), "matchings of every size");
    pm_problem_free(matrix);
    pm_problem_free(graph);
}

int main(void)
{
    struct test t = {0, 0};

    check_unchanged(&t);
    check_stacks(&t);
    check_copies(&t);
    check_queries(&t);
    return test_done(&t);
}
