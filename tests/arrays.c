/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Problems and graphs made from arrays: the ends of double, repeated lines, strides of 0, stacks
 * with entries of very different sizes.  Bad arrays are refused.  tests/differential.c makes its
 * problems from arrays of all types. */
#include <gmp.h>

#include "solve/solve.h"
#include "test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const pm_options exactly = {.precision = PM_PRECISION_EXACT};

/* The first matrix of the stack. */
static pm_problem *problem_of(pm_stack stack)
{
    pm_problem *problem;

    test_need(pm_problem_dense(&problem, &stack, 0));
    return problem;
}

/* A double stands for its exact value.  A pattern has entries 1. */
static void check_exact(struct test *t)
{
    static const double tenth[] = {0.1}, tiny[] = {0x1p-1074, 1, 1, -0x1.fffffffffffffp+1023};
    static const int start[] = {0, 2, 4}, col[] = {1, 0, 1, 0};
    pm_problem *problem = NULL;

    test_check_answer(t, "0.1", problem_of(TEST_STACK(PM_ENTRIES_REAL, tenth, 1, 1)), &exactly,
                      "3602879701896397/36028797018963968");
    /* 2^-1074 (-(2 - 2^-52) 2^1023) + 1 = 1 - (2^53 - 1) / 2^103  */
    test_check_answer(t, "the ends of double", problem_of(TEST_STACK(PM_ENTRIES_REAL, tiny, 2, 2)),
                      &exactly,
                      "10141204801825826204774370902017/10141204801825835211973625643008");
    test_need(pm_problem_sparse(&problem,
                                &(pm_sparse){.rows = 2, .cols = 2, .start = start, .index = col}));
    test_check_answer(t, "a pattern", problem, &exactly, "2");
}

/* A stack with repeated lines: x^2 y has the coefficient 4 in (x + y)^2 (x + 2 y), and the
 * permanent is that times 2! 1!. */
static void check_repeated(struct test *t)
{
    static const int64_t a[] = {0, 0, 0, 0, 1, 1, 1, 2};
    static const int rows[] = {1, 1, 2, 1}, cols[] = {1, 1, 2, 1};
    pm_stack stack = TEST_STACK(PM_ENTRIES_INTEGER, a, 2, 2);
    pm_problem *problem = NULL;

    stack.count = 2;
    stack.row_times = rows;
    stack.col_times = cols;
    test_need(pm_problem_dense(&problem, &stack, 1));
    CHECK(t, pm_problem_rows(problem) == 3, "three rows");
    test_check_answer(t, "multiplicities", problem, &exactly, "8");
}

/* A matrix whose entries are all one number of the array: n! 2^n. */
static void check_broadcast(struct test *t)
{
    static const double two[2] = {2, 0};
    static const int64_t integer = 2;
    const struct {
        pm_entries entries;
        const void *data;
    } arrays[] = {
        {PM_ENTRIES_REAL, two}, {PM_ENTRIES_COMPLEX, two}, {PM_ENTRIES_INTEGER, &integer}};

    for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++) {
        pm_stack stack = TEST_STACK(arrays[k].entries, arrays[k].data, 3, 3);
        stack.size = sizeof stack;
        stack.strided = true;
        test_check_answer(t, "one number everywhere", problem_of(stack), &exactly,
                          k == 1 ? "48+0i" : "48");
    }
}

static void check_refused(struct test *t)
{
    static const double bad[] = {1, INFINITY, NAN, 1};
    static const int start[] = {0, 2, 1}, late[] = {1, 2, 2}, col[] = {0, 1, 2, -1};
    const pm_stack stack = TEST_STACK(PM_ENTRIES_REAL, bad, 2, 2);
    const pm_stack odd = TEST_STACK((pm_entries)7, bad, 2, 2);
    pm_problem *problem = NULL;
    pm_graph *graph = NULL;
    mpq_t none;
    static const double skew[] = {0, 1, 2, 0};
    pm_problem *const matrix = problem_of(TEST_STACK(PM_ENTRIES_REAL, skew, 2, 2));

    mpq_init(none);
    mpz_set_si(mpq_denref(none), 0);
    const struct {
        const char *what;
        pm_status status;
    } calls[] = {
        {"a hafnian that is not symmetric", pm_problem_hafnian(&problem, matrix)},
        {"infinity", pm_problem_dense(&problem, &stack, 0)},
        {"a matrix that is not there", pm_problem_dense(&problem, &stack, 1)},
        {"no such entries", pm_problem_dense(&problem, &odd, 0)},
        {"negative sizes",
         pm_problem_triplets(&problem, PM_ENTRIES_REAL, -1, 2, 0, col, col, NULL)},
        {"a column outside",
         pm_problem_triplets(&problem, PM_ENTRIES_REAL, 3, 2, 4, col, col, NULL)},
        {"a row that ends before its begin",
         pm_problem_sparse(&problem,
                           &(pm_sparse){.rows = 2, .cols = 2, .start = start, .index = col})},
        {"a late begin",
         pm_problem_sparse(&problem,
                           &(pm_sparse){.rows = 2, .cols = 2, .start = late, .index = col})},
        {"a wide index outside",
         pm_problem_sparse(&problem, &(pm_sparse){.rows = 1,
                                                  .cols = 2,
                                                  .start = (const int64_t[]){0, 1},
                                                  .index = (const int64_t[]){INT64_C(1) << 32},
                                                  .wide = true})},
        {"a denominator 0", pm_problem_triplets(&problem, PM_ENTRIES_MPQ, 2, 2, 1, col, col, none)},
        {"a vertex outside",
         pm_graph_from_edges(&graph, false, 2, 4, col, col, PM_ENTRIES_REAL, NULL)},
        {"a weight that is no number",
         pm_graph_from_edges(&graph, false, 2, 2, col, col, PM_ENTRIES_REAL, bad + 1)},
    };
    for (size_t k = 0; k < sizeof calls / sizeof *calls; k++)
        CHECK(t, calls[k].status == PM_INPUT, "%s is refused", calls[k].what);
    CHECK(t, problem == NULL && graph == NULL, "... and nothing is made");
    mpz_set_si(mpq_denref(none), 1);
    mpq_clear(none);
    pm_problem_free(matrix);
}

static pm_request stop(void *calls, const pm_progress *progress)
{
    (void)progress;
    ++*(int *)calls;
    return PM_STOP;
}

/* Who watches a stack can end the making of a problem from a large matrix. */
static void check_watched(struct test *t)
{
    enum { N = 600 };
    double *const entry = calloc((size_t)N * N, sizeof *entry);
    pm_stack stack = TEST_STACK(PM_ENTRIES_REAL, entry, N, N);
    pm_problem *problem = NULL;
    int calls = 0;

    stack.watch = stop;
    stack.watcher = &calls;
    CHECK(t, pm_problem_dense(&problem, &stack, 0) == PM_STOPPED && problem == NULL && calls == 1,
          "a large matrix can be stopped");
    free(entry);
}

/* ---------------------------------------------------------- named stacks */

/* Columns with wide indices: [1 0 2; 3 4 0] has the permanent 1 * 4 + 2 *
 * 3 + 2 * 4 = 18. */
static void check_columns(struct test *t)
{
    static const int64_t start[] = {0, 2, 3, 4}, index[] = {0, 1, 1, 0}, value[] = {1, 3, 4, 2};
    pm_problem *problem = NULL;

    test_need(pm_problem_sparse(&problem, &(pm_sparse){.entries = PM_ENTRIES_INTEGER,
                                                       .rows = 2,
                                                       .cols = 3,
                                                       .start = start,
                                                       .index = index,
                                                       .values = value,
                                                       .wide = true,
                                                       .by_cols = true}));
    test_check_answer(t, "compressed columns", problem, &exactly, "18");
}

/* Entry k of a named matrix; small entries are lost if scales are chosen badly. */
struct named {
    const char *what;
    int rows, cols;
    double (*entry)(int i, int j);
};

static double large_column(int i, int j)
{
    return j == 2 ? 1e150 : 1 + (5 * i + j) % 3;
}
static double column_of_1e30(int i, int j)
{
    return j == 7 ? 1e30 : 1 + (13 * i + 5 * j) % 7 / 8.0;
}
static double large_cross(int i, int j)
{
    return i == 0 || j == 0 ? 1e33 : 1 + (5 * i + 3 * j) % 4;
}
static double opposite_sizes(int i, int j)
{
    (void)i;
    return j == 0 ? 1e200 : 1e-200;
}
static double lost_products(int i, int j)
{
    return i == j ? 1e-200 : 0;
}

static double lost_columns(int i, int j)
{
    return j == 0 ? 1 + i : 1e-200;
}

/* |value - exact| <= bound, which is small unless `exact` is below the range of double. */
static void check_stack(struct test *t, const struct named *m, const pm_stack *stack, mpq_t exact)
{
    double value, bound;
    mpq_t gap, most;

    test_need(pm_batch(&value, &bound, stack, 1));
    mpq_inits(gap, most, NULL);
    mpq_set_d(gap, value);
    mpq_sub(gap, gap, exact);
    mpq_abs(gap, gap);
    mpq_set_d(most, bound);
    CHECK(t, mpq_cmp(gap, most) <= 0 && bound <= 1e-9 * fabs(value) + 0x1p-1000, "%s: %g +- %g",
          m->what, value, bound);
    mpq_clears(gap, most, NULL);
}

/* The same of the engine for small matrices, whose bound need not be small. */
static void check_alone(struct test *t, const struct named *m, const pm_problem *problem,
                        mpq_t exact)
{
    static const pm_options options = {
        .engine = "table", .precision = PM_PRECISION_DOUBLE, .no_reduce = "all", .threads = 1};
    pm_answer *answer;
    fmpq_t gap, most;
    char *bound;

    test_need(pm_solve(&answer, problem, &options));
    test_need(pm_answer_bound(&bound, answer));
    PM_EACH(fmpq_init, gap, most);
    fmpq_set_mpq(gap, exact);
    fmpq_sub(gap, gap, answer->value.centre.re);
    fmpq_abs(gap, gap);
    pm_mag_get_fmpq(most, answer->value.error);
    CHECK(t, fmpq_cmp(gap, most) <= 0, "%s, alone: +- %s", m->what, bound);
    PM_EACH(fmpq_clear, gap, most);
    free(bound);
    pm_answer_free(answer);
}

static void check_named(struct test *t, const struct named *m)
{
    double a[160];
    const pm_stack stack = TEST_STACK(PM_ENTRIES_REAL, a, m->rows, m->cols);
    mpq_t exact;

    for (int i = 0; i < m->rows; i++)
        for (int j = 0; j < m->cols; j++)
            a[i * m->cols + j] = m->entry(i, j);
    pm_problem *const problem = problem_of(stack);
    char *const text = test_answer(problem, &exactly);
    mpq_init(exact);
    mpq_set_str(exact, text, 10);
    check_stack(t, m, &stack, exact);
    check_alone(t, m, problem, exact);
    mpq_clear(exact);
    free(text);
    pm_problem_free(problem);
}

static void check_all_named(struct test *t)
{
    static const struct named all[] = {
        {"4 x 5, a column of 1e150", 4, 5, large_column},
        {"12 x 13, a column of 1e30", 12, 13, column_of_1e30},
        {"12 x 12, first row and column of 1e33", 12, 12, large_cross},
        {"2 x 2, columns of 1e200 and 1e-200", 2, 2, opposite_sizes},
        {"2 x 2, a product of 1e-400", 2, 2, lost_products},
        {"3 x 4, products of 1e-400", 3, 4, lost_columns},
    };

    for (size_t k = 0; k < sizeof all / sizeof *all; k++)
        check_named(t, &all[k]);
}

int main(void)
{
    struct test t = {0};

    check_exact(&t);
    check_columns(&t);
    check_repeated(&t);
    check_broadcast(&t);
    check_refused(&t);
    check_watched(&t);
    check_all_named(&t);
    pm_cleanup();
    return test_done(&t);
}
