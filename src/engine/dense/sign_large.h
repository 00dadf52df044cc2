/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The large products of a walk over sign vectors (signs.h), again in double-double.
 *
 * For random matrices, the logarithms of the products are about normal, so that a few products have
 * most of the sum of the moduli, and of the error that is proportional to it.  The walk sorts the
 * sum by some levels.  When its value is known, the highest level is taken that leaves a bound
 * which suffices.  What the products above it lack is added to the value.
 *
 * A product of n sums T = t + rest, |rest| <= u |t|, in double-double has an error of at most
 * 20 n (n + 2) u^2 times its modulus; the rounded sum of what they lack adds less.  All is below
 * PM_SIGNS_LARGE_ERROR times the sum of their moduli. */
#pragma once

#include "engine/dense/signs.h"
#include "engine/glynn/rounded.h"
#include "engine/isa/isa.h"

static const double PM_SIGNS_LARGE_ERROR = 0x1p-70;

/* Tables of one matrix.  A line has the layers of the sums of all rows, as an entry of pm_rounded,
 * and is filled up to groups of PM_SIGNS_LANES with rows whose sum is 1. */
struct pm_signs_large_walk {
    int parts, line, level;
    double start;          /* products are as large as those of the walk */
    int here;              /* which sums of Gray-coded columns are those of the last block */
    double *far;           /* [PM_SIGNS_LANES + 1][line] these, and those of products that wait */
    double *near;          /* [PM_SIGNS_SETS PM_SIGNS_LANES][line] sums of the other columns */
    double *step;          /* [columns][line] twice the Gray-coded columns */
    pm_signs_large *large; /* [blocks] of the walk */
};

/* Adds what the products above the level lack, in the blocks first .. end - 1.  The sums
 * `here` are those of block first - 1, or of block 0. */
typedef void pm_signs_large_rests(double sum[2][PM_SIGNS_LANES], struct pm_signs_large_walk *w,
                                  uint64_t first, uint64_t end);

/* What a thread needs for matrices of order n; NULL in *room: products are not sorted. */
struct pm_signs_large_room;

pm_status pm_signs_large_open(struct pm_signs_large_room **room, const struct pm_batch *b);
void pm_signs_large_close(struct pm_signs_large_room *room);

/* Sets levels, level and large of a walk of one matrix, whose products begin with `start` where
 * rows are no integers. */
void pm_signs_large_begin(struct pm_signs *signs, struct pm_signs_large_room *room,
                          const struct pm_rounded *rows, double start);

/* The share of the products above a level, in the blocks first .. end - 1. */
double pm_signs_large_share(const struct pm_signs *signs, uint64_t first, uint64_t end, int level);

/* *high + *low += what the products above a level lack, for each part: of the same
 * matrix, with its rows in the order of the walk. */
pm_status pm_signs_large_add(double high[2], double low[2], struct pm_signs_large_room *room,
                             int level, const struct pm_rounded *rows, const int *order,
                             double start);
