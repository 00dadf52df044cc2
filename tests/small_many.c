/* SPDX-License-Identifier: GPL-3.0-or-later */
/* 10,000 random small matrices of all kinds through each function for stacks, and pm_solve().  Each
 * error is within its bound, without any tolerance.  The exact values are sums over subsets of
 * columns, or over the partners of a vertex, in GMP's rationals. */
#include "tests/test.h"

#include <gmp.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LINES = 7, TOTAL = 7 };

struct gauss {
    mpq_t re, im;
};

/* A random matrix: exactly, and as the library takes it. */
struct drawn {
    pm_entries entries;
    int rows, cols, row_times[LINES], col_times[LINES];
    double number[LINES * LINES * 2], loop[LINES * 2];
    int64_t integer[LINES * LINES], integer_loop[LINES];
};

/* ------------------------------------------------------------------ exact numbers */

static void gauss_init(struct gauss *x)
{
    mpq_inits(x->re, x->im, NULL);
}

static void gauss_clear(struct gauss *x)
{
    mpq_clears(x->re, x->im, NULL);
}

/* sum += x y */
static void add_product(struct gauss *sum, const struct gauss *x, const struct gauss *y)
{
    mpq_t part;

    mpq_init(part);
    mpq_mul(part, x->re, y->re);
    mpq_add(sum->re, sum->re, part);
    mpq_mul(part, x->im, y->im);
    mpq_sub(sum->re, sum->re, part);
    mpq_mul(part, x->re, y->im);
    mpq_add(sum->im, sum->im, part);
    mpq_mul(part, x->im, y->re);
    mpq_add(sum->im, sum->im, part);
    mpq_clear(part);
}

static void entry_of(struct gauss *z, const struct drawn *d, int i, int j)
{
    const int at = i * d->cols + j;

    mpq_set_ui(z->im, 0, 1);
    if (d->entries == PM_ENTRIES_INTEGER) {
        mpq_set_si(z->re, d->integer[at], 1);
    } else if (d->entries == PM_ENTRIES_REAL) {
        mpq_set_d(z->re, d->number[at]);
    } else {
        mpq_set_d(z->re, d->number[2 * at]);
        mpq_set_d(z->im, d->number[2 * at + 1]);
    }
}

static void loop_of(struct gauss *z, const struct drawn *d, int i)
{
    mpq_set_ui(z->im, 0, 1);
    if (d->entries == PM_ENTRIES_INTEGER) {
        mpq_set_si(z->re, d->integer_loop[i], 1);
    } else if (d->entries == PM_ENTRIES_REAL) {
        mpq_set_d(z->re, d->loop[i]);
    } else {
        mpq_set_d(z->re, d->loop[2 * i]);
        mpq_set_d(z->im, d->loop[2 * i + 1]);
    }
}

/* The lines with their copies, without one copy of line `less` (-1: with all). */
static int list_lines(int *line, const int *times, int count, int less)
{
    int total = 0;

    for (int k = 0; k < count; k++)
        for (int copy = k == less; copy < times[k]; copy++)
            line[total++] = k;
    return total;
}

/* The permanent of the rows and columns in two lists. */
static void permanent(struct gauss *value, const struct drawn *d, const int *row, int rows,
                      const int *col, int cols)
{
    const bool turned = rows > cols;
    const int m = turned ? cols : rows, n = turned ? rows : cols;
    struct gauss sum[1 << TOTAL], z;

    gauss_init(&z);
    for (int set = 0; set < 1 << n; set++)
        gauss_init(&sum[set]);
    mpq_set_ui(sum[0].re, 1, 1);
    for (int set = 0; set < 1 << n; set++) {
        const int i = __builtin_popcount((unsigned)set);
        for (int j = 0; i < m && j < n; j++) {
            if (set >> j & 1)
                continue;
            entry_of(&z, d, turned ? row[j] : row[i], turned ? col[i] : col[j]);
            add_product(&sum[set | 1 << j], &sum[set], &z);
        }
    }
    mpq_set_ui(value->re, 0, 1);
    mpq_set_ui(value->im, 0, 1);
    for (int set = 0; set < 1 << n; set++) {
        if (__builtin_popcount((unsigned)set) == m) {
            mpq_add(value->re, value->re, sum[set].re);
            mpq_add(value->im, value->im, sum[set].im);
        }
        gauss_clear(&sum[set]);
    }
    gauss_clear(&z);
}

static void of_lines(struct gauss *value, const struct drawn *d, int less_row, int less_col)
{
    int row[TOTAL + 1], col[TOTAL + 1];
    const int rows = list_lines(row, d->row_times, d->rows, less_row);
    const int cols = list_lines(col, d->col_times, d->cols, less_col);

    permanent(value, d, row, rows, col, cols);
}

/* The loop hafnian of the listed vertices: the first is matched with itself or with another one. */
static void loop_hafnian(struct gauss *value, const struct drawn *d, const int *vertex, int count,
                         bool loops)
{
    struct gauss rest, z;
    int others[TOTAL];

    mpq_set_ui(value->re, count == 0, 1);
    mpq_set_ui(value->im, 0, 1);
    if (count == 0)
        return;
    gauss_init(&rest);
    gauss_init(&z);
    if (loops) {
        loop_of(&z, d, vertex[0]);
        loop_hafnian(&rest, d, vertex + 1, count - 1, loops);
        add_product(value, &rest, &z);
    }
    for (int k = 1; k < count; k++) {
        for (int other = 1, at = 0; other < count; other++)
            if (other != k)
                others[at++] = vertex[other];
        entry_of(&z, d, vertex[0], vertex[k]);
        loop_hafnian(&rest, d, others, count - 2, loops);
        add_product(value, &rest, &z);
    }
    gauss_clear(&z);
    gauss_clear(&rest);
}

/* True if |value - want| <= bound, in rationals.  A value above the range of doubles has no bound.
 */
static bool is_within(const double *value, int parts, double bound, const struct gauss *want)
{
    mpq_t square, off;

    if (!isfinite(bound))
        return isinf(bound);
    if (!isfinite(value[0]) || (parts == 2 && !isfinite(value[1])))
        return false;
    mpq_inits(square, off, NULL);
    mpq_set_d(square, bound);
    mpq_mul(square, square, square);
    for (int part = 0; part < 2; part++) {
        mpq_set_d(off, part < parts ? value[part] : 0);
        mpq_sub(off, off, part == 0 ? want->re : want->im);
        mpq_mul(off, off, off);
        mpq_sub(square, square, off);
    }
    const bool within = mpq_sgn(square) >= 0;
    mpq_clears(square, off, NULL);
    return within;
}

/* ------------------------------------------------------------------ drawing */

static double draw_number(uint64_t *seed, int shape)
{
    const double x = (double)(test_random(seed) >> 11) * 0x1p-52 - 1;

    return shape == 0   ? fabs(x)
           : shape == 1 ? ldexp(x, test_between(seed, -200, 120))
           : shape == 2 ? test_between(seed, -2, 2)
           : shape == 3 ? ldexp(x, test_between(seed, -20, 20))
           : shape == 4 ? (test_between(seed, 0, 2) == 0 ? x : 0)
                        : x;
}

static void draw_times(int *times, int count, uint64_t *seed, bool repeated)
{
    int total;

    do {
        total = 0;
        for (int k = 0; k < count; k++)
            total += times[k] = repeated ? test_between(seed, 0, 3) : 1;
    } while (total > TOTAL);
}

/* rows 0: any shape.  Symmetric matrices are square. */
static void draw(struct drawn *d, uint64_t *seed, int most, bool repeated, bool symmetric)
{
    const int shape = test_between(seed, 0, 5);

    d->entries = (pm_entries)test_between(seed, PM_ENTRIES_REAL, PM_ENTRIES_INTEGER);
    d->rows = test_between(seed, 1, most);
    d->cols = symmetric ? d->rows : test_between(seed, 1, most);
    draw_times(d->row_times, d->rows, seed, repeated);
    draw_times(d->col_times, d->cols, seed, repeated);
    for (int k = 0; k < LINES * LINES * 2; k++)
        d->number[k] = draw_number(seed, shape);
    for (int k = 0; k < LINES * LINES; k++)
        d->integer[k] = shape == 2 ? test_between(seed, -3, 3) : (int64_t)test_random(seed) >> 3;
    for (int k = 0; k < 2 * LINES; k++)
        d->loop[k] = draw_number(seed, shape);
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

static bool permanents(uint64_t *seed)
{
    const bool repeated = test_between(seed, 0, 1);
    struct drawn d;
    struct gauss want;
    double value[2], bound;

    draw(&d, seed, repeated ? 5 : LINES, repeated, false);
    const pm_stack s = stack_of(&d, seed, repeated);
    test_need(pm_batch(value, &bound, &s, 1));
    gauss_init(&want);
    of_lines(&want, &d, -1, -1);
    const bool right = is_within(value, d.entries == PM_ENTRIES_COMPLEX ? 2 : 1, bound, &want);
    gauss_clear(&want);
    return right;
}

static bool minors(uint64_t *seed)
{
    const bool repeated = test_between(seed, 0, 1);
    double value[2 * LINES * LINES], bound[LINES * LINES];
    struct drawn d;
    struct gauss want;
    bool right = true;

    draw(&d, seed, 4, repeated, false);
    const int parts = d.entries == PM_ENTRIES_COMPLEX ? 2 : 1;
    const pm_stack s = stack_of(&d, seed, repeated);
    test_need(pm_minors(value, bound, &s, 1));
    gauss_init(&want);
    for (int i = 0; i < d.rows; i++)
        for (int j = 0; j < d.cols; j++) {
            const int at = i * d.cols + j;
            mpq_set_ui(want.re, 0, 1);
            mpq_set_ui(want.im, 0, 1);
            if (d.row_times[i] > 0 && d.col_times[j] > 0)
                of_lines(&want, &d, i, j);
            right = right && is_within(value + at * parts, parts, bound[at], &want);
        }
    gauss_clear(&want);
    return right;
}

static bool loop_hafnians(uint64_t *seed)
{
    const bool repeated = test_between(seed, 0, 1), loops = test_between(seed, 0, 1);
    int vertex[TOTAL + 1];
    struct drawn d;
    struct gauss want;
    double value[2], bound;

    draw(&d, seed, repeated ? 4 : 6, repeated, true);
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

    draw(&d, seed, 6, false, true);
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
            mpq_set_ui(want.re, 0, 1);
            mpq_set_ui(want.im, 0, 1);
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

    draw(&d, seed, LINES, false, false);
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

int main(void)
{
    static const struct {
        const char *name;
        bool (*is_right)(uint64_t *seed);
        int share; /* matrices in each round */
    } kind[] = {{"permanents of stacks", permanents, 7},
                {"minors", minors, 4},
                {"loop hafnians", loop_hafnians, 3},
                {"derivatives of hafnians", gradients, 1},
                {"products", products, 2},
                {"problems", problems, 3}};
    const int rounds = test_effort() == TEST_LONG ? 5000 : test_effort() == TEST_USUAL ? 500 : 50;
    struct test t = {0, 0};

    for (int k = 0; k < (int)(sizeof kind / sizeof *kind); k++) {
        uint64_t seed = 2024 + (uint64_t)k;
        int wrong = 0;
        for (int round = 0; round < rounds * kind[k].share; round++)
            wrong += !kind[k].is_right(&seed);
        CHECK(&t, wrong == 0, "%s: %d of %d wrong", kind[k].name, wrong, rounds * kind[k].share);
    }
    return test_done(&t);
}
