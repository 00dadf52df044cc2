/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The products of a front in floating arithmetic, for eight columns at once, one in each lane.  U
 * is kept a second time, in blocks of eight columns.
 *
 * A file that includes fronts_template.h and wants this has defined n_is_stable(), and
 *     N_SUMS               the number of vectors that hold eight sums of products
 *     n_term(sum, l, y)    sum += l y, where l is one number and y[] the words of eight, in lanes
 *     n_minus(x, sum)      x -= the sum in lane 0 of sum[]
 * N consists of doubles, its words.  At most PM_PANEL products are added before they are subtracted
 * from an entry, so that their roundings do not grow with the front.  This is a part of
 * front_template.h. */
#pragma once

#include "engine/planar/product_lanes.h"

enum { WORDS = sizeof(N) / sizeof(double) };

static double *lanes_at(const struct front *f, int column, int row)
{
    return f->lanes + ((size_t)(column / LANES) * (size_t)f->full + (size_t)row) * (LANES * WORDS) +
           column % LANES;
}

static pm_status lanes_new(struct front *f)
{
    const size_t blocks = (size_t)(f->size + LANES - 1) / LANES;

    PM_NEW(f->sums, f->size);
    PM_NEW(f->lanes, blocks * (size_t)f->full * (LANES * WORDS));
    return PM_OK;
}

/* Row t of U is x. */
static void lanes_take(const struct front *f, int t, const N *x)
{
    for (int c = t + 1; c < f->size; c++) {
        double *const to = lanes_at(f, c, t);
        for (int w = 0; w < WORDS; w++)
            to[w * LANES] = ((const double *)&x[c])[w];
    }
}

static void lanes_swap(const struct front *f, int i, int j)
{
    double *x = lanes_at(f, i, 0), *y = lanes_at(f, j, 0);

    for (int k = 0; k < f->done * WORDS; k++, x += LANES, y += LANES)
        PM_SWAP(*x, *y);
}

/* x[j] -= l[0] y[0] + ... for the columns j of a block from `from` to `to` - 1. */
static inline void minus_products(N *x, const N *l, const double *y, int count, int from, int to)
{
    _Alignas(64) double sum[N_SUMS][LANES];

    for (int lane = 0; lane < LANES; lane += WIDTH) {
        V all[N_SUMS];
        for (int s = 0; s < N_SUMS; s++)
            all[s] = v_all(0);
        for (int k = 0; k < count; k++)
            n_term(all, &l[k], y + k * (LANES * WORDS) + lane);
        for (int s = 0; s < N_SUMS; s++)
            v_store(&sum[s][lane], all[s]);
    }
    for (int j = from; j < to; j++)
        n_minus(&x[j], &sum[0][j]);
}

/* Subtracts from rows row .. last - 1 the contributions of the pivots after f->solved[], in the
 * columns from .. to - 1; in a triangle, only those of each row's number or above. */
static void update_rows(const struct front *f, int row, int last, int from, int to, bool triangle)
{
    for (int block = from - from % LANES; block < to; block += LANES)
        for (int i = row; i < last; i++) {
            const int least = triangle && i + 1 - N_DIAGONAL > from ? i + 1 - N_DIAGONAL : from;
            const int begin = least > block ? least - block : 0;
            const int end = to - block < LANES ? to - block : LANES;
            for (int k = f->solved[i], next; k < f->done && begin < end; k = next) {
                next = k + PM_PANEL < f->done ? k + PM_PANEL : f->done;
                minus_products(f->line[i] + block, f->line[i] + k, lanes_at(f, block, k), next - k,
                               begin, end);
            }
        }
}

/* All contributions have been subtracted from these rows. */
static void mark_rows(const struct front *f, int row, int last)
{
    for (int i = row; i < last; i++) {
        f->sums[i] += (f->done - f->solved[i] + PM_PANEL - 1) / PM_PANEL;
        f->solved[i] = f->done;
    }
}
