/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pm_batch() on random stacks of every shape and kind.  The exact permanents of the same doubles
 * come from pm_solve().  Each error is within its bound.  The bits depend neither on the
 * instruction set nor on the number of threads. */
#include "tests/test.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct stack {
    pm_stack s;
    double *numbers;
    int64_t *integers;
};

/* Draws from one of several distributions: positive, signed, wide range, small integers, sparse. */
static double draw(uint64_t *seed, int shape)
{
    const double x = (double)(test_random(seed) >> 11) * 0x1p-53;

    switch (shape) {
    case 0:
        return x;
    case 1:
        return 2 * x - 1;
    case 2:
        return ldexp(2 * x - 1, test_between(seed, -60, 60));
    case 3:
        return test_between(seed, -9, 9);
    default:
        return test_between(seed, 0, 2) == 0 ? x - 0.5 : 0;
    }
}

static size_t numbers_of(const pm_stack *s)
{
    const size_t each = (size_t)s->rows * (size_t)s->cols;

    return s->count * each * (s->entries == PM_ENTRIES_COMPLEX ? 2 : 1);
}

static void stack_fill(struct stack *stack, uint64_t *seed, int shape)
{
    const size_t count = numbers_of(&stack->s);

    stack->numbers = calloc(count + 1, sizeof *stack->numbers);
    stack->integers = calloc(count + 1, sizeof *stack->integers);
    for (size_t k = 0; k < count; k++) {
        stack->numbers[k] = draw(seed, shape);
        stack->integers[k] = (int64_t)(stack->numbers[k] * 100);
        if (stack->s.entries == PM_ENTRIES_INTEGER)
            stack->numbers[k] = (double)stack->integers[k];
    }
    stack->s.data = stack->s.entries == PM_ENTRIES_INTEGER ? (const void *)stack->integers
                                                           : (const void *)stack->numbers;
}

static void stack_clear(struct stack *stack)
{
    free(stack->numbers);
    free(stack->integers);
}

/* The exact permanent of matrix k, rounded to double. */
static void exact(double value[2], const struct stack *stack, size_t k)
{
    const pm_stack *const s = &stack->s;
    const int parts = s->entries == PM_ENTRIES_COMPLEX ? 2 : 1, count = s->rows * s->cols;
    const double *const a = stack->numbers + k * (size_t)(count * parts);
    int *const place = calloc(2 * (size_t)count + 1, sizeof *place);
    char(*const text)[700] = calloc((size_t)count + 1, sizeof *text);
    const char **const entry = calloc((size_t)count + 1, sizeof *entry);
    const pm_options options = {.precision = PM_PRECISION_EXACT, .engine = NULL};
    pm_problem *problem;
    pm_answer *answer;

    for (int e = 0; e < count; e++) {
        place[e] = e / s->cols;
        place[count + e] = e % s->cols;
        if (parts == 2)
            snprintf(text[e], sizeof text[e], "%.340g %.340g", a[2 * e], a[2 * e + 1]);
        else
            snprintf(text[e], sizeof text[e], "%.340g", a[e]);
        entry[e] = text[e];
    }
    test_need(pm_problem_new(&problem, parts == 2 ? PM_FIELD_COMPLEX : PM_FIELD_REAL, s->rows,
                             s->cols, (size_t)count, place, place + count, entry));
    test_need(pm_solve(&answer, problem, &options));
    value[1] = 0;
    pm_answer_double(answer, &value[0], &value[1]);
    pm_answer_free(answer);
    pm_problem_free(problem);
    free(entry);
    free(text);
    free(place);
}

static void check_values(struct test *t, const struct stack *stack, const double *values,
                         const double *bounds, const char *what)
{
    const pm_stack *const s = &stack->s;
    const int parts = s->entries == PM_ENTRIES_COMPLEX ? 2 : 1;
    bool right = true;

    for (size_t k = 0; k < s->count; k++) {
        double want[2];
        exact(want, stack, k);
        const double re = values[k * (size_t)parts] - want[0];
        const double im = parts == 2 ? values[k * (size_t)parts + 1] - want[1] : 0;
        const double rounded = 2 * DBL_EPSILON * hypot(want[0], want[1]);
        right = right && hypot(re, im) <= bounds[k] + rounded;
    }
    CHECK(t, right, "%d x %d, entries %d, %s: within the bounds", s->rows, s->cols, (int)s->entries,
          what);
}

/* The same bits from every instruction set, with one thread and with three. */
static void check_bits(struct test *t, const pm_stack *s, const double *values,
                       const double *bounds)
{
    static const char *const set[] = {"portable", "avx2", "avx512"};
    const size_t count = s->count * (s->entries == PM_ENTRIES_COMPLEX ? 2 : 1);
    double *const other = calloc(count + s->count, sizeof *other);
    bool same = true;

    for (size_t k = 0; k < sizeof set / sizeof *set; k++) {
        setenv("PM_ISA", set[k], 1);
        if (pm_batch(other, other + count, s, k == 1 ? 3 : 1) == PM_OK)
            same = same && memcmp(other, values, count * sizeof *other) == 0 &&
                   memcmp(other + count, bounds, s->count * sizeof *other) == 0;
        else
            same = same && strstr(pm_message(), set[k]) != NULL && k > 0;
    }
    unsetenv("PM_ISA");
    CHECK(t, same, "%d x %d: the same bits everywhere", s->rows, s->cols);
    free(other);
}

static void check_shape(struct test *t, uint64_t *seed, int rows, int cols, size_t count)
{
    static const char *const shapes[] = {"positive", "signed", "wide", "integers", "sparse"};

    for (int kind = PM_ENTRIES_REAL; kind <= PM_ENTRIES_INTEGER; kind++) {
        const int shape = test_between(seed, 0, kind == PM_ENTRIES_INTEGER ? 1 : 4);
        struct stack stack = {
            .s = {.entries = (pm_entries)kind, .count = count, .rows = rows, .cols = cols}};
        double *const values = calloc(2 * count + 1, sizeof *values);
        double *const bounds = calloc(count + 1, sizeof *bounds);
        stack_fill(&stack, seed, shape);
        test_need(pm_batch(values, bounds, &stack.s, 2));
        check_values(t, &stack, values, bounds, shapes[shape]);
        if (test_between(seed, 0, 3) == 0)
            check_bits(t, &stack.s, values, bounds);
        stack_clear(&stack);
        free(values);
        free(bounds);
    }
}

/* n equal rows of a constant c have the permanent n! c^n.  The bound tells how many digits are
 * right. */
static void check_known(struct test *t)
{
    for (int n = 1; n <= 20; n++) {
        double a[400], value, bound, want = 1;
        for (int k = 0; k < n * n; k++)
            a[k] = 0.5;
        for (int k = 1; k <= n; k++)
            want *= 0.5 * k;
        const pm_stack s = {
            .entries = PM_ENTRIES_REAL, .data = a, .count = 1, .rows = n, .cols = n};
        test_need(pm_batch(&value, &bound, &s, 1));
        CHECK(t, fabs(value - want) <= bound + 4 * DBL_EPSILON * want && bound < 1e-9 * want,
              "all entries 1/2, order %d: %.17g +/- %.1g", n, value, bound);
    }
}

static void check_errors(struct test *t)
{
    double a[50 * 50] = {0}, value, bound;
    pm_stack s = {.entries = PM_ENTRIES_REAL, .data = a, .count = 1, .rows = 3, .cols = 4};

    a[6] = NAN;
    CHECK(t, pm_batch(&value, &bound, &s, 1) == PM_INPUT && strstr(pm_message(), "row 1, column 2"),
          "not a number: %s", pm_message());
    a[6] = 0;
    s.rows = 49, s.cols = 49;
    CHECK(t, pm_batch(&value, &bound, &s, 1) == PM_UNABLE, "too large: %s", pm_message());
    s.rows = -1;
    CHECK(t, pm_batch(&value, &bound, &s, 1) == PM_INPUT, "a negative size: %s", pm_message());
    s.rows = s.cols = 0;
    CHECK(t, pm_batch(&value, &bound, &s, 1) == PM_OK && value == 1, "the permanent of 0 x 0 is 1");
    s.count = 0;
    CHECK(t, pm_batch(&value, NULL, &s, 1) == PM_OK, "no matrices");
}

/* A column-major array, and a stack of overlapping parts of one matrix. */
static void check_strides(struct test *t)
{
    double a[5 * 5], value[3], bound[3];

    for (int k = 0; k < 25; k++)
        a[k] = k + 1;
    const pm_stack s = {.entries = PM_ENTRIES_REAL,
                        .data = a,
                        .count = 3,
                        .rows = 2,
                        .cols = 2,
                        .matrix_stride = 6,
                        .row_stride = 1,
                        .col_stride = 5,
                        .strided = true};
    test_need(pm_batch(value, bound, &s, 1));
    bool right = true;
    for (int k = 0; k < 3; k++) {
        const double *const b = a + 6 * k;
        right = right && value[k] == b[0] * b[6] + b[1] * b[5];
    }
    CHECK(t, right, "strides");
    pm_stack same = s; /* three matrices of equal entries, all at one place */
    same.matrix_stride = same.row_stride = same.col_stride = 0;
    test_need(pm_batch(value, bound, &same, 1));
    for (int k = 0; k < 3; k++)
        CHECK(t, value[k] == 2, "strides of 0: %g", value[k]);
    same.col_stride = 1; /* equal rows 1, 2 */
    test_need(pm_batch(value, bound, &same, 1));
    CHECK(t, value[2] == 4, "equal rows: %g", value[2]);
    same.strided = false;
    CHECK(t, pm_batch(value, bound, &same, 1) == PM_INPUT, "strides that are not declared");
}

int main(void)
{
    struct test t = {0, 0};
    uint64_t seed = 1;

    check_known(&t);
    check_errors(&t);
    check_strides(&t);
    for (int k = 0; k < test_rounds(60); k++) {
        const int rows = test_between(&seed, 0, 8), cols = test_between(&seed, 0, 9);
        check_shape(&t, &seed, rows, cols, (size_t)test_between(&seed, 1, 20));
    }
    for (int n = 9; n <= 17; n++)
        check_shape(&t, &seed, n, n, 2);
    check_shape(&t, &seed, 13, 15, 2);
    check_shape(&t, &seed, 16, 14, 1);
    check_shape(&t, &seed, 3, 60, 3);
    return test_done(&t);
}
