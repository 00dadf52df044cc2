/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Stacks of doubles by the dense walk, one matrix after the other.  The walk is that of dense.c;
 * only its rows are made differently, in double arithmetic instead of exactly:
 *
 * 1. The pivot is the column whose smallest fraction of a row's moduli is the largest.  Rows are
 *    divided by their entry there, unless it is small.
 * 2. The entries of a row are rounded to multiples of one power of two, so that all row sums are
 *    exact (glynn/rounded.c).
 *
 * In double-double and for minors, rows are not divided, and both layers of an entry are exact, but
 * for entries below 2^-48 of their row.  Small matrices are put into a larger unit matrix.
 *
 * Rows of ones make a rectangular matrix square, which multiplies permanents and minors by
 * (n - m)!.  minors_walk.h has the walk for all minors. */
#include "engine/dense/dense_stack.h"

#include "base/alloc.h"
#include "base/status.h"
#include "engine/dense/minors_walk.h"
#include "num/fold.h"
#include "engine/stack_answers.h"
#include "engine/stack_load.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    LEAST = 13,         /* numbers of lines; with fewer rows, the table takes less time */
    LEAST_BOUNDED = 25, /* if bounds are wanted, ... */
    LEAST_SMALL = 27,   /* ... and small ones */
    LEAST_MINORS = 8,
    LEAST_WALK = 10, /* of a walk */
    MOST = 48,
    SMALL = 10, /* a pivot below 2^-SMALL of its row does not divide it */
};

struct pm_dense_room {
    const struct pm_batch *b;
    int n, parts;    /* n: lines of the walk, at least LEAST_WALK */
    double *a;       /* [n][n][parts] the scaled matrix */
    double *modulus; /* [n][n] of its entries */
    double sum[MOST];
    struct pm_stack_scale scale;
    int line[2 * MOST]; /* of the scale */
    int errors;         /* entries were rounded so often when they were read */
    double divisor;     /* (n - m)! */
    struct pm_rounded rounded;
    struct pm_dense *dense; /* for permanents */
    struct pm_fold fold;
    struct pm_minors_room *minors;
    double *minor; /* [n][n][parts], then the bounds of rows */
};

void pm_dense_room_close(void *opened)
{
    struct pm_dense_room *const r = opened;

    if (r == NULL)
        return;
    free(r->a);
    pm_rounded_clear(&r->rounded);
    pm_fold_clear(&r->fold);
    if (r->dense != NULL)
        pm_sign_walk_free(&r->dense->signs);
    pm_minors_room_free(r->minors);
    free(r);
}

pm_status pm_dense_room_open(void **opened, const struct pm_batch *b)
{
    const struct pm_ring ring = pm_number_ring_of(b->parts == 1 ? PM_REAL : PM_COMPLEX);
    const int least = b->minors ? PM_MINORS_LEAST
                      : b->stack.gpus != NULL && b->stack.cols >= PM_DENSE_GPU_LEAST
                          ? PM_DENSE_GPU_WALK
                          : LEAST_WALK;
    const int layers = b->minors ? 2 : b->layers;
    const int n = b->stack.cols > least ? b->stack.cols : least;
    const int cells = n * n * b->parts;
    struct pm_dense_room *r;
    pm_status status;

    PM_NEW(r, 1);
    r->b = b;
    r->n = n;
    r->parts = b->parts;
    r->scale = (struct pm_stack_scale){.rows = b->stack.cols, .row = r->line, .col = r->line + n};
    r->divisor = 1;
    for (int i = b->stack.rows; i < b->stack.cols; i++)
        r->divisor *= i - b->stack.rows + 1;
    pm_fold_init(&r->fold, &ring);
    PM_NEW_GOTO(status, r->a, 2 * cells + n * n + n, done);
    r->modulus = r->a + cells;
    r->minor = r->modulus + n * n;
    PM_TRY_GOTO(status, pm_rounded_open(&r->rounded, n, r->parts, layers), done);
    if (b->minors) {
        PM_TRY_GOTO(status, pm_minors_room_new(&r->minors, n, r->parts, b->layers), done);
    } else {
        PM_TRY_GOTO(status, pm_dense_open(&r->dense, n, r->parts, b->layers, 0), done);
        r->dense->signs.isa = b->isa;
    }
done:
    PM_GIVE(opened, r, status, pm_dense_room_close);
}

/* ------------------------------------------------------------------ rows */

static pm_status load(struct pm_dense_room *r, size_t k)
{
    const struct pm_target to = {r->a, r->parts, 1};
    const int cols = r->b->stack.cols;

    PM_TRY(pm_stack_load(&r->scale, &to, r->b, k));
    r->errors = pm_stack_is_rounded(r->b, &to, &r->scale) ? 1 : 0;
    for (int at = r->n * r->n - 1; at >= 0 && r->n > cols; at--) {
        const int i = at / r->n, j = at % r->n;
        for (int part = 0; part < r->parts; part++)
            r->a[at * r->parts + part] =
                i < cols && j < cols ? r->a[(i * cols + j) * r->parts + part] : i == j && part == 0;
    }
    return PM_OK;
}

static void measure(struct pm_dense_room *r)
{
    for (int i = 0; i < r->n; i++) {
        r->sum[i] = 0;
        for (int j = 0; j < r->n; j++) {
            const int at = i * r->n + j;
            r->sum[i] += r->modulus[at] = pm_modulus(r->a + at * r->parts, r->parts);
        }
    }
}

static int choose_pivot(const struct pm_dense_room *r)
{
    double share[MOST];
    int best = 0;

    for (int j = 0; j < r->n; j++)
        share[j] = HUGE_VAL;
    for (int i = 0; i < r->n; i++)
        for (int j = 0; j < r->n && r->sum[i] > 0; j++)
            share[j] = fmin(share[j], r->modulus[i * r->n + j] / r->sum[i]);
    for (int j = 1; j < r->n; j++)
        best = share[j] > share[best] ? j : best;
    return best;
}

/* Divides a row by its entry at z, and multiplies *factor by the entry.  The relative error of a
 * quotient is at most 8 u. */
static void divide(double *row, const double *z, int n, int parts, double factor[2])
{
    const double pr = z[0], pi = parts == 2 ? z[1] : 0, size = fma(pr, pr, pi * pi);
    const double fr = factor[0], fi = factor[1];

    for (double *const end = row + n * parts; row < end; row += parts) {
        const double x = row[0];
        if (parts == 1) {
            row[0] = x / pr;
            continue;
        }
        const double y = row[1];
        row[0] = row == z ? 1 : fma(x, pr, y * pi) / size;
        row[1] = row == z ? 0 : fma(y, pr, -(x * pi)) / size;
    }
    factor[0] = fma(fr, pr, -(fi * pi));
    factor[1] = fma(fr, pi, fi * pr);
}

/* Rounds row i into the next row of the walk.  `factor`: divides it by its pivot; or NULL. */
static void take_row(struct pm_dense_room *r, int k, int i, double *factor)
{
    struct pm_rounded *const to = &r->rounded;
    const double *const from = r->a + i * r->n * r->parts;

    for (int j = 0; j < r->n; j++)
        memcpy(pm_rounded_at(to, k, j), from + j * r->parts, (size_t)r->parts * sizeof *from);
    if (factor != NULL)
        divide(pm_rounded_at(to, k, 0), pm_rounded_at(to, k, to->pivot), r->n, r->parts, factor);
    pm_rounded_row(to, k, (factor != NULL ? 8 : 0) + r->errors);
}

enum { ONE, ZERO, ANY, CLASSES };

static int class_of(const struct pm_dense_room *r, int i)
{
    const double size = r->modulus[i * r->n + r->rounded.pivot];

    return size == 0 ? ZERO : r->b->layers == 1 && size >= ldexp(r->sum[i], -SMALL) ? ONE : ANY;
}

/* Makes the rows of the walk; *factor was divided off. */
static void take_rows(struct pm_dense_room *r, double factor[2])
{
    int ends[CLASSES], end = 0;

    r->rounded.pivot = choose_pivot(r);
    for (int class = 0; class < CLASSES; class ++) {
        for (int i = 0; i < r->n; i++)
            if (class_of(r, i) == class)
                take_row(r, end++, i, class == ONE ? factor : NULL);
        ends[class] = end;
    }
    r->rounded.ones = ends[ONE];
    r->rounded.zeros = ends[ZERO];
}

static bool has_empty_row(const struct pm_dense_room *r)
{
    for (int i = 0; i < r->n; i++)
        if (!(r->sum[i] > 0))
            return true;
    return false;
}

/* ------------------------------------------------------------------ permanents */

pm_status pm_dense_room_begin(const struct pm_sign_walk **signs, struct pm_dense_room *r, size_t k)
{
    struct pm_finish *const finish = &r->dense->signs.finish;
    double factor[2] = {1, 0};

    *signs = NULL;
    PM_TRY(load(r, k));
    measure(r);
    if (has_empty_row(r))
        return PM_OK;
    take_rows(r, factor);
    PM_TRY(pm_dense_fill(r->dense, &r->rounded));
    finish->factor[0][0] = factor[0];
    finish->factor[1][0] = factor[1];
    finish->size = pm_above(factor[0], factor[1]) * PM_UP;
    *signs = &r->dense->signs;
    return PM_OK;
}

pm_status pm_dense_room_sum(struct pm_part *sum, struct pm_dense_room *r)
{
    r->fold.count = 0;
    for (uint64_t unit = 0; unit < pm_dense_units(r->n); unit++) {
        struct pm_part part;
        PM_TRY(pm_stack_go_on(r->b));
        pm_sign_walk_unit(&part, &r->dense->signs, unit);
        PM_TRY(pm_fold_add(&r->fold, 0, unit, &part));
    }
    pm_fold_sum(sum, &r->fold);
    return PM_OK;
}

/* Delivers a number of the square matrix. */
static void deliver(const struct pm_dense_room *r, size_t place, const double *of_square,
                    struct pm_mag bound, int64_t exp)
{
    const double size =
        pm_gamma(r->b->stack.cols - r->b->stack.rows + 2) * pm_modulus(of_square, r->parts) * PM_UP;
    const double value[2] = {of_square[0] / r->divisor,
                             r->parts == 2 ? of_square[1] / r->divisor : 0};

    bound = pm_mag_div(pm_mag_add(bound, pm_mag_double(size, 0)), r->divisor);
    pm_stack_deliver(r->b, place, value, bound, exp);
}

void pm_dense_room_end(const struct pm_dense_room *r, size_t k, const struct pm_part *sum)
{
    static const struct pm_part zero;
    const struct pm_part *const s = sum != NULL ? sum : &zero;
    const double value[2] = {s->re[0] + s->re[1], s->im[0] + s->im[1]};
    const double factor =
        pm_gamma(r->b->layers == 1 ? 4 * r->n + 4 : 2) * pm_above(value[0], value[1]);

    deliver(r, k, value, pm_mag_double((s->err + factor) * PM_UP, 0), r->scale.all + s->exp);
}

/* ------------------------------------------------------------------ minors */

/* The minors without terms; none where entries may have been lost by scaling. */
static void find_zeros(uint64_t *zeros, const struct pm_dense_room *r)
{
    uint64_t entries[MOST] = {0};
    const double *z = r->a;
    bool full = true;

    for (int i = 0; i < r->n; i++) {
        zeros[i] = 0;
        for (int j = 0; j < r->n; j++, z += r->parts)
            entries[i] |= (uint64_t)(z[0] != 0 || z[r->parts - 1] != 0) << j;
        full = full && entries[i] == UINT64_MAX >> (64 - r->n);
    }
    if (!full && r->scale.least > -1022)
        pm_minors_zeros(zeros, entries, r->n);
}

static pm_status work_minors(struct pm_dense_room *r, size_t k)
{
    static const double nothing[2];
    const int n = r->n, cols = r->b->stack.cols;
    const struct pm_stack_scale *const s = &r->scale;
    double *const bound = r->minor + n * n * r->parts;
    uint64_t zeros[MOST];

    PM_TRY(load(r, k));
    find_zeros(zeros, r);
    for (int i = 0; i < n; i++)
        take_row(r, i, i, NULL);
    PM_TRY(pm_minors_find(r->minor, bound, &r->rounded, r->minors, r->b));
    for (int i = 0; i < r->b->stack.rows; i++)
        for (int j = 0; j < cols; j++) {
            const bool zero = zeros[i] >> j & 1;
            deliver(r, pm_stack_place(r->b, k, i, j),
                    zero ? nothing : r->minor + (i * n + j) * r->parts,
                    pm_mag_double(zero ? 0 : bound[i], 0),
                    s->all - s->row[i] - s->col[j] - (n - 1));
        }
    return PM_OK;
}

pm_status pm_dense_room_work(void *room, size_t k, int count)
{
    struct pm_dense_room *const r = room;
    const struct pm_sign_walk *signs;
    struct pm_part sum;

    (void)count;
    if (r->b->minors)
        return work_minors(r, k);
    PM_TRY(pm_dense_room_begin(&signs, r, k));
    if (signs != NULL)
        PM_TRY(pm_dense_room_sum(&sum, r));
    pm_dense_room_end(r, k, signs != NULL ? &sum : NULL);
    return PM_OK;
}

/* Where bounds are wanted, the walk of signs.h has better ones for square matrices; it takes
 * twice as long.  Rounded integers have no second layer.  Matrices with many more
 * columns than rows belong to the table, or to repeated lines of ones. */
static bool is_able(const struct pm_batch *b)
{
    enum { MORE = 3, LARGE = 17, MORE_LARGE = 10 };
    const int n = b->stack.cols, least = b->stack.rows;
    const int square = b->stack.precision == PM_PRECISION_AUTO ? LEAST_SMALL
                       : b->bounds                             ? LEAST_BOUNDED
                                                               : LEAST;

    if (n > least + (least >= LARGE && b->layers == 2 ? MORE_LARGE : MORE))
        return false;
    if (b->minors)
        return n >= (b->layers == 1 ? LEAST_MINORS : 1);
    return b->layers == 1 ? least >= (least == n ? square : LEAST)
                          : n > 0 && b->stack.entries != PM_ENTRIES_INTEGER;
}

/* A step is a row of a sign vector. */
double pm_dense_room_seconds(const struct pm_batch *b)
{
    static const double rate[2][2][2] = {{{1.4e10, 5.5e9}, {1.6e9, 7e8}},
                                         {{2.7e9, 1.2e9}, {6e8, 2.8e8}}};
    const int n = b->stack.cols;

    return pm_stack_is_plain(b) && is_able(b) && n <= MOST
               ? ldexp(n, n - 1) / rate[b->minors][b->layers - 1][b->parts - 1]
               : HUGE_VAL;
}
