/* SPDX-License-Identifier: GPL-3.0-or-later */
/* 10,000 random small matrices of all kinds through each function for stacks, and pm_solve().  Each
 * error is within its bound, without any tolerance.  The exact values are sums over subsets of
 * columns, or over the partners of a vertex, in FLINT's exact binary numbers.  Many matrices are
 * extreme: entries and lines of sizes 2^-1074 to 2^1000, equal lines, lines of zeros. */
#include "tests/small_exact.h"
#include "tests/test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------ drawing */

enum { SHAPES = 6, EXTREMES = 6 }; /* kinds of numbers; what then happens to lines */

static double draw_number(uint64_t *seed, int shape, int spread)
{
    const double x = (double)(test_random(seed) >> 11) * 0x1p-52 - 1;

    return shape == 0   ? fabs(x)
           : shape == 1 ? ldexp(x, test_between(seed, -spread, spread < 1000 ? spread : 1000))
           : shape == 2 ? test_between(seed, -2, 2)
           : shape == 3 ? ldexp(x, test_between(seed, -20, 20))
           : shape == 4 ? (test_between(seed, 0, 2) == 0 ? x : 0)
                        : x;
}

/* Scales a line, makes it 0 or equal to another one, or makes all columns but one small. */
static void go_to_extremes(struct drawn *d, uint64_t *seed, int spread)
{
    const int kind = test_between(seed, 0, EXTREMES),
              parts = d->entries == PM_ENTRIES_COMPLEX ? 2 : 1;
    const int row = test_between(seed, 0, d->rows - 1), col = test_between(seed, 0, d->cols - 1);
    const int by = test_between(seed, -spread, spread);

    for (int i = 0; i < d->rows; i++)
        for (int j = 0; j < d->cols; j++)
            for (int part = 0; part < parts; part++) {
                double *const z = d->number + (i * d->cols + j) * parts + part;
                const bool scaled = kind == 0   ? i == row
                                    : kind == 1 ? j == col
                                    : kind == 2 ? i == row || j == col
                                    : kind == 3 ? (i + j) % 2 == 0
                                                : false;
                if (scaled && !isinf(ldexp(*z, by)))
                    *z = ldexp(*z, by);
                else if (kind == 4 && i == row)
                    *z = d->number[col * parts + part];
                else if (kind == 5 && j == col)
                    *z = 0;
            }
}

static void draw_times(int *times, int count, uint64_t *seed, bool repeated)
{
    int total;

    do {
        total = 0;
        for (int k = 0; k < count; k++)
            total += times[k] = repeated ? test_between(seed, 0, 3) : 1;
    } while (repeated && total > TOTAL);
}

/* Both sides have up to `most` lines, the longer one at least `least`.  Symmetric matrices are
 * square. */
static void draw(struct drawn *d, uint64_t *seed, int least, int most, bool repeated,
                 bool symmetric)
{
    static const int spreads[] = {30, 120, 200, 600, 1060};
    const int shape = test_between(seed, 0, SHAPES - 1), spread = spreads[test_between(seed, 0, 4)];

    d->entries = (pm_entries)test_between(seed, PM_ENTRIES_REAL, PM_ENTRIES_INTEGER);
    d->rows = test_between(seed, 1, most);
    d->cols = symmetric ? d->rows : test_between(seed, d->rows < least ? least : 1, most);
    draw_times(d->row_times, d->rows, seed, repeated);
    draw_times(d->col_times, d->cols, seed, repeated);
    for (int k = 0; k < WIDE * WIDE * 2; k++)
        d->number[k] = draw_number(seed, shape, spread);
    go_to_extremes(d, seed, spread);
    for (int k = 0; k < WIDE * WIDE; k++)
        d->integer[k] = shape == 2 ? test_between(seed, -3, 3) : (int64_t)test_random(seed) >> 3;
    for (int k = 0; k < 2 * LINES; k++)
        d->loop[k] = draw_number(seed, shape, spread);
    for (int k = 0; k < LINES; k++)
        d->integer_loop[k] = test_between(seed, -9, 9);
    const int parts = d->entries == PM_ENTRIES_COMPLEX ? 2 : 1;
    for (int i = 0; symmetric && i < d->rows; i++)
        for (int j = 0; j < i; j++) {
            const int at = i * d->cols + j, other = j * d->cols + i;
            d->integer[at] = d->integer[other];
            memcpy(d->number + parts * at, d->number + parts * other,
                   (size_t)parts * sizeof(double));
        }
}

static pm_stack stack_of(const struct drawn *d, uint64_t *seed, bool repeated)
{
    static const pm_precision precision[] = {PM_PRECISION_AUTO, PM_PRECISION_DOUBLE,
                                             PM_PRECISION_DD, PM_PRECISION_EXACT,
                                             (pm_precision)300};

    return (pm_stack){.entries = d->entries,
                      .data = d->entries == PM_ENTRIES_INTEGER ? (const void *)d->integer
                                                               : (const void *)d->number,
                      .count = 1,
                      .rows = d->rows,
                      .cols = d->cols,
                      .row_times = repeated ? d->row_times : NULL,
                      .col_times = repeated ? d->col_times : NULL,
                      .precision = precision[test_between(seed, 0, 4)]};
}

/* ------------------------------------------------------------------ kinds of questions */

static bool permanent_is_right(const struct drawn *d, const pm_stack *s)
{
    const int parts = d->entries == PM_ENTRIES_COMPLEX ? 2 : 1;
    double value[2], bound, unbounded[2];
    struct gauss want;

    test_need(pm_batch(value, &bound, s, 1));
    test_need(pm_batch(unbounded, NULL, s, 1));
    gauss_init(&want);
    of_lines(&want, d, -1, -1);
    const bool right = is_within(value, parts, bound, &want) && !isnan(value[0]) &&
                       memcmp(value, unbounded, (size_t)parts * sizeof *value) == 0;
    gauss_clear(&want);
    return right;
}

static bool permanents(uint64_t *seed)
{
    const bool repeated = test_between(seed, 0, 1);
    struct drawn d;

    draw(&d, seed, 1, repeated ? 5 : LINES, repeated, false);
    const pm_stack s = stack_of(&d, seed, repeated);
    return permanent_is_right(&d, &s);
}

/* In double arithmetic, tables of up to 12 rows, and walks of at least 13. */
static bool large_permanents(uint64_t *seed)
{
    struct drawn d;

    draw(&d, seed, 13, test_between(seed, 13, WIDE), false, false);
    pm_stack s = stack_of(&d, seed, false);
    s.precision = PM_PRECISION_AUTO;
    return permanent_is_right(&d, &s);
}

/* Compares minor (i, j), or if i < 0, all. */
static bool minors_are_right(const struct drawn *d, const pm_stack *s, int i, int j)
{
    const int parts = d->entries == PM_ENTRIES_COMPLEX ? 2 : 1;
    double value[2 * WIDE * WIDE], bound[WIDE * WIDE];
    struct gauss want;
    bool right = true;

    test_need(pm_minors(value, bound, s, 1));
    gauss_init(&want);
    for (int at = 0; at < d->rows * d->cols; at++) {
        const int row = at / d->cols, col = at % d->cols;
        if (i >= 0 && (row != i || col != j))
            continue;
        gauss_set(&want, 0);
        if (d->row_times[row] > 0 && d->col_times[col] > 0)
            of_lines(&want, d, row, col);
        right = right && is_within(value + at * parts, parts, bound[at], &want) &&
                !isnan(value[at * parts]);
    }
    gauss_clear(&want);
    return right;
}

static bool minors(uint64_t *seed)
{
    const bool repeated = test_between(seed, 0, 1);
    struct drawn d;

    draw(&d, seed, 1, 4, repeated, false);
    const pm_stack s = stack_of(&d, seed, repeated);
    return minors_are_right(&d, &s, -1, -1);
}

static bool large_minors(uint64_t *seed)
{
    struct drawn d;

    draw(&d, seed, 10, test_between(seed, 10, 14), false, false);
    pm_stack s = stack_of(&d, seed, false);
    s.precision = PM_PRECISION_AUTO;
    return minors_are_right(&d, &s, test_between(seed, 0, d.rows - 1),
                            test_between(seed, 0, d.cols - 1));
}

static bool loop_hafnians(uint64_t *seed)
{
    const bool repeated = test_between(seed, 0, 1), loops = test_between(seed, 0, 1);
    int vertex[TOTAL + 1];
    struct drawn d;
    struct gauss want;
    double value[2], bound;

    draw(&d, seed, 1, repeated ? 4 : 6, repeated, true);
    const pm_stack s = stack_of(&d, seed, repeated);
    const void *const weights =
        d.entries == PM_ENTRIES_INTEGER ? (const void *)d.integer_loop : (const void *)d.loop;
    test_need(pm_loop_hafnian(value, &bound, &s, loops ? weights : NULL, 1));
    gauss_init(&want);
    loop_hafnian(&want, &d, vertex, list_lines(vertex, d.row_times, d.rows, -1), loops);
    const bool right = is_within(value, d.entries == PM_ENTRIES_COMPLEX ? 2 : 1, bound, &want);
    gauss_clear(&want);
    return right;
}

static bool gradients(uint64_t *seed)
{
    double value[2 * LINES * LINES], bound[LINES * LINES];
    struct drawn d;
    struct gauss want;
    bool right = true;

    draw(&d, seed, 1, 6, false, true);
    const int parts = d.entries == PM_ENTRIES_COMPLEX ? 2 : 1;
    const pm_stack s = stack_of(&d, seed, false);
    test_need(pm_hafnian_gradient(value, bound, &s, 1));
    gauss_init(&want);
    for (int i = 0; i < d.rows; i++)
        for (int j = 0; j < d.cols; j++) {
            int vertex[LINES], count = 0;
            for (int k = 0; k < d.rows; k++)
                if (k != i && k != j)
                    vertex[count++] = k;
            gauss_set(&want, 0);
            if (i != j && d.rows % 2 == 0)
                loop_hafnian(&want, &d, vertex, count, false);
            const int at = i * d.cols + j;
            right = right && is_within(value + at * parts, parts, bound[at], &want);
        }
    gauss_clear(&want);
    return right;
}

/* Products of small random integers, so that the entries of the product are known. */
static bool products(uint64_t *seed)
{
    const int n = test_between(seed, 1, 6), r = test_between(seed, 1, 3);
    int64_t left[6 * 3], right_factor[3 * 6];
    struct drawn d = {.entries = PM_ENTRIES_INTEGER, .rows = n, .cols = n};
    struct gauss want;
    double value, bound;

    for (int k = 0; k < n * r; k++) {
        left[k] = test_between(seed, -99, 99);
        right_factor[k] = test_between(seed, -99, 99);
    }
    for (int i = 0; i < n; i++) {
        d.row_times[i] = d.col_times[i] = 1;
        for (int j = 0; j < n; j++)
            for (int t = 0; t < r; t++)
                d.integer[i * n + j] += left[i * r + t] * right_factor[t * n + j];
    }
    const pm_stack one = {.entries = PM_ENTRIES_INTEGER,
                          .data = left,
                          .count = 1,
                          .rows = n,
                          .cols = r,
                          .precision = (pm_precision)test_between(seed, 0, 90)};
    const pm_stack other = {
        .entries = PM_ENTRIES_INTEGER, .data = right_factor, .count = 1, .rows = r, .cols = n};
    test_need(pm_rank(&value, &bound, &one, &other, 1));
    gauss_init(&want);
    of_lines(&want, &d, -1, -1);
    const bool right = is_within(&value, 1, bound, &want);
    gauss_clear(&want);
    return right;
}

/* pm_solve() in floating arithmetic.  The conversion to double adds half a unit to the error. */
static bool problems(uint64_t *seed)
{
    static const pm_precision precision[] = {PM_PRECISION_AUTO, PM_PRECISION_DOUBLE,
                                             PM_PRECISION_DD, (pm_precision)200};
    const pm_options options = {
        .precision = precision[test_between(seed, 0, 3)], .threads = 1, .gpus = PM_GPUS_NONE};
    pm_answer *answer = NULL;
    pm_problem *problem;
    struct drawn d;
    struct gauss want;
    double value[2];
    char *bound;

    draw(&d, seed, 1, LINES, false, false);
    const pm_stack s = stack_of(&d, seed, false);
    test_need(pm_problem_dense(&problem, &s, 0));
    test_need(pm_solve(&answer, problem, &options));
    test_need(pm_answer_bound(&bound, answer));
    pm_answer_double(answer, &value[0], &value[1]);
    gauss_init(&want);
    of_lines(&want, &d, -1, -1);
    const double all = strtod(bound, NULL) * (1 + 0x1p-50) + 0x1p-1070 +
                       0x1p-52 * (fabs(value[0]) + fabs(value[1]));
    const bool right =
        !isfinite(value[0]) || !isfinite(value[1]) || is_within(value, 2, all, &want);
    gauss_clear(&want);
    free(bound);
    pm_answer_free(answer);
    pm_problem_free(problem);
    return right;
}

/* ------------------------------------------------------------------ named matrices */

/* The derivative of the hafnian of a bipartite graph with respect to edge (i, j) is a minor. */
static bool hafnian_gradient_is_right(const struct drawn *d, int i, int j)
{
    const int n = d->rows, all = 2 * n;
    double *const a = calloc(3 * (size_t)(all * all), sizeof *a);
    double *const value = a + all * all, *const bound = value + all * all;
    const pm_stack s = {.data = a, .count = 1, .rows = all, .cols = all};
    const int at = i * all + n + j;
    struct gauss want;

    for (int k = 0; k < n * n; k++) {
        const int row = k / n, col = n + k % n;
        a[row * all + col] = a[col * all + row] = d->number[k];
    }
    test_need(pm_hafnian_gradient(value, bound, &s, 1));
    gauss_init(&want);
    of_lines(&want, d, i, j);
    const bool right = is_within(&value[at], 1, bound[at], &want) && isfinite(bound[at]);
    gauss_clear(&want);
    free(a);
    return right;
}

/* Numbers of which sums of products once left the range of doubles, or lost small terms. */
static void check_named(struct test *t)
{
    static const struct {
        const char *name;
        int rows, cols;
        double first_col, first_row; /* all other entries are 1 to 9 */
    } named[] = {{"4 x 5, a column of 1e150", 4, 5, 1e150, 0},
                 {"12 x 13, a column of 1e30", 12, 13, 1e30, 0},
                 {"12 x 12, a row and a column of 1e33", 12, 12, 1e33, 1e33},
                 {"2 x 2, columns of 1e200 and 1e-200", 2, 2, 1e200, 0}};

    for (size_t k = 0; k < sizeof named / sizeof *named; k++) {
        struct drawn d = {.rows = named[k].rows, .cols = named[k].cols};
        double value, bound;
        for (int at = 0; at < d.rows * d.cols; at++) {
            const int i = at / d.cols, j = at % d.cols;
            d.row_times[i] = d.col_times[j] = 1;
            d.number[at] = j == 0                         ? named[k].first_col
                           : i == 0 && named[k].first_row ? named[k].first_row
                           : d.rows == 2                  ? 1e-200
                                                          : (7 * i + 5 * j + i * j) % 9 + 1;
        }
        const pm_stack s = {.data = d.number, .count = 1, .rows = d.rows, .cols = d.cols};
        test_need(pm_batch(&value, &bound, &s, 1));
        const bool right = permanent_is_right(&d, &s) && minors_are_right(&d, &s, 0, 1) &&
                           minors_are_right(&d, &s, d.rows - 1, 0) &&
                           (d.rows < d.cols || (hafnian_gradient_is_right(&d, 0, 1) &&
                                                hafnian_gradient_is_right(&d, d.rows - 1, 0)));
        CHECK(t, right && bound <= 1e-10 * value && (d.rows > 2 || fabs(value - 2) < 1e-14),
              "%s: %.17g with a bound of %.3g", named[k].name, value, bound);
    }
}

int main(void)
{
    static const struct {
        const char *name;
        bool (*is_right)(uint64_t *seed);
        int share; /* matrices in each round; 0: one in four rounds */
    } kind[] = {{"permanents of stacks", permanents, 7},
                {"permanents by 13 columns or more", large_permanents, 0},
                {"minors", minors, 4},
                {"minors by 10 columns or more", large_minors, 0},
                {"loop hafnians", loop_hafnians, 3},
                {"derivatives of hafnians", gradients, 1},
                {"products", products, 2},
                {"problems", problems, 3}};
    const int rounds = test_effort() == TEST_LONG ? 5000 : test_effort() == TEST_USUAL ? 500 : 50;
    struct test t = {0, 0};

    for (int k = 0; k < (int)(sizeof kind / sizeof *kind); k++) {
        uint64_t seed = 2024 + (uint64_t)k;
        const int count = kind[k].share > 0 ? rounds * kind[k].share : rounds / 4;
        int wrong = 0;
        for (int round = 0; round < count; round++)
            wrong += !kind[k].is_right(&seed);
        CHECK(&t, wrong == 0, "%s: %d of %d wrong", kind[k].name, wrong, count);
    }
    check_named(&t);
    return test_done(&t);
}
