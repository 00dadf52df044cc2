/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Glynn's formula, as the dense engine walks it (engine/dense/dense.c):
 *
 *     per(A) = 2^(1-n) sum over signs d, d_1 = +, of (prod d_j) prod_i x_i,   x_i = sum_j d_j a_ij.
 *
 * 1. One column, the pivot, is the one whose smallest share of a row's moduli is the largest.  Rows
 *    are divided by their entry there, unless it is small.
 * 2. Entries of row i are rounded to multiples of one power of two q_i, so that all row sums are
 *    exact.  So x_i is off by at most eta_i = (what division and rounding changed).
 * 3. Error bound: that of patches.h; a patch is a block of 2^5 sign vectors, which differ in the
 *    pivot and the unrolled columns. */
#include "batch/strands.h"

#include "base/alloc.h"
#include "base/bits.h"
#include "engine/glynn/rounded.h"
#include "engine/glynn/sign_walk.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    SMALL = 10, /* pivots below 2^-SMALL of a row do not divide it */
    TOP = 400,  /* the largest product is near 2^TOP */
};

static const double UNIT = 0x1p-53;

struct pm_batch_room {
    int n, parts;
    struct pm_strands walk;
    double *low, *step, *pivot, *base, *twice, *zero, *x;
    double *reach;                                 /* r_i^2 */
    int row[PM_BATCH_MOST], column[PM_BATCH_MOST]; /* in the order of the walk */
    struct pm_batch_patches patches;
    double memory[];
};

/* Columns: the pivot, the unrolled ones, the Gray-coded ones, those of lanes, a fixed one. */
static int gray_columns(int n)
{
    return n - 2 - PM_LOG_BLOCK - PM_LOG_LANES;
}

pm_status pm_batch_room_new(struct pm_batch_room **out, int n, int parts)
{
    const size_t line = (size_t)n * (size_t)parts, gray = (size_t)gray_columns(n);
    const size_t count = line * (PM_BLOCK + gray + 1 + 1 + PM_LOG_LANES + 1 + PM_LANES) + 8;
    struct pm_batch_room *room;

    if ((room = pm_alloc(1, sizeof *room + (count + line + (size_t)n) * sizeof(double))) == NULL)
        return PM_NOMEM;
    double *next = room->memory;
    next += (64 - (uintptr_t)next % 64) % 64 / sizeof(double);
    room->x = next;
    room->low = next += line * PM_LANES;
    room->step = next += line * PM_BLOCK;
    room->twice = next += line * gray;
    room->pivot = next += line * PM_LOG_LANES;
    room->base = next += line;
    room->zero = next += line; /* stays zero: no Gray-coded column is part of a patch */
    room->reach = next + line;
    room->n = n;
    room->parts = parts;
    *out = room;
    return PM_OK;
}

void pm_batch_room_free(struct pm_batch_room *room)
{
    free(room);
}

/* The column whose smallest share of a row's moduli is the largest. */
static int choose_pivot(const struct pm_batch_square *a)
{
    double share[PM_BATCH_MOST];
    int best = 0;

    for (int j = 0; j < a->n; j++)
        share[j] = HUGE_VAL;
    for (int i = 0; i < a->n; i++) {
        const double sum = pm_batch_row_modulus(a, i);
        for (int j = 0; sum > 0 && j < a->n; j++)
            share[j] = fmin(share[j], pm_batch_modulus(a, i, j) / sum);
    }
    for (int j = 1; j < a->n; j++)
        if (share[j] > share[best])
            best = j;
    return best;
}

/* Divides row i by its entry in column c; *factor *= that.  The relative error of a quotient is at
 * most 8 u. */
static void divide(struct pm_batch_square *a, int i, int c, double factor[2])
{
    double *const re = a->part[0] + i * a->n;

    if (a->parts == 1) {
        const double pivot = re[c];
        for (int j = 0; j < a->n; j++)
            re[j] /= pivot;
        re[c] = 1;
        factor[0] *= pivot;
        return;
    }
    double *const im = a->part[1] + i * a->n;
    const double pr = re[c], pi = im[c], size = fma(pr, pr, pi * pi);
    for (int j = 0; j < a->n; j++) {
        const double x = re[j], y = im[j];
        re[j] = fma(x, pr, y * pi) / size;
        im[j] = fma(y, pr, -(x * pi)) / size;
    }
    re[c] = 1;
    im[c] = 0;
    const double fr = factor[0], fi = factor[1];
    factor[0] = fma(fr, pr, -(fi * pi));
    factor[1] = fma(fr, pi, fi * pr);
}

/* The columns but the pivot, the walk's order: as they are. */
static void order_columns(struct pm_batch_room *room, int pivot)
{
    int count = 0;

    for (int j = 0; j < room->n; j++)
        if (j != pivot)
            room->column[count++] = j;
}

/* The rows that are divided, those with pivot 0, and the others. */
static void order_rows(struct pm_batch_room *room, const bool *divided,
                       const struct pm_batch_square *a, int pivot)
{
    int count = 0;

    for (int i = 0; i < a->n; i++)
        if (divided[i])
            room->row[count++] = i;
    room->walk.ones = count;
    for (int i = 0; i < a->n; i++)
        if (!divided[i] && pm_batch_modulus(a, i, pivot) == 0)
            room->row[count++] = i;
    room->walk.zeros = count;
    for (int i = 0; i < a->n; i++)
        if (!divided[i] && pm_batch_modulus(a, i, pivot) != 0)
            room->row[count++] = i;
}

/* One row of one part into the tables of the walk (engine/dense/dense_walk.h). */
static void fill_row(struct pm_batch_room *room, const double *b, int line, int place, int pivot)
{
    const int *const column = room->column;
    const int gray = gray_columns(room->n), lanes = PM_LOG_BLOCK + gray;
    double base = 0;

    for (int set = 0; set < PM_BLOCK; set++) {
        double sum = 0;
        for (int bit = 0; bit < PM_LOG_BLOCK; bit++)
            sum += set >> bit & 1 ? -b[column[bit]] : b[column[bit]];
        room->low[place * PM_BLOCK + set] = sum;
    }
    for (int k = PM_LOG_BLOCK; k < room->n - 1; k++)
        base += b[column[k]];
    for (int k = 0; k < gray; k++)
        room->step[k * line + place] = 2 * b[column[PM_LOG_BLOCK + k]];
    for (int k = 0; k < PM_LOG_LANES; k++)
        room->twice[k * line + place] = 2 * b[column[lanes + k]];
    room->base[place] = base;
    room->pivot[place] = b[pivot];
}

static void fill_tables(struct pm_batch_room *room, const struct pm_batch_square *a, int pivot,
                        int exponents)
{
    const int n = a->n, line = n * a->parts;

    for (int k = 0; k < n; k++)
        for (int part = 0; part < a->parts; part++)
            fill_row(room, a->part[part] + room->row[k] * n, line, k * a->parts + part, pivot);
    room->walk.n = n;
    room->walk.log_blocks = gray_columns(n);
    room->walk.log_patch = 0;
    room->walk.start = ldexp(1, TOP - exponents);
    room->walk.low = room->low;
    room->walk.step = room->step;
    room->walk.pivot = room->pivot;
    room->walk.centre[0] = room->walk.centre[1] = room->zero;
    room->walk.reach = room->reach;
}

static void fill_reach(struct pm_batch_room *room, const struct pm_batch_square *a, int pivot)
{
    int own[PM_LOG_BLOCK + 1];

    memcpy(own, room->column, PM_LOG_BLOCK * sizeof *own);
    own[PM_LOG_BLOCK] = pivot;
    pm_batch_patches_fill(&room->patches, a, own);
    for (int k = 0; k < a->n; k++)
        room->reach[k] = room->patches.reach[room->row[k]];
}

/* Of a patch, beside the roundings of products. */
static double share(const struct pm_batch_room *room)
{
    const double blocks = ldexp(1, gray_columns(room->n));

    return pm_batch_patches_share(&room->patches, PM_LOG_BLOCK + 6 + blocks * blocks * UNIT);
}

/* The signed sum over lanes of one part, lane after lane, its roundings kept. */
static double add_lanes(const struct pm_strands_sum *sum, int part)
{
    double high = 0, low = 0;

    for (int lane = 0; lane < PM_LANES; lane++) {
        const double sign = pm_popcount((uint64_t)lane) & 1 ? -1 : 1;
        const double more = sign * sum->high[part][lane], next = high + more;
        const double other = next - high;
        low += (high - (next - other)) + (more - other) + sign * sum->low[part][lane];
        high = next;
    }
    return high + low;
}

void pm_batch_strands(double value[2], double *bound, int *exp, struct pm_batch_square *a,
                      struct pm_batch_room *room, const struct pm_isa *isa)
{
    const int n = a->n, pivot = choose_pivot(a);
    bool divided[PM_BATCH_MOST];
    double factor[2] = {1, 0}, error = 0;
    int exponents = 0;

    for (int i = 0; i < n; i++) {
        const double size = pm_batch_modulus(a, i, pivot);
        divided[i] = size > 0 && size >= ldexp(pm_batch_row_modulus(a, i), -SMALL);
        if (divided[i])
            divide(a, i, pivot, factor);
        pm_batch_round_row(&room->patches, a, i, divided[i]);
        exponents += room->patches.exp[i];
        if (!(room->patches.sum[i] >
              0)) { /* an empty row, or one that is below the range of numbers */
            value[0] = value[1] = *bound = 0;
            *exp = 0;
            return;
        }
    }
    order_columns(room, pivot);
    order_rows(room, divided, a, pivot);
    fill_tables(room, a, pivot, exponents);
    fill_reach(room, a, pivot);
    const struct pm_sign_walk signs = {
        .rows = n, .words = a->parts, .base = room->base, .twice = room->twice};
    pm_sign_walk_begin(room->x, &signs, 0);
    struct pm_strands_sum sum;
    pm_dense_kernel(isa, a->parts, 1)(&sum, &room->walk, room->x);

    const double re = add_lanes(&sum, 0), im = a->parts == 2 ? add_lanes(&sum, 1) : 0;
    const double size = pm_batch_above(factor[0], factor[1]);
    for (int lane = 0; lane < PM_LANES; lane++)
        error += sum.bound[lane];
    value[0] = factor[0] * re - factor[1] * im;
    value[1] = factor[0] * im + factor[1] * re;
    *exp = -(TOP - exponents + n - 1); /* the start of products, and 2^(n-1) sign vectors */
    *bound = PM_UP *
             (size * error * share(room) + (4 * n + 4) * UNIT * pm_batch_above(value[0], value[1]));
}
