/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Glynn's formula, with the walk of the dense engine (engine/dense/dense.c):
 *
 *     per(A) = 2^(1-n) sum over signs d, d_1 = +, of (prod d_j) prod_i x_i,   x_i = sum_j d_j a_ij.
 *
 * 1. The pivot is the column whose smallest fraction of a row's moduli is the largest.  Rows are
 * divided
 *    by their entry there, unless it is small.
 * 2. The entries of row i are rounded to multiples of one power of two q_i, so that all row sums
 * are
 *    exact.  So the error of x_i is at most eta_i = the change by division and rounding.
 * 3. Error bound: that of patches.h.  A patch is a block of 2^5 sign vectors, which differ in the
 *    pivot and the unrolled columns.
 * 4. Matrices with PM_BATCH_SPLIT lines or more have enough strands for one or more blocks of
 * threads
 *    of a GPU.  The fold adds their units, wherever these are computed. */
#include "batch/strands.h"
#include "engine/stack.h"

#include "base/alloc.h"
#include "engine/glynn/rounded.h"
#include "num/fold.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    SMALL = 10, /* a pivot below 2^-SMALL of its row does not divide it */
    TOP = 400,  /* the largest product is near 2^TOP */
};

struct pm_batch_room {
    struct pm_dense dense;
    struct pm_fold fold;
    double *low, *step, *pivot, *reach, *zero;
    int row[PM_BATCH_MOST], column[PM_BATCH_MOST]; /* order of the walk */
    struct pm_batch_patches patches;
    double memory[];
};

/* The columns are, in this order: the pivot, the unrolled, the Gray-coded, the slow, and a fixed
 * one. */
static int gray_columns(int n)
{
    enum { MOST = 8 };
    const int one_unit = n - 2 - PM_LOG_BLOCK - PM_LOG_LANES;
    const int block = one_unit - PM_DEVICE_LOG_NODE;

    return n < PM_BATCH_SPLIT ? one_unit : block < MOST ? block : MOST;
}

pm_status pm_batch_room_new(struct pm_batch_room **out, int n, int parts, const struct pm_isa *isa)
{
    const size_t line = (size_t)n * (size_t)parts;
    const int gray = gray_columns(n), slow = n - 2 - PM_LOG_BLOCK - gray;
    const size_t count = line * (size_t)(PM_BLOCK + gray + 1 + 1 + slow + 1) + (size_t)n;
    struct pm_batch_room *room;

    if ((room = pm_alloc(1, sizeof *room + count * sizeof(double))) == NULL)
        return PM_NOMEM;
    double *next = room->memory;
    room->low = next;
    room->step = next += line * PM_BLOCK;
    room->pivot = next += line * (size_t)gray;
    room->zero = next += line; /* stays zero: patches contain no Gray-coded column */
    room->dense.signs = (struct pm_sign_walk){.kind = &pm_dense_kind,
                                              .isa = isa,
                                              .rows = n,
                                              .parts = parts,
                                              .words = parts,
                                              .slow = slow};
    room->dense.signs.base = next += line;
    room->dense.signs.twice = next += line;
    room->reach = next + line * (size_t)slow;
    room->dense.walk = (struct pm_strands){.n = n,
                                           .log_blocks = gray,
                                           .low = room->low,
                                           .step = room->step,
                                           .pivot = room->pivot,
                                           .centre = {room->zero, room->zero},
                                           .reach = room->reach};
    const struct pm_ring ring = pm_ring_of(parts == 1 ? PM_REAL : PM_COMPLEX);
    pm_fold_init(&room->fold, &ring);
    *out = room;
    return PM_OK;
}

void pm_batch_room_free(struct pm_batch_room *room)
{
    if (room == NULL)
        return;
    pm_fold_clear(&room->fold);
    free(room);
}

/* The column whose smallest fraction of a row's moduli is the largest. */
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

/* Divides row i by its entry in column c, and multiplies *factor by the entry.  The relative error
 * of a quotient is at most 8 u. */
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

/* All columns except the pivot, in their order. */
static void order_columns(struct pm_batch_room *room, int pivot)
{
    int count = 0;

    for (int j = 0; j < room->dense.walk.n; j++)
        if (j != pivot)
            room->column[count++] = j;
}

/* Rows in the order of the walk: those that are divided, those with pivot 0, the others. */
static void order_rows(struct pm_batch_room *room, const bool *divided,
                       const struct pm_batch_square *a, int pivot)
{
    int count = 0;

    for (int i = 0; i < a->n; i++)
        if (divided[i])
            room->row[count++] = i;
    room->dense.walk.ones = count;
    for (int i = 0; i < a->n; i++)
        if (!divided[i] && pm_batch_modulus(a, i, pivot) == 0)
            room->row[count++] = i;
    room->dense.walk.zeros = count;
    for (int i = 0; i < a->n; i++)
        if (!divided[i] && pm_batch_modulus(a, i, pivot) != 0)
            room->row[count++] = i;
}

/* Writes one part of a row into the tables of the walk (engine/dense/dense_walk.h). */
static void fill_row(struct pm_batch_room *room, const double *b, int line, int place, int pivot)
{
    const struct pm_sign_walk *const signs = &room->dense.signs;
    const int *const column = room->column;
    const int gray = room->dense.walk.log_blocks, slow = PM_LOG_BLOCK + gray;
    double base = 0;

    for (int set = 0; set < PM_BLOCK; set++) {
        double sum = 0;
        for (int bit = 0; bit < PM_LOG_BLOCK; bit++)
            sum += set >> bit & 1 ? -b[column[bit]] : b[column[bit]];
        room->low[place * PM_BLOCK + set] = sum;
    }
    for (int k = PM_LOG_BLOCK; k < signs->rows - 1; k++)
        base += b[column[k]];
    for (int k = 0; k < gray; k++)
        room->step[k * line + place] = 2 * b[column[PM_LOG_BLOCK + k]];
    for (int k = 0; k < signs->slow; k++)
        signs->twice[k * line + place] = 2 * b[column[slow + k]];
    signs->base[place] = base;
    room->pivot[place] = b[pivot];
}

static void fill_tables(struct pm_batch_room *room, const struct pm_batch_square *a, int pivot)
{
    const int n = a->n, line = n * a->parts;

    for (int k = 0; k < n; k++)
        for (int part = 0; part < a->parts; part++)
            fill_row(room, a->part[part] + room->row[k] * n, line, k * a->parts + part, pivot);
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

/* The error of a patch, relative to its bound (pm_finish.share). */
static double share(const struct pm_batch_room *room)
{
    const double blocks = ldexp(1, room->dense.walk.log_blocks);

    return pm_batch_patches_share(&room->patches, PM_LOG_BLOCK + 6 + blocks * blocks * PM_BALL_U);
}

bool pm_batch_prepare(struct pm_batch_room *room, struct pm_batch_square *a)
{
    struct pm_finish *const finish = &room->dense.signs.finish;
    const int n = a->n, pivot = choose_pivot(a);
    bool divided[PM_BATCH_MOST];
    double factor[2] = {1, 0};
    int exponents = 0, above = 0;

    for (int i = 0; i < n; i++) {
        const double size = pm_batch_modulus(a, i, pivot);
        divided[i] = size > 0 && size >= ldexp(pm_batch_row_modulus(a, i), -SMALL);
        if (divided[i])
            divide(a, i, pivot, factor);
        pm_batch_round_row(&room->patches, a, i, divided[i]);
        exponents += room->patches.exp[i];
        above += room->patches.exp[i] > 0 ? room->patches.exp[i] : 0;
        if (!(room->patches.sum[i] > 0))
            return false;
    }
    order_columns(room, pivot);
    order_rows(room, divided, a, pivot);
    fill_tables(room, a, pivot);
    fill_reach(room, a, pivot);
    room->dense.walk.start = ldexp(1, TOP - exponents);
    /* the first factor of products, and 2^(n-1) sign vectors */
    room->dense.signs.exp = -(TOP - exponents + n - 1);
    *finish = (struct pm_finish){.factor = {{factor[0]}, {factor[1]}},
                                 .size = PM_UP * pm_above(factor[0], factor[1]),
                                 .share = PM_UP * share(room),
                                 .floor = pm_finish_floor(above, n)};
    return true;
}

const struct pm_sign_walk *pm_batch_signs(const struct pm_batch_room *room)
{
    return &room->dense.signs;
}

pm_status pm_batch_sum(struct pm_part *sum, struct pm_batch_room *room, const struct pm_batch *b)
{
    const struct pm_sign_walk *const signs = &room->dense.signs;
    const uint64_t units = UINT64_C(1) << (signs->slow - PM_LOG_LANES);

    room->fold.count = 0;
    for (uint64_t unit = 0; unit < units; unit++) {
        struct pm_part part;
        PM_TRY(pm_batch_go_on(b));
        pm_sign_walk_unit(&part, signs, unit);
        PM_TRY(pm_fold_add(&room->fold, 0, unit, &part));
    }
    pm_fold_sum(sum, &room->fold);
    return PM_OK;
}

void pm_batch_result(double value[2], struct pm_mag *bound, int *exp, const struct pm_part *sum,
                     const struct pm_batch_room *room)
{
    value[0] = sum->re[0] + sum->re[1];
    value[1] = sum->im[0] + sum->im[1];
    *bound = pm_mag_double(
        PM_UP * (sum->err + pm_gamma(4 * room->dense.walk.n + 4) * pm_above(value[0], value[1])),
        0);
    *exp = (int)room->dense.signs.exp;
}
